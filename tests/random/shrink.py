"""Makes a program smaller about which shrike is wrong, as long as shrike stays wrong in the same way."""

import itertools
import pathlib
import re
import tempfile

import oracle
import subject
from morph import body, matching


def way(args, text, extra, folder):
    """How shrike is wrong about the program: a word, or None."""
    if "int main(" not in text:
        return None
    try:
        truth, source, compiled = oracle.truth_of(text, args.driver, folder, "shrunk.c")
    except oracle.Broken:
        return None
    if args.tests:
        wrong = subject.check_tests(args, source, compiled, truth, extra, args.driver, folder)[0]
        return re.sub(r"\d+", "", wrong[0])[:40] if wrong else None
    wrong = subject.contradiction(subject.verify(args, args.engines[0], source, extra), truth)
    return wrong.split()[1] if wrong else None


def removals(lines):
    """Smaller versions: without a block, without its frame, without a statement; big cuts first."""
    blocks = [(matching(lines, i) or 0, i) for i in range(len(lines)) if lines[i].endswith("{") and not lines[i].startswith("#")]
    blocks = sorted(((i, j) for j, i in blocks if j > i), key=lambda b: b[0] - b[1])
    for i, j in blocks:
        yield lines[:i] + lines[j + 1:]
        yield lines[:i] + lines[i + 1:j] + lines[j + 1:]
    inside = body(lines)
    for n in (8, 4, 2):
        for k in range(0, len(inside) - n, n):
            cut = lines[inside[k]:inside[k] + n]
            if sum(c.count("{") - c.count("}") for c in cut) == 0:
                yield lines[:inside[k]] + lines[inside[k] + n:]
    for i in range(len(lines)):
        if lines[i].strip() and not lines[i].startswith("#") and not lines[i].endswith(("{", "}")):
            yield lines[:i] + lines[i + 1:]


def parenthesised(line):
    """Ranges of the bracketed expressions of a line, the longest first."""
    open_at, found = [], []
    for i, c in enumerate(line):
        if c == "(":
            open_at.append(i)
        elif c == ")" and open_at:
            found.append((open_at.pop(), i + 1))
    return sorted(found, key=lambda r: r[0] - r[1])


def simplifications(lines):
    for i in body(lines):
        if "DOMAIN" in lines[i] or "assume" in lines[i]:
            continue
        for begin, end in parenthesised(lines[i]):
            inner = lines[i][begin:end]
            smaller = ["0", "1"] + [f"({p.strip()})" for p in re.split(r" (?:[-+*/%&|^?:<>=!]+) ", inner[1:-1])
                                    if p.count("(") == p.count(")")]
            callee = re.search(r"\w$", lines[i][:begin])
            for new in dict.fromkeys(smaller):
                if len(new) < len(inner):
                    yield lines[:i] + [lines[i][:begin] + (f"({new})" if callee else new) + lines[i][end:]] + lines[i + 1:]


def one_pass(args, lines, wanted, extra, folder, candidates, progress):
    """Tries every candidate once; after a success it goes on where it was, in the smaller program."""
    at = 0
    while True:
        new = next(itertools.islice(candidates(lines), at, None), None)
        if new is None:
            return lines
        if way(args, "\n".join(new) + "\n", extra, folder) == wanted:
            lines = new
            progress(lines)
        else:
            at += 1


def main(args, extra):
    text = pathlib.Path(args.shrink).read_text()
    target = pathlib.Path(args.shrink).with_suffix(".min.c")
    progress = lambda lines: target.write_text("\n".join(lines) + "\n")     # what we have if we are interrupted
    with tempfile.TemporaryDirectory(prefix="shrike-random-") as name:
        folder = pathlib.Path(name)
        wanted = way(args, text, extra, folder)
        if wanted is None:
            extra = extra + ["--no-simplify"]
            wanted = way(args, text, extra, folder)
        if wanted is None:
            print("shrike is right about this program")
            return 1
        lines, before = text.splitlines(), None
        while lines != before:
            before = lines
            for candidates in (removals, simplifications):
                lines = one_pass(args, lines, wanted, extra, folder, candidates, progress)
    progress(lines)
    print(f"{target}: {len(lines)} lines, {' '.join(extra)} {wanted}")
    return 0
