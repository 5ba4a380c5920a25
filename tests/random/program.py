"""One random program: a template with sites, from a seed; and the text once the sites are written."""

from dataclasses import dataclass
import random

import expr as E
import oracle
import sites
from gen import Gen
from scope import Array, Field, Function, Pointer, Scope, Struct, Var

HEADER = """#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef RANDOM_HARNESS
#define DOMAIN(lo, n, step)
#define UNINIT(variable)
#define FINISH(sum)
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
extern void klee_make_symbolic(void *p, size_t n, const char *name);
extern void klee_assume(unsigned long condition);
#endif
unsigned long chk = 1, sink;
struct node { long value; struct node *next; };
struct flex { int n; short d[]; };
jmp_buf place;
static void use(int *p) { sink += (unsigned long)*p; }
static void drop(void *p) { free(p); }
static char *fresh(int n) { return malloc((unsigned)n); }
static int *keep(int *p, int own) { int local = 3; return own ? &local : p; }
static unsigned total(int n, ...) {
    va_list ap;
    unsigned t = 0;
    va_start(ap, n);
    for (int k = 0; k < n; k++) t += k % 2 ? (unsigned)va_arg(ap, long) : (unsigned)va_arg(ap, int);
    va_end(ap);
    return t;
}
static unsigned odd(unsigned n);
static unsigned even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static unsigned odd(unsigned n) { return n == 0 ? 0 : even(n - 1) ^ (chk & 2); }
static void jump(int value) { if (value) longjmp(place, value); sink++; }
""".splitlines()


@dataclass
class Style:
    size: int           # statements of a function
    bits: int           # of input
    functions: int
    statics: bool
    uninit: bool
    checks: tuple
    pending: bool = False   # also what shrike is known to be wrong about


def choose_style(rng, uninit, most_bits, checks, pending, small):
    size = rng.randint(3, 7) if small else rng.randint(20, 40) if rng.random() < 0.25 else rng.randint(6, 18)
    return Style(size=size, bits=min(5 if small else most_bits, rng.choice([2, 4, 6, 8, 10, 12])), functions=rng.randint(0, 1 if small else 3),
                 statics=rng.random() < 0.5, uninit=uninit, checks=tuple(checks), pending=pending)


def add_structs(g):
    for _ in range(g.rng.randint(0, 2)):
        fields = []
        for _ in range(g.rng.randint(1, 4)):
            kind, what = g.kind(), g.rng.random()
            name = g.name("f")
            if what < 0.25 and kind not in (E.BOOL,) and kind.bits <= 32:
                fields.append(Field(name, E.INT if kind.signed else E.UINT, width=g.rng.randint(1, 31)))
            elif what < 0.45:
                fields.append(Field(name, kind, n=g.rng.randint(2, 4)))
            elif what < 0.6 and g.structs:
                fields.append(Field(name, g.rng.choice(g.structs), n=g.rng.choice([0, 0, 2])))
            else:
                fields.append(Field(name, kind))
        struct = Struct(g.name("S"), fields)
        g.structs.append(struct)
        for line in struct.declaration():
            g.emit(line)


def add_globals(g, scope):
    for _ in range(g.rng.randint(1, 4)):
        kind, static = g.kind(), g.rng.choice(["", "static "])
        if g.chance(0.6):
            v = Var(g.name("g"), kind)
            g.emit(f"{static}{'volatile ' if g.chance(0.05) else ''}{kind.name} {v.text} = {g.rng.randint(0, 100)};")
            scope.scalars.append(v)
            v.addressable = "volatile" not in g.lines[-1]
        else:
            a = Array(g.name("g"), g.rng.choice([2, 3, 4, 8, 16]), kind, writable=g.chance(0.7))
            values = ", ".join(str(g.rng.randint(0, 127)) for _ in range(g.rng.randint(1, a.n)))
            g.emit(f"{static}{'' if a.writable else 'const '}{kind.name} {a.text}[{a.n}] = {{{values}}};")
            scope.arrays.append(a)
    for struct in g.structs:
        for _ in range(g.rng.randint(1, 2)):
            if g.chance(0.3):
                text = g.name("g")
                g.emit(f"struct {struct.name} {text}[2];")
                scope.add_struct(f"{text}[0]", struct)
                scope.add_struct(f"{text}[1]", struct)
            else:
                text = g.name("g")
                g.emit(f"struct {struct.name} {text};")
                scope.add_struct(text, struct)
    if g.chance(0.3):
        name = g.name("g")
        g.emit(f"enum colour {{ RED, GREEN = {g.rng.randint(1, 4)}, BLUE, DARK = {g.rng.randint(-9, -1)} }};")
        g.emit(f"enum colour {name} = BLUE;")
        scope.scalars.append(Var(name, E.INT, addressable=False))


def add_operations(g):
    bodies = ["x ^ 5", "(int)((unsigned)x * 3u)", "x > 7 ? 1 : x & 3", "(signed char)x"]
    for i, body in enumerate(bodies):
        g.emit(f"static int op{i}(int x) {{ return {body}; }}")
    if g.chance(0.5):
        n = g.rng.choice([2, 3, 4])
        entries = ", ".join(f"op{g.rng.randrange(4)}" for _ in range(n))
        g.emit(f"static int (*const ops[{n}])(int) = {{{entries}}};")
        g.table = (n, "ops")


def add_parameters(g, scope):
    """(list of parameter kinds, their C text); names them in the scope"""
    params, texts = [], []
    for _ in range(g.rng.randint(0, 3)):
        kind, name, what = g.kind(), g.name("x"), g.rng.random()
        if what < 0.6 or (what >= 0.8 and not g.structs):
            params.append(kind)
            texts.append(f"{kind.name} {name}")
            scope.scalars.append(Var(name, kind))
        elif what < 0.8:
            params.append(("pointer", kind))
            texts.append(f"{kind.name} *{name}")
            scope.pointers.append(Pointer(name, kind))
        else:
            struct, by = g.rng.choice(g.structs), g.rng.choice(["struct", "structptr"])
            params.append((by, struct))
            texts.append(f"struct {struct.name} {'*' if by == 'structptr' else ''}{name}")
            scope.add_struct(name if by == "struct" else f"(*{name})", struct)
    return params, texts


def add_function(g, outer):
    scope = outer.inner()
    name, g.result = g.name("fn"), g.kind()
    params, texts = add_parameters(g, scope)
    recursive = g.chance(0.2)
    deep = g.rng.randint(2, 4)
    if recursive:
        params.insert(0, ("depth", deep))
        texts.insert(0, "int depth")
        scope.scalars.append(Var("depth", E.INT, writable=False, bounds=(0, deep), addressable=False))
    g.cost, g.size, result = 0, g.style.size // 3, g.result
    g.open(f"static {result.name} {name}({', '.join(texts) or 'void'})")
    if recursive:
        g.emit(f"if (depth <= 0) return {g.expression(scope, 1, calls=False).text};")
    g.block(scope, 2, 4)
    value = g.expression(scope, 2, calls=False)
    if recursive:
        again = ", ".join(["depth - 1"] + [t.split()[-1].lstrip("*") for t in texts[1:]])
        value = E.arithmetic("^", value, E.whole(f"{name}({again})", result))
    g.emit(f"return {value.text};")
    g.close()
    g.functions.append(Function(name, result, params, (g.cost + 3) * (deep + 1 if recursive else 1), recursive))
    g.result = None


def add_input(g, scope, bits):
    """An input of 2^bits values at the start of main."""
    name, n, r = g.name("n"), 1 << bits, g.rng
    kinds = [(E.CHAR, "char"), (E.UCHAR, "uchar"), (E.SHORT, "short"), (E.USHORT, "ushort"), (E.INT, "int"),
             (E.UINT, "uint"), (E.LONG, "long"), (E.ULONG, "ulong")]
    kind, suffix = r.choice([k for k in kinds if k[0].max >= 2 * n])
    form = r.random()
    call = f"__VERIFIER_nondet_{suffix}()"
    bounds = None
    if bits == 1 and form < 0.5:
        kind = E.BOOL
        g.emit(f"DOMAIN(0, 2, 1) _Bool {name} = __VERIFIER_nondet_bool();")
    elif form < 0.3:
        bounds = (0, n - 1)
        g.emit(f"DOMAIN(0, {n}, 1) {kind.name} {name} = {call} & {n - 1};")
    elif form < 0.45:
        step = r.choice([2, 3, 5])
        if step * n > kind.max:
            step = 1
        g.emit(f"DOMAIN(0, {n}, {step}) {kind.name} {name} = {call};")
        g.emit(f"__VERIFIER_assume({name} >= 0 && {name} < {step * n} && {name} % {step} == 0);")
        bounds = (0, step * n)
    else:
        lo = r.choice([0, 0, 1, 10, -(n // 2), kind.max - n + 1])
        lo = 0 if not kind.holds(lo, lo + n - 1) else lo
        bounds = (lo, lo + n - 1)
        domain = lo if lo < 1 << 63 else lo - (1 << 64)     # the driver counts in long long
        g.emit(f"DOMAIN({E.literal(domain, E.LLONG).text}, {n}, 1) {kind.name} {name} = {call};")
        top = f" && {name} <= {E.literal(lo + n - 1, kind if kind.rank > 2 else E.INT).text}" if lo + n - 1 < kind.max else ""
        bottom = f"{name} >= {E.literal(lo, kind if kind.rank > 2 else E.INT).text}"
        g.emit(f"__VERIFIER_assume({bottom}{top});")
    writable = g.chance(0.3)
    scope.scalars.append(Var(name, kind, writable=writable, bounds=None if writable else bounds, addressable=writable))


def add_main(g, outer):
    scope = outer.inner()
    g.cost = g.size = 0
    g.open("int main(void)")
    while g.input_bits < g.style.bits and not (g.input_bits and g.chance(0.15)):
        bits = min(g.style.bits - g.input_bits, g.rng.choice([1, 2, 3, 4, 6]))
        g.input_bits += bits
        add_input(g, scope, bits)
    for v in [v for v in outer.scalars if v.writable] + [Var(f"{a.text}[{g.rng.randrange(a.n)}]", a.type) for a in outer.arrays if a.writable]:
        if g.chance(0.4):
            g.emit(f"{v.text} = {g.expression(scope, 1, calls=False).text};")
    for _ in range(g.rng.randint(4, g.style.size // 2 + 4)):
        g.statement(scope, 3)
    for _ in range(g.rng.randint(1, 3)):
        sites.add(g, scope)
    if "assert" in g.style.checks:
        sites.add(g, scope, "differs", E.arithmetic("&", E.whole("chk", E.ULONG), E.literal(63)))
    g.emit("FINISH(chk)")
    g.emit("return 0;")
    g.close()


class Program:
    """`template` holds @N@ where site N is written."""

    def __init__(self, seed, uninit=False, most_bits=12, checks=oracle.DEFAULT, pending=False, small=False):
        rng = random.Random(f"shrike random {seed}{' uninit' if uninit else ''} {','.join(checks)}{' small' if small else ''}")
        g = Gen(rng, choose_style(rng, uninit, most_bits, checks, pending, small))
        g.lines = list(HEADER)
        g.globals = Scope()
        # what depends on everything: reading it ties later branches to earlier ones
        g.globals.scalars.append(Var("chk", E.ULONG, writable=False, addressable=False))
        add_structs(g)
        add_globals(g, g.globals)
        add_operations(g)
        for _ in range(g.style.functions):
            add_function(g, g.globals)
        add_main(g, g.globals)
        self.template, self.sites, self.rng = g.lines, g.sites, rng

    def _fill(self, lines):
        out = []
        for line in self.template:
            bare = line.strip()
            if bare.startswith("@"):
                pad = line[:len(line) - len(bare)]
                out += [pad + new for new in lines[int(bare.strip("@"))]]
            else:
                out.append(line)
        return "\n".join(out) + "\n"

    def probing(self):
        """The text that watches values; each site still takes what it takes in the end."""
        return self._fill({s.number: [f"PROBE({s.number}, {s.text});"] for s in self.sites})

    def final(self, probes):
        unsafe = self.rng.choice([0, 0, 1, 1, 2])
        return self._fill(sites.write(self.rng, self.sites, probes, unsafe))
