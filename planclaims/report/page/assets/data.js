"use strict";
// The packed data of the page: the index of all episodes, and one chunk per task that is unpacked when needed.

const CHUNKS_KEPT = 8;
const chunks = new Map();

async function unpack(id) {
  const letters = atob(document.getElementById(id).textContent);
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(plain).text());
}

async function loadIndex() {
  const { columns, chunks: tasks } = await unpack("index");
  const names = Object.keys(columns);
  const rows = columns.model.map((_, place) => Object.fromEntries(names.map((name) => [name, columns[name][place]])));
  rows.forEach((row) => {
    row.where = `${row.domain}/${row.task}`;
    row.hash = hashOf(row);
  });
  return { rows, chunkOf: new Map(tasks.map((task, place) => [task, `chunk-${place}`])), byHash: new Map(rows.map((row) => [row.hash, row])) };
}

function hashOf({ model, method, domain, task, repeat }) {
  const names = [model, method, domain, task].concat(repeat ? [repeat] : []);
  return `#${names.map(encodeURIComponent).join("/")}`;
}

// The data of an episode with its task's tables, or null if the run left no record of it.
async function loadEpisode(index, row) {
  const id = index.chunkOf.get(row.where);
  if (!id) return null;
  if (!chunks.has(id)) {
    chunks.set(id, unpack(id));
    if (chunks.size > CHUNKS_KEPT) chunks.delete(chunks.keys().next().value);
  }
  const chunk = await chunks.get(id);
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
