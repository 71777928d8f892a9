"""Everything that `make bench` measures, a part a module; a part returns figures, each against a named peer."""
