"""Under which conditions questions are asked: evidence of search beside them, and a desk with files to work at."""
