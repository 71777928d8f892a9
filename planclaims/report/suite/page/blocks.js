// What a suite tells of a record: labelled texts, tables, timelines and receipts, all of it as text.

const MARKS = {
  right: { sign: "✓", name: "right" },
  wrong: { sign: "✕", name: "wrong" },
  missed: { sign: "○", name: "missed" },
  wasted: { sign: "~", name: "wasted" },
  plain: { sign: "", name: "" },
};

function markBadge(mark) {
  const { sign, name } = MARKS[mark];
  return name ? h("span", { class: "mark" }, h("span", { "aria-hidden": "true" }, sign), ` ${name}`) : null;
}

const BLOCKS = {
  text: ({ label, text, literal }) => longText(text, label, { prose: !literal, shown: 24 }),
  table: tableBlock,
  timeline: ({ stretches }) => h("div", null, stretches.map(stretchPart)),
  receipt: receiptBlock,
};

function blockPart(block) {
  return h("div", { class: "block" }, h("h3", null, block.label), BLOCKS[block.type](block));
}

function tableBlock({ label, header, rows, marks }) {
  const marked = marks.some((mark) => mark !== "plain");
  const head = h("tr", null, marked ? h("th", { scope: "col" }, "Verdict") : null, header.map((text) => h("th", { scope: "col" }, text)));
  const body = rows.map((row, place) => h("tr", { class: marked ? `m-${marks[place]}` : null }, marked ? h("td", null, markBadge(marks[place])) : null, row.map((text) => h("td", null, text))));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, h("table", { class: "plain" }, h("caption", null, label), h("thead", null, head), h("tbody", null, body)));
}

function stretchPart({ title, events }) {
  const entries = events.map(({ when, what, mark, note }) =>
    h("li", { class: `event m-${mark}` }, h("span", { class: "when" }, when), h("div", { class: "what" }, h("p", null, what, " ", markBadge(mark)), note ? h("p", { class: "hint" }, note) : null)),
  );
  return h("section", { class: "stretch" }, title ? h("h4", null, title) : null, entries.length ? h("ol", { class: "events" }, entries) : h("p", { class: "hint" }, "Nothing."));
}

function receiptBlock({ label, entries, sums }) {
  const lines = entries.map(({ what, quantity, amount, mark, note }) =>
    h("tr", { class: `m-${mark}` }, h("td", { class: "number" }, quantity), h("td", null, what, " ", markBadge(mark), note ? h("div", { class: "hint" }, note) : null), h("td", { class: "number" }, amount)),
  );
  const totals = sums.map(([name, amount]) => h("tr", null, h("td"), h("th", { scope: "row" }, name), h("td", { class: "number" }, amount)));
  const head = h("thead", { class: "unseen" }, h("tr", null, ["Quantity", "What", "Amount"].map((text) => h("th", { scope: "col" }, text))));
  return h("div", { class: "receipt scroll", tabindex: "0", role: "region", "aria-label": label }, h("table", { class: "plain" }, h("caption", null, label), head, h("tbody", null, lines), h("tfoot", null, totals)));
}
