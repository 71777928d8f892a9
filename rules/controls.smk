# Reads: results/episodes/ of the scripted models, results/tasks/, domains/.
# Writes: results/controls/, the episodes table and table 4 of the controls; results/controls.txt, which is also shown.
# The controls end first, so a run has something to show while the other models still play.


rule judge_controls:
    """Judge the traces of the scripted models as soon as they are there."""
    input:
        episodes=expand("results/episodes/{path}.json", path=control_episodes()),
        tasks=solved_files(),
        self_tests=self_tests(),
    output:
        csv="results/controls/episodes.csv",
        parquet="results/controls/episodes.parquet",
    log:
        "results/logs/judge_controls.log",
    priority: CONTROLS_FIRST
    conda:
        "../envs/planclaims.yaml"
    params:
        episodes=control_episodes(),
        domains=str(ROOT / "domains"),
        prices=canonical(prices(CONTROLS)),
        code=code("scripts/judge_episodes.py", SEARCH),
    script:
        "../scripts/judge_episodes.py"


rule write_controls_table:
    """Write table 4 of the scripted models."""
    input:
        "results/controls/episodes.parquet",
    output:
        csv="results/controls/{table}.csv",
        txt="results/controls/{table}.txt",
    log:
        "results/logs/write_controls_table/{table}.log",
    wildcard_constraints:
        table="table4",
    priority: CONTROLS_FIRST
    conda:
        "../envs/planclaims.yaml"
    params:
        study=study_settings(CONTROLS),
        code=code("scripts/write_table.py", *NO_STUDY),
    script:
        "../scripts/write_table.py"


# `run:` because only this process knows how to print beside the bars of a terminal.
rule show_controls:
    """Show table 4 of the scripted models while the other models still play."""
    input:
        "results/controls/table4.txt",
    output:
        "results/controls.txt",
    log:
        "results/logs/show_controls.log",
    priority: CONTROLS_FIRST
    run:
        with job(Path(output[0]), Path(log[0])):
            show_controls(Path(input[0]), Path(output[0]))
