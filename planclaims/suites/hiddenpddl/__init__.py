"""The study of the first paper: plans for hidden PDDL tasks, offline from briefs and online behind tools."""
