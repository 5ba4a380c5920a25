/* ---- source ----
 * A file is a list of rows of one height: its lines, and notes below them (steps of the error that
 * is looked at, loop invariants). Only those in view are in the document. */
const ROW = 20, files = data.files;
let file = 0, run = { kind: "all" }, heat = "", here = 0, rows = [], rowOf = null, lane = 0, folded = new Set();
let hot = 0; /* the most of a line, where there is a heat map */
let margin = 0; /* its width; columns that have nothing to say are left out: */
const column = { count: true, sides: true, rest: false };
let sought = "", matches = [], match = -1;
const prepared = new Map();
/* What rows ask for, worked out once for each file. */
function prepare(f) {
  let p = prepared.get(f);
  if (p) return p;
  p = { inside: commentStarts(f.lines), widest: 0, effort: new Map(), rests: restsOf(f), counts: null };
  for (const l of f.lines) if (l.length > p.widest) p.widest = l.length;
  for (const [line, ...more] of f.effort) {
    const sum = p.effort.get(line) || [0, 0, 0, 0, 0];
    p.effort.set(line, sum.map((v, i) => v + more[i]));
  }
  prepared.set(f, p);
  return p;
}
const heats = { forks: ["forks", 1, short], instructions: ["instructions", 2, short], solver: ["solver time", 4, millis], decisions: ["decisions", 0, short] };
const hotness = (f, n) => (prepare(f).effort.get(n) || [0, 0, 0, 0, 0])[heats[heat][1]];
function hottest(f) {
  let most = 0;
  for (const n of prepare(f).effort.keys()) most = Math.max(most, hotness(f, n));
  return most;
}
/* How often a line was executed in what is shown; undefined: it has no code. Of a failing run that was not counted (one
 * of threads) what all executions did is shown. */
function hitsOf(f, n) {
  if (f.hits[n] === undefined) return undefined;
  if (run.kind === "bug" && Object.keys(data.bugs[run.i].times).length) return (data.bugs[run.i].times[f.name] || {})[n] || 0;
  if (run.kind === "test") return testLines(run.i, f).has(n) ? 1 : 0;
  return f.hits[n];
}
function testLines(i, f) {
  const t = data.tests[i];
  t.sets ||= {};
  return t.sets[f.name] ||= new Set(t.lines[f.name] || []);
}
/* In how many tests a line is executed. */
function testsAt(f, n) {
  const p = prepare(f);
  if (!p.counts) {
    p.counts = new Map();
    for (const t of data.tests) for (const line of t.lines[f.name] || []) p.counts.set(line, (p.counts.get(line) || 0) + 1);
  }
  return p.counts.get(n) || 0;
}
const bugNow = () => data.bugs[bug] || null;
function valuesAt(f, n) { return run.kind === "bug" ? (data.bugs[run.i].values[f.name] || {})[n] : undefined; }

/* ---- rows ---- */
function notesOf(f) {
  const notes = new Map(), add = (line, note) => { if (!notes.has(line)) notes.set(line, []); notes.get(line).push(note); };
  data.invariants.forEach((v, i) => { if (v.file === f.name) add(v.line, { kind: "invariant", i }); });
  if (bugNow() && run.kind === "bug") bugNow().steps.forEach((s, i) => { if (s.file === f.name) add(s.line, { kind: "step", i }); });
  return notes;
}
function layOut() {
  const f = files[file], notes = notesOf(f);
  rows = []; rowOf = new Int32Array(f.lines.length + 2);
  for (let n = 1; n <= f.lines.length; n++) {
    rowOf[n] = rows.length;
    rows.push(n);
    const below = notes.get(n);
    if (below) for (const note of below) rows.push({ line: n, ...note });
  }
  lane = arrowsHere().length ? 46 : 0;
  hot = heat ? hottest(f) : 0;
  column.count = !!heat || run.kind === "bug" || run.kind === "all" && data.tests.length > 0;
  column.sides = run.kind === "all" && Object.keys(f.branches).length > 0;
  column.rest = prepare(f).rests.size > 0;
  margin = 4 + 26 + 48 + (column.count ? 50 : 0) + (column.sides ? 42 : 0) + (column.rest ? 16 : 0) + 1;
  $("sizer").style.height = `${rows.length * ROW}px`;
  $("sizer").style.width = `calc(${widestRow(f)}ch + ${margin + lane + 60}px)`;
  $("source").setAttribute("aria-rowcount", rows.length);
}
/* In characters, with what stands behind the lines and in notes. */
function widestRow(f) {
  let most = prepare(f).widest;
  if (run.kind === "bug") for (const [n, v] of Object.entries(data.bugs[run.i].values[f.name] || {})) most = Math.max(most, (f.lines[n - 1] || "").length + v.length + 4);
  for (const r of rows) if (typeof r !== "number") most = Math.max(most, indentOf(r.line) + (r.kind === "step" ? bugNow().steps[r.i].text : data.invariants[r.i].text).length + 16);
  return most;
}
function stepsAt(f, n) {
  if (!bugNow() || run.kind !== "bug") return [];
  const out = [];
  bugNow().steps.forEach((s, i) => { if (s.line === n && s.file === f.name) out.push(i); });
  return out;
}
function lineClass(f, n) {
  const hits = hitsOf(f, n), list = ["row"];
  if (hits !== undefined) {
    const sides = run.kind === "all" ? f.branches[n] : null;
    list.push(!hits ? "miss" : sides && sides.some(b => b.some(s => !s)) ? "part" : "hit");
  }
  if (n === here) list.push("here");
  if (stepsAt(f, n).length) list.push("onpath");
  if (match >= 0 && matches[match].file === file && matches[match].line === n) list.push("found");
  return list.join(" ");
}
function addSides(f, n, parent) {
  const box = make("span", null, "sides", parent), branches = f.branches[n];
  if (!branches || run.kind !== "all") return;
  const words = [];
  branches.slice(0, 4).forEach((b, i) => {
    if (i) make("b", null, null, box);
    b.slice(0, 4).forEach(s => make("i", null, s === null ? "never" : s ? "on" : "off", box));
    words.push(b[0] === null ? "not reached" : `${b.filter(s => s).length} of ${b.length} sides taken`);
  });
  box.title = `branch: ${words.join("; ")}`;
  box.setAttribute("role", "img");
  box.setAttribute("aria-label", box.title);
}
function countText(f, n) {
  if (heat) { const v = hotness(f, n); return v ? heats[heat][2](v) : ""; }
  const hits = hitsOf(f, n);
  if (hits === undefined) return "";
  if (run.kind === "bug") return hits ? `${short(hits)}×` : "";
  if (run.kind === "all" && data.tests.length) { const t = testsAt(f, n); return t ? short(t) : ""; }
  return "";
}
/* The text of a line with colours and what is searched for. */
function addText(f, n, parent) {
  const s = f.lines[n - 1], marks = [], box = make("span", null, "text", parent);
  box.setAttribute("role", "cell");
  if (sought) {
    const low = s.toLowerCase();
    for (let i = low.indexOf(sought); i >= 0; i = low.indexOf(sought, i + sought.length)) marks.push([i, i + sought.length]);
  }
  const cuts = new Set([0, s.length]), coloured = tokens(s, prepare(f).inside[n - 1]);
  for (const [a, b] of coloured) cuts.add(a).add(b);
  for (const [a, b] of marks) cuts.add(a).add(b);
  const at = [...cuts].sort((a, b) => a - b);
  let t = 0;
  for (let i = 0; i + 1 < at.length; i++) {
    while (t < coloured.length && coloured[t][1] <= at[i]) t++;
    const piece = s.slice(at[i], at[i + 1]), cls = t < coloured.length && coloured[t][0] <= at[i] ? coloured[t][2] : "";
    const marked = marks.some(([a, b]) => a <= at[i] && at[i] < b);
    if (!cls && !marked) box.append(piece); else make(marked ? "mark" : "span", piece, cls, box);
  }
}
function lineRow(n) {
  const f = files[file], row = make("div", null, lineClass(f, n)), steps = stepsAt(f, n);
  row.dataset.line = n;
  row.setAttribute("role", "row");
  const side = make("span", null, "margin", row);
  side.style.width = `${margin}px`;
  side.setAttribute("role", "rowheader");
  make("span", null, "cov", side);
  const pin = make("span", null, "pin", side);
  if (steps.length) {
    const last = steps[steps.length - 1];
    make("span", last + 1, "bubble " + bugNow().steps[last].kind, pin).title = `step ${steps.map(i => i + 1).join(", ")}`;
  }
  const no = make("a", n, "no", side);
  no.setAttribute("href", `#${encodeURI(f.name)}:${n}`);
  const hits = hitsOf(f, n);
  no.setAttribute("aria-label", `line ${n}${hits === undefined ? "" : hits ? ", executed" : ", not executed"}`);
  const count = make("span", countText(f, n), "count");
  if (column.count) side.append(count);
  if (count.textContent) count.title = heat ? heats[heat][0] : run.kind === "bug" ? "times executed on the way to the error" : "tests that execute it";
  if (column.sides) addSides(f, n, side);
  const rest = make("span", prepare(f).rests.has(n) ? "◆" : "", "rest");
  if (column.rest) side.append(rest);
  if (rest.textContent) rest.title = `the proof rests on: ${prepare(f).rests.get(n)}`;
  make("span", null, "lane", row).style.width = `${lane}px`;
  addText(f, n, row);
  const values = valuesAt(f, n);
  if (values) make("span", values, "values", row).setAttribute("role", "cell");
  if (heat) {
    const v = hotness(f, n);
    if (v) row.style.background = `rgba(var(--heat), ${(0.08 + 0.5 * Math.sqrt(v / hot)).toFixed(2)})`;
  }
  return row;
}
function noteRow(note) {
  const row = make("div", null, "note " + note.kind);
  row.setAttribute("role", "row");
  make("span", null, "margin", row).style.width = `${margin}px`;
  make("span", null, "lane", row).style.width = `${lane}px`;
  const said = make("span", null, "said", row);
  said.setAttribute("role", "cell");
  said.style.marginLeft = `calc(10px + ${Math.min(indentOf(note.line), 60)}ch)`;
  if (note.kind === "step") {
    const s = bugNow().steps[note.i];
    if (s.kind === "error") row.classList.add("error");
    if (note.i === step) row.classList.add("current");
    make("span", note.i + 1, "bubble " + s.kind, said);
    said.append(` ${s.text}`);
    row.onclick = () => showStep(note.i);
  } else {
    const v = data.invariants[note.i], open = !folded.has(note.i);
    const b = button(`${open ? "▾" : "▸"} in each round: `, "fold", said, () => { if (open) folded.add(note.i); else folded.delete(note.i); paint(); });
    b.setAttribute("aria-expanded", open);
    if (open) said.append(v.text); else said.append("…");
  }
  return row;
}
const indentOf = n => { const s = files[file].lines[n - 1]; return s.length - s.trimStart().length; };

/* ---- painting ---- */
function paint() {
  const box = $("source"), first = Math.max(0, Math.floor(box.scrollTop / ROW) - 20), last = Math.min(rows.length, Math.ceil((box.scrollTop + box.clientHeight) / ROW) + 20);
  const out = document.createDocumentFragment();
  for (let i = first; i < last; i++) {
    const e = typeof rows[i] === "number" ? lineRow(rows[i]) : noteRow(rows[i]);
    e.style.top = `${i * ROW}px`;
    e.setAttribute("aria-rowindex", i + 1);
    out.append(e);
  }
  if (!files[file].lines.length) make("p", `${files[file].name} does not exist (a #line directive names it, or it was removed).`, "soft panel", out);
  $("absent").textContent = files[file].origin ? `${files[file].name} does not exist: this is its text in ${files[file].origin}` : "";
  if (lane) out.append(arrowLayer());
  $("sizer").replaceChildren(out);
}
let painting = false;
function paintSoon() {
  if (painting) return;
  painting = true;
  requestAnimationFrame(() => { painting = false; paint(); });
}
function showFile() {
  layOut();
  $("file").value = file;
  if (listed !== files[file]) clearFunctions();
  paint();
  const known = Object.keys(files[file].hits), hit = known.filter(n => hitsOf(files[file], +n)).length;
  $("covered").textContent = known.length ? `${hit}/${known.length} lines` : "";
  $("covered").title = `${hit} of ${known.length} lines executed${data.simplified ? " (of the simplified program)" : ""}`;
}
function scrollToRow(i) {
  const box = $("source"), top = i * ROW;
  if (top < box.scrollTop + 3 * ROW || top > box.scrollTop + box.clientHeight - 5 * ROW) box.scrollTop = Math.max(0, top - box.clientHeight / 3);
}
function goTo(name, line) {
  const at = files.findIndex(f => f.name === name);
  if (at < 0) return false;
  const other = at !== file;
  file = at; here = line;
  if (other || !rowOf) showFile();
  if (line >= 1 && line <= files[file].lines.length) scrollToRow(rowOf[line]);
  paint();
  return true;
}
function showRun(r) {
  run = r;
  $("run").value = r.kind === "all" ? "all" : `${r.kind}${r.i}`;
  showFile();
}

/* ---- arrows: where the values of the failing condition came from ---- */
function arrowsHere() {
  if (!bugNow() || run.kind !== "bug") return [];
  const name = files[file].name;
  return bugNow().flow.filter(a => a.useFile === name && a.defFile === name && a.use !== a.def);
}
let lit = null;
function arrowLayer() {
  const ns = "http:" + "//www.w3.org/2000/svg", svg = document.createElementNS(ns, "svg"), errorLine = bugNow().line;
  svg.id = "arrows";
  svg.style.left = `${margin}px`;
  svg.setAttribute("width", lane);
  svg.setAttribute("height", rows.length * ROW);
  svg.setAttribute("aria-hidden", "true");
  const list = arrowsHere().sort((a, b) => Math.abs(a.use - a.def) - Math.abs(b.use - b.def));
  list.forEach((a, i) => {
    const g = document.createElementNS(ns, "g"), y1 = rowOf[a.use] * ROW + ROW / 2 + 3, y2 = rowOf[a.def] * ROW + ROW / 2 - 2, x = lane - 4, bend = lane - 14 - (lane - 20) * (i + 1) / (list.length + 1);
    g.setAttribute("class", (a.use === errorLine ? "first" : "") + (lit === a ? " lit" : ""));
    for (const [cls, d] of [["", `M ${x} ${y1} C ${bend} ${y1}, ${bend} ${y1}, ${bend} ${(y1 + y2) / 2} S ${bend} ${y2}, ${x - 4} ${y2}`], ["head", `M ${x + 3} ${y2} l -8 -4 v 8 z`]]) {
      const p = document.createElementNS(ns, "path");
      p.setAttribute("d", d);
      if (cls) p.setAttribute("class", cls);
      g.append(p);
    }
    svg.append(g);
  });
  return svg;
}

/* ---- the toolbar ---- */
/* There may be thousands: they are listed when somebody looks. */
let listed = null;
function clearFunctions() {
  const box = $("function");
  listed = null;
  box.replaceChildren();
  make("option", "function…", null, box).value = "";
}
function fillFunctions() {
  const box = $("function");
  if (listed === files[file]) return;
  listed = files[file];
  for (const f of [...files[file].functions].sort((a, b) => a.line - b.line)) make("option", `${f.name}  :${f.line}`, null, box).value = f.line;
}
function seek(text) {
  sought = text.toLowerCase(); matches = []; match = -1;
  if (sought) files.forEach((f, i) => f.lines.forEach((s, k) => { if (s.toLowerCase().includes(sought)) matches.push({ file: i, line: k + 1 }); }));
  if (matches.length) {
    const next = matches.findIndex(m => m.file === file && m.line >= Math.max(1, here));
    showMatch(next < 0 ? 0 : next);
  } else { $("found").textContent = sought ? "none" : ""; paint(); }
}
function showMatch(i) {
  if (!matches.length) return;
  match = (i + matches.length) % matches.length;
  $("found").textContent = `${match + 1} of ${matches.length}`;
  goTo(files[matches[match].file].name, matches[match].line);
}
function setUpSource() {
  files.forEach((f, i) => { make("option", f.name, null, $("file")).value = i; });
  make("option", data.tests.length ? "all tests" : "all executions", null, $("run")).value = "all";
  data.bugs.forEach((b, i) => { make("option", `the one to error ${i + 1}`, null, $("run")).value = `bug${i}`; });
  data.tests.forEach((t, i) => { make("option", t.name + (t.error ? " (error)" : ""), null, $("run")).value = `test${i}`; });
  make("option", "no heat map", null, $("heat")).value = "";
  for (const [k, [name]] of Object.entries(heats)) make("option", `heat: ${name}`, null, $("heat")).value = k;
  $("heat").hidden = !files.some(f => f.effort.length);
  $("run").hidden = !data.bugs.length && !data.tests.length;
  $("file").hidden = files.length < 2;
  $("file").onchange = e => { file = +e.target.value; here = 0; $("source").scrollTop = 0; showFile(); };
  for (const event of ["focus", "pointerdown"]) $("function").addEventListener(event, fillFunctions);
  $("function").onchange = e => { if (e.target.value) goTo(files[file].name, +e.target.value); e.target.value = ""; };
  $("run").onchange = e => {
    const m = e.target.value.match(/^(bug|test)(\d+)$/);
    if (m && m[1] === "bug") { showBug(+m[2]); return; }
    showRun(m ? { kind: m[1], i: +m[2] } : { kind: "all" });
  };
  $("heat").onchange = e => { heat = e.target.value; showFile(); };
  let waiting = 0;
  $("search").oninput = e => { clearTimeout(waiting); waiting = setTimeout(() => seek(e.target.value), 60); };
  $("search").onkeydown = e => {
    if (e.key === "Enter") { if (sought !== e.target.value.toLowerCase()) seek(e.target.value); else showMatch(match + (e.shiftKey ? -1 : 1)); }
    if (e.key === "Escape") { e.target.value = ""; seek(""); $("source").focus(); }
  };
  $("source").addEventListener("scroll", paintSoon, { passive: true });
  new ResizeObserver(paintSoon).observe($("source"));
}
