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
function addSteps(b, parent) {
  make("h2", "How it got there", null, parent);
  if (!b.steps.length) return void make("p", "There is no story of this error: its run could not be made again.", "soft", parent);
  const list = make("ol", null, "steps", parent);
  b.steps.forEach((s, i) => {
    const e = button(null, null, make("li", null, null, list), () => showStep(i));
    e.style.paddingLeft = `${8 + Math.min(s.depth, 8) * 14}px`;
    make("span", i + 1, "bubble " + s.kind, e);
    make("span", `${s.function}:${s.line}`, "at mono", e);
    make("span", s.text, "said" + (s.kind === "error" ? " bad" : ""), e);
  });
}
function addFlow(b, parent) {
  if (!b.flow.length) return;
  make("h2", "Where its values came from", null, parent);
  const list = make("ul", null, "flow", parent);
  for (const a of b.flow.filter(a => a.use !== a.def || a.useFile !== a.defFile)) {
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
  const where = make("p", null, "where", box);
  b.stack.forEach((f, k) => { linked((k ? ", called from " : "in ") + f, where); });
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
