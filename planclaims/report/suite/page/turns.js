// The turns of an agent, with the model calls behind each.

const KINDS = {
  epistemic: { letter: "E", name: "Epistemic", means: "asks, changes nothing", colour: "epistemic" },
  ontic: { letter: "A", name: "Act", means: "tries to change the world", colour: "applied" },
  ill_formed: { letter: "I", name: "Ill-formed", means: "not a proper call", colour: "ill_formed" },
  rejected: { letter: "R", name: "Rejected", means: "held back by the critic", colour: "rejected" },
  terminal: { letter: "T", name: "Terminal", means: "the final claim", colour: "terminal" },
};

function kindBadge(kind) {
  const { letter, name, colour } = KINDS[kind];
  return h("span", { class: `badge k-${colour}` }, h("span", { class: "letter", "aria-hidden": "true" }, letter), name);
}

function turnsPart(episode) {
  const { turns } = episode.view;
  if (!turns.length) return [h("p", null, "No turn was taken.")];
  return [strip(turns), h("ol", { class: "timeline" }, turns.map((turn, place) => turnItem(episode, turn, place)))];
}

function strip(turns) {
  const chips = turns.map(({ kind }, place) => {
    const label = `Call ${place + 1}: ${KINDS[kind].name}`;
    return h("button", { type: "button", class: `chip k-${KINDS[kind].colour}`, title: label, "aria-label": label, onclick: () => goTo(`turn-${place + 1}`) }, KINDS[kind].letter);
  });
  const kinds = Object.keys(KINDS).filter((kind) => turns.some((turn) => turn.kind === kind));
  const legend = kinds.map((kind) => h("li", null, kindBadge(kind), ` ${turns.filter((turn) => turn.kind === kind).length}: ${KINDS[kind].means}`));
  return h("div", { class: "strip" }, h("div", { class: "chips", role: "group", "aria-label": "Calls in order" }, chips), h("ul", { class: "legend" }, legend));
}

function goTo(id) {
  const target = document.getElementById(id);
  target.scrollIntoView({ block: "center" });
  target.focus({ preventScroll: true });
}

function turnItem(episode, turn, place) {
  const { chunk, view } = episode;
  const asked = view.calls[turn.call];
  const call = turn.tool === null ? "no call could be read" : `${turn.tool}(${turn.arguments.map(([name, value]) => `${name}: ${value}`).join(", ")})`;
  return h(
    "li",
    { class: `turn k-${KINDS[turn.kind].colour}`, id: `turn-${place + 1}`, tabindex: "-1" },
    h("header", null, kindBadge(turn.kind), h("span", { class: "place" }, `Call ${place + 1} of at most ${view.budget}`), h("code", null, call)),
    chunk.texts[turn.thought] ? h("p", { class: "thought" }, h("b", null, "Thought "), chunk.texts[turn.thought]) : null,
    turn.tool === null && asked ? longText(chunk.texts[asked.reply], "What the model wrote") : null,
    h("h5", null, "Told in return"),
    longText(chunk.texts[turn.observation], `Observation of call ${place + 1}`, { prose: true, shown: 5 }),
    behind(episode, place),
  );
}

// The model calls from the one that proposed a turn up to the next turn's.
function behind(episode, place) {
  const { calls, turns } = episode.view;
  const first = turns[place].call;
  if (first === null) return null;
  const next = turns.slice(place + 1).find(({ call }) => call !== null && call !== first);
  const places = calls.map((_, one) => one).slice(first, next ? next.call : calls.length);
  return folded(places.length > 1 ? `${places.length} model calls behind it` : "The model call behind it", () => callList(episode, places, () => true), { class: "quiet" });
}
