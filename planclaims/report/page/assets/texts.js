// Longer texts, shortened until a reader asks for the rest.

const LINES_SHOWN = 9;
const LETTERS_SHOWN = 900;

function longText(text, label, { prose = false, shown = LINES_SHOWN } = {}) {
  const lines = text.split("\n");
  const fits = lines.length <= shown + 3 && text.length <= LETTERS_SHOWN * 1.3;
  const block = h("pre", { class: prose ? "text prose" : "text", "aria-label": label, role: "group", tabindex: fits ? null : "0" });
  if (fits) {
    block.textContent = text || "(empty)";
    return block;
  }
  const start = lines.slice(0, shown).join("\n").slice(0, LETTERS_SHOWN);
  block.textContent = `${start} …`;
  const button = h("button", { type: "button", class: "more", "aria-expanded": "false" }, moreLabel(lines, text));
  button.addEventListener("click", () => {
    const open = button.getAttribute("aria-expanded") === "false";
    button.setAttribute("aria-expanded", String(open));
    button.textContent = open ? "Show less" : moreLabel(lines, text);
    block.textContent = open ? text : `${start} …`;
  });
  return h("div", null, block, button);
}

function moreLabel(lines, text) {
  return lines.length > 2 ? `Show all ${number(lines.length)} lines` : `Show all ${number(text.length)} characters`;
}
