// All episodes of one model as a table of tasks and methods, filtered.

const ANY = "";

function gridPart(index, filter) {
  const mine = index.rows.filter((row) => row.model === filter.model);
  const methods = unique(mine.map((row) => row.method)).filter((method) => !filter.method || method === filter.method);
  const shown = mine.filter((row) => matches(row, filter));
  const tasks = unique(shown.map((row) => row.where)).sort();
  const table = h(
    "table",
    { class: "grid" },
    h("caption", null, `Episodes of ${filter.model}`),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, "Task"), h("th", { scope: "col", class: "number length" }, "Shortest plan"), methods.map((method) => h("th", { scope: "col" }, method)))),
    h("tbody", null, totals(mine, methods), tasks.map((task) => gridRow(mine.filter((row) => row.where === task), methods, task, filter))),
  );
  table.addEventListener("keydown", moveInGrid);
  const first = table.querySelector("tbody a");
  if (first) first.tabIndex = 0;
  const control = mine.some((row) => row.reference) ? ", a scripted control, not a language model" : "";
  return { table: h("div", { class: "scroll" }, table), note: `${number(shown.length)} of ${plural(mine.length, "episode")} of ${filter.model}${control}.` };
}

// How many of the scored episodes on solvable tasks each method solves.
function totals(rows, methods) {
  const cells = methods.map((method) => {
    const own = rows.filter((row) => row.method === method && row.scored && row.solvable);
    return h("td", { class: "total" }, own.length ? `${own.filter((row) => row.outcome === "success").length} of ${own.length}` : "–");
  });
  return h("tr", null, h("th", { scope: "row" }, "Solved"), h("td", { class: "length" }), cells);
}

function gridRow(rows, methods, task, filter) {
  const known = rows.find((row) => row.solvable !== null);
  const length = !known ? "?" : known.solvable ? String(known.optimal_length) : "none";
  const cells = methods.map((method) => h("td", null, rows.filter((row) => row.method === method).map((row) => gridCell(row, matches(row, filter)))));
  return h("tr", null, h("th", { scope: "row" }, task), h("td", { class: "number length" }, length), cells);
}

function gridCell(row, wanted) {
  const { brief, full } = outcomeText(row);
  const outcome = outcomeOf(row);
  const label = `${row.where} with ${row.method}${row.repeat ? `, repeat ${row.repeat}` : ""}: ${full}`;
  return h("a", { href: row.hash, class: `cell o-${outcome}${wanted ? "" : " faded"}`, title: label, "aria-label": label, tabindex: "-1" }, h("span", { "aria-hidden": "true" }, OUTCOMES[outcome].sign), ` ${brief}`);
}

// One stop for the tab key, arrow keys within: a table of hundreds of links stays passable.
function moveInGrid(event) {
  const steps = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] };
  const step = steps[event.key];
  const cell = event.target.closest("td");
  if (!step || !cell) return;
  const rows = [...cell.closest("tbody").rows];
  const row = rows[rows.indexOf(cell.parentElement) + step[0]];
  const link = row && row.cells[cell.cellIndex + step[1]] && row.cells[cell.cellIndex + step[1]].querySelector("a");
  if (!link) return;
  event.preventDefault();
  cell.closest("table").querySelectorAll('a[tabindex="0"]').forEach((other) => (other.tabIndex = -1));
  link.tabIndex = 0;
  link.focus();
}

const unique = (items) => [...new Set(items)];

function matches(row, { method, domain, outcome }) {
  return (!method || row.method === method) && (!domain || row.domain === domain) && (!outcome || outcomeOf(row) === outcome);
}

// The choices of every filter, with how many episodes of the model each leaves.
function fillFilters(index, filter) {
  const mine = index.rows.filter((row) => row.model === filter.model);
  const counted = (values, name, key) => values.map((value) => [value, `${name(value)} (${mine.filter((row) => key(row) === value).length})`]);
  fillModels(byId("filter-model"), index, filter.model);
  options(byId("filter-method"), [[ANY, "all methods"], ...unique(mine.map((row) => row.method)).map((method) => [method, method])], filter.method);
  options(byId("filter-domain"), [[ANY, "all domains"], ...unique(mine.map((row) => row.domain)).sort().map((domain) => [domain, domain])], filter.domain);
  const outcomes = Object.keys(OUTCOMES).filter((outcome) => outcome === filter.outcome || mine.some((row) => outcomeOf(row) === outcome));
  options(byId("filter-outcome"), [[ANY, "all outcomes"], ...counted(outcomes, (outcome) => OUTCOMES[outcome].name, outcomeOf)], filter.outcome);
}

// Scripted controls stand apart, so that none is taken for a language model.
function fillModels(select, index, chosen) {
  const group = (label, models) => (models.length ? h("optgroup", { label }, models.map((model) => h("option", { value: model }, model))) : null);
  const [controls, models] = [true, false].map((wanted) => unique(index.rows.filter((row) => row.reference === wanted).map((row) => row.model)));
  select.replaceChildren(...[group("Language models", models), group("Scripted controls, not language models", controls)].filter(Boolean));
  select.value = chosen;
}

// What the signs in the table mean.
function signs() {
  const meanings = { success: "solved, with its score", precondition_violation: "requirement violated, at which step" };
  return Object.entries(OUTCOMES).map(([outcome, { sign, name }]) => h("li", { class: `o-${outcome}` }, h("b", null, sign), ` ${meanings[outcome] || name}`));
}
