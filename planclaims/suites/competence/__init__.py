"""The competence study: what a respondent can tell about a situation, a plan and a world, asked in three forms."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path

from planclaims.episodes.record import EpisodeRecord
from planclaims.errors import ConfigError, InputError, did_you_mean
from planclaims.seam import Environment
from planclaims.suites.competence.conditions.desk import TURNS, Desk
from planclaims.suites.competence.controls import CONTROLS
from planclaims.suites.competence.explaining import explained
from planclaims.suites.competence.figures import FIGURES
from planclaims.suites.competence.irt.concluded import CONCLUSION_FILES, concluded
from planclaims.suites.competence.irt.settings import DEFAULTS as IRT_DEFAULTS
from planclaims.suites.competence.irt.settings import SCHEMA as IRT_SCHEMA
from planclaims.suites.competence.judge import COLUMNS, judged
from planclaims.suites.competence.question import CompetenceQuestion
from planclaims.suites.competence.questions.evidence import ARMS, LADDER
from planclaims.suites.competence.questions.items import FORMS, GENERATIVE, Order, group_of, make_items, shortfalls
from planclaims.suites.competence.questions.made import KINDS, Effort
from planclaims.suites.competence.specimens import specimens
from planclaims.suites.competence.tables import TABLES
from planclaims.suites.contract import Caption, Conclusion, Data, Item, Judgement
from planclaims.suites.explanation import Block

LOG = logging.getLogger(__name__)

CONDITIONS: Mapping[str, Data] = {
    "plain": {},
    "example": {"shots": 1},
    "targeted": {"targeted": True},
    "t0": {"ladder": True},
    **{arm: {"ladder": True, "evidence": arm} for arm in ARMS},
}
"""The conditions by name, each a row of settings: worked examples, an instruction that names structure, evidence."""


CAPTIONS: Mapping[str, Caption] = {
    "report": Caption("The competence study", "What respondents can tell about situations, plans and worlds."),
    "forms": Caption("Accuracy by kind in three forms", "Guessing gives 1/4 in choice and 1/2 in boolean."),
    "doses": Caption("Accuracy under doses of evidence", "t0 is none; lines are 95% intervals from resampled items."),
    "targeted": Caption("What naming structure gains", "Paired by item; lines are 95% intervals from resampled items."),
}


class Competence:
    """The suite."""

    def __init__(self) -> None:
        self.name = "competence"
        self.version = 1
        schema = json.loads((Path(__file__).parent / "settings.schema.json").read_text(encoding="utf-8"))
        self.schema: Data = {**schema, "properties": {**schema["properties"], "irt": IRT_SCHEMA}}
        self.defaults: Data = {
            "domains": "all",
            "folder": "domains",
            "kinds": list(KINDS),
            "per_form": {"generative": 26, "boolean": 8, "choice": 8},
            "seed": 1,
            "states": {"reach": 1_500_000, "goal": 300_000},
            "ladder": False,
            "irt": IRT_DEFAULTS,
        }
        self.conditions = CONDITIONS
        self.columns = COLUMNS
        self.controls = CONTROLS
        self.tables = TABLES
        self.figures = FIGURES
        self.captions = CAPTIONS
        self.kinds = KINDS
        self.conclusion_files = CONCLUSION_FILES
        self.item_settings = ("domains", "folder", "kinds", "per_form", "seed", "states", "ladder")
        self.item_code: Sequence[str] = (
            "pddl_io/**/*.py",
            "semantics/**/*.py",
            "search/**/*.py",
            "language/**/*.py",
            "suites/competence/questions/*.py",
            "suites/competence/texts/*.toml",
        )

    def batches(self, settings: Data, root: Path) -> Mapping[str, Sequence[str]]:
        """Return the groups of items, all forms of a kind and a domain to a batch."""
        forms = [form for form in FORMS if settings["per_form"][form]]
        return {
            f"{domain.replace('.', '-')}_{kind}": [group_of(domain, kind, form) for form in forms]
            for domain in self._domains(settings, root)
            for kind in settings["kinds"]
        }

    def make(self, settings: Data, batch: str, root: Path) -> Sequence[Item]:
        """Return the items of a batch; fewer than the settings want, and a warning, where its domain has no more."""
        known = self.batches(settings, root)
        if batch not in known:
            raise InputError(
                "competence has no such batch of items",
                found=f"{batch!r}{did_you_mean(batch, known)}",
                allowed="DOMAIN_KIND, of the settings' domains and kinds",
            )
        domain, _, kind = batch.rpartition("_")
        name = next(name for name in self._domains(settings, root) if name.replace(".", "-") == domain)
        effort = Effort(settings["states"]["reach"], settings["states"]["goal"])
        order = Order(settings["per_form"], settings["seed"], effort, settings["ladder"])
        made = make_items(root / settings["folder"] / name, kind, order)
        for line in shortfalls(made, settings["per_form"]):
            LOG.warning("%s, %s: %s; its tasks have no more states to ask about", name, kind, line)
        return made

    def specimens(self, settings: Data, root: Path) -> Sequence[Item]:
        """Return an item of each kind, about nothing in particular."""
        return specimens(settings["kinds"])

    def items(self, settings: Data) -> Sequence[Item]:
        """Return all items, made on the spot; paths start from the working folder."""
        root = Path()
        return [item for batch in self.batches(settings, root) for item in self.make(settings, batch, root)]

    def faults(self, settings: Data, conditions: Sequence[str]) -> Sequence[str]:
        """Return what does not go together: evidence is shown only if it was made."""
        needing = [condition for condition in conditions if "evidence" in self.conditions.get(condition, {})]
        if settings["ladder"] or not needing:
            return []
        return [f"ladder: is false, and there is no evidence for {', '.join(needing)}; allowed: true"]

    def plays(self, group: str, condition: str) -> bool:
        """Return whether the group is played under the condition: evidence is for free questions of some kinds."""
        _, kind, form = group.rsplit("_", 2)
        return not self.conditions[condition].get("ladder") or (form == GENERATIVE and kind in LADDER)

    def ask(self, item: Item, condition: str) -> CompetenceQuestion:
        """Return the item as a question under the condition."""
        return CompetenceQuestion(item.shown, self.conditions[condition])

    def enter(self, item: Item, condition: str) -> Environment:
        """Return the item as a desk with the task and files to work in."""
        return Desk(self.ask(item, condition))

    def budget(self, item: Item, condition: str) -> int:
        """Return how many calls an agent may make at the desk."""
        return TURNS

    def judge(self, record: EpisodeRecord, item: Item) -> Judgement:
        """Return the verdict on a record, with its reason, and what else there is to say of it."""
        return judged(record, item)

    def explain(self, record: EpisodeRecord, item: Item) -> Sequence[Block]:
        """Return what was due, how the answer was read, and what refutes it."""
        return explained(record, item)

    def conclusions(self, folder: Path) -> Sequence[Conclusion]:
        """Return the paragraph on simulated studies of known truth, with its tables."""
        return concluded(folder)

    def _domains(self, settings: Data, root: Path) -> Sequence[str]:
        folder = root / settings["folder"]
        found = sorted(path.parent.name for path in folder.glob("*/domain.pddl"))
        place = "config: at suites.competence.settings"
        if not found:
            raise ConfigError(
                f"{place}.folder: no domain lies there",
                found=repr(settings["folder"]),
                allowed="a folder of folders with domain.pddl and problems/, as domains/",
            )
        if settings["domains"] == "all":
            return found
        for name in settings["domains"]:
            if name not in found:
                told = f"{name!r}{did_you_mean(name, found)}"
                raise ConfigError(f"{place}.domains: no such domain", found=told, allowed=f"all, {', '.join(found)}")
        return list(settings["domains"])


SUITE = Competence()
