"""More ways to go wrong, for sites (sites.py): (rng, text, seen, wrong) -> lines. Each must fail in one line, natively
and for shrike, and only for the check that it is listed under."""

from choose import number, pick, top

PAGE = 4096


def test_of(rng, text, seen, wrong):
    return f"(long long){text} == {number(pick(rng, seen, wrong))}"


def braced(*lines):
    return ["{", *[f"    {line}" for line in lines], "}"]


# ---- memory: large objects ---------------------------------------------------------------------

def large(rng, text, seen, wrong):
    """The last byte of an object of several pages, or the one behind it."""
    n = rng.choice([PAGE - 1, PAGE, PAGE + 1, 5000, 2 * PAGE, 9000])
    at = f"{n - 1 - top(seen) + wrong} + {text}"
    if rng.random() < 0.4:
        return braced(f"char *t = calloc({n}, 1);", f"t[{rng.randrange(n)}] = 1;", f"sink += (unsigned long)t[{at}];", "free(t);")
    static = rng.choice(["static ", ""])
    return braced(f"{static}char t[{n}];", f"char *p = t;", f"memset(t, {rng.randrange(3)}, {rng.choice([n, n, 0])});" if not static else
                  f"t[{rng.randrange(n)}] = 1;", rng.choice([f"p[{at}] = 1;", f"t[{at}] = 1;", f"*(p + {at}) = 2;"]), "sink += (unsigned long)t[0];")


def large_null(rng, text, seen, wrong):
    """NULL, after pages of a large object were in use; with or without an offset."""
    n, test = rng.choice([PAGE, 5000, 9000, 13000]), test_of(rng, text, seen, wrong)
    static = rng.choice(["static ", ""])
    k = rng.randrange(n)
    if rng.random() < 0.5:
        return braced(f"{static}struct {{ char pad[{n}]; int v; }} t, *p = &t;", "t.v = 3;", f"t.pad[{k}] = 1;", f"if ({test}) p = 0;",
                      rng.choice(["sink += (unsigned long)p->v;", "p->v = 4;", f"sink += (unsigned long)p->pad[{k}];"]))
    return braced(f"{static}char t[{n}], *p = t;", f"t[{k}] = 1;", f"if ({test}) p = 0;",
                  rng.choice([f"sink += (unsigned long)p[{rng.choice([0, k])}];", f"p[{rng.choice([0, k])}] = 1;"]), f"sink += (unsigned long)t[{k}];")


def across(rng, text, seen, wrong):
    """A copy that crosses a page and ends at the end of the object, or behind it."""
    n = rng.choice([PAGE + 3, PAGE + 20, 2 * PAGE + 1])
    begin = n - top(seen) + wrong
    return braced("static char from[64] = {1, 2, 3};", f"char *t = malloc({n});", f"memset(t, 0, {n});",
                  f"{rng.choice(['memcpy', 'memmove'])}(t + {begin}, from, {text});", f"sink += (unsigned long)t[{n - 1}];", "free(t);")


# ---- memory: the heap --------------------------------------------------------------------------

def moved(rng, text, seen, wrong):
    """A block after realloc has moved it."""
    test = test_of(rng, text, seen, wrong)
    n = rng.choice([8, 16, 5000])
    return braced("int *p = malloc(4), *q;", "*p = 1;", f"q = realloc(p, {n});", f"sink += (unsigned long)*({test} ? p : q);", "free(q);")


def freed_late(rng, text, seen, wrong):
    """Freed in a function or through another pointer, used afterwards."""
    test = test_of(rng, text, seen, wrong)
    form = rng.random()
    if form < 0.35:
        return braced("long *p = malloc(sizeof *p);", "*p = 2;", f"int f = {test};", "drop(f ? p : 0);", "*p = 3;", "if (!f) free(p);")
    if form < 0.7:
        return braced("struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);", "a->next = b;", "b->next = 0;", "b->value = 1;",
                      f"int f = {test};", "if (f) free(a->next);", "sink += (unsigned long)a->next->value;", "if (!f) free(b);", "free(a);")
    return braced("char *t[2] = {malloc(3), malloc(5)};", f"int f = {test};", "free(t[0]);", "free(t[f ? 0 : 1]);", "if (f) free(t[1]);")


def not_heap(rng, text, seen, wrong):
    """free of what malloc has not made"""
    test = test_of(rng, text, seen, wrong)
    return braced(f"{rng.choice(['static ', ''])}int x[2];", "int *p = malloc(8), *q = p;", f"if ({test}) q = x;", "free(q);", "if (q != p) free(p);")


def grown(rng, text, seen, wrong):
    """An index into a block that has shrunk or grown."""
    n = top(seen) + 1 - wrong
    kind = rng.choice(["short", "int", "long"])
    return braced(f"{kind} *p = malloc({rng.choice([1, 20])} * sizeof *p);", f"p = realloc(p, {n} * sizeof *p);", f"memset(p, 1, {n} * sizeof *p);",
                  f"sink += (unsigned long)p[{text}];", "free(p);")


def flexible(rng, text, seen, wrong):
    n = top(seen) + 1 - wrong
    return braced(f"struct flex *p = malloc(sizeof *p + {n} * sizeof p->d[0]);", f"p->n = {n};", f"for (int k = 0; k < {n}; k++) p->d[k] = (short)k;",
                  rng.choice([f"sink += (unsigned long)p->d[{text}];", f"p->d[{text}] = 1;"]), "free(p);")


# ---- memory: lifetimes -------------------------------------------------------------------------

def ended_block(rng, text, seen, wrong):
    """A variable of a block that has ended, perhaps while another block has its place."""
    test = test_of(rng, text, seen, wrong)
    again = rng.choice([["{", "    int z = 4;", "    sink += (unsigned long)z;", "    use(&z);", "}"], []])
    first = ["int x = 1, *p = &x;", "{", "    int y[2] = {2, 3};", f"    if ({test}) p = &y[1];", "    use(y);", "}"]
    if rng.random() < 0.4:
        first = ["int x = 1, *p = &x;", f"int f = {test};", "for (int k = 0; k < 2; k++) {", "    int y = k;", "    if (f) p = &y;", "    use(&y);", "}"]
    return braced(*first, *again, rng.choice(["sink += (unsigned long)*p;", "*p = 7;"]))


def left_block(rng, text, seen, wrong):
    """The same, where the block is left by goto or break."""
    test = test_of(rng, text, seen, wrong)
    return braced("int x = 1, *p = &x;", "do {", "    int y = 2;", f"    if ({test}) {{", "        p = &y;", "        break;", "    }", "    use(&y);", "} while (0);",
                  "sink += (unsigned long)*p;")


def ended_call(rng, text, seen, wrong):
    """A local variable of a function that has returned."""
    test = test_of(rng, text, seen, wrong)
    return braced("int x = 1;", f"int *p = keep(&x, {test});", rng.choice(["sink += (unsigned long)*p;", "*p = 5;"]))


# ---- memory: strings, tables -------------------------------------------------------------------

def string(rng, text, seen, wrong):
    """A string of so many characters, copied to where there is just enough room, or one byte less."""
    n = top(seen) + 1 - wrong
    how = rng.choice(["strcpy(t, s);", "strcat(t, s);", "sprintf(t, \"%s\", s);", "memcpy(t, s, strlen(s) + 1);", "memmove(t, s, strlen(s) + 1);"])
    where = [f"char *t = malloc({n});"] if rng.random() < 0.4 else [f"char t[{n}];"]
    return braced(f"char s[20];", f"for (int k = 0; k < (int){text}; k++) s[k] = 'a';", f"s[{text}] = 0;", *where, "t[0] = 0;", how,
                  "sink += (unsigned long)t[0];", *(["free(t);"] if "malloc" in where[0] else []))


def unended(rng, text, seen, wrong):
    """strlen of characters without an end"""
    n = top(seen) + 1 - wrong
    return braced(f"char t[{n}];", f"memset(t, 'a', {n});", f"if ({text} < {n}) t[{text}] = 0;",
                  "sink += strlen(t);")


def matrix(rng, text, seen, wrong):
    n = top(seen) + 1 - wrong
    return braced(f"{rng.choice(['static ', ''])}short t[{n}][3] = {{{{1, 2}}}};", f"sink += (unsigned long)t[{text}][{rng.randrange(3)}];")


def constant(rng, text, seen, wrong):
    """A write to a constant."""
    test = test_of(rng, text, seen, wrong)
    return braced("static const int c[2] = {1, 2};", "int x = 1;", f"int *p = {test} ? (int *)&c[1] : &x;", "*p = 3;", "sink += (unsigned long)x;")


def fields(rng, text, seen, wrong):
    """A function pointer in a struct, copied by value."""
    test = test_of(rng, text, seen, wrong)
    return braced("struct { int a; int (*f)(int); } s = {1, op0}, t;", f"if ({test}) s.f = 0;", "t = s;", "sink += (unsigned long)t.f(t.a);")


def member(rng, text, seen, wrong):
    """An array inside a struct, overrun within it."""
    n = top(seen) + 1 - wrong
    return braced(f"struct {{ int a[{n}]; int b[20]; }} s = {{{{1}}, {{2}}}};", f"sink += (unsigned long)s.a[{text}];")


def least_quotient(rng, text, seen, wrong):
    """INT_MIN / -1"""
    test = test_of(rng, text, seen, wrong)
    return braced("int v = -2147483647 - 1;", f"int by = {test} ? -1 : 7;", f"sink += (unsigned long)(v {rng.choice('/%')} by);")


# ---- overflow ----------------------------------------------------------------------------------

def overflow(rng, text, seen, wrong):
    kind = rng.choice(["int", "long"])
    limit = (1 << (31 if kind == "int" else 63)) - 1
    suffix = "" if kind == "int" else "l"
    most = top(seen)
    gap = limit - most + wrong
    form = rng.choice(["add", "sub", "mul", "inc", "set", "field"])
    if form == "sub":       # just above the least value
        return [f"sink += (unsigned long)(-{gap}{suffix} - ({kind}){text} - 1);"]
    if form == "mul" and most >= 2:
        by = limit // most + wrong
        return [f"sink += (unsigned long)(({kind}){text} * {by}{suffix});"]
    if form == "inc":
        return braced(f"{kind} v = ({kind}){text} + {gap - 1}{suffix};", "v++;", "sink += (unsigned long)v;")
    if form == "set":
        return braced(f"{kind} v = {gap}{suffix};", f"v += ({kind}){text};", "sink += (unsigned long)v;")
    if form == "field":
        return braced(f"struct {{ char c; {kind} v[2]; }} s = {{0, {{0, {gap}{suffix}}}}};", f"s.v[1] = s.v[1] + ({kind}){text};", "sink += (unsigned long)s.v[1];")
    return [f"sink += (unsigned long)(({kind}){text} + {gap}{suffix});"]


def negated(rng, text, seen, wrong):
    test = test_of(rng, text, seen, wrong)
    least = rng.choice(["-2147483647 - 1", "(-9223372036854775807l - 1)"])
    kind = "int" if least[1] == "2" else "long"
    return braced(f"{kind} v = {test} ? {least} : -7;", rng.choice(["sink += (unsigned long)-v;", "v--;", "v = v - 1;"]))


# ---- leaks -------------------------------------------------------------------------------------

def unfreed(rng, text, seen, wrong):
    test = test_of(rng, text, seen, wrong)
    make = rng.choice(["malloc(4)", "calloc(1, 9)", "realloc(malloc(2), 6)", "fresh(7)"])
    return braced(f"char *p = {make};", "p[0] = 1;", f"if (!({test})) free(p);")


def overwritten(rng, text, seen, wrong):
    """The only pointer, a static one, is lost; or it keeps the block to the end."""
    test = test_of(rng, text, seen, wrong)
    lose = rng.choice([f"if ({test}) held = 0;", f"held = {test} ? 0 : held;", f"if ({test}) held = (char *)&sink;"])
    free = ["if (held && held != (char *)&sink) free(held);"]
    return braced("static char *held;", *free, "held = malloc(5);", lose, *(free + ["held = 0;"] if rng.random() < 0.6 else []))


def inner_pointer(rng, text, seen, wrong):
    """A pointer into the block keeps it."""
    test = test_of(rng, text, seen, wrong)
    free = "if (held) free(held - 2);"
    return braced("static char *held;", free, "held = malloc(6);", "held += 2;", f"if ({test}) held = 0;",
                  *([free, "held = 0;"] if rng.random() < 0.6 else []))


def ring(rng, text, seen, wrong):
    """Nodes that only point to one another."""
    test = test_of(rng, text, seen, wrong)
    return braced("struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);", "a->next = b;", "b->next = a;", f"int f = {test};",
                  "if (!f) free(a->next);", "if (!f) free(a);")


def chain(rng, text, seen, wrong):
    """A list kept by a global pointer, cut in the middle."""
    test = test_of(rng, text, seen, wrong)
    return braced("static struct node *list;", "while (list) {", "    struct node *rest = list->next;", "    free(list);", "    list = rest;", "}",
                  "for (int k = 0; k < 3; k++) {", "    struct node *front = malloc(sizeof *front);", "    front->value = k;",
                  "    front->next = list;", "    list = front;", "}", f"if ({test}) list->next = 0;")


def last_words(rng, text, seen, wrong):
    """A block lost where the program ends early."""
    test = test_of(rng, text, seen, wrong)
    end = rng.choice(["exit(0);", "exit(3);", "abort();"])
    return braced("static char *held;", "held = malloc(3);", f"if ({test}) {{", "    held = 0;", f"    {end}", "}", "free(held);", "held = 0;")


# ---- uninitialised storage ---------------------------------------------------------------------

def unset(rng, text, seen, wrong):
    test = test_of(rng, text, seen, wrong)
    kind = rng.choice(["int", "unsigned char", "short", "long"])
    use = rng.choice(["if (u == 1) sink++;", "if (u > 3) sink += 2;", "while (u > 100) u = 0;"])
    return braced(f"{kind} u;", f"if (!({test})) u = 1;", use)


def unset_element(rng, text, seen, wrong):
    n = top(seen) + 1
    first = ["unsigned char t[16];"] if rng.random() < 0.5 else ["unsigned char *t = malloc(16);"]
    return braced(*first, f"memset(t, 1, {n - wrong});", f"if (t[{text}] == 1) sink++;", *(["free(t);"] if "malloc" in first[0] else []))


def unset_union(rng, text, seen, wrong):
    test = test_of(rng, text, seen, wrong)
    return braced("union { unsigned char c; int i; } u;", "u.c = 1;", f"if (!({test})) u.i = 4;", "if (u.i > 3) sink++;")


def unset_field(rng, text, seen, wrong):
    test = test_of(rng, text, seen, wrong)
    return braced("struct { int a; short b; } s, t;", "s.a = 1;", f"if (!({test})) s.b = 2;", "t = s;" if rng.random() < 0.5 else "memcpy(&t, &s, sizeof t);",
                  f"if (t.{'b' if wrong else rng.choice('ab')} == 1) sink++;")


def masked(rng, text, seen, wrong):
    """Bits that nobody set are passed on, but masked before anything depends on them; or not."""
    test = test_of(rng, text, seen, wrong)
    return braced("unsigned char s[4], t[4];", "s[0] = 1, s[1] = 2;", "memcpy(t, s, 4);", "unsigned v = t[0] | t[1] << 8 | t[2] << 16;",
                  f"if ((v & ({test} ? 0xfffff : 0xffff)) == 513) sink++;")


def unset_again(rng, text, seen, wrong):
    """A variable of a loop's body is new in each round."""
    test = test_of(rng, text, seen, wrong)
    return braced(f"int f = {test};", "for (int k = 0; k < 2; k++) {", "    int u;", "    if (k == 0 || !f) u = 5;", "    if (u == 5) sink++;", "}")


def unset_index(rng, text, seen, wrong):
    test = test_of(rng, text, seen, wrong)
    return braced("int t[2] = {1, 2};", "unsigned u;", f"if (!({test})) u = 1;", "sink += (unsigned long)t[u & 1];")


# ---- abort -------------------------------------------------------------------------------------

def aborts(rng, text, seen, wrong):
    test = test_of(rng, text, seen, wrong)
    return [f"if ({test}) {{", "    abort();", "}"]


# ---- conversions -------------------------------------------------------------------------------

def cast(rng, text, seen, wrong):
    """A floating-point value at the edge of an integer type, whose fraction is cut off."""
    kind, most = rng.choice([("unsigned char", 255), ("short", 32767), ("int", 2147483647), ("unsigned", 4294967295)])
    least = rng.choice(["", "-"]) if kind in ("short", "int") else ""
    edge = most - top(seen) + wrong + (least == "-")
    return braced(f"double d = {least}({edge} + 0.5 + (double){text});", f"{kind} v = ({kind})d;", "sink += (unsigned long)v;")


def cast_none(rng, text, seen, wrong):
    """Not a number, or too much by far."""
    test = test_of(rng, text, seen, wrong)
    return braced(f"volatile double zero = 0, d = {test} ? {rng.choice(['0 / zero', '1e300', '1 / zero'])} : 1.5;", "sink += (unsigned long)(long)d;")


# name -> (check, writer); SMALL: the watched value is below 16 and the writer relies on its greatest value
FAULTS = {
    "large": ("memory", large), "large_null": ("memory", large_null), "across": ("memory", across), "moved": ("memory", moved),
    "freed_late": ("memory", freed_late), "not_heap": ("memory", not_heap), "grown": ("memory", grown), "flexible": ("memory", flexible),
    "ended_block": ("memory", ended_block), "left_block": ("memory", left_block), "ended_call": ("memory", ended_call),
    "string": ("memory", string), "unended": ("memory", unended), "matrix": ("memory", matrix), "constant": ("memory", constant),
    "fields": ("memory", fields),
    "overflow": ("overflow", overflow), "negated": ("overflow", negated),
    "unfreed": ("leak", unfreed), "overwritten": ("leak", overwritten), "inner_pointer": ("leak", inner_pointer), "ring": ("leak", ring),
    "chain": ("leak", chain), "last_words": ("leak", last_words),
    "unset": ("uninit", unset), "unset_element": ("uninit", unset_element), "unset_union": ("uninit", unset_union),
    "unset_field": ("uninit", unset_field), "unset_again": ("uninit", unset_again), "unset_index": ("uninit", unset_index),
    "aborts": ("abort", aborts), "cast": ("cast", cast), "cast_none": ("cast", cast_none),
    "member": ("memory", member), "least_quotient": ("div", least_quotient), "masked": ("uninit", masked),
}
# What shrike is known not to look for, or to be wrong about: only with --pending.
PENDING = set()  # of names
SMALL = {"large", "across", "grown", "flexible", "string", "unended", "matrix", "overflow", "unset_element", "member", "cast"}
