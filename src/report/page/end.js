/* ---- the page ---- */
const tabs = [];
function addTab(id, name, fill) { tabs.push({ id, name, fill }); }
function openTab(id) {
  const tab = tabs.find(t => t.id === id);
  if (!tab) return;
  for (const t of tabs) {
    const on = t === tab;
    t.button.setAttribute("aria-selected", on);
    t.button.tabIndex = on ? 0 : -1;
    t.panel.hidden = !on;
  }
  if (!tab.filled) { tab.filled = true; tab.fill(tab.panel); }
}
function setUpTabs() {
  for (const t of tabs) {
    t.button = button(t.name, null, $("tabs"), () => openTab(t.id));
    t.panel = make("div", null, "panel", $("panels"));
    t.button.id = `tab-${t.id}`; t.panel.id = `panel-${t.id}`;
    t.button.setAttribute("role", "tab"); t.button.setAttribute("aria-controls", t.panel.id);
    t.panel.setAttribute("role", "tabpanel"); t.panel.setAttribute("aria-labelledby", t.button.id);
    t.panel.hidden = true;
  }
  $("tabs").onkeydown = e => {
    const at = tabs.findIndex(t => t.button === document.activeElement), way = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
    if (!way || at < 0) return;
    const to = tabs[(at + way + tabs.length) % tabs.length];
    openTab(to.id); to.button.focus();
    e.preventDefault(); e.stopPropagation();
  };
}
function showBar() {
  const v = data.verdict, good = /^(SAFE|UNREACHABLE|COMPLETE|tests$)/.test(v), wrong = /^(UNSAFE|bugs$)/.test(v);
  $("bar").className = good ? "is-good" : wrong ? "is-bad" : "is-open";
  $("verdict").textContent = v === "tests" ? "TESTS" : v === "bugs" ? "ERRORS" : v;
  document.title = `${v} — ${files.length ? files[0].name : "shrike"}`;
  $("claim").textContent = v.startsWith("SAFE") ? `No execution violates ${data.checks}${data.bounded ? ", up to the bound" : ""}${data.scope ? ", with " + data.scope : ""}`
    : v.startsWith("UNSAFE") ? `${many(data.bugs.length, "error")}: ${data.bugs.length ? data.bugs[0].message : ""}`
    : v.startsWith("UNKNOWN") ? "Not decided: " + (data.gaps[0] || "the search ended before everything was executed")
    : `${many(data.bugs.length, "error")} in ${many(data.paths, "path")}` + (data.tests.length ? `, ${many(data.tests.length, "test")}` : "") + (data.gaps.length ? "; not complete" : "");
  $("claim").title = $("claim").textContent;
  $("about").textContent = `checked ${data.checks} · engine ${data.engine} · ${data.seconds.toFixed(2)} s · ${data.date} · shrike ${data.version}`;
  $("about").title = $("about").textContent;
  make("code", data.words, null, $("words"));
  if (data.words) button("copy", "copy", $("words"), e => { navigator.clipboard?.writeText(data.words); e.target.textContent = "copied"; });
  $("words").title = data.words;
  $("assume").textContent = many(data.assumptions.length, "assumption");
  const sheet = $("assumptions");
  make("h2", data.assumptions.length ? "Assuming that" : "Nothing is assumed beyond the language", null, sheet);
  const list = make("ul", null, null, sheet);
  for (const a of data.assumptions) linked(a, make("li", null, null, list));
  const help = make("table", null, null, $("help"));
  for (const [keys, what] of [["↓ ↑ or j k", "next, previous step of the error"], ["n p", "next, previous error"], ["/", "search; Enter and Shift+Enter go on"], ["t", "light or dark"], ["Esc", "close this"], ["← →", "in the tree: fold, unfold; on the tabs: change"]]) {
    const tr = make("tr", null, null, help);
    make("kbd", keys, null, make("td", null, null, tr));
    make("td", what, null, tr);
  }
}
function toggle(button, sheet) {
  const open = sheet.hidden;
  for (const s of document.querySelectorAll(".sheet")) s.hidden = true;
  $("assume").setAttribute("aria-expanded", "false"); $("keys").setAttribute("aria-expanded", "false");
  sheet.hidden = !open;
  button.setAttribute("aria-expanded", open);
}
function setTheme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  $("theme").textContent = dark ? "☀" : "☾";
}
function setUpBar() {
  const wants = matchMedia("(prefers-color-scheme: dark)");
  setTheme(wants.matches);
  wants.onchange = e => setTheme(e.matches);
  $("theme").onclick = () => setTheme(document.documentElement.dataset.theme !== "dark");
  $("assume").onclick = () => toggle($("assume"), $("assumptions"));
  $("keys").onclick = () => toggle($("keys"), $("help"));
}
function setUpSplitter() {
  const s = $("splitter"), set = percent => {
    percent = Math.max(20, Math.min(80, percent));
    $("side").style.width = `${percent}%`;
    s.setAttribute("aria-valuenow", Math.round(percent));
    paintSoon();
    if (treeBox) paintTree();
  };
  s.onpointerdown = e => {
    s.setPointerCapture(e.pointerId);
    s.onpointermove = m => set(100 * m.clientX / innerWidth);
    s.onpointerup = () => { s.onpointermove = null; };
  };
  s.onkeydown = e => {
    const way = e.key === "ArrowRight" ? 4 : e.key === "ArrowLeft" ? -4 : 0;
    if (!way) return;
    set(+s.getAttribute("aria-valuenow") + way);
    e.preventDefault(); e.stopPropagation();
  };
}
function onKey(e) {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName);
  if (e.key === "Escape") for (const s of document.querySelectorAll(".sheet")) s.hidden = true;
  if (typing || e.ctrlKey || e.metaKey || e.altKey) return;
  const inSource = e.target === $("source");
  if (e.key === "/") $("search").focus();
  else if (e.key === "t") $("theme").click();
  else if (e.key === "?") $("keys").click();
  else if (bug >= 0 && (e.key === "j" || e.key === "ArrowDown" && !inSource || e.key === "ArrowRight" && !inSource)) showStep(step + 1);
  else if (bug >= 0 && (e.key === "k" || e.key === "ArrowUp" && !inSource || e.key === "ArrowLeft" && !inSource)) showStep(step - 1);
  else if (bug >= 0 && e.key === "n") showBug((bug + 1) % data.bugs.length);
  else if (bug >= 0 && e.key === "p") showBug((bug + data.bugs.length - 1) % data.bugs.length);
  else return;
  e.preventDefault();
}
/* #bug2, #test3, #node17 and #FILE:LINE lead there. */
function followHash() {
  const hash = decodeURIComponent(location.hash.slice(1)), line = hash.match(/^(.*):(\d+)$/), kind = hash.match(/^(node|bug|test)([1-9]\d*)$/);
  if (kind && kind[1] === "node" && +kind[2] <= data.treeSize) { openTab("tree"); showNode(+kind[2] - 1); }
  else if (kind && kind[1] === "bug" && +kind[2] <= data.bugs.length) { openTab("bugs"); showBug(+kind[2] - 1); }
  else if (kind && kind[1] === "test" && +kind[2] <= data.tests.length) showRun({ kind: "test", i: +kind[2] - 1 });
  else if (line) goTo(line[1], +line[2]);
}
function begin() {
  showBar();
  setUpBar();
  setUpSource();
  setUpSplitter();
  if (data.bugs.length) addTab("bugs", data.bugs.length === 1 ? "Error" : `Errors (${data.bugs.length})`, () => {});
  if (data.verdict.startsWith("SAFE")) addTab("proof", "Proof", showProof);
  if (data.verdict.startsWith("UNKNOWN")) addTab("open", "Why", showOpen);
  if (files.length) addTab("coverage", "Coverage", showCoverage);
  addTab("tree", "Tree", showTree);
  addTab("time", "Effort", showTime);
  setUpTabs();
  if (files.length) showFile();
  if (data.bugs.length) { setUpErrors($("panel-bugs")); showBug(0); }
  openTab(tabs[0].id);
  followHash();
  addEventListener("hashchange", followHash);
  addEventListener("keydown", onKey);
  document.body.dataset.ready = Math.round(performance.now());
}
begin();
