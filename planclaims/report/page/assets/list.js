// The list of the episodes that a filter selects, what they add up to, and the form that narrows it further.

const ROWS_SHOWN = 200;
const VALUES_OFFERED = 60;
const CONTROL = "scripted control, not a language model";

function listPart(index, filter, rows) {
  const columns = shownColumns(index, rows);
  const body = h("tbody");
  const head = h("tr", null, h("th", { scope: "col" }, "Episode"), columns.map(({ name, type, meaning }) => h("th", { scope: "col", class: isNumber(type) ? "number" : null, title: meaning }, spokenName(name))));
  const more = h("button", { type: "button" });
  const add = () => {
    const start = body.childElementCount;
    body.append(...rows.slice(start, start + ROWS_SHOWN).map((row, place) => listRow(index, filter, columns, row, start + place + 1)));
    more.hidden = body.childElementCount >= rows.length;
    more.textContent = `Show ${number(Math.min(ROWS_SHOWN, rows.length - body.childElementCount))} more`;
  };
  more.addEventListener("click", add);
  add();
  const table = h("table", { class: "list" }, h("caption", null, "Episodes"), h("thead", null, head), body);
  return [h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Episodes" }, table), more];
}

// The columns that tell the listed episodes apart, and the suite's own; one that is empty throughout is left out.
function shownColumns(index, rows) {
  const all = [...index.columns.values()];
  const own = all.filter((column) => column.own);
  const shared = FIRST_COLUMNS.map((name) => index.columns.get(name)).filter(({ name }) => name !== "repeat" || rows.some(({ cells }) => cells.repeat));
  const rest = all.filter(({ name, own: mine }) => !mine && !FIRST_COLUMNS.includes(name) && !SHOWN_ONCE.includes(name));
  return [...shared, ...own, ...rest].filter(({ name }) => FIRST_COLUMNS.includes(name) || rows.some(({ cells }) => cells[name] !== null));
}

const isNumber = (type) => type === "whole" || type === "number";

function listRow(index, filter, columns, row, place) {
  const { sign, name, colour } = signOf(index, row);
  const label = `Open ${placeOf(row)} of ${row.cells.model} with ${row.cells.method}${name ? `: ${name}` : ""}`;
  const open = h("a", { href: itemAddress(row, filter), class: `cell ${colour}`, "aria-label": label, title: label }, h("span", { "aria-hidden": "true" }, sign), ` ${number(place)}`);
  return h("tr", null, h("th", { scope: "row" }, open), columns.map(({ name: column, type }) => listCell(row, column, type)));
}

function listCell({ cells }, column, type) {
  const value = cells[column];
  const text = spokenValue(value);
  const control = column === "model" && cells.reference ? h("span", { class: "tag", title: CONTROL }, "control") : null;
  const cell = h("td", { class: isNumber(type) ? "number" : value === null ? "none" : null }, text.length > 80 ? `${text.slice(0, 80)} …` : text, control ? " " : null, control);
  if (text.length > 80) cell.title = text;
  return cell;
}

// How many there are, and the verdicts and means that a reader can hold against the number that led here.
function listNote(index, rows) {
  const scored = rows.filter(({ cells }) => cells.scored);
  const parts = [`${number(rows.length)} of ${plural(index.rows.length, "episode")}`];
  if (scored.length < rows.length) parts.push(`${number(rows.length - scored.length)} not scored`);
  for (const { name, type, averaged, verdict } of index.columns.values()) {
    const known = averaged || verdict ? rows.map(({ cells }) => cells[name]).filter((value) => value !== null) : [];
    if (!known.length) continue;
    const sum = known.reduce((total, value) => total + Number(value), 0);
    parts.push(type === "truth" ? `${spokenName(name)}: ${number(sum)} of ${number(known.length)}` : `mean ${spokenName(name)}: ${number(sum / known.length, 3)}`);
  }
  return `${parts.join("; ")}.`;
}

// What a column can be narrowed to: its values among the listed episodes, or bounds where there are too many.
function narrowChoices(column, rows) {
  const counts = new Map();
  for (const { cells } of rows) counts.set(cells[column.name], (counts.get(cells[column.name]) || 0) + 1);
  const values = [...counts.keys()].sort(compared);
  if (values.length > VALUES_OFFERED && isNumber(column.type)) {
    const bound = (id, label) => h("label", null, `${label} `, h("input", { id, type: "number", step: "any" }));
    return [bound("narrow-low", "from"), bound("narrow-high", "to")];
  }
  if (values.length > VALUES_OFFERED) {
    const offered = h("datalist", { id: "narrow-offered" }, values.slice(0, 1000).map((value) => h("option", { value: value ?? "" })));
    return [h("label", null, "is ", h("input", { id: "narrow-text", list: "narrow-offered" })), offered];
  }
  const choices = values.map((value) => h("option", { value: value === null ? EMPTY : String(value) }, `${value === null ? "empty" : spokenValue(value)} (${number(counts.get(value))})`));
  return [h("label", null, "is ", h("select", { id: "narrow-value" }, choices))];
}

function compared(one, other) {
  if (one === null || other === null) return (one === null) - (other === null);
  return typeof one === "string" ? one.localeCompare(other, "en", { numeric: true }) : Number(one) - Number(other);
}

// The condition that the form asks for, as a pair of an address, or null.
function narrowPair(column, part) {
  const field = (id) => part.querySelector(`#${id}`);
  const chosen = field("narrow-value");
  if (chosen) return chosen.value === EMPTY ? [column + EMPTY, ""] : [column, chosen.value];
  if (field("narrow-text")) return [column, field("narrow-text").value];
  const [low, high] = ["narrow-low", "narrow-high"].map((id) => field(id).value);
  return low || high ? [column, low + SPAN + high] : null;
}

// The view of the list; the page that holds it keeps the index and what is listed.
function showList() {
  const { rows, filter } = listed;
  show("list");
  document.title = `${plural(rows.length, "episode")} – ${LIST_TITLE}`;
  byId("asked").replaceChildren(...askedPart(index, filter));
  const free = [...index.columns.values()].filter(({ name }) => new Set(rows.map(({ cells }) => cells[name])).size > 1);
  byId("narrow").hidden = free.length === 0;
  options(byId("narrow-column"), free.map(({ name }) => [name, spokenName(name)]), free.length ? free[0].name : "");
  offerValues();
  byId("list-note").textContent = listNote(index, rows);
  byId("list").replaceChildren(...(rows.length ? listPart(index, filter, rows) : [h("p", null, "No episode is like that.")]));
}

function offerValues() {
  const column = index.columns.get(byId("narrow-column").value);
  byId("narrow-values").replaceChildren(...(column ? narrowChoices(column, listed.rows) : []));
}

function narrow(event) {
  event.preventDefault();
  const name = byId("narrow-column").value;
  const pair = narrowPair(name, byId("narrow-values"));
  if (!pair) return;
  const others = pairsOf(listed.filter).filter(([key]) => key !== name && key !== name + EMPTY);
  location.hash = listAddress([...others, pair]);
}
