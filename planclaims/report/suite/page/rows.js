// The index of all episodes: one row each, with the columns that the frame and the suite declare.

const KEY = ["model", "method", "condition", "group", "item", "repeat"];
const LIST = "#episodes";
const FIRST_COLUMNS = ["model", "method", "condition", "group", "item", "kind", "repeat"];
const SHOWN_ONCE = ["scored", "reference", "regime"];

async function loadIndex() {
  const { columns, chunk } = await unpack("index");
  const rows = chunk.map((place, number) => {
    const cells = {};
    for (const { name, values } of columns) cells[name] = values[number];
    return { cells, chunk: place, key: KEY.map((name) => cells[name]).join("/") };
  });
  const described = new Map(columns.map(({ values, ...column }) => [column.name, column]));
  const verdict = columns.find((column) => column.verdict);
  return { rows, columns: described, verdict: verdict ? verdict.name : null, byKey: new Map(rows.map((row) => [row.key, row])) };
}

// The data of an episode with what its chunk shares, or null if the run left no record of it.
async function loadEpisode(row) {
  if (row.chunk === null) return null;
  const chunk = await loadChunk(`chunk-${row.chunk}`);
  return { row, chunk, view: chunk.episodes[row.key] };
}

const VERDICTS = {
  right: { sign: "✓", name: "right" },
  wrong: { sign: "✕", name: "wrong" },
  unscored: { sign: "–", name: "not scored" },
  none: { sign: "", name: "" },
};

function verdictOf(index, { cells }) {
  if (!cells.scored) return "unscored";
  const value = index.verdict === null ? null : cells[index.verdict];
  return value === null ? "none" : value ? "right" : "wrong";
}

function verdictBadge(index, row) {
  const verdict = verdictOf(index, row);
  const { sign, name } = VERDICTS[verdict];
  if (!name) return h("span", { class: "outcome v-none" }, "scored");
  const column = verdict === "unscored" ? "" : ` ${index.verdict.replaceAll("_", " ")}:`;
  return h("span", { class: `outcome v-${verdict}` }, h("span", { "aria-hidden": "true" }, sign), `${column} ${verdict === "unscored" ? name : verdict === "right" ? "yes" : "no"}`);
}

const placeOf = ({ cells }) => `${cells.group} ${cells.item}`;

function signOf(index, row) {
  const verdict = verdictOf(index, row);
  return { ...VERDICTS[verdict], colour: `v-${verdict}` };
}

function itemAddress(row, filter) {
  const query = listAddress(pairsOf(filter)).slice(LIST.length);
  return `#episode/${row.key.split("/").map(encodeURIComponent).join("/")}${query}`;
}
