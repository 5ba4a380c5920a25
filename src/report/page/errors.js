/* ---- errors: steps beside the source ---- */
let bug = -1, step = -1, bugPanel = null;
function showStep(i, quiet) {
  const b = bugNow();
  if (!b || !b.steps.length) return;
  step = Math.max(0, Math.min(i, b.steps.length - 1));
  const s = b.steps[step], items = bugPanel.querySelectorAll("ol.steps button");
  items.forEach((e, k) => k === step ? e.setAttribute("aria-current", "step") : e.removeAttribute("aria-current"));
  items[step].scrollIntoView({ block: "nearest" });
  if (!goTo(s.file, s.line)) paint();
  if (!quiet) say(`step ${step + 1} of ${b.steps.length}: line ${s.line}, ${s.text}`);
}
/* Threads are columns, one below the other in time. */
const threadOf = s => { const m = /^thread (\d+)\b/.exec(s.text); return m ? +m[1] : -1; };
function threadsOf(b) {
  const all = [...new Set(b.steps.map(threadOf))].sort((x, y) => x - y);
  return all.length > 1 && all[0] >= 0 ? all : [];
}
function threadHeads(threads, parent) {
  const heads = make("div", null, "threads heads", parent);
  heads.style.setProperty("--threads", threads.length);
  heads.setAttribute("aria-hidden", "true");
  for (const t of threads) make("span", t ? `thread ${t}` : "thread 0 (main)", null, heads);
}
function addSteps(b, parent) {
  make("h2", "How it got there", null, parent);
  if (!b.steps.length) return void make("p", "There is no story of this error: its run could not be made again.", "soft", parent);
  const threads = threadsOf(b), least = Math.min(...b.steps.map(s => s.depth));
  if (least > 0 && !threads.length) make("p", `${many(least, "call")} around it ${least === 1 ? "is" : "are"} left out`, "soft", parent);
  if (threads.length) threadHeads(threads, parent);
  const list = make("ol", null, threads.length ? "steps threads" : "steps", parent);
  list.style.setProperty("--threads", threads.length);
  b.steps.forEach((s, i) => {
    const e = button(null, null, make("li", null, null, list), () => showStep(i)), k = threads.indexOf(threadOf(s));
    if (threads.length) { e.style.gridColumn = k + 1; e.setAttribute("aria-label", `step ${i + 1}: line ${s.line}, ${s.text}`); }
    else e.style.paddingLeft = `${8 + Math.min(s.depth - least, 8) * 14}px`;
    make("span", i + 1, "bubble " + s.kind, e);
    make("span", threads.length ? `:${s.line}` : `${s.function}:${s.line}`, "at mono", e).title = s.function;
    make("span", threads.length ? s.text.replace(/^thread \d+:? /, "") : s.text, "said" + (s.kind === "error" ? " bad" : ""), e);
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
