# Reads: results/episodes/, results/tasks/, domains/. Needs no model.
# Writes: results/episodes.csv and .parquet, results/tables/, results/figures/.

NO_STUDY = [SEARCH, "planclaims.suites.hiddenpddl.scoring.collect"]
"""What no table or figure uses: records are judged before."""


rule judge_episodes:
    """Judge every trace against the hidden model: one row of measures per episode."""
    input:
        episodes=episode_files(),
        tasks=solved_files(),
        self_tests=self_tests(),
    output:
        csv="results/episodes.csv",
        parquet="results/episodes.parquet",
    log:
        "results/logs/judge_episodes.log",
    conda:
        "../envs/planclaims.yaml"
    params:
        episodes=[key.path for key in EXPERIMENT.episodes()],
        domains=str(ROOT / "domains"),
        prices=canonical(prices()),
        code=code("scripts/judge_episodes.py", SEARCH),
    script:
        "../scripts/judge_episodes.py"


rule write_table:
    """Write one table of the study in every format."""
    input:
        "results/episodes.parquet",
    output:
        csv="results/tables/{table}.csv",
        md=report(
            "results/tables/{table}.md",
            caption="captions/table.rst",
            category="Tables",
        ),
        tex="results/tables/{table}.tex",
        txt="results/tables/{table}.txt",
    log:
        "results/logs/write_table/{table}.log",
    wildcard_constraints:
        table="|".join(TABLES),
    conda:
        "../envs/planclaims.yaml"
    params:
        study=study_settings(),
        code=code("scripts/write_table.py", *NO_STUDY),
    script:
        "../scripts/write_table.py"


rule plot_figure:
    """Draw one figure of the study in every format."""
    input:
        "results/episodes.parquet",
    output:
        pdf="results/figures/{figure}.pdf",
        png="results/figures/{figure}.png",
        svg=report(
            "results/figures/{figure}.svg",
            caption="captions/figure.rst",
            category="Figures",
        ),
    log:
        "results/logs/plot_figure/{figure}.log",
    wildcard_constraints:
        figure="|".join(FIGURES),
    conda:
        "../envs/planclaims.yaml"
    params:
        study=study_settings(),
        code=code("scripts/plot_figure.py", *NO_STUDY),
    script:
        "../scripts/plot_figure.py"
