/* ---- why it is not decided, where effort went, what a proof rests on ---- */
function effortRows() {
  const out = [];
  for (const f of files) for (const [line, e] of prepare(f).effort) out.push({ file: f.name, line, text: (f.lines[line - 1] || "").trim(), e });
  return out;
}
function place(r, td) {
  button(files.length > 1 ? `${r.file}:${r.line}` : String(r.line), "link mono", td, () => goTo(r.file, r.line));
}
function showEffortTable(parent) {
  const rows = effortRows(), most = [0, 1, 2, 3, 4].map(i => Math.max(1, ...rows.map(r => r.e[i])));
  if (!rows.length) return;
  const by = rows.some(r => r.e[1]) ? 2 : 3;
  make("h2", "Where effort went", null, parent);
  const column = (name, i, show) => ({ name, number: true, value: r => r.e[i], show: (r, td) => {
    td.append(r.e[i] ? show(r.e[i]) + " " : "");
    if (r.e[i]) make("span", null, "amount", td).style.width = `${Math.max(1, 36 * r.e[i] / most[i])}px`;
  } });
  grid([{ name: "Line", value: r => r.file + ":" + String(r.line).padStart(8, "0"), show: place },
        { name: "Source", value: r => r.text, show: (r, td) => { make("code", r.text.slice(0, 60), null, td); } },
        column("Forks", 1, short), column("Instructions", 2, short), column("Solver", 4, millis)], rows, parent, by, 15);
  make("p", "Instructions are charged to the next decision that depends on an input. The heat map beside the file names shows the same in the source.", "soft", parent);
}
/* Loops by what happened in them. */
function showLoops(parent) {
  const rows = [];
  for (const f of files) for (const l of f.loops) {
    const sum = [0, 0, 0, 0, 0];
    for (const [line, e] of prepare(f).effort) if (line >= l.line && line <= l.end) e.forEach((v, i) => { sum[i] += v; });
    if (sum[0] || sum[2]) rows.push({ file: f.name, line: l.line, name: l.function, text: (f.lines[l.line - 1] || "").trim(), e: sum });
  }
  if (!rows.length) return;
  make("h2", data.verdict.startsWith("UNKNOWN") ? "Loops that did not end" : "Loops", null, parent);
  grid([{ name: "Line", value: r => r.file + ":" + String(r.line).padStart(8, "0"), show: place },
        { name: "Loop", value: r => r.text, show: (r, td) => { make("code", r.text.slice(0, 60), null, td); } },
        { name: "Decisions", number: true, value: r => r.e[0], show: (r, td) => { td.textContent = short(r.e[0]); } },
        { name: "Forks", number: true, value: r => r.e[1], show: (r, td) => { td.textContent = short(r.e[1]); } },
        { name: "Instructions", number: true, value: r => r.e[2], show: (r, td) => { td.textContent = short(r.e[2]); } }], rows, parent, 2, 15);
}
function showGaps(parent) {
  if (!data.gaps.length) return;
  make("h2", "What was not followed", null, parent);
  const list = make("ul", null, "facts", parent);
  for (const g of data.gaps) linked(g, make("li", null, null, list));
}
function showOpen(panel) {
  showGaps(panel);
  if (data.next) {
    make("h2", "Try next", null, panel);
    command(data.next, panel);
  }
  showLoops(panel);
  showEffortTable(panel);
}
/* ---- proofs ---- */
function treeUsed() { return data.hasTree ? tree() : null; }
/* Lines that the proof rests on, with why: invariants, facts at nodes, ways that nobody can go. */
function restsOf(f) {
  const out = new Map(), add = (line, why) => { if (!out.has(line)) out.set(line, why); };
  if (!data.verdict.startsWith("SAFE")) return out;
  for (const v of data.invariants) if (v.file === f.name) add(v.line, v.text.length < 160 ? `a loop invariant: ${v.text}` : "a loop invariant, above");
  const t = data.treeSize && data.treeSize <= 20000 ? tree() : null;
  for (let i = 0; t && i < t.parent.length; i++) {
    if (t.words[t.file[i]] !== f.name || !t.line[i]) continue;
    const fact = t.fact[i] ? t.words[t.fact[i]] : "";
    if (fact && fact !== "true") add(t.line[i], plain(fact));
    else if (states[t.state[i]] === "infeasible" && t.cond[i]) add(t.line[i], `no execution has ${readable(t.words[t.cond[i]])}`);
  }
  return out;
}
/* A long one by its cases, most of them folded. */
function addFact(text, parent) {
  const cases = text.split(/ \|\| (?=\()/), SHOWN = 4;
  if (text.length < 300 || cases.length <= SHOWN) return void make("code", text, null, parent);
  const add = (list, to, first) => list.forEach((c, i) => make("code", `${first && !i ? "" : "|| "}${c}`, "case", to));
  add(cases.slice(0, SHOWN), parent, true);
  const fold = make("details", null, null, parent);
  make("summary", `${cases.length - SHOWN} more cases`, null, fold);
  fold.addEventListener("toggle", () => { if (fold.open && fold.children.length === 1) add(cases.slice(SHOWN), fold, false); });
}
function showProof(panel) {
  make("h2", `Proved ${data.bounded ? "up to the bound" : "for executions of any length"}${data.scope ? " with " + data.scope : ""}`, null, panel);
  make("p", `by ${data.engine}, in ${data.seconds.toFixed(2)} s (${many(data.paths, "path")})`, "soft", panel);
  if (data.invariants.length) {
    make("h2", "Loop invariants", null, panel);
    const list = make("ul", null, "facts", panel);
    for (const v of data.invariants) {
      const li = make("li", null, null, list);
      li.append("in each round of the loop at ");
      button(`${v.file}:${v.line}`, "link mono", li, () => goTo(v.file, v.line));
      make("br", null, null, li);
      addFact(v.text, li);
    }
  }
  if (data.summaries.length) {
    make("h2", "Calls", null, panel);
    const list = make("ul", null, "facts", panel);
    for (const s of data.summaries) {
      const li = make("li", `in each call of ${s.function}: ${s.before ? "on entry " : ""}`, null, list);
      if (s.before) make("code", s.before, null, li);
      if (s.after) { li.append(" on return "); make("code", s.after, null, li); }
    }
  }
  const rests = files.flatMap(f => [...prepare(f).rests].map(([line, why]) => ({ file: f.name, line, why })));
  if (rests.length) {
    make("h2", "Lines that the proof rests on", null, panel);
    grid([{ name: "Line", value: r => r.file + ":" + String(r.line).padStart(8, "0"), show: place },
          { name: "Because", value: r => r.why, show: (r, td) => { make("code", r.why, null, td); } }], rests, panel, 0, 30);
  }
  make("h2", "It assumes", null, panel);
  if (!data.assumptions.length) make("p", "Nothing beyond the language.", "soft", panel);
  const list = make("ul", null, "facts", panel);
  for (const a of data.assumptions) linked(`that ${a}`, make("li", null, null, list));
}
function showTime(panel) {
  const all = Object.entries(data.statistics), times = all.filter(([k]) => k.endsWith("_s")), total = data.seconds || 1;
  make("h2", "Where time went", null, panel);
  const table = make("table", null, "grid", panel);
  for (const [k, v] of times) {
    const row = make("tr", null, null, table);
    make("td", k.slice(0, -2), null, row);
    make("td", `${v.toFixed(3)} s`, "n", row);
    make("span", "", "amount", make("td", null, null, row)).style.width = `${Math.min(120, 120 * v / total)}px`;
  }
  if (!data.verdict.startsWith("UNKNOWN")) { showGaps(panel); showEffortTable(panel); showLoops(panel); }
  make("h2", "Counters", null, panel);
  const counters = make("table", null, "grid", panel);
  for (const [k, v] of all) if (!k.endsWith("_s") && v) {
    const row = make("tr", null, null, counters);
    make("td", k, null, row);
    make("td", v.toLocaleString("en"), "n", row);
  }
}
