// What the address asks for: the report, a list of episodes, or one episode; back and forward follow.

const byId = (id) => document.getElementById(id);
const SUITE = byId("main").dataset.suite;
const LIST_TITLE = `${SUITE} – planclaims`;
let index = null;
let wanted = 0;
let listed = { rows: [], filter: new Map() };

function show(view) {
  for (const name of ["report", "list", "item"]) byId(`${name}-view`).hidden = name !== view;
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
  if (address === "#main") return;
  const path = address.split("?")[0];
  if (path !== "#episodes" && !path.startsWith("#episode/")) {
    showReport(address);
    return;
  }
  try {
    index = index || (await loadIndex());
    if (turn !== wanted) return;
    const filter = filterIn(index, address);
    listed = { rows: index.rows.filter((row) => holds(filter, row)), filter };
    if (path === "#episodes") showList();
    else await showItem(path, turn);
  } catch (problem) {
    show("item");
    byId("item").replaceChildren(h("p", { class: "warning" }, `The episodes cannot be shown in this browser: ${problem.message}.`));
  }
}

function showReport(address) {
  show("report");
  document.title = `${SUITE} – planclaims report`;
  const target = address.length > 1 ? byId(decodeURIComponent(address.slice(1))) : null;
  if (target) target.scrollIntoView();
}

async function showItem(path, turn) {
  const key = path.slice("#episode/".length).split("/").map(decodeURIComponent).join("/");
  const row = index.byKey.get(key);
  show("item");
  byId("back").setAttribute("href", listAddress(pairsOf(listed.filter)));
  byId("back").textContent = `All ${plural(listed.rows.length, "episode")} of the list`;
  neighbours(row);
  if (!row) {
    byId("item").replaceChildren(h("p", { class: "warning" }, `There is no episode ${key}.`));
    return;
  }
  document.title = `${row.cells.group} ${row.cells.item}, ${row.cells.model}, ${row.cells.method} – planclaims`;
  const episode = await loadEpisode(row);
  if (turn !== wanted) return;
  byId("item").replaceChildren(...itemPage(index, row, episode));
  byId("item-note").textContent = `${row.key}: ${VERDICTS[verdictOf(index, row)].name}`;
  window.scrollTo(0, 0);
}

function neighbours(row) {
  const place = listed.rows.indexOf(row);
  const link = (id, other) => {
    if (other) byId(id).setAttribute("href", itemAddress(other, listed.filter));
    else byId(id).removeAttribute("href");
    byId(id).setAttribute("aria-disabled", String(!other));
  };
  link("previous", place > 0 ? listed.rows[place - 1] : null);
  link("next", place >= 0 ? listed.rows[place + 1] : null);
}

byId("narrow").addEventListener("submit", narrow);
byId("narrow-column").addEventListener("change", offerValues);
window.addEventListener("hashchange", route);
route();
