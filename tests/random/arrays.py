"""Random programs about arrays: written and read at places that depend on inputs, in the elements' own width and in
others, before and behind joins, by pointer, in pieces (memcpy, memset) and from one array into the other. Sizes lie
on both sides of the limits at which shrike changes its ways of keeping an object (bytes, tables, solver arrays)."""

import random

import sites
from program import HEADER, Program

SIZES = (5, 18, 31, 48, 60, 140, 300, 520, 1100, 5000)
ELEMENTS = {"unsigned char": 1, "short": 2, "int": 4, "long": 8, "struct cell": 8}
PLACES = ("static", "static", "local", "heap")
KINDS = ("differs", "differs", "differs", "error", "error", "at_most", "among", "table")
ROUNDS = 3


class Array:
    def __init__(self, name, rng):
        self.name, self.n, self.place = name, rng.choice(SIZES), rng.choice(PLACES)
        self.element = rng.choice(list(ELEMENTS))
        self.bytes = self.n * ELEMENTS[self.element]


class Arrays:
    def __init__(self, rng):
        self.rng, self.lines, self.sites, self.depth = rng, list(HEADER), [], 0
        self.arrays = [Array(f"a{i}", rng) for i in range(rng.choice([1, 1, 1, 2]))]
        self.inputs, self.counters = [], []

    def emit(self, text):
        self.lines.append("    " * self.depth + text)

    def chance(self, p):
        return self.rng.random() < p

    def index(self, n):
        """Below n."""
        r = self.rng
        x, y = r.choice(self.inputs), r.choice(self.inputs + self.counters)
        return r.choice([str(r.randrange(n)), str(r.randrange(min(n, 4))), f"{x} % {n}u", f"({x} * {r.randrange(1, 50)}u + {r.randrange(n)}u) % {n}u",
                         f"({x} ^ {y}) * {r.randrange(1, 30)}u % {n}u", f"({x} > {r.randrange(8)}u ? {r.randrange(n)}u : {y} % {n}u)"])

    def cell(self):
        """An lvalue in some array."""
        r, a = self.rng, self.rng.choice(self.arrays)
        if self.chance(0.3):
            other = r.choice([t for t in ELEMENTS if ELEMENTS[t] <= a.bytes])
            text = f"(({other} *)(void *){a.name})[{self.index(a.bytes // ELEMENTS[other])}]"
        else:
            other, text = a.element, f"{a.name}[{self.index(a.n)}]"
        return f"{text}.{r.choice('ncds')}" if other == "struct cell" else text

    def value(self):
        r = self.rng
        return r.choice([*self.inputs, *self.counters, str(r.randrange(300)), "(int)s", self.cell()])

    def write(self):
        r = self.rng
        return r.choice([f"{self.cell()} = {self.value()};", f"{self.cell()} = {self.value()};", f"{self.cell()} ^= {r.randrange(1, 200)};",
                         f"{self.cell()}++;" if self.chance(0.5) else f"s += (unsigned){self.cell()};"])

    def read(self):
        return f"s = s * 31u + (unsigned){self.cell()};"

    def piece(self):
        """memset or memcpy within bounds; the two pieces of a copy do not overlap."""
        r, a = self.rng, self.rng.choice(self.arrays)
        half = a.bytes // 2
        length = r.choice([str(r.randint(1, min(half, 40))), f"{r.choice(self.inputs)} % {min(half, 20) + 1}u"])
        room = half - min(half, 40)
        if self.chance(0.5):
            return f"memset((char *){a.name} + {self.index(room + 1)}, {r.randrange(256)}, {length});"
        there, here = ("", f"{half} + ") if self.chance(0.5) else (f"{half} + ", "")
        return f"memcpy((char *){a.name} + {there}({self.index(room + 1)}), (char *){a.name} + {here}({self.index(room + 1)}), {length});"

    def pointer(self):
        """A pointer into an array, which moves."""
        a = self.rng.choice([a for a in self.arrays if a.element != "struct cell"] or [None])
        if not a or a.n < 6:
            return self.write()
        return f"{{ {a.element} *p = {a.name} + {self.index(a.n - 4)}; *p = {self.value()}; p += {self.rng.randint(0, 3)}; s += (unsigned)*p; p[0] = 7; }}"

    def site(self):
        r, number = self.rng, len(self.sites)
        kind = r.choice(KINDS)
        text = f"(int)(s & {15 if kind == 'table' else r.choice([63, 255, 1023])}u)"
        if self.chance(0.3) and kind != "table":
            text = f"(int)({self.cell()} & 255)"
        self.sites.append(sites.Site(number, kind, f"({text})", f"@{number}@"))
        self.emit(f"@{number}@")

    def statement(self, level=0):
        r, form = self.rng, self.rng.random()
        if form < 0.3:
            self.emit(self.write())
        elif form < 0.55:
            self.emit(self.read())
        elif form < 0.62:
            self.emit(self.piece())
        elif form < 0.7:
            self.emit(self.pointer())
        elif form < 0.75:
            self.site()
        elif level < 2 and form < 0.92:
            self.block(f"if ({r.choice(self.inputs)} {r.choice(['<', '==', '&', '>'])} {r.randrange(1, 15)}u) {{", level)
            if self.chance(0.5):
                self.lines[-1] += " else {"
                self.body(level)
        elif level < 1:
            i = f"i{len(self.lines)}"
            self.counters.append(i)
            self.block(f"for (unsigned {i} = 0; {i} < {r.choice([str(ROUNDS), '2', f'({r.choice(self.inputs)} & {ROUNDS}u)'])}; {i}++) {{", level)
            self.counters.remove(i)
        else:
            self.emit(self.write())

    def block(self, head, level):
        self.emit(head)
        self.body(level)

    def body(self, level):
        self.depth += 1
        for _ in range(self.rng.randint(1, 2)):
            self.statement(level + 1)
        self.depth -= 1
        self.emit("}")

    def start(self):
        r = self.rng
        self.emit("struct cell { int n; char c, d; short s; };")
        for a in self.arrays:
            if a.place == "static":
                self.emit(f"static {a.element} {a.name}[{a.n}]" + (f" = {{{r.randrange(9)}}};" if self.chance(0.3) else ";"))
        self.emit("int main(void) {")
        self.depth = 1
        for name, n in zip("xy", r.choice([(16, 16), (8, 32), (64, 4)])):
            self.emit(f"DOMAIN(0, {n}, 1) unsigned {name} = __VERIFIER_nondet_uint();")
            self.emit(f"__VERIFIER_assume({name} < {n}u);")
            self.inputs.append(name)
        for a in self.arrays:
            if a.place == "local":
                self.emit(f"{a.element} {a.name}[{a.n}]; memset({a.name}, {r.randrange(3)}, sizeof {a.name});")
            elif a.place == "heap":
                self.emit(f"{a.element} *{a.name} = calloc({a.n}, sizeof *{a.name});")
        self.emit("unsigned s = 1;")

    def make(self):
        self.start()
        for _ in range(self.rng.randint(3, 8)):
            self.statement()
        for _ in range(2):
            self.emit(self.read())
        self.site()
        for a in self.arrays:
            if a.place == "heap":
                self.emit(f"free({a.name});")
        self.emit("FINISH(chk)")
        self.emit("return 0;")
        self.depth = 0
        self.emit("}")


class ArrayProgram(Program):
    def __init__(self, seed):
        self.rng = random.Random(f"shrike arrays {seed}")
        made = Arrays(self.rng)
        made.make()
        self.template, self.sites = made.lines, made.sites
