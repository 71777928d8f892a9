// Which episodes an address asks for; the same addresses are written beside the numbers of the tables (address.py).
// A filter maps columns to what they may hold: values, spans of numbers, or nothing at all.

const EMPTY = "~";
const SPAN = "..";

function filterIn(index, address) {
  const filter = new Map();
  for (const [key, text] of new URLSearchParams(address.split("?")[1] || "")) {
    const empty = key.endsWith(EMPTY);
    const name = empty ? key.slice(0, -EMPTY.length) : key;
    if (!filter.has(name)) filter.set(name, []);
    filter.get(name).push(empty ? { text: "", key, value: null } : condition(index.columns.get(name), key, text));
  }
  return filter;
}

function condition(column, key, text) {
  const type = column ? column.type : "text";
  if (type === "truth") return { text, key, value: text === "true" };
  if (type === "text") return { text, key, value: text };
  if (!text.includes(SPAN)) return { text, key, value: Number(text) };
  const [low, high] = text.split(SPAN).map((bound) => (bound === "" ? null : Number(bound)));
  return { text, key, low, high };
}

function holds(filter, { cells }) {
  for (const [name, conditions] of filter) {
    if (!(name in cells) || !conditions.some((one) => meets(one, cells[name]))) return false;
  }
  return true;
}

function meets(one, value) {
  if ("value" in one) return value === one.value;
  return value !== null && (one.low === null || value >= one.low) && (one.high === null || value <= one.high);
}

function pairsOf(filter) {
  return [...filter.values()].flat().map(({ key, text }) => [key, text]);
}

function listAddress(pairs) {
  const query = pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  return query ? `${LIST}?${query}` : LIST;
}

const spokenName = (name) => name.replaceAll("_", " ");

function spokenValue(value) {
  if (value === null || value === undefined) return "–";
  if (value === true || value === false) return value ? "yes" : "no";
  return typeof value === "number" ? number(value, 3) : String(value);
}

function spokenCondition({ value, low, high }) {
  if (value === null) return "empty";
  if (value !== undefined) return spokenValue(value) || "(no text)";
  if (low === null && high === null) return "any number";
  if (low === null) return `at most ${spokenValue(high)}`;
  return high === null ? `at least ${spokenValue(low)}` : `${spokenValue(low)} to ${spokenValue(high)}`;
}

// What the list is narrowed to, each condition with a link that lifts it.
function askedPart(index, filter) {
  const parts = [...filter].map(([name, conditions]) => {
    const without = pairsOf(filter).filter(([key]) => key !== name && key !== name + EMPTY);
    const words = `${spokenName(name)}: ${conditions.map(spokenCondition).join(" or ")}`;
    const label = `Lift the condition ${words}`;
    return h("a", { class: "condition", href: listAddress(without), "aria-label": label, title: label }, words, h("span", { "aria-hidden": "true" }, " ✕"));
  });
  const unknown = [...filter.keys()].filter((name) => !index.columns.has(name));
  const warned = unknown.map((name) => h("p", { class: "warning" }, `There is no column ${name}, so no episode is listed.`));
  return [...parts, parts.length > 1 ? h("a", { href: LIST, class: "condition all" }, "Lift all") : null, ...warned].filter(Boolean);
}
