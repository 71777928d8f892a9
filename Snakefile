# planclaims: tasks -> briefs -> episodes -> episodes table -> tables and figures.
# Run with `snakemake --cores 8`; the settings are in config.yaml.


configfile: f"{workflow.basedir}/config.yaml"


include: "rules/common.smk"


wildcard_constraints:
    model=r"[A-Za-z0-9][A-Za-z0-9._-]*",
    method=r"[A-Za-z0-9][A-Za-z0-9._-]*",
    domain=r"[A-Za-z0-9][A-Za-z0-9._-]*",
    task=r"[A-Za-z0-9_-]+",
    repeat=r"(\.repeat[1-9][0-9]*)?",
    suite="|".join(SUITES) or "no suite",
    condition=r"[A-Za-z0-9][A-Za-z0-9_-]*",
    group=r"[A-Za-z0-9][A-Za-z0-9_-]*",
    batch=r"[A-Za-z0-9][A-Za-z0-9_-]*",


include: "rules/tasks.smk"
include: "rules/briefs.smk" if EXPERIMENT.brief_writer is None else "rules/llm_briefs.smk"
include: "rules/episodes.smk"
include: "rules/analysis.smk"
include: "rules/controls.smk"
include: "rules/report.smk"
include: "rules/suites.smk"


for _own in sorted(Path(workflow.basedir, "rules/suites").glob("*.smk")):

    include: str(_own)


rule all:
    """Everything the experiment promises: every episode, the tables and the figures."""
    default_target: True
    input:
        episode_files(),
        "results/episodes.csv",
        "results/episodes.parquet",
        expand("results/tables/{table}.{ending}", table=TABLES, ending=TABLE_ENDINGS),
        expand(
            "results/figures/{figure}.{ending}", figure=FIGURES, ending=FIGURE_ENDINGS
        ),
        "results/report.html",
        early_table(),


with told():
    check_targets()


onstart:
    with told():
        begin()
    snakemake_adapter.lift_rate_limit(workflow)


onsuccess:
    print(end_text())


onerror:
    print(end_text(failed_since=RUN.started))
    if STOPPED:
        print(f"Stopped, nothing is lost: {STOPPED[0]}")
