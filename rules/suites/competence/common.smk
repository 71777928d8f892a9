# Reads: the settings of the competence suite. Writes: nothing.
# Defines what the rules of competence.smk share.
from planclaims.suites.competence.irt.routes import check_routes
from planclaims.suites.competence.irt.settings import ANSWER_TABLES as IRT_ANSWER_TABLES
from planclaims.suites.competence.irt.settings import COMPARED as IRT_COMPARED
from planclaims.suites.competence.irt.settings import FIGURES as IRT_FIGURES
from planclaims.suites.competence.irt.settings import TABLES as IRT_TABLES
from planclaims.suites.competence.irt.settings import TESTS as IRT_TESTS
from planclaims.suites.competence.irt.settings import TRUTHS as IRT_TRUTHS
from planclaims.suites.competence.irt.settings import ModelSettings

if "competence" in SUITES:
    with told():
        check_routes(SUITES["competence"])


def irt_settings(*names):
    """Return the settings of the models of item response theory, or some of them as canonical text."""
    study = SUITES.get("competence")
    given = ModelSettings.of(study.settings["irt"] if study else {})
    return canonical([getattr(given, name) for name in names]) if names else given


def irt_code(*parts):
    """Return a hash of the code of the models; without parts, of all that can change their tables."""
    package = "planclaims.suites.competence.irt"
    names = [part.removesuffix(".py").replace("/", ".") for part in parts] or ["*"]
    folders = {
        name
        for name in names
        if (ROOT / "planclaims/suites/competence/irt" / name).is_dir()
    }
    entries = [f"{name}.*" if name in folders else name for name in names]
    return " ".join(code(f"{package}.{entry}") for entry in entries)


def irt_folder(wildcards):
    """Return the folder of a sample."""
    return f"results/competence/irt/{wildcards.sample}"


def irt_tested(wildcards):
    """Return the matrix of a sample and the fits that its tests start from."""
    fits = [f"fits/marginal/{model}.json" for model in IRT_COMPARED]
    return [
        f"{irt_folder(wildcards)}/{name}" for name in ("matrix.csv", "items.csv", *fits)
    ]


def irt_draws(wildcards):
    """Return the first draw of a chunk and the one after the last."""
    numbers = irt_settings().chunk_draws(int(wildcards.chunk))
    return [numbers.start, numbers.stop]


def irt_sample(wildcards):
    """Return everything that is made of a sample before its tables."""
    made = irt_settings().files(wildcards.sample)
    names = ["matrix.csv", "items.csv", "left-out.json", *made]
    return [f"{irt_folder(wildcards)}/{name}" for name in names]


def irt_simulated(wildcards):
    """Return what is made of the simulated studies."""
    settings, found = irt_settings(), []
    for truth in IRT_TRUTHS:
        names = ["matrix.csv", "truth.json", *settings.files(f"simulated-{truth}")]
        found += [f"results/competence/irt/simulated-{truth}/{name}" for name in names]
    return found


def irt_outputs(wildcards=None):
    """Return every table and figure of the models, and the conclusion; of answers only where the suite is played."""
    root = "results/competence/irt"
    samples = [f"simulated-{truth}" for truth in IRT_TRUTHS]
    found = [f"{root}/conclusion.md"]
    if "competence" in SUITES:
        samples.append("answers")
        found += expand(f"{root}/answers/tables/{{table}}.md", table=IRT_ANSWER_TABLES)
    for sample in samples:
        found += expand(f"{root}/{sample}/tables/{{table}}.md", table=IRT_TABLES)
        found += expand(f"{root}/{sample}/figures/{{figure}}.svg", figure=IRT_FIGURES)
    return found
