"""What a study could show, simulated before it is paid for, with the tests and corrections of the analysis."""
