"""Sites: the places of a program that may go wrong. A site watches an expression. The program is first run with
all inputs to see the values; then the site is written so that it holds for all of them by a hair, or fails for the
rarest of them."""

from dataclasses import dataclass

from choose import number, pick, top
import expr as E
import faults


@dataclass
class Site:
    number: int
    kind: str
    text: str       # of the watched expression, without side effects
    line: str       # how it stands in the program until it is written


def add(g, scope, kind=None, watched=None):
    number = len(g.sites)
    if number >= 60:
        return g.assign(scope)
    kind = kind or choose_kind(g.rng, g.style)
    value = watched or g.expression(scope, g.rng.choice([0, 1, 2, 3]), calls=False)
    if kind in SMALL:
        value = E.below(value, 4 if kind == "function" else g.rng.choice([4, 8, 16]))
    site = Site(number, kind, value.text, f"@{number}@")
    g.sites.append(site)
    g.emit(site.line)
    g.charge(5)
    return None


# ---- how a site is written: (rng, text, seen, wrong) -> lines; seen is a list of (value, count), rarest first ----

def differs(rng, text, seen, wrong):
    return [f"assert((long long){text} != {number(pick(rng, seen, wrong))});"]


def at_most(rng, text, seen, wrong):
    values = sorted(v for v, _ in seen)
    return [f"assert((long long){text} <= {number(values[-1] - wrong)});"]


def at_least(rng, text, seen, wrong):
    values = sorted(v for v, _ in seen)
    return [f"assert((long long){text} >= {number(values[0] + wrong)});"]


def among(rng, text, seen, wrong):
    if len(seen) > 8:
        return differs(rng, text, seen, wrong)
    values = sorted(v for v, _ in (seen[1:] if wrong else seen))
    return ["assert(" + " || ".join(f"(long long){text} == {number(v)}" for v in values) + ");"]


def error(rng, text, seen, wrong):
    return [f"if ((long long){text} == {number(pick(rng, seen, wrong))}) {{", "    reach_error();", "}"]


def quotient(rng, text, seen, wrong):
    # unsigned, lest the difference overflows
    by = f"((unsigned long)(long long){text} - (unsigned long){number(pick(rng, seen, wrong))})"
    return [f"sink += 1000ul {rng.choice('/%')} {by};"]


def signed_quotient(rng, text, seen, wrong):
    if any(abs(v) > 1 << 30 for v, _ in seen):
        return quotient(rng, text, seen, wrong)
    k = pick(rng, seen, wrong)
    return [f"sink += {rng.choice(['1000', '-77'])} {rng.choice('/%')} ((long long){text} - {number(k)});"]


def oversized(rng, text, seen, wrong):
    width, one = rng.choice([(32, "1u"), (64, "1ul"), (32, "-5"), (128, "(unsigned __int128)3")])
    op = ">>" if one == "-5" else rng.choice(["<<", ">>"])
    return [f"sink += (unsigned long)({one} {op} ({text} + {width - 1 - top(seen) + wrong}));"]


def table(rng, text, seen, wrong):
    n = top(seen) + 1 - wrong
    kind = rng.choice(["int", "short", "unsigned char", "long"])
    where = rng.choice(["local", "static", "heap", "pointer", "write", "struct"])
    if where == "heap":
        return ["{", f"    {kind} *t = calloc({n}, sizeof *t);", f"    sink += (unsigned long)t[{text}];", "    free(t);", "}"]
    if where == "struct":
        return ["{", f"    struct {{ short a; char b[2]; }} t[{n}];", "    memset(t, 3, sizeof t);",
                f"    sink += (unsigned long)t[{text}].a;", "}"]
    static = "static " if where == "static" else ""
    access = {"pointer": f"sink += (unsigned long)*(p + {text});", "write": f"p[{text}] = 7;"}.get(
        where, f"sink += (unsigned long)t[{text}];")
    point = [f"    {kind} *p = t;"] if "p" in access.split("(unsigned long)")[-1] and where in ("pointer", "write") else []
    return ["{", f"    {static}{kind} t[{n}] = {{1}};", *point, f"    {access}", "    sink += (unsigned long)t[0];", "}"]


def copies(rng, text, seen, wrong):
    n = max(1, top(seen) - wrong)
    source = rng.choice(["memset(t, 1, {0});", "memcpy(t, from, {0});", "memmove(t, from, {0});"])
    return ["{", f"    unsigned char t[{n}], from[16] = {{5}};", "    t[0] = 0;", f"    {source.format(text)}",
            "    sink += t[0];", "}"]


def null(rng, text, seen, wrong):
    k = number(pick(rng, seen, wrong))
    if rng.random() < 0.5:
        return ["{", "    int x = 3, *p = &x;", f"    if ((long long){text} == {k}) p = 0;", "    *p = 5;",
                "    sink += (unsigned long)x;", "}"]
    return ["{", f"    int x = 3, *p = (long long){text} == {k} ? 0 : &x;", "    sink += (unsigned long)*p;", "}"]


def dangling(rng, text, seen, wrong):
    k = number(pick(rng, seen, wrong))
    test = f"(long long){text} == {k}"
    if rng.random() < 0.5:
        return ["{", "    int *p = malloc(sizeof *p);", "    *p = 1;", f"    int f = {test};", "    if (f) free(p);",
                "    sink += (unsigned long)*p;", "    if (!f) free(p);", "}"]
    return ["{", "    char *p = malloc(3), *q = p;", f"    if ({test}) free(q);", "    free(p);", "}"]


def inside_free(rng, text, seen, wrong):
    k = number(pick(rng, seen, wrong))
    return ["{", "    char *p = malloc(8);", f"    if ((long long){text} == {k}) p += 1;", "    free(p);", "}"]


def scoped(rng, text, seen, wrong):
    k = number(pick(rng, seen, wrong))
    return ["{", "    int x = 1, *p = &x;", "    {", "        int y = 2;", f"        if ((long long){text} == {k}) p = &y;",
            "        sink += (unsigned long)y;", "    }", "    sink += (unsigned long)*p;", "}"]


def function(rng, text, seen, wrong):
    k = pick(rng, seen, wrong)
    entries = ["0" if i == k else f"op{rng.randrange(4)}" for i in range(4)]
    return ["{", f"    int (*t[4])(int) = {{{', '.join(entries)}}};", f"    sink += (unsigned long)t[{text}](3);", "}"]


# name -> (check, writer)
KINDS = {"differs": ("assert", differs), "at_most": ("assert", at_most), "at_least": ("assert", at_least),
         "among": ("assert", among), "error": ("assert", error), "quotient": ("div", quotient),
         "signed_quotient": ("div", signed_quotient), "oversized": ("shift", oversized), "table": ("memory", table),
         "copies": ("memory", copies), "null": ("memory", null), "dangling": ("memory", dangling),
         "inside_free": ("memory", inside_free), "scoped": ("memory", scoped), "function": ("memory", function),
         **faults.FAULTS}
SMALL = {"oversized", "table", "copies", "function"} | faults.SMALL


def choose_kind(rng, style):
    """Of the checks that are asked for; those with many ways to fail twice as often."""
    check = rng.choice([c for c in style.checks for _ in range(2 if c in ("memory", "leak", "uninit") else 1)])
    check = "leak" if check == "cleanup" else check
    able = [k for k, (of, _) in KINDS.items() if of == check]
    return rng.choice([k for k in able if style.pending or k not in faults.PENDING] or able)


# a site that no input reaches
NEVER = {"assert": ["reach_error();"], "memory": ["*(volatile int *)0 = 1;"], "div": ["sink /= sink - sink;"],
         "shift": ["sink <<= 64 + (sink & 1);"], "overflow": ["sink += (unsigned long)((int)(sink & 1) + 2147483647);"],
         "leak": ["fresh(3);"], "uninit": ["{", "    int u;", "    if (u == 3) sink++;", "}"], "abort": ["abort();"], "cast": ["sink += (unsigned char)(300.0 + (double)sink);"]}


LEAST = {"table": 1, "copies": 2, "across": 1, "grown": 1, "flexible": 1, "string": 1, "unended": 1, "matrix": 1,
         "overflow": 1, "unset_element": 1, "member": 1}   # what the greatest value must be, for a site that fails


def can_fail(site, seen):
    return len(seen) >= 2 and top(seen) >= LEAST.get(site.kind, 0)


def write(rng, sites, probes, unsafe):
    """The lines of every site: {number: lines}. `unsafe` is how many shall fail."""
    seen = {s.number: sorted(probes.get(str(s.number), []), key=lambda vc: (vc[1], vc[0])) for s in sites}
    able = [s.number for s in sites if can_fail(s, seen[s.number])]
    # the rarer, the better
    able.sort(key=lambda n: seen[n][0][1] / sum(c for _, c in seen[n]))
    wrong = set(rng.sample(able[:max(unsafe, len(able) // 2 + 1)], min(unsafe, len(able)))) if able else set()
    result = {}
    for s in sites:
        values = seen[s.number]
        result[s.number] = KINDS[s.kind][1](rng, s.text, values, s.number in wrong) if values else NEVER[KINDS[s.kind][0]]
    return result
