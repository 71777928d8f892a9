# Reads: results/competence/episodes.parquet; nothing for the simulated studies.
# Writes: results/competence/matrix.csv (a row per respondent, a column per item) and items.csv (what each item is);
# below results/competence/irt/{sample}/: matrix.csv, fits/, held-out/, draws/, replay.json, tables/, figures/;
# results/competence/irt/conclusion.md. A sample is `answers` or `simulated-` with the model that is true in it.


include: "competence/common.smk"


wildcard_constraints:
    sample="answers|simulated-(" + "|".join(IRT_TRUTHS) + ")",
    truth="|".join(IRT_TRUTHS),
    estimator="marginal|joint",
    irt_model=r"(1d|(prod|comp|sum)-[1-4])",
    test="|".join(IRT_TESTS),
    chunk=r"[0-9]+",


rule simulate_responses:
    """Draw the responses of a study whose truth is known."""
    output:
        "results/competence/irt/simulated-{truth}/matrix.csv",
        "results/competence/irt/simulated-{truth}/items.csv",
        "results/competence/irt/simulated-{truth}/left-out.json",
        "results/competence/irt/simulated-{truth}/truth.json",
    log:
        "results/competence/logs/simulate_responses/{truth}.log",
    conda:
        "../../envs/planclaims.yaml"
    params:
        irt=irt_settings("respondents", "per_kind"),
        seed=config["seed"],
        code=irt_code("estimators"),
    script:
        "../../scripts/simulate_responses.py"


rule collect_responses:
    """Make the response matrix of the generative questions from the judged episodes."""
    input:
        "results/competence/episodes.parquet",
    output:
        matrix="results/competence/matrix.csv",
        described="results/competence/items.csv",
    log:
        "results/competence/logs/collect_responses.log",
    conda:
        "../../envs/planclaims.yaml"
    params:
        code=irt_code("responses.py"),
    script:
        "../../scripts/collect_responses.py"


rule sort_responses:
    """Set respondents with too many empty cells aside; stop at a matrix of which nothing can be said."""
    input:
        matrix="results/competence/matrix.csv",
        described="results/competence/items.csv",
    output:
        "results/competence/irt/answers/matrix.csv",
        "results/competence/irt/answers/items.csv",
        "results/competence/irt/answers/left-out.json",
    log:
        "results/competence/logs/sort_responses.log",
    conda:
        "../../envs/planclaims.yaml"
    params:
        code=irt_code("estimators/matrix.py"),
    script:
        "../../scripts/sort_responses.py"


rule fit_responses:
    """Fit one model by one estimator."""
    input:
        "results/competence/irt/{sample}/matrix.csv",
        "results/competence/irt/{sample}/items.csv",
    output:
        "results/competence/irt/{sample}/fits/{estimator}/{irt_model}.json",
    log:
        "results/competence/logs/fit_responses/{sample}/{estimator}/{irt_model}.log",
    conda:
        "../../envs/planclaims.yaml"
    params:
        irt=irt_settings("starts"),
        seed=config["seed"],
        code=irt_code("estimators"),
    script:
        "../../scripts/fit_responses.py"


rule hold_out_responses:
    """Say how well a model tells the answers to items, and single answers, that it was not fitted to."""
    input:
        "results/competence/irt/{sample}/fits/{estimator}/{irt_model}.json",
    output:
        "results/competence/irt/{sample}/held-out/{estimator}/{irt_model}.json",
    log:
        "results/competence/logs/hold_out_responses/{sample}/{estimator}/{irt_model}.log",
    conda:
        "../../envs/planclaims.yaml"
    params:
        seed=config["seed"],
        code=irt_code("estimators"),
    script:
        "../../scripts/hold_out_responses.py"


rule draw_responses:
    """Make some draws of one test: responses drawn anew, and the models fitted to them."""
    input:
        irt_tested,
    output:
        "results/competence/irt/{sample}/draws/{test}/{chunk}.json",
    log:
        "results/competence/logs/draw_responses/{sample}/{test}/{chunk}.log",
    conda:
        "../../envs/planclaims.yaml"
    params:
        draws=irt_draws,
        seed=config["seed"],
        code=irt_code("estimators", "inference/draws.py"),
    script:
        "../../scripts/draw_responses.py"


rule replay_adaptive:
    """Replay adaptive tests on the stored answers."""
    input:
        irt_tested,
    output:
        "results/competence/irt/{sample}/replay.json",
    log:
        "results/competence/logs/replay_adaptive/{sample}.log",
    conda:
        "../../envs/planclaims.yaml"
    params:
        seed=config["seed"],
        code=irt_code("estimators", "applied"),
    script:
        "../../scripts/replay_adaptive.py"


rule write_irt_tables:
    """Write the tables and figures of a sample."""
    input:
        irt_sample,
    output:
        expand(
            "results/competence/irt/{{sample}}/tables/{table}.{ending}",
            table=IRT_TABLES,
            ending=TABLE_ENDINGS,
        ),
        expand(
            "results/competence/irt/{{sample}}/figures/{figure}.{ending}",
            figure=IRT_FIGURES,
            ending=FIGURE_ENDINGS,
        ),
    log:
        "results/competence/logs/write_irt_tables/{sample}.log",
    conda:
        "../../envs/planclaims.yaml"
    params:
        code=irt_code(),
    script:
        "../../scripts/write_irt_tables.py"


rule write_arms_and_routes:
    """Write what conditions do to abilities, and what routing between them is worth."""
    input:
        episodes="results/competence/episodes.parquet",
        matrix="results/competence/matrix.csv",
        described="results/competence/items.csv",
        fits=expand(
            "results/competence/irt/answers/fits/marginal/{model}.json",
            model=IRT_COMPARED,
        ),
    output:
        expand(
            "results/competence/irt/answers/tables/{table}.{ending}",
            table=IRT_ANSWER_TABLES,
            ending=TABLE_ENDINGS,
        ),
    log:
        "results/competence/logs/write_arms_and_routes.log",
    conda:
        "../../envs/planclaims.yaml"
    params:
        root=str(ROOT),
        routes=irt_settings("routes"),
        seed=config["seed"],
        code=irt_code(),
    script:
        "../../scripts/write_arms_and_routes.py"


rule write_conclusion:
    """Say in one paragraph what a study of this size can and cannot conclude about two dimensions."""
    input:
        irt_simulated,
    output:
        text="results/competence/irt/conclusion.md",
        tables=expand(
            "results/competence/irt/truths.{ending}", ending=(*TABLE_ENDINGS, "json")
        ),
        demands=expand(
            "results/competence/irt/acceptance.{ending}",
            ending=(*TABLE_ENDINGS, "json"),
        ),
    log:
        "results/competence/logs/write_conclusion.log",
    conda:
        "../../envs/planclaims.yaml"
    params:
        truths=IRT_TRUTHS,
        code=irt_code(),
    script:
        "../../scripts/write_conclusion.py"


rule competence_irt:
    """All that item response theory says: of the simulated studies, and of the answers where the suite is played."""
    input:
        irt_outputs,


SUITE_EXTRAS["competence"] = irt_outputs
