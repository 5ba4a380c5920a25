"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
/* All text goes in as text: nothing of the program is ever taken for markup. */
function make(tag, text, cls, parent) {
  const e = document.createElement(tag);
  if (text !== undefined && text !== null) e.textContent = text;
  if (cls) e.className = cls;
  if (parent) parent.append(e);
  return e;
}
function button(text, cls, parent, action) {
  const b = make("button", text, cls, parent);
  b.type = "button";
  b.onclick = action;
  return b;
}
function say(text) { $("live").textContent = text; }
const many = (n, word) => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;
const short = n => n < 10000 ? String(n) : n < 1e7 ? `${Math.round(n / 1e3)}k` : n < 1e10 ? `${Math.round(n / 1e6)}M` : `${Math.round(n / 1e9)}G`;
const millis = us => us < 1000 ? `${us} µs` : us < 1e6 ? `${(us / 1e3).toFixed(us < 1e4 ? 1 : 0)} ms` : `${(us / 1e6).toFixed(2)} s`;
/* A command with a button that copies it. */
function command(text, parent) {
  const box = make("code", text, "command", parent);
  button("copy", "copy", box, e => {
    navigator.clipboard?.writeText(text);
    e.target.textContent = "copied";
  });
  return box;
}
/* Text that begins with FILE:LINE or mentions one in brackets: that part leads there. */
function linked(text, parent) {
  const names = data.files.map(f => f.name).sort((a, b) => b.length - a.length);
  let at = 0;
  for (;;) {
    let best = -1, name = "";
    for (const n of names) {
      const i = text.indexOf(n + ":", at);
      if (i >= 0 && (best < 0 || i < best) && /\d/.test(text[i + n.length + 1] || "")) { best = i; name = n; }
    }
    if (best < 0) break;
    const place = text.slice(best).match(/^[^]*?:(\d+)(:\d+)?/), whole = name + text.slice(best + name.length).match(/^:\d+(:\d+)?/)[0];
    const line = +whole.slice(name.length + 1).split(":")[0];
    parent.append(text.slice(at, best));
    button(place ? whole : whole, "link mono", parent, () => goTo(name, line));
    at = best + whole.length;
  }
  parent.append(text.slice(at));
}
/* A table that sorts by the column whose head is clicked.
 * columns: {name, number, value(row), show(row, cell)}; most: rows at first. */
function grid(columns, rows, parent, sorted, most = 400) {
  const table = make("table", null, "grid", parent), head = make("tr", null, null, make("thead", null, null, table)), body = make("tbody", null, null, table);
  let by = sorted, down = columns[sorted].number, limit = most;
  function fill() {
    const c = columns[by], list = rows.slice().sort((a, b) => {
      const x = c.value(a), y = c.value(b), way = c.number ? x - y : String(x).localeCompare(String(y));
      return down ? -way : way;
    });
    body.replaceChildren();
    for (const row of list.slice(0, limit)) {
      const tr = make("tr", null, null, body);
      for (const col of columns) {
        const td = make("td", null, col.number ? "n" : "name", tr);
        if (col.show) col.show(row, td); else td.textContent = col.value(row);
      }
    }
    if (list.length > limit)
      button(`${list.length - limit} more`, "link", make("td", null, null, make("tr", null, null, body)), () => { limit = Infinity; fill(); });
    [...head.children].forEach((th, i) => th.setAttribute("aria-sort", i === by ? (down ? "descending" : "ascending") : "none"));
  }
  columns.forEach((c, i) => {
    const th = make("th", null, c.number ? "n" : "", head);
    th.scope = "col";
    button(c.name, null, th, () => { down = i === by ? !down : !!c.number; by = i; fill(); });
  });
  fill();
  return table;
}
