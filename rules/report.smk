# Reads: results/episodes/, results/episodes.csv, results/briefs/, results/tables/, results/figures/, domains/. Needs no model.
# Writes: results/report.html, one page that opens from disk and loads nothing.


rule write_report:
    """Write the report: what was found, tables, figures, and a viewer of every trace."""
    input:
        csv="results/episodes.csv",
        episodes=episode_files(),
        briefs=sorted(
            {
                f"results/briefs/{key.domain}/{key.task}.json"
                for key in EXPERIMENT.episodes()
            }
        ),
        tables=expand("results/tables/{table}.md", table=TABLES),
        figures=expand("results/figures/{figure}.svg", figure=FIGURES),
    output:
        report(
            "results/report.html",
            caption="captions/report.rst",
            category="Report",
        ),
    log:
        "results/logs/write_report.log",
    conda:
        "../envs/planclaims.yaml"
    params:
        domains=str(ROOT / "domains"),
        resamples=config["analysis"]["resamples"],
        seed=config["seed"],
        code=code("scripts/write_report.py", SEARCH),
    script:
        "../scripts/write_report.py"
