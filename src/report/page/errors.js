/* ---- errors: steps beside the source ---- */
let bug = -1, step = -1, bugPanel = null;
function showStep(i, quiet) {
  const b = bugNow();
  if (!b || !b.steps.length) return;
  step = Math.max(0, Math.min(i, b.steps.length - 1));
  const s = b.steps[step], items = bugPanel.querySelectorAll("ol.steps button");
  items.forEach((e, k) => k === step ? e.setAttribute("aria-current", "step") : e.removeAttribute("aria-current"));
  bugPanel.querySelectorAll("svg.turns circle").forEach((e, k) => e.classList.toggle("now", k === step));
  items[step].scrollIntoView({ block: "nearest" });
  if (!goTo(s.file, s.line)) paint();
  if (!quiet) say(`step ${step + 1} of ${b.steps.length}: line ${s.line}, ${s.text}`);
}
/* Threads as columns, time downwards: each step stands in the column of its thread, and a line joins it to the next. */
function drawTurns(b, parent) {
  const threads = [...new Set(b.steps.map(s => s.thread))].sort((x, y) => x - y), wide = 34, high = 22, top = 30;
  const ns = "http:" + "//www.w3.org/2000/svg", svg = document.createElementNS(ns, "svg");
  const put = (name, at, text) => {
    const e = document.createElementNS(ns, name);
    for (const k in at) e.setAttribute(k, at[k]);
    if (text !== undefined) e.textContent = text;
    return svg.appendChild(e);
  };
  const x = t => 24 + threads.indexOf(t) * wide, y = i => top + i * high, bottom = y(b.steps.length - 1) + high / 2;
  svg.setAttribute("class", "turns");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `turns of ${threads.length} threads, ${b.steps.length} steps`);
  svg.setAttribute("width", 48 + (threads.length - 1) * wide);
  svg.setAttribute("height", bottom);
  for (const t of threads) {
    put("text", { x: x(t), y: 12, class: "name" }, `t${t}`);
    put("line", { x1: x(t), y1: top - 10, x2: x(t), y2: bottom, class: "life" });
  }
  b.steps.forEach((s, i) => {
    if (i) put("line", { x1: x(b.steps[i - 1].thread), y1: y(i - 1), x2: x(s.thread), y2: y(i), class: "turn" });
  });
  b.steps.forEach((s, i) => {
    const dot = put("circle", { cx: x(s.thread), cy: y(i), r: 6, class: s.kind === "error" ? "bad" : "step", "data-step": i });
    dot.onclick = () => showStep(i);
    dot.append(Object.assign(document.createElementNS(ns, "title"), { textContent: `thread ${s.thread} ${s.text}` }));
  });
  parent.append(svg);
}
/* The same in words: a cell for each step, in the column of its thread. */
function addTurns(b, parent) {
  const box = make("div", null, "interleaving", parent), threads = [...new Set(b.steps.map(s => s.thread))].sort((x, y) => x - y);
  drawTurns(b, box);
  const list = make("ol", null, "steps turns", box);
  list.style.gridTemplateColumns = `repeat(${threads.length}, minmax(90px, 1fr))`;
  threads.forEach((t, k) => { make("li", `thread ${t}`, "thread", list).style.gridColumn = k + 1; });
  b.steps.forEach((s, i) => {
    const li = make("li", null, null, list);
    li.style.gridColumn = threads.indexOf(s.thread) + 1;
    li.style.gridRow = i + 2;
    const e = button(null, null, li, () => showStep(i));
    make("span", i + 1, "bubble " + s.kind, e);
    make("span", `${s.function}:${s.line}`, "at mono", e);
    make("span", s.text, "said" + (s.kind === "error" ? " bad" : ""), e);
  });
}
function addSteps(b, parent) {
  make("h2", "How it got there", null, parent);
  if (!b.steps.length) return void make("p", "No steps: the run could not be repeated.", "soft", parent);
  if (b.steps.every(s => s.thread !== undefined)) return void addTurns(b, parent);
  const least = Math.min(...b.steps.map(s => s.depth));
  if (least > 0) make("p", `${many(least, "call")} around it ${least === 1 ? "is" : "are"} left out`, "soft", parent);
  const list = make("ol", null, "steps", parent);
  b.steps.forEach((s, i) => {
    const e = button(null, null, make("li", null, null, list), () => showStep(i));
    e.style.paddingLeft = `${8 + Math.min(s.depth - least, 8) * 14}px`;
    make("span", i + 1, "bubble " + s.kind, e);
    make("span", `${s.function}:${s.line}`, "at mono", e).title = s.function;
    make("span", s.text, "said" + (s.kind === "error" ? " bad" : ""), e);
  });
}
/* Who called whom; of many the first and the last. */
function addStack(stack, parent) {
  const add = (f, k, to) => linked((k ? ", called from " : "in ") + f, to), where = make("p", null, "where", parent);
  if (stack.length <= 8) return void stack.forEach((f, k) => add(f, k, where));
  stack.slice(0, 3).forEach((f, k) => add(f, k, where));
  make("span", ", ", null, where);
  const rest = make("span", null, null, where), more = button(`${stack.length - 5} more calls`, "link", rest, () => { rest.replaceChildren(); stack.slice(3, -2).forEach(f => add(f, 1, rest)); });
  more.setAttribute("aria-expanded", "false");
  stack.slice(-2).forEach(f => add(f, 1, where));
}
function addFlow(b, parent) {
  const arrows = b.flow.filter(a => a.use !== a.def || a.useFile !== a.defFile);
  if (!arrows.length) return;
  make("h2", "Where its values came from", null, parent);
  const list = make("ul", null, "flow", parent);
  for (const a of arrows) {
    const li = make("li", null, null, list);
    button(`${a.use}`, "link mono", li, () => goTo(a.useFile, a.use));
    li.append(" reads ");
    make("span", a.value, "mono", li);
    li.append("of line ");
    button(`${a.def}`, "link mono", li, () => goTo(a.defFile, a.def));
    li.onmouseenter = () => { lit = a; paint(); };
    li.onmouseleave = () => { lit = null; paint(); };
  }
}
function fillBug() {
  const b = bugNow(), box = bugPanel;
  box.replaceChildren();
  if (data.bugs.length > 1) {
    const list = make("ol", null, "errors", box);
    data.bugs.forEach((e, i) => {
      const item = button(`${i + 1}  ${e.at}  ${e.message}`, null, make("li", null, null, list), () => showBug(i));
      item.setAttribute("aria-current", i === bug);
    });
  }
  const message = make("p", null, "message", box);
  make("span", b.kind, "tag", message);
  if (b.excuse) make("span", "known", "tag calm", message).title = b.excuse;
  if (!b.confirmed) make("span", "not confirmed natively", "tag calm", message);
  make("span", b.message, null, message);
  addStack(b.stack, box);
  addSteps(b, box);
  if (b.inputs.length) {
    make("h2", "Inputs", null, box);
    make("pre", b.inputs.filter(l => l.trim() !== "with inputs").map(l => l.replace(/^ {4}/, "")).join("\n"), "inputs", box);
  }
  addFlow(b, box);
  if (b.replay) {
    make("h2", "To see it happen", null, box);
    command(b.replay, box);
  }
}
function showBug(i, at) {
  bug = i;
  step = -1;
  fillBug();
  showRun({ kind: "bug", i });
  if (data.bugs[i].steps.length) showStep(at === undefined ? data.bugs[i].steps.length - 1 : at, true);
  else goTo(data.bugs[i].file, data.bugs[i].line);
}
function setUpErrors(panel) { bugPanel = panel; panel.classList.add("bug"); }
