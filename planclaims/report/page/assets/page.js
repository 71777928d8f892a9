// What the address asks for: the report, the table of episodes, or one episode; back and forward follow.

const byId = (id) => document.getElementById(id);
const FILTERS = ["model", "method", "domain", "outcome"];
let index = null;
let listed = { rows: [], filter: new Map() };
let wanted = 0;

function show(view) {
  for (const name of ["report", "episodes", "list", "episode"]) byId(`${name}-view`).hidden = name !== view;
  mark("tab-report", view === "report");
  mark("tab-episodes", view !== "report");
}

function mark(id, current) {
  if (current) byId(id).setAttribute("aria-current", "page");
  else byId(id).removeAttribute("aria-current");
}

async function route() {
  const turn = ++wanted;
  const address = location.hash;
  if (address === "#main") return undefined;
  const isList = address.split("?")[0] === LIST;
  if (!isList && !address.startsWith("#episodes") && !address.includes("/")) return showReport(address);
  try {
    index = index || (await loadIndex());
    if (turn !== wanted) return undefined;
    if (isList) {
      const filter = filterIn(index, address);
      listed = { rows: index.rows.filter((row) => holds(filter, row)), filter };
      return showList();
    }
    return address.startsWith("#episodes") ? showGrid(address) : await showEpisode(address, turn);
  } catch (problem) {
    show("episode");
    byId("episode").replaceChildren(h("p", { class: "warning" }, `The episodes cannot be unpacked in this browser: ${problem.message}.`));
    return undefined;
  }
}

function showReport(address) {
  show("report");
  document.title = "planclaims report";
  const target = address.length > 1 ? byId(decodeURIComponent(address.slice(1))) : null;
  byId("unknown").hidden = address.length <= 1 || Boolean(target);
  if (target) target.scrollIntoView();
  else if (address.length > 1) byId("unknown").textContent = `There is no part ${address.slice(1)} on this page; this is the report from its beginning.`;
}

function showGrid(address) {
  const asked = new URLSearchParams(address.split("?")[1] || "");
  const models = unique(index.rows.map((row) => row.model));
  const filter = Object.fromEntries(FILTERS.map((name) => [name, asked.get(name) || ANY]));
  if (!models.includes(filter.model)) filter.model = models[0];
  show("episodes");
  document.title = `Episodes of ${filter.model} – planclaims`;
  fillFilters(index, filter);
  const { table, note } = gridPart(index, filter);
  byId("signs").replaceChildren(...signs());
  byId("grid").replaceChildren(table);
  byId("grid-note").textContent = note;
}

async function showEpisode(address, turn) {
  const row = index.byHash.get(address) || index.byHash.get(hashOf(namesIn(address)));
  show("episode");
  if (!row) return byId("episode").replaceChildren(h("p", { class: "warning" }, `There is no episode ${decodeURIComponent(address.slice(1))}.`));
  fillChooser(row);
  document.title = `${row.domain} ${row.task}, ${row.model}, ${row.method} – planclaims`;
  const episode = await loadEpisode(index, row);
  if (turn !== wanted) return undefined;
  byId("episode").replaceChildren(...(episode ? episodePage(episode) : withoutRecord(row)));
  byId("episode-note").textContent = `${row.where}, ${row.model} with ${row.method}: ${outcomeText(row).full}`;
  window.scrollTo(0, 0);
  return undefined;
}

function withoutRecord(row) {
  return [h("h1", null, `${row.domain} ${row.task}`), h("div", { class: "verdict o-unscored" }, outcomeBadge(row), h("p", { class: "sentence" }, row.failure || "The run left no record of this episode."))];
}

function namesIn(address) {
  const [model, method, domain, task, repeat] = address.slice(1).split("/").map(decodeURIComponent);
  return { model, method, domain, task, repeat: Number(repeat || 0) };
}

function fillChooser(row) {
  const own = index.rows.filter((other) => other.model === row.model && other.method === row.method);
  fillModels(byId("choose-model"), index, row.model);
  options(byId("choose-method"), unique(index.rows.filter((other) => other.model === row.model).map((other) => other.method)).map((method) => [method, method]), row.method);
  options(byId("choose-task"), own.map((other) => [other.hash, `${other.where}${other.repeat ? ` repeat ${other.repeat}` : ""}: ${outcomeText(other).full}`]), row.hash);
  const place = own.indexOf(row);
  neighbour("previous-task", own[place - 1]);
  neighbour("next-task", own[place + 1]);
}

function neighbour(id, row) {
  const link = byId(id);
  if (row) link.setAttribute("href", row.hash);
  else link.removeAttribute("href");
  link.setAttribute("aria-disabled", String(!row));
}

// Another model or method for the same task, else for the first task that the configuration played.
function choose() {
  const here = index.byHash.get(byId("choose-task").value);
  const [model, method] = [byId("choose-model").value, byId("choose-method").value];
  const own = index.rows.filter((row) => row.model === model);
  const same = own.find((row) => row.method === method && row.where === here.where && row.repeat === here.repeat);
  location.hash = (same || own.find((row) => row.method === method) || own[0]).hash;
}

function filterChanged() {
  const filter = new URLSearchParams(FILTERS.map((name) => [name, byId(`filter-${name}`).value]).filter(([, value]) => value));
  history.replaceState(null, "", `#episodes?${filter}`);
  route();
}

byId("filters").addEventListener("change", filterChanged);
byId("narrow").addEventListener("submit", narrow);
byId("narrow-column").addEventListener("change", offerValues);
byId("choose-model").addEventListener("change", choose);
byId("choose-method").addEventListener("change", choose);
byId("choose-task").addEventListener("change", (event) => (location.hash = event.target.value));
for (const id of ["filters", "chooser"]) byId(id).addEventListener("submit", (event) => event.preventDefault());
window.addEventListener("hashchange", route);
route();
