"""Reading PDDL domains, problems and plan files into the semantic model; nothing is accepted in silence."""

from planclaims.pddl_io.plan import read_plan
from planclaims.pddl_io.reading import read_domain, read_problem, read_task

__all__ = ["read_domain", "read_plan", "read_problem", "read_task"]
