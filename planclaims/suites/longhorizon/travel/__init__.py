"""Travel: itineraries over worlds of tables, judged by rules."""
