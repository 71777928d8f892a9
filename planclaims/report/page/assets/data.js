// The index of all episodes, one chunk per task, and the states of a trace.

const LIST = "#list";
const LIST_TITLE = "planclaims report";
const FIRST_COLUMNS = ["model", "method", "domain", "task", "repeat", "outcome"];
const SHOWN_ONCE = ["scored", "reference", "constrained", "regime", "ending"];

async function loadIndex() {
  const { columns: described, chunks: tasks } = await unpack("index");
  const columns = new Map(described.map((column) => [column.name, column]));
  const rows = described[0].values.map((_, place) => Object.fromEntries(described.map(({ name, values }) => [name, values[place]])));
  rows.forEach((row) => {
    row.where = `${row.domain}/${row.task}`;
    row.hash = hashOf(row);
    row.cells = row;
  });
  return { rows, columns, chunkOf: new Map(tasks.map((task, place) => [task, `chunk-${place}`])), byHash: new Map(rows.map((row) => [row.hash, row])) };
}

function hashOf({ model, method, domain, task, repeat }) {
  const names = [model, method, domain, task].concat(repeat ? [repeat] : []);
  return `#${names.map(encodeURIComponent).join("/")}`;
}

const placeOf = ({ domain, task }) => `${domain} ${task}`;
const itemAddress = (row) => row.hash;

function signOf(_, row) {
  const outcome = outcomeOf(row);
  return { sign: OUTCOMES[outcome].sign, name: outcomeText(row).full, colour: `o-${outcome}` };
}

// The data of an episode with its task's tables, or null if the run left no record of it.
async function loadEpisode(index, row) {
  const id = index.chunkOf.get(row.where);
  if (!id) return null;
  const chunk = await loadChunk(id);
  const view = chunk.episodes[`${row.model}/${row.method}/${row.repeat}`];
  return view ? { row, chunk, view, states: statesOf(chunk, view) } : null;
}

// Every state of the trace as sorted numbers of clauses: the first as written, each further one from its changes.
function statesOf(chunk, view) {
  const states = [chunk.initial];
  for (const { lost, gained, changed } of view.moves) {
    const state = new Set(states[states.length - 1]);
    lost.forEach((clause) => state.delete(clause));
    gained.forEach((clause) => state.add(clause));
    changed.forEach(([before, after]) => state.delete(before) && state.add(after));
    states.push([...state].sort((one, other) => one - other));
  }
  return states;
}
