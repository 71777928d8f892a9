"""The report of a small run of its own: as bytes, and as Chromium shows it where there is one."""

import html
import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from planclaims.analysis.table.episodes_table import write_episodes
from planclaims.episodes.play import EpisodeSetup, Player, play_to_file
from planclaims.episodes.record import failed_path
from planclaims.errors import InfrastructureError, InputError
from planclaims.language.briefs import template_brief
from planclaims.language.hidden_task import read_hidden_task
from planclaims.report.build import write_report
from planclaims.report.page import assemble
from planclaims.report.page.packing import unpacked
from planclaims.seam import Reply, Request
from planclaims.suites.hiddenpddl.briefing.brief_file import BriefFile, read_brief
from planclaims.suites.hiddenpddl.episode import TaskFiles, open_task, play_episode
from planclaims.suites.hiddenpddl.scoring.collect import Sources, collect
from planclaims.suites.hiddenpddl.task_facts import read_facts, solve_to_file

ROOT = Path(__file__).parents[2]
DOMAINS = ROOT / "domains"
TASKS = (("hospital", "01"), ("load-balancing", "01"))
METHODS: Mapping[str, Mapping[str, object]] = {"direct": {"regime": "offline"}, "react": {"regime": "online"}}
BUDGET = {"floor": 20, "factor": 3, "unsolvable": 40}
HOSTILE = "</script><img src=x onerror=alert(1)> I give up.\nUNSOLVABLE"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
NODE = shutil.which("node")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium to show the page in")


class Hostile:
    """A model whose reply tries to be markup, and that cannot be asked about one task."""

    def reply(self, request: Request) -> Reply:
        if any("bucket" in message.content for message in request.messages):
            raise InfrastructureError("the service answered 429")
        return Reply(HOSTILE, "stop", 50, 5, 0.001, 0.5)


class Run:
    """The outputs of a run in a folder: facts, briefs, records, the episodes table."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for domain, task in TASKS:
            self._prepare(domain, task)
            for script in ("optimal", "heedless"):
                for method in METHODS:
                    self._play(script, method, domain, task)
            self._play_hostile(domain, task)
        models = {name: {"kind": "reference"} for name in ("reference-optimal", "reference-heedless")}
        sources = Sources(self.path("episodes"), self.path("tasks"), DOMAINS, {**models, "hostile": {}}, METHODS)
        names = [str(path.relative_to(self.path("episodes")).with_suffix("")) for path in self.records()]
        write_episodes(collect(sources, names), self.path("episodes.csv"), self.path("episodes.parquet"))

    def path(self, *parts: str) -> Path:
        return self.folder.joinpath(*parts)

    def records(self) -> list[Path]:
        return sorted(self.path("episodes").rglob("*.json"))

    def report(self, name: str = "report.html") -> Path:
        table = self.path("table4.md")
        table.write_text("# Table 4\n\n| Method | a |\n| --- | --: |\n| direct | **5** |\n", encoding="utf-8")
        write_report(
            self.path("episodes.csv"),
            self.records(),
            tables={"table4": table},
            figures={},
            domains_folder=DOMAINS,
            output=self.path(name),
            briefs=sorted(self.path("briefs").rglob("*.json")),
        )
        return self.path(name)

    def _files(self, domain: str, task: str) -> tuple[Path, Path, Path]:
        folder = DOMAINS / domain
        return folder / "domain.pddl", folder / "problems" / f"{task}.pddl", folder / "domain.json"

    def _prepare(self, domain: str, task: str) -> None:
        facts, brief = self.path("tasks", domain, f"{task}.json"), self.path("briefs", domain, f"{task}.json")
        facts.parent.mkdir(parents=True)
        brief.parent.mkdir(parents=True)
        domain_file, problem_file, _ = self._files(domain, task)
        solve_to_file(domain_file, problem_file, facts, states=10_000, memory_gib=1)
        hidden = read_hidden_task(*self._files(domain, task))
        told = template_brief(hidden.task, hidden.phrases)
        brief.write_text(json.dumps(asdict(BriefFile(told.domain, told.instance, "template"))), encoding="utf-8")

    def _play(self, script: str, method: str, domain: str, task: str) -> None:
        player = Player(f"reference-{script}", {"kind": "reference", "script": script}, method, METHODS[method])
        output = self.path("episodes", f"reference-{script}", method, domain, f"{task}.json")
        facts, brief = self.path("tasks", domain, f"{task}.json"), self.path("briefs", domain, f"{task}.json")
        files = TaskFiles(*self._files(domain, task), facts, brief)
        play_episode(files, player, output, budget=BUDGET, seed=1, replies=None)

    def _play_hostile(self, domain: str, task: str) -> None:
        output = self.path("episodes", "hostile", "direct", domain, f"{task}.json")
        hidden = read_hidden_task(*self._files(domain, task))
        briefs = read_brief(self.path("briefs", domain, f"{task}.json"))
        opened = open_task(hidden, briefs, read_facts(self.path("tasks", domain, f"{task}.json")), 20)
        setup = EpisodeSetup(opened, Player("hostile", {"kind": "litellm"}, "direct", METHODS["direct"]))
        try:
            play_to_file(setup, Hostile, output)
        except InfrastructureError:
            failed_path(output).replace(output)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return Run(tmp_path_factory.mktemp("run"))


@pytest.fixture(scope="module")
def page(run: Run) -> Path:
    return run.report()


def test_the_same_inputs_give_the_same_bytes(run: Run, page: Path) -> None:
    assert run.report("again.html").read_bytes() == page.read_bytes()


def test_the_page_stands_alone(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "default-src 'none'" in text
    for outside in ("http://", "https://", "//cdn", "@import", "<link", " src="):
        assert outside not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", text)
    assert "innerHTML" not in text


def test_what_models_write_is_nowhere_in_the_markup_and_whole_in_the_data(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "onerror" not in text
    found = re.search(r'<script type="text/plain" id="chunk-0">([^<]*)</script>', text)
    assert found
    chunk = unpacked(found[1])
    assert isinstance(chunk, dict)
    assert HOSTILE in chunk["texts"]
    assert chunk["episodes"]["hostile/direct/0"]["verdict"].startswith("Gave up wrongly")


def test_a_record_without_a_row_is_named(run: Run) -> None:
    table = run.path("episodes.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    short = run.path("short.csv")
    short.write_text("".join(line for line in table if not line.startswith("hostile")), encoding="utf-8")
    with pytest.raises(InputError, match=r"hostile/direct/hospital/01\.json: the episodes table has no row"):
        write_report(short, run.records(), tables={}, figures={}, domains_folder=DOMAINS, output=run.path("never.html"))
    assert not run.path("never.html").exists()


def shown(page: Path, address: str, profile: Path) -> str:
    """Return the page as Chromium has built it, after its program has run."""
    assert CHROMIUM
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
    ended = subprocess.run(
        [
            CHROMIUM,
            *options,
            f"--user-data-dir={profile}",
            "--virtual-time-budget=5000",
            "--dump-dom",
            page.as_uri() + address,
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return re.sub(r'<script type="text/plain".*?</script>', "", ended.stdout, flags=re.DOTALL)


def words(markup: str) -> str:
    """Return the visible words of the markup."""
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", markup)))


@needs_chromium
def test_a_link_opens_an_episode_at_its_failing_step(page: Path, tmp_path: Path) -> None:
    built = shown(page, "#reference-heedless/react/load-balancing/01", tmp_path)
    assert re.search(r'<div id="report-view" class="view" hidden', built)
    assert re.search(r'<li class="turn k-violation" id="turn-\d+"', built)
    seen = words(built[built.index('id="episode"') :])
    assert "Failed at step 1 (call 1 of at most 20)" in seen
    assert "Requirements that were not met:" in seen
    assert "scripted control, not a language model" in seen


@needs_chromium
def test_an_offline_plan_is_shown_step_by_step(page: Path, tmp_path: Path) -> None:
    built = shown(page, "#reference-optimal/direct/load-balancing/01", tmp_path)
    assert built.count('class="turn k-applied"') == 4
    seen = words(built[built.index('id="episode"') :])
    assert "now the load of s2_eu is 0" in seen
    assert "Solved with 4 actions; no plan is shorter." in seen


@needs_chromium
def test_a_hostile_reply_stays_text_and_an_unscored_episode_is_called_so(page: Path, tmp_path: Path) -> None:
    built = shown(page, "#hostile/direct/hospital/01", tmp_path / "one")
    assert "&lt;img src=x onerror=alert(1)&gt;" in built
    assert "<img" not in built
    unscored = words(shown(page, "#hostile/direct/load-balancing/01", tmp_path / "two"))
    assert "Not scored, because the model could not be asked: the service answered 429" in unscored


@needs_chromium
def test_the_table_of_episodes_is_filtered_by_its_address(page: Path, tmp_path: Path) -> None:
    built = shown(page, "#episodes?model=reference-heedless&outcome=precondition_violation", tmp_path)
    assert 'href="#reference-heedless/react/load-balancing/01"' in built
    assert "4 of 4 episodes of reference-heedless, a scripted control, not a language model." in words(built)


@needs_chromium
def test_an_address_of_no_episode_says_so(page: Path, tmp_path: Path) -> None:
    assert "There is no episode nobody/direct/hospital/01." in words(
        shown(page, "#nobody/direct/hospital/01", tmp_path)
    )


PROBE = """
async function probe() {
  await new Promise((done) => setTimeout(done, 200));
  const numbers = [...document.querySelectorAll("#report-view a.source")];
  const links = numbers.map((link) => [link.getAttribute("href"), link.textContent]);
  const found = [];
  index = index || (await loadIndex());
  for (const [href, text] of links) {
    location.hash = href;
    await route();
    found.push({ href, text, rows: listed.rows.map((row) => row.hash), note: byId("list-note").textContent });
  }
  document.body.append(h("pre", { id: "probe" }, JSON.stringify(found)));
}
probe();
"""
"""Follows every number of the first page to the list that it leads to, as a reader would."""


def followed(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """Return the numbers of the first page with the episodes that Chromium lists for each."""
    (folder / "probe.js").write_text(PROBE, encoding="utf-8")
    design = replace(assemble.DESIGN, program=(*assemble.DESIGN.program, folder / "probe.js"))
    monkeypatch.setattr(assemble, "DESIGN", design)
    built = shown(run.report("probed.html"), "", folder)
    found = re.search(r'<pre id="probe">(.*?)</pre>', built, re.DOTALL)
    assert found
    listed: list[dict[str, object]] = json.loads(html.unescape(found[1]))
    return listed


@needs_chromium
def test_every_number_of_the_first_page_leads_to_just_its_episodes(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = followed(run, tmp_path, monkeypatch)
    for number in found:
        hashes = number["rows"]
        assert isinstance(hashes, list)
        assert f"{len(hashes)} of 10 episodes" in str(number["note"]), number
    assert_counts([(str(number["text"]), number["rows"]) for number in found])


def assert_counts(found: list[tuple[str, object]]) -> None:
    """Assert that each number that counts episodes leads to as many, and that there are such numbers."""
    told = [
        (re.fullmatch(r"(\d+)(?: (?:episode|solvable task|failed \w+ episode|acting episode)s?)?", text), rows)
        for text, rows in found
    ]
    counts = [(int(number[1]), rows) for number, rows in told if number]
    assert len(counts) > 10
    for number, rows in counts:
        assert isinstance(rows, list)
        assert len(rows) == number, (number, rows)


@pytest.mark.skipif(NODE is None, reason="there is no Node to run the program of the page in")
def test_the_program_of_the_page_selects_what_every_number_counts(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = re.findall(r'<a href="(#list[^"]*)" class="source">([^<]*)</a>', text)
    packed = re.search(r'id="index">([^<]*)<', text)
    assert packed
    parts = ((assemble.ASSETS / name).read_text(encoding="utf-8") for name in ("filters.js", "data.js"))
    program = f"""
        const unpack = async () => ({json.dumps(unpacked(packed[1]))});
        {"".join(parts)}
        const addresses = {json.dumps([html.unescape(address) for address, _ in links])};
        const chosen = (index, address) => {{
            const filter = filterIn(index, address);
            return index.rows.filter((row) => holds(filter, row)).map((row) => row.hash);
        }};
        loadIndex().then((index) => console.log(JSON.stringify(addresses.map((address) => chosen(index, address)))));
    """
    assert NODE
    ended = subprocess.run([NODE, "-e", program], capture_output=True, text=True, timeout=60, check=True)
    assert_counts(
        [(html.unescape(text), rows) for (_, text), rows in zip(links, json.loads(ended.stdout), strict=True)]
    )


@needs_chromium
def test_the_list_runs_across_models_and_methods(page: Path, tmp_path: Path) -> None:
    built = shown(page, "#list?model=reference-heedless&model=hostile&domain=hospital&scored=true", tmp_path)
    assert "3 of 10 episodes" in words(built)
    assert "model: reference-heedless or hostile" in words(built)
    assert 'href="#hostile/direct/hospital/01"' in built
