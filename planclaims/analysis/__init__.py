"""From judged episodes to tables, statistics and figures; nothing here needs a model or PDDL."""
