// One episode: its verdict, what was asked, answered, read and expected, why it is wrong, and everything that was said.

const PARTS = { asked: "What was asked", answered: "What was answered", read: "What was read", expected: "What was expected", why: "Why it is wrong" };
const WHY_IF_RIGHT = "How it was judged";

function itemPage(index, row, episode) {
  const { cells } = row;
  const title = h("h1", null, `${cells.group} ${cells.item}`, h("small", null, `${cells.model} with ${cells.method}, ${cells.condition}${cells.repeat ? `, repeat ${cells.repeat}` : ""}`));
  if (!episode) return [title, headBox(index, row)];
  const { chunk, view } = episode;
  const blocks = view.blocks.map((place) => chunk.blocks[place]);
  const part = (name) => partSection(index, row, name, blocks.filter((block) => block.part === name));
  return [
    title,
    headBox(index, row),
    part("asked"),
    part("answered"),
    view.turns === null ? null : section("What the agent did", turnsPart(episode)),
    part("read"),
    part("expected"),
    part("why"),
    section("Measures", measures(index, row, view)),
    section("Conversation with the model", conversationPart(episode)),
    section("Settings", folded("Settings of the model and the method", () => h("pre", { class: "text" }, chunk.texts[view.settings]))),
  ].filter(Boolean);
}

function section(title, ...body) {
  return h("section", null, h("h2", null, title), ...body.flat());
}

function partSection(index, row, name, blocks) {
  if (!blocks.length) return null;
  const title = name === "why" && verdictOf(index, row) !== "wrong" ? WHY_IF_RIGHT : PARTS[name];
  const part = section(title, blocks.map(blockPart));
  part.id = `part-${name}`;
  part.tabIndex = -1;
  return part;
}

function headBox(index, row) {
  const { cells } = row;
  const verdict = verdictOf(index, row);
  const box = h("div", { class: `verdict v-${verdict}` }, verdictBadge(index, row));
  if (cells.reference) box.append(h("span", { class: "tag" }, CONTROL));
  if (!cells.scored) box.append(h("p", { class: "sentence" }, `Not scored: ${cells.failure || "the run left no record of this episode"}.`));
  if (verdict === "wrong") box.append(h("p", null, h("button", { type: "button", onclick: () => goToWhy() }, "Why it is wrong")));
  return h("div", { class: "head" }, box, facts(cells));
}

function goToWhy() {
  const part = document.getElementById("part-why") || document.getElementById("part-expected") || document.getElementById("part-read");
  if (part) goTo(part.id);
}

function facts(cells) {
  const unit = cells.reference ? "Words" : "Tokens";
  const known = [
    ["Kind", cells.kind],
    ["Regime", cells.regime],
    [cells.regime === "online" ? "Ending" : "Read as", cells.regime === "online" ? cells.ending : cells.answer_kind],
    ["Calls used", cells.calls_used],
    ["Model calls", cells.model_calls],
    [`${unit} read`, cells.input_tokens],
    [`${unit} written`, cells.output_tokens],
    ["Seconds", cells.seconds],
  ].filter(([, value]) => value !== null && value !== undefined);
  return h("dl", { class: "facts" }, known.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, spokenValue(value)))));
}

// The suite's own columns: each with its value, or with the reason why it has none.
function measures(index, row, view) {
  const own = [...index.columns.values()].filter((column) => column.own);
  const lines = own.map(({ name, meaning }) => {
    const value = row.cells[name];
    const shown = value === null ? h("td", { class: "none" }, view.missing[name] || "not scored") : h("td", null, spokenValue(value));
    return h("tr", null, h("th", { scope: "row" }, spokenName(name)), shown, h("td", { class: "none" }, meaning));
  });
  const head = h("tr", null, ["Measure", "Value", "Meaning"].map((text) => h("th", { scope: "col" }, text)));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Measures" }, h("table", { class: "plain" }, h("caption", null, "Measures"), h("thead", null, head), h("tbody", null, lines)));
}

function conversationPart(episode) {
  const { calls } = episode.view;
  if (!calls.length) return [h("p", null, "No model call was answered.")];
  return [callList(episode, calls.map((_, place) => place), () => false)];
}
