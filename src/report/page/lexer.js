/* ---- C, as far as colours need it ----
 * tokens(line, inside): [start, end, class] of what is coloured; inside: the line begins in a
 * comment. commentStarts(lines): for each line whether it does. */
const words = new Set("auto break case const continue default do else enum extern for goto if inline register restrict return sizeof static struct switch typedef union volatile while _Alignas _Alignof _Atomic _Generic _Noreturn _Static_assert _Thread_local asm typeof".split(" "));
const types = new Set("void char short int long float double signed unsigned _Bool bool _Complex size_t ssize_t ptrdiff_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t FILE va_list".split(" "));
function quoteEnd(s, i) {
  const q = s[i++];
  while (i < s.length && s[i] !== q) i += s[i] === "\\" ? 2 : 1;
  return Math.min(i + 1, s.length);
}
const isLetter = c => c >= "a" && c <= "z" || c >= "A" && c <= "Z" || c === "_" || c >= "0" && c <= "9" || c > "\x7f";
function tokens(s, inside) {
  const out = [];
  let i = 0;
  if (inside) {
    const end = s.indexOf("*/");
    i = end < 0 ? s.length : end + 2;
    out.push([0, i, "c"]);
  }
  const directive = !inside && /^\s*#\s*\w*/.exec(s);
  if (directive) { i = directive[0].length; out.push([0, i, "m"]); }
  while (i < s.length) {
    const c = s[i];
    if (c === "/" && s[i + 1] === "/") { out.push([i, s.length, "c"]); break; }
    if (c === "/" && s[i + 1] === "*") {
      const end = s.indexOf("*/", i + 2), to = end < 0 ? s.length : end + 2;
      out.push([i, to, "c"]); i = to;
    } else if (c === '"' || c === "'") {
      const to = quoteEnd(s, i);
      out.push([i, to, "s"]); i = to;
    } else if (c >= "0" && c <= "9") {
      const start = i;
      while (i < s.length && (isLetter(s[i]) || s[i] === "." || (s[i] === "+" || s[i] === "-") && /[eEpP]/.test(s[i - 1]) && !/^0[xX][0-9a-fA-F]*[eE]$/.test(s.slice(start, i)))) i++;
      out.push([start, i, "d"]);
    } else if (isLetter(c)) {
      const start = i;
      while (i < s.length && isLetter(s[i])) i++;
      const word = s.slice(start, i);
      if (words.has(word)) out.push([start, i, "k"]);
      else if (types.has(word) || word.endsWith("_t")) out.push([start, i, "t"]);
    } else i++;
  }
  return out;
}
function endsInside(s, inside) {
  let i = 0;
  for (;;) {
    if (inside) {
      const end = s.indexOf("*/", i);
      if (end < 0) return true;
      i = end + 2; inside = false;
    }
    for (; i < s.length; i++) {
      const c = s[i];
      if (c === '"' || c === "'") i = quoteEnd(s, i) - 1;
      else if (c === "/" && s[i + 1] === "/") return false;
      else if (c === "/" && s[i + 1] === "*") { inside = true; i += 2; break; }
    }
    if (!inside) return false;
  }
}
function commentStarts(lines) {
  const starts = new Uint8Array(lines.length + 1);
  let inside = false;
  for (let i = 0; i < lines.length; i++) {
    starts[i] = inside;
    if (inside || lines[i].includes("/*")) inside = endsInside(lines[i], inside);
  }
  return starts;
}
