# Reads: what each further suite brings along; results/replies/ (the reply store). Needs `suites` in the configuration.
# Writes, below results/{suite}/: items/{batch}.json where items take long to make;
# episodes/{model}/{method}/{condition}/{group}.json, the list of a job's items, with their records beside it in a folder of
# that name; episodes.csv and .parquet; tables/; figures/; report.html, one page that opens from disk and loads nothing.


rule make_items:
    """Make a batch of a suite's items, where that takes long."""
    output:
        "results/{suite}/items/{batch}.json",
    log:
        "results/{suite}/logs/make_items/{batch}.log",
    conda:
        "../envs/planclaims.yaml"
    params:
        root=str(ROOT),
        settings=item_settings,
        code=item_code,
    script:
        "../scripts/make_items.py"


# `run:` as for play_episode: its jobs share this process, so that a model client is imported once per run.
rule play_chunk:
    """Play the items of one group of a suite with one method and one model; keep every trace."""
    input:
        item_file,
    output:
        "results/{suite}/episodes/{model}/{method}/{condition}/{group}{repeat}.json",
    log:
        "results/{suite}/logs/play_chunk/{model}/{method}/{condition}/{group}{repeat}.log",
    resources:
        embedded=embedded_slots,
        provider=provider_slots,
    params:
        model=model_settings,
        method=method_settings,
        hashes=item_hashes,
        seed=config["seed"],
        code=suite_code("planclaims.suites.chunk"),
    run:
        with job(Path(output[0]), Path(log[0])):
            play_chunk_job(
                chunk_of(wildcards, params), Path(output[0]), RESULTS, RUN.ledger
            )


rule judge_suite:
    """Judge every record of a suite: one row of measures per episode."""
    input:
        chunk_files,
    output:
        csv="results/{suite}/episodes.csv",
        parquet="results/{suite}/episodes.parquet",
    log:
        "results/{suite}/logs/judge_suite.log",
    conda:
        "../envs/planclaims.yaml"
    params:
        root=str(ROOT),
        chunks=chunk_paths,
        code=suite_code("scripts/judge_suite.py"),
    script:
        "../scripts/judge_suite.py"


rule write_suite_table:
    """Write one table of a suite in every format."""
    input:
        "results/{suite}/episodes.parquet",
    output:
        csv="results/{suite}/tables/{table}.csv",
        json="results/{suite}/tables/{table}.json",
        md="results/{suite}/tables/{table}.md",
        tex="results/{suite}/tables/{table}.tex",
        txt="results/{suite}/tables/{table}.txt",
    log:
        "results/{suite}/logs/write_suite_table/{table}.log",
    conda:
        "../envs/planclaims.yaml"
    params:
        root=str(ROOT),
        code=suite_code("scripts/write_suite_table.py"),
    script:
        "../scripts/write_suite_table.py"


rule plot_suite_figure:
    """Draw one figure of a suite in every format."""
    input:
        "results/{suite}/episodes.parquet",
    output:
        pdf="results/{suite}/figures/{figure}.pdf",
        png="results/{suite}/figures/{figure}.png",
        svg="results/{suite}/figures/{figure}.svg",
    log:
        "results/{suite}/logs/plot_suite_figure/{figure}.log",
    conda:
        "../envs/planclaims.yaml"
    params:
        root=str(ROOT),
        code=suite_code("scripts/plot_suite_figure.py"),
    script:
        "../scripts/plot_suite_figure.py"


rule write_suite_report:
    """Write the report of a suite: tables, figures, and a viewer of every episode behind every number."""
    input:
        chunk_files,
        suite_tables_and_figures,
        conclusion_files,
        parquet="results/{suite}/episodes.parquet",
    output:
        report(
            "results/{suite}/report.html",
            caption="captions/suite_report.rst",
            category="Report",
        ),
    log:
        "results/{suite}/logs/write_suite_report.log",
    conda:
        "../envs/planclaims.yaml"
    params:
        root=str(ROOT),
        chunks=chunk_paths,
        code=suite_code("scripts/write_suite_report.py"),
    script:
        "../scripts/write_suite_report.py"


# A target of its own for every suite: `snakemake --cores 8 NAME`.
for _suite in SUITES:

    rule:
        name:
            _suite
        input:
            partial(suite_outputs, name=_suite),
