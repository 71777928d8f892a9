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
        code=brief_code("domain"),
    run:
        with job(Path(output[0]), Path(log[0])):
            domain_brief_job(
                Path(output[0]),
                Path(log[0]),
                Writer.of(brief_writer_entry(), RESULTS, RUN.ledger),
                domain_file=Path(input[0]),
            )


rule write_briefs:
    """Have a model put a task into prose on top of its domain's brief; audit that nothing is missing or leaks."""
    input:
        unpack(told_files),
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
        code=brief_code("instance"),
    run:
        with job(Path(output[0]), Path(log[0])):
            briefs_job(
                Path(output[0]),
                Path(log[0]),
                Writer.of(brief_writer_entry(), RESULTS, RUN.ledger),
                domain_file=Path(input.domain),
                problem_file=Path(input.problem),
                phrases_file=phrases_in(input),
                domain_brief_file=Path(input.domain_brief),
                on_failed_audit=params.on_failed_audit,
            )
