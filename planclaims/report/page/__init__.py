"""One HTML page put together from escaped parts, styles, a program and packed data."""
