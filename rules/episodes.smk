# Reads: domains/, results/tasks/, results/briefs/, results/replies/ (the reply store).
# Writes: results/episodes/{model}/{method}/{domain}/{task}.json, raw traces that are never rewritten, further repeats
# as {task}.repeat1.json and so on; results/replies/ and results/spending.jsonl, what was paid;
# results/weights/{model}.json for models that run inside the workflow.


rule fetch_weights:
    """Fetch and check the weights of an embedded model; without a network, say so and let the rest run."""
    output:
        "results/weights/{model}.json",
    log:
        "results/logs/fetch_weights/{model}.log",
    conda:
        "../envs/planclaims.yaml"
    params:
        settings=model_settings,
        code=code("scripts/fetch_weights.py"),
    script:
        "../scripts/fetch_weights.py"


# `run:` because its jobs share this process, so that a model client is imported once per run. Only what may be paid for
# does so: this rule, and those that have a model write the briefs.
rule play_episode:
    """Play one task with one method and one model; keep the whole trace."""
    input:
        unpack(episode_inputs),
    output:
        "results/episodes/{model}/{method}/{domain}/{task}{repeat}.json",
    log:
        "results/logs/play_episode/{model}/{method}/{domain}/{task}{repeat}.log",
    priority: episode_priority
    resources:
        embedded=embedded_slots,
        provider=provider_slots,
    params:
        model=model_settings,
        method=method_settings,
        seed=config["seed"],
        code=episode_code,
    run:
        with job(Path(output[0]), Path(log[0])):
            play_job(
                RESULTS,
                Path(output[0]),
                Path(log[0]),
                files=TaskFiles(
                    Path(input.domain),
                    Path(input.problem),
                    phrases_in(input),
                    Path(input.facts),
                    Path(input.brief),
                ),
                player=Player(
                    wildcards.model,
                    json.loads(model_entry(wildcards.model)),
                    wildcards.method,
                    json.loads(params.method),
                    repeat_number(wildcards),
                ),
                budget=config["budget"],
                seed=params.seed,
                ledger=RUN.ledger,
            )
