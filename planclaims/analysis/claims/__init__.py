"""The headline numbers of the first study, each recomputed from the episodes with what it rests on."""
