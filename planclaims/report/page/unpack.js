"use strict";
// The packed data of the page: an index that is unpacked at once, and chunks that are unpacked when they are needed.

const CHUNKS_KEPT = 8;
const chunks = new Map();

async function unpack(id) {
  const letters = atob(document.getElementById(id).textContent);
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(plain).text());
}

function loadChunk(id) {
  if (!chunks.has(id)) {
    chunks.set(id, unpack(id));
    if (chunks.size > CHUNKS_KEPT) chunks.delete(chunks.keys().next().value);
  }
  return chunks.get(id);
}
