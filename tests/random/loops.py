"""Random programs about loops: several, one after the other or nested, with up to 60 rounds, counters, flags that a
certain round sets, state machines; errors that depend on what happened many rounds ago. For the engines that come
to an end with loops by a proof."""

import random

import sites
from program import HEADER, Program

ROUNDS = 60
KINDS = ["differs", "differs", "differs", "error", "error", "at_most", "at_least", "among", "table", "quotient"]


class Loops:
    def __init__(self, rng):
        self.rng, self.lines, self.sites, self.depth = rng, list(HEADER), [], 0
        self.vars, self.inputs, self.counters, self.names, self.room = [], [], [], 0, ROUNDS

    def emit(self, text):
        self.lines.append("    " * self.depth + text)

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def chance(self, p):
        return self.rng.random() < p

    def value(self):
        """Something to read, below 64."""
        r = self.rng
        from_inputs = [f"(unsigned){n}" for n in self.inputs]
        return r.choice([str(r.randint(0, 9)), r.choice(self.vars), r.choice(self.vars), *self.counters, *from_inputs])

    def condition(self):
        r = self.rng
        left, right = r.choice(self.vars + self.counters), r.choice([str(r.randint(0, 40)), str(r.randint(0, 12)), self.value()])
        if self.chance(0.15):
            return f"({left} & {r.choice([1, 3, 4])}u) == {r.randint(0, 1)}u"
        both = f" {r.choice(['&&', '||'])} {r.choice(self.vars)} {r.choice(['==', '!='])} {r.randint(0, 5)}u" if self.chance(0.25) else ""
        return f"{left} {r.choice(['==', '==', '!=', '<', '>', '>='])} {right}u{both}" if right.isdigit() else f"{left} {r.choice(['==', '<', '!='])} {right}{both}"

    def update(self):
        r, v = self.rng, self.rng.choice(self.vars)
        return r.choice([f"{v} = ({v} + {r.randint(1, 3)}) & 63;", f"{v} = ({v} + {self.value()}) & 63;", f"{v} = {self.value()};",
                         f"{v} = ({v} * 3 + 1) & 31;", f"{v} ^= {r.randint(1, 7)};", f"{v} = {v} ? {v} - 1 : {r.randint(0, 9)};",
                         f"if ({v} < {r.randint(3, 50)}) {v}++;", f"{v} = memory[{self.value()} & 3];",
                         f"memory[{self.value()} & 3] = {self.value()};", f"{v} = {self.condition()};", f"step(&{v});"])

    def site(self):
        r, number = self.rng, len(self.sites)
        if number >= 12:
            return
        parts = r.sample(self.vars, min(len(self.vars), 2)) + self.counters
        a, b = r.choice(parts), r.choice(parts)
        text = f"(int)({a} * 64u + {b})" if self.chance(0.6) else f"(int){a}"
        kind = r.choice(KINDS)
        if kind == "table":
            text = f"(int)({a} & 15u)"
        self.sites.append(sites.Site(number, kind, f"({text})", f"@{number}@"))
        self.emit(f"@{number}@")

    def machine(self):
        r, v = self.rng, self.rng.choice(self.vars)
        self.emit(f"switch ({v}) {{")
        for case in range(r.randint(2, 4)):
            self.emit(f"case {case}: if ({self.condition()}) {v} = {r.randint(0, 4)}; break;")
        self.emit(f"default: {self.update()} break;")
        self.emit("}")

    def statement(self):
        form = self.rng.random()
        if form < 0.5:
            self.emit(self.update())
        elif form < 0.75:
            self.emit(f"if ({self.condition()}) {self.update()}")
        elif form < 0.85:
            self.emit(f"if ({self.condition()}) {{ {self.update()} {self.update()} }} else {{ {self.update()} }}")
        elif form < 0.93:
            self.machine()
        else:
            self.site()

    def header(self, i, most):
        """Of a loop with at most so many rounds; the counter grows in its body or header."""
        r = self.rng
        limits = [str(r.randint(2, most)), str(most), f"({self.value()} & {min(63, max(3, most) // 2)})"]
        if self.inputs:
            n = r.choice(self.inputs)
            limits += [f"{n} * {max(1, most // 16)}u", f"({n} + {r.randint(0, 4)}u)"]
        limit = r.choice(limits)
        return r.choice([f"for (; {i} < {limit} && {i} < {most}; {i}++)", f"for (; {i} < {most} && !({self.condition()}); {i}++)",
                         f"while ({i}++ < {limit} && {i} < {most})"])

    def loop(self, level):
        outer = self.room
        most = self.rng.choice([5, 9, 17, 33, ROUNDS]) if level == 0 and self.chance(0.75) else self.rng.randint(3, 10)
        i = self.name("i")
        self.emit(f"unsigned {i} = 0;")
        self.emit(f"{self.header(i, min(most, outer))} {{")
        self.depth += 1
        self.counters.append(i)
        for _ in range(self.rng.randint(1, 4)):
            self.statement()
        if level < 1 and self.chance(0.3):
            self.loop(level + 1)
        if self.chance(0.2):
            self.emit(f"if ({self.condition()}) {self.rng.choice(['break', 'break', 'break', 'return 0'])};")
        self.depth -= 1
        self.emit("}")
        if level or self.chance(0.5):
            self.counters.remove(i)

    def start(self):
        r = self.rng
        self.emit(f"unsigned memory[4] = {{{r.randint(0, 3)}, {r.randint(0, 9)}}};")
        for _ in range(r.randint(0, 2)):
            self.vars.append(self.name("g"))
            self.emit(f"unsigned {self.vars[-1]} = {r.randint(0, 3)};")
        self.emit(f"static void step(unsigned *p) {{ if (*p < {r.randint(4, 30)}) *p += {r.randint(1, 2)}; else *p = {r.randint(0, 3)}; }}")
        self.emit("int main(void) {")
        self.depth = 1
        for bits in r.choice([[4], [6], [3, 3], [4, 4], [2, 5], [1, 4, 3]]):
            n = self.name("n")
            self.emit(f"DOMAIN(0, {1 << bits}, 1) unsigned {n} = __VERIFIER_nondet_uint();")
            self.emit(f"__VERIFIER_assume({n} < {1 << bits}u);")
            self.inputs.append(n)
        for _ in range(r.randint(2, 3)):
            self.vars.append(self.name("v"))
            self.emit(f"unsigned {self.vars[-1]} = {r.choice(['0', '0', str(r.randint(0, 9)), r.choice(self.inputs)])};")

    def make(self):
        self.start()
        for _ in range(self.rng.randint(1, 3)):
            self.loop(0)
            if self.chance(0.3):
                self.statement()
        for _ in range(self.rng.randint(1, 2)):
            self.site()
        self.emit("FINISH(chk)")
        self.emit("return 0;")
        self.depth = 0
        self.emit("}")


class LoopProgram(Program):
    def __init__(self, seed):
        self.rng = random.Random(f"shrike loops {seed}")
        made = Loops(self.rng)
        made.make()
        self.template, self.sites = made.lines, made.sites


class Endless(Loops):
    """Loops that inputs keep going: nobody can try them all. Errors are written at once."""

    def header(self, i, most):
        r, form = self.rng, self.rng.random()
        if form < 0.5:
            return f"for (; __VERIFIER_nondet_uint() & 1; {i}++)"
        if form < 0.7:
            return f"for (; {i} < {r.choice(self.inputs)} * {r.choice([1, 3, 7])}u; {i}++)"
        if form < 0.85:
            return f"while (!({self.condition()}) && (__VERIFIER_nondet_uint() & 3))"
        return super().header(i, most)

    def site(self):
        r, parts = self.rng, self.vars + self.counters
        tests = [f"{r.choice(parts)} {r.choice(['==', '==', '>', '<'])} {r.randint(0, r.choice([4, 12, 45]))}u"
                 for _ in range(r.randint(1, 3))]
        self.emit(f"if ({' && '.join(tests)}) reach_error();")


def endless(seed):
    made = Endless(random.Random(f"shrike endless {seed}"))
    made.make()
    return "\n".join(made.lines) + "\n"
