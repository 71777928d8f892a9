"""The report of any suite: its tables and figures, the episodes behind every number, and each of them explained."""
