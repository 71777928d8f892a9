# Reads: the tasks of the suite longhorizon with their certificates, wherever the configuration says that they lie.
# Writes: results/longhorizon/certified/{group}/{item}.txt, one for each task whose certificate holds.


def certified_items():
    """Return the items of the suite by group, nothing if it is not configured."""
    study = SUITES.get("longhorizon")
    return {group: study.items(group) for group in study.groups} if study else {}


def certified_task(wildcards):
    """Return the files of a task of the suite."""
    items = certified_items()[wildcards.group]
    shown = {item.name: item.shown["folder"] for item in items}
    names = ("world.json", "task.json", "brief.md", "certificate.json")
    return [ROOT / shown[wildcards.item] / name for name in names]


def certified_tasks(wildcards):
    """Return what says of every task of the suite that its certificate holds."""
    return [
        f"results/longhorizon/certified/{group}/{item.name}.txt"
        for group, items in certified_items().items()
        for item in items
    ]


rule certify_task:
    """Confirm the certificate of a long-horizon task by a second method; one that does not hold stops here."""
    input:
        certified_task,
    output:
        "results/longhorizon/certified/{group}/{item}.txt",
    log:
        "results/longhorizon/logs/certify_task/{group}/{item}.log",
    wildcard_constraints:
        item=r"[A-Za-z0-9][A-Za-z0-9_-]*",
    conda:
        "../../envs/planclaims.yaml"
    params:
        code=code("scripts/certify_task.py"),
    script:
        "../../scripts/certify_task.py"


rule certify_longhorizon:
    """Confirm the certificates of all long-horizon tasks of the configuration."""
    input:
        certified_tasks,
