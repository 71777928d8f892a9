# Reads: domains/{domain}/domain.pddl, domains/{domain}/problems/{task}.pddl.
# Writes: results/tasks/{domain}/{task}.json with the optimal length and a plan, or unsolvability.


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
