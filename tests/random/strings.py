"""Random programs about the functions of string.h and their like, called with places, lengths and contents that depend
on the same inputs: a call reaches the end of its object by a hair, or for some inputs one byte further."""

import random

import sites
from program import HEADER, Program

SIZES = (1, 2, 3, 7, 16, 33, 60, 100, 300, 520, 700, 4000, 4096, 4100, 5000)
PLACES = ("static", "static", "local", "heap")
KINDS = ("differs", "differs", "error", "error", "at_most", "among")
LETTERS = "abA 01-"


class Buffer:
    def __init__(self, name, rng):
        self.name, self.n, self.place = name, rng.choice(SIZES), rng.choice(PLACES)


class Strings:
    def __init__(self, rng):
        self.rng, self.lines, self.sites, self.depth = rng, list(HEADER), [], 0
        self.buffers = [Buffer(f"b{i}", rng) for i in range(2)]
        self.inputs, self.overruns = [], 0

    def emit(self, text):
        self.lines.append("    " * self.depth + text)

    def number(self):
        r = self.rng
        x, y = r.choice(self.inputs), r.choice(self.inputs)
        return r.choice([x, y, f"({x} ^ {y})", f"({x} * {r.randrange(2, 40)}u)", f"({x} > {r.randrange(4)}u ? {y} : {r.randrange(9)}u)"])

    def place(self, b):
        """Below its size, near the end more often than not."""
        r, n = self.rng, b.n
        near = f"{n - 1} - {self.number()} % {min(n, r.choice([2, 5, 20]))}u"
        return r.choice([near, near, near, f"{self.number()} % {n}u", str(r.randrange(n)), "0"])

    def over(self):
        """Nothing, or where the program goes wrong: 1 for a few inputs."""
        self.overruns += 1
        return f"@over{self.overruns}@"

    def length(self, b):
        """At most what is left behind o."""
        room = f"{b.n} - o"
        return self.rng.choice([f"{room}{self.over()}", f"{room}{self.over()}", f"{self.number()} % ({room} + 1u)",
                                f"({self.number()} & 1 ? {room}{self.over()} : 0)", f"({room}) / 2"])

    def byte(self):
        return self.rng.choice([str(ord(self.rng.choice(LETTERS))), f"(97 + {self.number()} % 3u)"])

    def fill(self, b, c):
        r = self.rng
        there = f"{c.name} + {self.number()} % {c.n}u"
        return r.choice([f"memset({b.name} + o, {self.byte()}, {self.length(b)});",
                         f"memmove({b.name} + o, {b.name}, {self.length(b)});",
                         f"{{ unsigned n = {self.length(b)}; if (n <= {c.n}u) memcpy({b.name} + o, {c.name}, n); }}",
                         f"strncpy({b.name} + o, {there}, {self.length(b)});",
                         f"s += (unsigned)snprintf({b.name} + o, {self.length(b)}, \"%s%c\", {there}, {self.byte()});"])

    def copy(self, b, c):
        """Of strings that fit, with their ends."""
        r = self.rng
        call = r.choice(["strcpy({d}, {s});", "s += (unsigned)(stpcpy({d}, {s}) - {b});", "sprintf({d}, \"%s\", {s});"])
        there = f"{c.name} + {self.number()} % {c.n}u"
        text = call.format(d=f"{b.name} + o", s="t", b=b.name)
        return f"{{ const char *t = {there}; if (strlen(t) < {b.n}u - o{self.over()}) {text} }}"

    def append(self, b, c):
        r = self.rng
        there = f"{c.name} + {self.number()} % {c.n}u"
        call = r.choice([f"if (strlen({b.name}) + strlen(t) < {b.n}u{self.over()}) strcat({b.name}, t);",
                         f"unsigned n = {self.number()} % 9u; if (strlen({b.name}) + n < {b.n}u{self.over()}) strncat({b.name}, t, n);"])
        return f"{{ const char *t = {there}; {call} }}"

    def look(self, b, c):
        r = self.rng
        at, there = f"{b.name} + o", f"{c.name} + {self.number()} % {c.n}u"
        found = "{{ const char *f = {}; s = s * 31u + (f ? (unsigned)(f - {}) : 7u); }}"
        return r.choice([f"s = s * 31u + (unsigned)strlen({at});", f"s = s * 31u + (unsigned)strnlen({at}, {self.length(b)});",
                         found.format(f"strchr({at}, {self.byte()})", b.name), found.format(f"strrchr({at}, {self.byte()})", b.name),
                         found.format(f"memchr({at}, {self.byte()}, {self.length(b)})", b.name),
                         found.format(f"strstr({at}, \"{r.choice(LETTERS)}{r.choice(LETTERS)}\")", b.name),
                         f"s = s * 31u + (strcmp({at}, {there}) > 0);", f"s = s * 31u + (strncmp({at}, {there}, {self.number()} % 5u) < 0);",
                         f"{{ unsigned n = {self.length(b)}; if (n <= {c.n}u) s = s * 31u + (memcmp({at}, {c.name}, n) == 0); }}",
                         f"s = s * 31u + (unsigned)strspn({at}, \"{r.choice(LETTERS)}{r.choice(LETTERS)}\");",
                         f"s = s * 31u + (unsigned)strcspn({at}, \"{r.choice(LETTERS)}{r.choice(LETTERS)}\");",
                         f"s += (unsigned char){b.name}[o];", f"s = s * 31u + (unsigned)atoi({at});",
                         f"{{ char *d = strdup({at}); if (d) s += (unsigned)strlen(d); (free)(d); }}"])

    def site(self):
        r, number = self.rng, len(self.sites)
        text = f"(int)(s & {r.choice([63, 255, 1023])}u)"
        self.sites.append(sites.Site(number, r.choice(KINDS), f"({text})", f"@{number}@"))
        self.emit(f"@{number}@")

    def statement(self, level=0):
        r, form = self.rng, self.rng.random()
        b, c = r.sample(self.buffers, 2)
        self.emit(f"{{ unsigned o = {self.place(b)};")
        if level < 1 and form < 0.2:
            self.emit(f"if ({r.choice(self.inputs)} {r.choice(['<', '==', '&', '>'])} {r.randrange(1, 9)}u) {{")
            self.depth += 1
            self.statement(level + 1)
            self.depth -= 1
            self.emit("}")
        else:
            make = r.choice([self.fill, self.fill, self.copy, self.append, self.look, self.look, self.look])
            self.emit(make(b, c))
        self.emit(f"{b.name}[{b.n - 1}] = 0; }}")

    def start(self):
        r = self.rng
        for b in self.buffers:
            if b.place == "static":
                self.emit(f"static char {b.name}[{b.n}];")
        self.emit("int main(void) {")
        self.depth = 1
        for name, n in zip("xy", r.choice([(16, 16), (8, 32), (32, 8)])):
            self.emit(f"DOMAIN(0, {n}, 1) unsigned {name} = __VERIFIER_nondet_uint();")
            self.emit(f"__VERIFIER_assume({name} < {n}u);")
            self.inputs.append(name)
        for b in self.buffers:
            if b.place == "local":
                self.emit(f"char {b.name}[{b.n}];")
            elif b.place == "heap":
                self.emit(f"char *{b.name} = malloc({b.n});")
            self.emit(f"memset({b.name}, {ord(r.choice(LETTERS))}, {b.n});")
            self.emit(f"{b.name}[{self.number()} % {b.n}u] = {self.byte()}; {b.name}[{self.number()} % {b.n}u] = 0; {b.name}[{b.n - 1}] = 0;")
        self.emit("unsigned s = 1;")

    def make(self):
        self.start()
        for _ in range(self.rng.randint(1, 4)):
            self.statement()
        self.site()
        for b in self.buffers:
            if b.place == "heap":
                self.emit(f"free({b.name});")
        self.emit("FINISH(chk)")
        self.emit("return 0;")
        self.depth = 0
        self.emit("}")


class StringProgram(Program):
    def __init__(self, seed):
        self.rng = random.Random(f"shrike strings {seed}")
        made = Strings(self.rng)
        made.make()
        self.template, self.sites, self.overruns, self.inputs = made.lines, made.sites, made.overruns, made.inputs

    def _overrun(self, text, chosen):
        r = self.rng
        for i in range(1, self.overruns + 1):
            more = f" + ({r.choice(self.inputs)} == {r.randrange(8)}u)" if i == chosen else ""
            text = text.replace(f"@over{i}@", more)
        return text

    def probing(self):
        return self._overrun(super().probing(), 0)

    def final(self, probes):
        wrong = self.rng.randint(1, self.overruns) if self.overruns and self.rng.random() < 0.5 else 0
        return self._overrun(super().final(probes), wrong)
