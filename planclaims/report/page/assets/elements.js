// Elements of the page. Everything that comes from models is inserted as text, never as markup.

function h(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// A part that is built when it is first opened.
function folded(title, build, { open = false, ...attributes } = {}) {
  const part = h("details", attributes, h("summary", null, title));
  const fill = () => {
    if (part.open && part.childElementCount === 1) part.append(...[build()].flat());
  };
  part.addEventListener("toggle", fill);
  if (open) {
    part.open = true;
    fill();
  }
  return part;
}

function options(select, choices, chosen) {
  select.replaceChildren(...choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
  select.value = chosen;
}

function list(items, attributes) {
  return h("ul", attributes, items.map((item) => h("li", null, item)));
}

const number = (value) => value.toLocaleString("en", { maximumFractionDigits: 1 });
const plural = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;

function dollars(amount) {
  if (!amount) return "no list price";
  return `$${amount >= 0.1 ? amount.toFixed(2) : Number(amount.toPrecision(2))}`;
}

const OUTCOMES = {
  success: { sign: "✓", name: "solved" },
  detection: { sign: "✓", name: "recognised as unsolvable", short: "no plan" },
  precondition_violation: { sign: "✕", name: "requirement violated" },
  goal_not_reached: { sign: "○", name: "goal not reached", short: "goal" },
  timeout: { sign: "…", name: "calls spent", short: "spent" },
  malformed: { sign: "?", name: "answer unreadable", short: "unread." },
  false_abstention: { sign: "∅", name: "gave up wrongly", short: "gave up" },
  missed_infeasibility: { sign: "!", name: "unsolvability missed", short: "missed" },
  unscored: { sign: "–", name: "not scored", short: "not sc." },
};

const outcomeOf = (row) => (row.scored ? row.outcome : "unscored");

function outcomeText(row) {
  const { name, short } = OUTCOMES[outcomeOf(row)];
  if (row.outcome === "success") return { brief: row.score.toFixed(2), full: `${name}, score ${row.score.toFixed(2)}` };
  if (row.outcome === "precondition_violation") return { brief: `step ${row.failed_step}`, full: `${name} at step ${row.failed_step}` };
  return { brief: short, full: name };
}

function outcomeBadge(row) {
  const outcome = outcomeOf(row);
  return h("span", { class: `outcome o-${outcome}` }, h("span", { "aria-hidden": "true" }, OUTCOMES[outcome].sign), " ", OUTCOMES[outcome].name);
}
