"""Changes to the text of a random program that keep its meaning (ALL), and one that does not (flip).
They rely on how the programs are printed: one statement a line, braces at the ends of lines."""

import re

KEYWORDS = re.compile(r"^\s*(case|default|return|break|continue|goto|L\d+:|DOMAIN|UNINIT|@|#|\}|else|struct|union|enum)")
DECLARATION = re.compile(r"^\s*(static|const|unsigned|signed|_Bool|char|short|int|long|__int128|struct|union|enum|volatile)\b")


def body(lines):
    """Line numbers of statements inside functions that are neither declarations nor jumps."""
    start = next(i for i, line in enumerate(lines) if line.startswith(("static", "int main")) and line.endswith("{")
                 and "(" in line)
    return [i for i in range(start + 1, len(lines)) if lines[i].startswith("    ")]


def simple(lines):
    """Single statements that can be moved into braces."""
    return [i for i in body(lines) if lines[i].endswith(";") and not KEYWORDS.match(lines[i])
            and not DECLARATION.match(lines[i]) and not re.search(r"\b(goto|break|continue|FINISH)\b|[{}:]", lines[i])]


def matching(lines, i):
    """The line that closes the brace at the end of line i; None if an else comes first."""
    depth = 0
    for j in range(i, len(lines)):
        depth += lines[j].count("{") - lines[j].count("}")
        if j > i and lines[j].strip().startswith("} else") and depth == 1:
            return None
        if depth == 0:
            return j
    return None


def rename(lines, rng):
    """Other names, in another alphabetical order."""
    names = sorted(set(re.findall(r"\b(?:fn|[agnpqstuvwxzfSkiL])\d+\b", "\n".join(lines))))
    numbers = rng.sample(range(1000, 9999), len(names))
    new = {n: re.match(r"[A-Za-z]+", n)[0] + str(k) for n, k in zip(names, numbers)}
    return [re.sub(r"\b(?:fn|[agnpqstuvwxzfSkiL])\d+\b", lambda m: new[m[0]], line) for line in lines]


def dead_code(lines, rng):
    """Code that is never executed, or without effect."""
    out = list(lines)
    for i in sorted(rng.sample(simple(lines), min(3, len(simple(lines)))), reverse=True):
        pad = re.match(r"\s*", lines[i])[0]
        new = rng.choice([
            ["if (chk != chk) {", "    reach_error();", "}"],
            ["{", "    volatile int dead_ = 3;", "    if (dead_ == 4) reach_error();", "}"],
            ["{", "    int *dead_ = malloc(4);", "    *dead_ = 1;", "    free(dead_);", "}"],
            ["for (int dead_ = 0; dead_ < 3; dead_++) {", "    sink ^= 1;", "    sink ^= 1;", "}"],
            ["if ((chk & 1) && !(chk & 1)) {", "    chk = 1 / (chk & 0);", "}"],
        ])
        out[i:i] = [pad + line for line in new]
    return out


def same_branches(lines, rng):
    """S becomes if (any) { S } else { S }, where any is an input that changes nothing"""
    able = simple(lines)
    if not able:
        return None
    i = rng.choice(able)
    pad = re.match(r"\s*", lines[i])[0]
    wrapped = ["{", "    DOMAIN(0, 2, 1) _Bool any_ = __VERIFIER_nondet_bool();", "    if (any_) {", "        " + lines[i].strip(),
               "    } else {", "        " + lines[i].strip(), "    }", "}"]
    return lines[:i] + [pad + line for line in wrapped] + lines[i + 1:]


def same_tests(lines, rng):
    """S becomes if (c) { S } else { S }, where c depends on what the program computed"""
    able = simple(lines)
    if not able:
        return None
    i = rng.choice(able)
    pad = re.match(r"\s*", lines[i])[0]
    wrapped = [f"if (chk % {rng.choice([2, 3, 5])} == 0) {{", "    " + lines[i].strip(), "} else {", "    " + lines[i].strip(), "}"]
    return lines[:i] + [pad + line for line in wrapped] + lines[i + 1:]


def once(lines, rng):
    """Blocks and statements become loops of one iteration."""
    out = list(lines)
    for i in sorted(rng.sample(simple(lines), min(3, len(simple(lines)))), reverse=True):
        pad = re.match(r"\s*", lines[i])[0]
        out[i:i + 1] = [pad + rng.choice(["do {", "for (int once_ = 0; once_ < 1; once_++) {"]), "    " + lines[i]]
        out.insert(i + 2, pad + ("} while (0);" if out[i].strip() == "do {" else "}"))
    return out


def inverted(lines, rng):
    """if (c) A becomes if (c) ; else A; its condition is negated twice"""
    able = [i for i in body(lines) if re.match(r"\s*if \(.*\) \{$", lines[i])]
    out = list(lines)
    for i in able:
        pad, condition = re.match(r"(\s*)if \((.*)\) \{$", lines[i]).groups()
        if matching(lines, i) is not None and rng.random() < 0.5:
            out[i] = f"{pad}if (!({condition})) {{ ; }} else {{"
        else:
            out[i] = f"{pad}if (!!({condition})) {{"
    return out if able else None


def through_memory(lines, rng):
    """chk takes a detour through an array."""
    able = [i for i in simple(lines) if lines[i].strip().startswith("chk ")]
    if not able:
        return None
    i = rng.choice(able)
    pad = re.match(r"\s*", lines[i])[0]
    detour = ["{", "    unsigned long detour_[3];", "    detour_[chk % 3] = chk;", "    chk = detour_[chk % 3];", "}"]
    return lines[:i + 1] + [pad + line for line in detour] + lines[i + 1:]


ALL = [rename, dead_code, same_branches, same_tests, once, inverted, through_memory]


def apply(how, text, rng):
    """The changed text; None if there is nothing to change."""
    lines = how(text.splitlines(), rng)
    return None if lines is None else "\n".join(lines) + "\n"


def flip(text, rng):
    """The last assertion of main negated: what every run that gets there now breaks."""
    lines = text.splitlines()
    able = [i for i in body(lines) if re.match(r"    assert\(.*\);$", lines[i])]
    if not able:
        return None
    i = able[-1]
    lines[i] = re.sub(r"assert\((.*)\);$", r"assert(!(\1));", lines[i])
    return "\n".join(lines) + "\n"
