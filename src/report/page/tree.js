/* ---- the execution tree ----
 * `shown` is the list of nodes in view of the unfolded tree; rows of one height are made for those on
 * the screen. Of several kids those without kids come first; a single one that goes on stays at its
 * parent's indentation, as a path does. */
const states = ["", "done", "error", "pruned", "subsumed", "loop", "cut", "infeasible", "open"];
const said = ["", "", "error", "cannot reach an error", "subsumed", "closes a loop", "cut", "infeasible", "left open"];
let parsed = null, first, next, size, deep, bad, shown = [], unfolded = null, treeBox = null, nodeHere = -1;
function tree() { return parsed ||= JSON.parse($("tree").textContent); }
/* Signed comparisons look as in C; unsigned ones are marked. */
function readable(text) { return text.replace(/ (<=?|>=?)(s?) /g, (_, op, s) => s ? ` ${op} ` : ` ${op}ᵤ `); }
/* Facts are C already, but for what C has no name for. */
function plain(text) { return text.replace(/ (<=?|>=?)s /g, " $1 "); }
const word = (column, i) => parsed.words[parsed[column][i]];
function kidsOf(i) {
  const ends = [], others = [];
  for (let k = first[i + 1]; k >= 0; k = next[k]) (first[k + 1] < 0 ? ends : others).push(k);
  return ends.concat(others);
}
/* Parents come before their children. */
function measureTree() {
  const t = tree(), n = t.parent.length;
  first = new Int32Array(n + 1).fill(-1); next = new Int32Array(n).fill(-1); size = new Int32Array(n + 1);
  deep = new Int32Array(n); bad = new Int32Array(n + 1); unfolded = new Uint8Array(n);
  for (let i = n - 1; i >= 0; i--) {
    const p = t.parent[i] + 1;
    next[i] = first[p]; first[p] = i;
    bad[i + 1] += t.state[i] === 2; bad[p] += bad[i + 1];
    size[i + 1]++; size[p] += size[i + 1];
  }
  const going = new Int32Array(n + 1);
  for (let i = 0; i < n; i++) going[t.parent[i] + 1] += first[i + 1] >= 0;
  for (let i = 0; i < n; i++) {
    const p = t.parent[i] + 1, alone = first[i + 1] < 0 ? next[first[p]] < 0 : going[p] === 1;
    deep[i] = p ? deep[p - 1] + !alone : 0;
  }
}
function collect(i, out) { /* i and what is unfolded below it, without recursion */
  const todo = [i];
  while (todo.length) {
    const k = todo.pop();
    out.push(k);
    if (unfolded[k]) { const kids = kidsOf(k); for (let j = kids.length - 1; j >= 0; j--) todo.push(kids[j]); }
  }
}
function reshow() {
  shown = [];
  for (let k = first[0]; k >= 0; k = next[k]) collect(k, shown);
  treeBox.firstChild.style.height = `${shown.length * ROW}px`;
  paintTree();
}
function unfold(i, open) {
  unfolded[i] = open;
  /* As far as there is no choice, but not for ever. */
  for (let k = i, left = 200; open && left > 0; left--) {
    const kids = kidsOf(k);
    if (kids.length !== 1 || first[kids[0] + 1] < 0) break;
    unfolded[k = kids[0]] = 1;
  }
  reshow();
}
function nodeRow(i, at) {
  const t = parsed, row = make("div", null, "node " + states[t.state[i]] + (i === nodeHere ? " here" : "")), state = t.state[i], kids = first[i + 1] >= 0;
  row.id = `node${i + 1}`;
  row.setAttribute("role", "treeitem");
  row.setAttribute("aria-level", deep[i] + 1);
  if (kids) row.setAttribute("aria-expanded", !!unfolded[i]);
  if (i === nodeHere) row.setAttribute("aria-selected", "true");
  row.style.top = `${at * ROW}px`;
  row.style.paddingLeft = `${10 + Math.min(deep[i], 40) * 14}px`;
  const twist = make("span", kids ? (unfolded[i] ? "▾" : "▸") : "", "twist", row);
  if (kids) twist.onclick = e => { e.stopPropagation(); unfold(i, !unfolded[i]); };
  const start = t.parent[i] < 0 || !t.function[i];
  make("span", start ? "start" : `${word("function", i)}:${t.line[i]}`, "place", row);
  if (t.cond[i]) make("span", `  ${readable(word("cond", i))}`, "cond", row);
  if (said[state]) make("span", ` — ${said[state]}`, "mark", row);
  if (t.error[i]) make("span", `: ${word("error", i)}`, "mark", row);
  const other = t.other[i];
  if (other >= 0) {
    button(` ${states[state] === "loop" ? "with" : "by"} node ${other + 1}`, "link", row, e => { e.stopPropagation(); showNode(other); });
    const fact = word("fact", other);
    if (fact) make("span", fact === "true" ? ", which needs nothing" : `, because ${plain(fact)}`, "fact", row);
  } else if (t.fact[i]) make("span", `  needs ${plain(word("fact", i)).replace(/^true$/, "nothing")}`, "fact", row);
  if (kids) make("span", `  (${size[i + 1] - 1} below${bad[i + 1] ? `, ${bad[i + 1]} with errors` : ""})`, "soft", row);
  row.onclick = () => { pick(i); if (kids && !unfolded[i]) unfold(i, true); };
  return row;
}
function paintTree() {
  const from = Math.max(0, Math.floor(treeBox.scrollTop / ROW) - 15), to = Math.min(shown.length, Math.ceil((treeBox.scrollTop + treeBox.clientHeight) / ROW) + 15);
  const out = document.createDocumentFragment();
  for (let k = from; k < to; k++) out.append(nodeRow(shown[k], k));
  treeBox.firstChild.replaceChildren(out);
}
function pick(i) {
  nodeHere = i;
  treeBox.setAttribute("aria-activedescendant", `node${i + 1}`);
  if (parsed.file[i] && parsed.line[i]) goTo(word("file", i), parsed.line[i]);
  paintTree();
}
function showNode(i) {
  openTab("tree");
  for (let k = parsed.parent[i]; k >= 0; k = parsed.parent[k]) unfolded[k] = 1;
  nodeHere = i;
  reshow();
  const at = shown.indexOf(i);
  treeBox.scrollTop = Math.max(0, at * ROW - treeBox.clientHeight / 2);
  pick(i);
}
/* How many of each kind; a click leads to the next of them. */
function showCounts(line) {
  const t = parsed, counts = new Int32Array(states.length), last = new Int32Array(states.length).fill(-1);
  for (const s of t.state) counts[s]++;
  make("span", many(t.parent.length, "node"), "nodes", line);
  states.forEach((name, s) => {
    if (!name || !counts[s]) return;
    line.append(", ");
    button(`${counts[s].toLocaleString("en")} ${name}`, "link", line, () => {
      const at = t.state.indexOf(s, last[s] + 1);
      last[s] = at < 0 ? t.state.indexOf(s) : at;
      showNode(last[s]);
    }).dataset.kind = name;
  });
  if (t.missing) line.append(`; ${t.missing.toLocaleString("en")} more were not recorded`);
}
function treeKeys(e) {
  const at = shown.indexOf(nodeHere), move = k => { if (k >= 0 && k < shown.length) { pick(shown[k]); const y = k * ROW; if (y < treeBox.scrollTop || y > treeBox.scrollTop + treeBox.clientHeight - ROW) treeBox.scrollTop = y - treeBox.clientHeight / 2; } };
  if (e.key === "ArrowDown") move(at + 1);
  else if (e.key === "ArrowUp") move(at - 1);
  else if (e.key === "ArrowRight" && at >= 0) { if (!unfolded[nodeHere] && first[nodeHere + 1] >= 0) unfold(nodeHere, true); else move(at + 1); }
  else if (e.key === "ArrowLeft" && at >= 0) { if (unfolded[nodeHere]) unfold(nodeHere, false); else move(shown.indexOf(parsed.parent[nodeHere])); }
  else return;
  e.preventDefault();
  e.stopPropagation();
}
function showTree(panel) {
  tree();
  panel.classList.add("full");
  const bar = make("div", null, "treebar", panel);
  if (!parsed.parent.length) return void make("span", parsed.none, "soft", bar);
  measureTree();
  showCounts(make("div", null, null, bar));
  make("div", "in0, in1, ... are the inputs in the order in which they are read; <ᵤ compares unsigned numbers. “Needs” suffices for all executions below to be safe.", "soft", bar);
  treeBox = make("div", null, "tree", panel);
  treeBox.tabIndex = 0;
  treeBox.setAttribute("role", "tree");
  treeBox.setAttribute("aria-label", "Execution tree");
  make("div", null, "sizer", treeBox);
  treeBox.addEventListener("scroll", () => requestAnimationFrame(paintTree), { passive: true });
  treeBox.onkeydown = treeKeys;
  for (let k = first[0]; k >= 0; k = next[k]) if (next[first[0]] < 0) unfold(k, true);
  reshow();
}
