# Reads: domains/{domain}/. Writes: results/briefs/{domain}/{task}.json with both briefs and their audit.


rule write_briefs:
    """Put a task into prose and audit that nothing is missing and nothing leaks."""
    input:
        unpack(told_files),
    output:
        "results/briefs/{domain}/{task}.json",
    log:
        "results/logs/write_briefs/{domain}/{task}.log",
    priority: TASKS_FIRST
    conda:
        "../envs/planclaims.yaml"
    params:
        source=config["briefs"]["source"],
        code=code("scripts/write_briefs.py", SEARCH),
    script:
        "../scripts/write_briefs.py"
