"""The reply store: every reply on disk, found again by everything that shapes it."""
