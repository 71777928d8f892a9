"""Is a certificate right? Worked out again from the files, by other means than it was made: see checking.py."""
