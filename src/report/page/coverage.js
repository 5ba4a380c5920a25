/* ---- coverage: a table by file or function ---- */
const share = ([hit, all]) => all ? hit / all : 1;
function showShare(pair, cell) {
  if (!pair[1]) { cell.textContent = "–"; return; }
  const meter = make("span", null, "meter", cell);
  make("i", null, null, meter).style.width = `${100 * share(pair)}%`;
  cell.append(`${Math.floor(100 * share(pair))} %`);
  cell.title = `${pair[0]} of ${pair[1]}`;
}
function fileTotals(f) {
  const lines = Object.values(f.hits), sides = Object.values(f.branches).flat(2);
  return { name: f.name, file: f.name, line: 1, lines: [lines.filter(h => h).length, lines.length], sides: [sides.filter(s => s).length, sides.length],
           functions: [f.functions.filter(g => g.entered).length, f.functions.length] };
}
function coverageRows(level) {
  if (level === "file") return files.map(fileTotals);
  return files.flatMap(f => f.functions.map(g => ({ name: g.name, file: f.name, line: g.line, lines: g.lines, sides: g.sides, functions: [g.entered ? 1 : 0, 1] })));
}
function showCoverage(panel) {
  const bar = make("div", null, null, panel), choice = make("span", null, "switch", bar), box = make("div", null, null, panel);
  const filter = make("input", null, null, bar);
  filter.type = "search"; filter.placeholder = "Filter"; filter.setAttribute("aria-label", "Filter by name");
  let level = files.length > 1 ? "file" : "function";
  function fill() {
    for (const b of choice.children) b.setAttribute("aria-pressed", b.dataset.level === level);
    const rows = coverageRows(level).filter(r => r.name.toLowerCase().includes(filter.value.toLowerCase()));
    box.replaceChildren();
    const columns = [
      { name: level === "file" ? "File" : "Function", value: r => r.name, show: (r, td) => { button(r.name, "link mono", td, () => goTo(r.file, r.line)); if (level !== "file" && files.length > 1) make("span", `  ${r.file}`, "soft", td); } },
      { name: "Lines", number: true, value: r => share(r.lines), show: (r, td) => showShare(r.lines, td) },
      { name: "Branches", number: true, value: r => share(r.sides), show: (r, td) => showShare(r.sides, td) }];
    if (level === "file") columns.push({ name: "Functions", number: true, value: r => share(r.functions), show: (r, td) => showShare(r.functions, td) });
    else columns.push({ name: "Entered", number: true, value: r => r.functions[0], show: (r, td) => { td.textContent = r.functions[0] ? "yes" : "no"; } });
    grid(columns, rows, box, 0);
  }
  for (const l of ["file", "function"]) {
    const b = button(l === "file" ? "by file" : "by function", null, choice, () => { level = l; fill(); });
    b.dataset.level = l;
  }
  filter.oninput = fill;
  fill();
  make("p", "In the margin: executed (green), not executed (red), a side of a branch was never taken (yellow); a square for each side of a branch." +
    (data.simplified ? " Of the simplified program; --no-simplify keeps all lines and branches." : "") +
    (data.tests.length ? ` The number beside a line is how many of ${many(data.tests.length, "test")} execute it.` : ""), "soft", panel);
}
