// One episode: its verdict and costs, what was done step by step, the conversation, the briefs.

const SHORT_ANSWER = 240;
const CONDITIONS_SHOWN = 4;
const MISSES_GOAL = ["goal_not_reached", "timeout"];

function episodePage(episode) {
  const { row, view } = episode;
  const online = view.turns !== null;
  return [
    h("h1", null, `${row.domain} ${row.task}`, h("small", null, `${row.model} with ${row.method}`)),
    headBox(episode),
    section("Task in words", briefsPart(episode)),
    online ? section("What the agent did", turnsPart(episode)) : section("The plan, step by step", planPart(episode)),
    row.scored ? section("The goal", goalBox(episode)) : null,
    online ? null : section("Conversation with the model", offlineCalls(episode)),
    section("Settings", folded("Settings of the model and the method", () => h("pre", { class: "text" }, episode.chunk.texts[view.settings]))),
  ].filter(Boolean);
}

function section(title, ...body) {
  return h("section", null, h("h2", null, title), ...body.flat());
}

function headBox(episode) {
  const { row, view } = episode;
  const box = h("div", { class: `verdict o-${outcomeOf(row)}` }, outcomeBadge(row));
  if (row.reference) box.append(h("span", { class: "tag" }, "scripted control, not a language model"));
  if (row.constrained) box.append(h("span", { class: "tag" }, "replies forced into format by a grammar"));
  box.append(h("p", { class: "sentence" }, view.verdict));
  if (!row.scored) return h("div", { class: "head" }, box, facts(row, view.facts));
  if (view.unmet.length) box.append(h("p", null, "Not met: ", view.unmet.join("; "), "."));
  if (MISSES_GOAL.includes(row.outcome) || row.ending === "goal_not_reached") box.append(h("p", null, "Missing at the end: ", someOf(view.missed), "."));
  if (view.failed_step !== null) box.append(h("button", { type: "button", onclick: () => goTo(failedPlace(view)) }, `Go to the failing step (${view.failed_step})`));
  return h("div", { class: "head" }, box, facts(row, view.facts));
}

function someOf(texts) {
  const rest = texts.length - CONDITIONS_SHOWN;
  return texts.slice(0, CONDITIONS_SHOWN).join("; ") + (rest > 0 ? `; and ${rest} more` : "");
}

function failedPlace(view) {
  if (view.turns === null) return `step-${view.failed_step}`;
  return `turn-${view.turns.findIndex(({ kind }) => kind === "violation") + 1}`;
}

function goTo(id) {
  const target = document.getElementById(id);
  if (!target) return;
  target.scrollIntoView({ block: "center" });
  target.focus({ preventScroll: true });
}

function facts(row, { optimal_length: length, budget }) {
  const shortest = length === null ? "there is none" : plural(length, "action");
  const unit = row.reference ? "Words" : "Tokens";
  const known = [
    ["Shortest plan", shortest],
    ["This plan", row.plan_length === null ? "–" : plural(row.plan_length, "action")],
    ["Score", row.score === null ? "–" : row.score.toFixed(2)],
    row.regime === "online" ? ["Calls", `${row.calls_used ?? "–"} of ${budget}`] : null,
    ["Model calls", row.model_calls === null ? "–" : number(row.model_calls)],
    [`${unit} read`, row.input_tokens === null ? "–" : number(row.input_tokens)],
    [`${unit} written`, row.output_tokens === null ? "–" : number(row.output_tokens)],
    ["Cost", row.cost_usd === null ? "–" : dollars(row.cost_usd)],
    ["Time", row.seconds === null ? "–" : `${number(row.seconds)} s`],
  ];
  return h("dl", { class: "facts" }, known.filter(Boolean).map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))));
}

function briefsPart({ row, chunk }) {
  const parts = [];
  const told = row.regime === "online" ? "The agent was not told this; it had to ask through its tools." : "Every model call began with these two texts.";
  parts.push(h("p", { class: "reading" }, told));
  if (chunk.briefs) {
    const [domain, instance] = chunk.briefs;
    parts.push(folded("How this world works (domain brief)", () => longText(domain, "Domain brief", { prose: true, shown: 30 })));
    parts.push(folded("This task (instance brief)", () => longText(instance, "Instance brief", { prose: true, shown: 30 })));
  } else {
    parts.push(h("pre", { class: "text" }, chunk.goal.join("\n")));
  }
  return parts;
}

function planPart(episode) {
  const { view, row } = episode;
  if (view.parsed === null) return [h("p", null, "The episode was broken off before it gave an answer.")];
  const read = { plan: `The answer was read as a plan of ${plural(view.steps.length, "step")}.`, unsolvable: "The answer is the claim that no plan exists.", malformed: "The answer could not be read as a plan." };
  const said = [h("p", { class: "reading" }, read[view.parsed.kind])];
  if (view.parsed.reason) said.push(h("p", { class: "unmet" }, view.parsed.reason));
  return view.steps.length ? [...said, ...planSteps(episode)] : said;
}

function offlineCalls(episode) {
  const { calls } = episode.view;
  if (!calls.length) return [h("p", null, "No model call was answered.")];
  const places = calls.map((_, place) => place);
  return [callList(episode, places, (place) => place === calls.length - 1)];
}

// The turns of an agent, with the model calls behind each.
function turnsPart(episode) {
  const { view } = episode;
  if (!view.turns.length) return [h("p", null, "No turn was taken.")];
  return [strip(view.turns), completeState(episode, 0, "State at the start"), h("ol", { class: "timeline" }, view.turns.map((turn, place) => turnItem(episode, turn, place)))];
}

// The whole episode at a glance: one letter per call, which leads to it, and how many there are of each kind.
function strip(turns) {
  const chips = turns.map(({ kind }, place) =>
    h("button", { type: "button", class: `chip k-${kind}`, title: `Call ${place + 1}: ${KINDS[kind].name}`, "aria-label": `Call ${place + 1}: ${KINDS[kind].name}`, onclick: () => goTo(`turn-${place + 1}`) }, KINDS[kind].letter),
  );
  const kinds = Object.keys(KINDS).filter((kind) => turns.some((turn) => turn.kind === kind));
  const legend = kinds.map((kind) => h("li", null, kindBadge(kind), ` ${turns.filter((turn) => turn.kind === kind).length}: ${KINDS[kind].means}`));
  return h("div", { class: "strip" }, h("div", { class: "chips", role: "group", "aria-label": "Calls in order" }, chips), h("ul", { class: "legend" }, legend));
}

function turnItem(episode, turn, place) {
  const { chunk, view } = episode;
  const asked = view.calls[turn.call];
  const written = turn.tool === null && asked ? longText(chunk.texts[asked.reply], "What the model wrote") : null;
  return h(
    "li",
    { class: `turn k-${turn.kind}`, id: `turn-${place + 1}`, tabindex: "-1" },
    h("header", null, kindBadge(turn.kind), h("span", { class: "place" }, `Call ${place + 1} of at most ${view.facts.budget}${turn.step ? `, step ${turn.step}` : ""}`), h("code", null, spokenCall(view, turn))),
    chunk.texts[turn.thought] ? h("p", { class: "thought" }, h("b", null, "Thought "), chunk.texts[turn.thought]) : null,
    written,
    toldInReturn(chunk.texts[turn.observation], place),
    turn.kind === "applied" ? [changes(episode, view.moves[turn.step - 1]), completeState(episode, turn.step, "Complete state after this call")] : null,
    turn.kind === "violation" ? unmetBox(episode) : null,
    behind(episode, place),
  );
}

function toldInReturn(text, place) {
  if (text.length <= SHORT_ANSWER && !text.includes("\n")) return h("p", { class: "told" }, h("b", null, "Told in return "), text);
  return h("div", null, h("h5", null, "Told in return"), longText(text, `Observation of call ${place + 1}`, { prose: true, shown: 5 }));
}

function spokenCall(view, turn) {
  if (turn.step !== null) return view.steps[turn.step - 1];
  if (turn.tool === null) return "no call could be read";
  return `${turn.tool}(${turn.arguments.map(([name, value]) => `${name}: ${value}`).join(", ")})`;
}

// The model calls from the one that proposed a turn up to the next turn's.
function behind(episode, place) {
  const { calls, turns } = episode.view;
  const first = turns[place].call;
  if (first === null) return null;
  const next = turns.slice(place + 1).find(({ call }) => call !== null && call !== first);
  const last = next ? next.call : calls.length;
  const places = calls.map((_, number) => number).slice(first, last);
  return folded(places.length > 1 ? `${places.length} model calls behind it` : "The model call behind it", () => callList(episode, places, () => true), { class: "quiet" });
}
