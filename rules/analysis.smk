# Reads: results/episodes/, results/tasks/, domains/. Needs no model.
# Writes: results/episodes.csv and .parquet, results/tables/, results/figures/.


rule judge_episodes:
    """Judge every trace against the hidden model: one row of measures per episode."""
    input:
        episodes=episode_files(),
        tasks=solved_files(),
    output:
        csv="results/episodes.csv",
        parquet="results/episodes.parquet",
    params:
        episodes=[key.path for key in EXPERIMENT.episodes()],
        domains=str(ROOT / "domains"),
        code=code("pddl_io", "semantics", "language", "scoring", "analysis/episodes_table.py"),
    log:
        "results/logs/judge_episodes.log",
    conda:
        "../envs/planclaims.yaml"
    script:
        "../scripts/judge_episodes.py"


rule tabulate_methods:
    """Table 4: success, executability and detection of every configuration, with paired tests."""
    input:
        "results/episodes.parquet",
    output:
        csv="results/tables/table4.csv",
        md=report("results/tables/table4.md", caption="../rules/captions/table4.rst", category="Tables"),
        tex="results/tables/table4.tex",
        txt="results/tables/table4.txt",
    params:
        analysis=config["analysis"],
        seed=config["seed"],
        code=code("analysis"),
    log:
        "results/logs/tabulate_methods.log",
    conda:
        "../envs/planclaims.yaml"
    script:
        "../scripts/tabulate_methods.py"


rule plot_cost:
    """Figure 2b: score against cost, with the Pareto front."""
    input:
        "results/episodes.parquet",
    output:
        pdf="results/figures/figure2b.pdf",
        png="results/figures/figure2b.png",
        svg=report("results/figures/figure2b.svg", caption="../rules/captions/figure2b.rst", category="Figures"),
    params:
        code=code("analysis"),
    log:
        "results/logs/plot_cost.log",
    conda:
        "../envs/planclaims.yaml"
    script:
        "../scripts/plot_cost.py"
