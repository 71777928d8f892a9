# Reads: domains/{domain}/, results/replies/ (the reply store).
# Writes: results/domain_briefs/{domain}.json; results/briefs/{domain}/{task}.json with both briefs and their audit;
# results/replies/ and results/spending.jsonl, what was paid.
# Takes the place of briefs.smk where a model writes the briefs. Its rules have `run:` like the one that plays
# episodes: whatever is paid for shares one client, its limits and its budget.


rule write_domain_brief:
    """Have a model put a domain into prose, once for all of its tasks."""
    input:
        domain_file,
    output:
        "results/domain_briefs/{domain}.json",
    log:
        "results/logs/write_domain_brief/{domain}.log",
    resources:
        provider=1,
    params:
        writer=brief_writer,
        prompt=fingerprint(PACKAGE / "briefing/prompts", "domain.txt"),
        code=code("briefing", "models", "interfaces.py", "prompts.py"),
    run:
        with foreseen_errors(Path(log[0])):
            domain_brief_job(
                Path(output[0]),
                Path(log[0]),
                Writer.of(brief_writer_entry(), RESULTS, LEDGER),
                domain_file=Path(input[0]),
            )


rule write_briefs:
    """Have a model put a task into prose on top of its domain's brief; audit that nothing is missing or leaks."""
    input:
        unpack(task_files),
        phrases=phrases_file,
        domain_brief="results/domain_briefs/{domain}.json",
    output:
        "results/briefs/{domain}/{task}.json",
    log:
        "results/logs/write_briefs/{domain}/{task}.log",
    resources:
        provider=1,
    params:
        writer=brief_writer,
        on_failed_audit=config["briefs"]["on_failed_audit"],
        prompt=fingerprint(PACKAGE / "briefing/prompts", "instance.txt"),
        code=code(
            "pddl_io",
            "semantics",
            "language",
            "briefing",
            "models",
            "interfaces.py",
            "prompts.py",
        ),
    run:
        with foreseen_errors(Path(log[0])):
            briefs_job(
                Path(output[0]),
                Path(log[0]),
                Writer.of(brief_writer_entry(), RESULTS, LEDGER),
                domain_file=Path(input.domain),
                problem_file=Path(input.problem),
                phrases_file=Path(input.phrases) if input.phrases else None,
                domain_brief_file=Path(input.domain_brief),
                on_failed_audit=params.on_failed_audit,
            )
