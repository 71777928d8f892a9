# Reads: domains/{domain}/domain.pddl, domains/{domain}/problems/{task}.pddl.
# Writes: results/tasks/{domain}/{task}.json with the optimal length and a plan, or unsolvability.
#         results/self_tests/{domain}.json, how many plans of known verdict were judged.


rule solve_task:
    """Find the optimal length of a task, or prove it unsolvable, by breadth-first search."""
    input:
        unpack(task_files),
    output:
        "results/tasks/{domain}/{task}.json",
    log:
        "results/logs/solve_task/{domain}/{task}.log",
    priority: TASKS_FIRST
    conda:
        "../envs/planclaims.yaml"
    resources:
        searches=1,
    params:
        code=code("scripts/solve_task.py"),
    script:
        "../scripts/solve_task.py"


# Read by the rules that judge, so that nothing is scored where it fails.
rule test_domain:
    """Judge the plans of a domain whose verdict is known; a wrong verdict ends the run."""
    input:
        unpack(self_test_files),
    output:
        "results/self_tests/{domain}.json",
    log:
        "results/logs/test_domain/{domain}.log",
    priority: TASKS_FIRST
    conda:
        "../envs/planclaims.yaml"
    params:
        code=code("scripts/test_domain.py", SEARCH),
    script:
        "../scripts/test_domain.py"
