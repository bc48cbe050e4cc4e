// The parts of a page: elements, numbers as text, sections and tables.
"use strict";

const run = JSON.parse(document.getElementById("data").textContent);

// --- Elements. Texts of the program reach the page as text alone.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value, { passive: false });
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null));
  return element;
}

const make = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
const draw = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

// --- Numbers

const digits = (value, count = 3) => {
  const least = Math.max(0, count - 1 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return value.toLocaleString("en", { maximumFractionDigits: Math.min(least, 3), minimumFractionDigits: 0 });
};

function time(nanoseconds) {
  if (nanoseconds === null) return "–";
  if (nanoseconds === 0) return "0";
  for (const [unit, size] of [["s", 1e9], ["ms", 1e6], ["µs", 1e3]]) {
    if (Math.abs(nanoseconds) >= size) return `${digits(nanoseconds / size)} ${unit}`;
  }
  return `${digits(nanoseconds)} ns`;
}

const count = (value) => (Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en") : digits(value));
const percent = (share) => `${(share * 100).toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`;
const plural = (number, word) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
const words = (name) => name.replaceAll("_", " ").toLowerCase().replace(/^./, (first) => first.toUpperCase());

function bytes(value) {
  for (const [unit, size] of [["GB", 1e9], ["MB", 1e6], ["kB", 1e3]]) {
    if (value >= size) return `${digits(value / size)} ${unit}`;
  }
  return `${digits(value)} B`;
}

// --- Parts of the page

let numbers = 0;

function part(title, hint, ...children) {
  const id = `part-${numbers++}`;
  return make("section", { "aria-labelledby": id }, make("h2", { id }, title), hint ? make("p", { class: "hint" }, hint) : null, ...children);
}

// A table: the head of each column, and rows whose first cell is their head.
function table(label, heads, rows) {
  const cell = (value, column) =>
    column === 0 ? make("th", { scope: "row" }, value) : value instanceof Node ? value : make("td", {}, value);
  return make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label },
    make("table", {}, make("caption", { class: "hidden" }, label),
      make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col", class: head.startsWith("Share") ? "share" : false }, head)))),
      make("tbody", {}, rows.map((row) => make("tr", {}, row.map(cell))))));
}

function later(title, content) {
  const details = make("details", {}, make("summary", {}, title));
  details.addEventListener("toggle", () => details.open && details.children.length === 1 && details.append(content()), { once: true });
  return details;
}

function card(name, value, more) {
  return make("dl", { class: "card" }, make("dt", {}, name), make("dd", {}, value), more ? make("dd", {}, more) : null);
}
