// Elements of the page. Everything that comes from models is inserted as text, never as markup.

function h(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// A part that is built when it is first opened.
function folded(title, build, { open = false, ...attributes } = {}) {
  const part = h("details", attributes, h("summary", null, title));
  const fill = () => {
    if (part.open && part.childElementCount === 1) part.append(...[build()].flat());
  };
  part.addEventListener("toggle", fill);
  if (open) {
    part.open = true;
    fill();
  }
  return part;
}

function options(select, choices, chosen) {
  select.replaceChildren(...choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
  select.value = chosen;
}

function list(items, attributes) {
  return h("ul", attributes, items.map((item) => h("li", null, item)));
}

const number = (value, digits = 1) => value.toLocaleString("en", { maximumFractionDigits: digits });
const plural = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;

function dollars(amount) {
  if (!amount) return "no list price";
  return `$${amount >= 0.1 ? amount.toFixed(2) : Number(amount.toPrecision(2))}`;
}
