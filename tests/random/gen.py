"""Random expressions and plain statements. A Gen writes one program: lines, scopes, a budget of executed
statements. Idioms (idioms.py) and sites (sites.py) are mixed in by `statement`."""

import expr as E
import idioms
import sites
from scope import Array, Pointer, Scope, Var

BUDGET = 4000   # estimated statements executed on one path


class Gen:
    def __init__(self, rng, style):
        self.rng = rng
        self.style = style
        self.lines = []
        self.indent = 0
        self.names = 0
        self.mult = 1           # how often the current place is executed, at most
        self.cost = 0
        self.size = 0           # statements written in this function
        self.loop = 0           # loops around this place in this function
        self.result = None      # type that the current function returns
        self.functions = []
        self.structs = []
        self.table = None       # name of the table of function pointers
        self.sites = []
        self.input_bits = 0
        self.in_jump = False    # the place that longjmp goes back to is taken

    # ---- text ----

    def emit(self, line):
        self.lines.append("    " * self.indent + line)

    def open(self, header=""):
        self.emit(f"{header} {{".strip())
        self.indent += 1

    def close(self, tail=""):
        self.indent -= 1
        self.emit(f"}}{tail}")

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def chance(self, p):
        return self.rng.random() < p

    def charge(self, amount=1):
        self.cost += self.mult * amount

    def affordable(self, amount):
        return self.cost + self.mult * amount < BUDGET

    # ---- expressions ----

    def kind(self):
        return self.rng.choice(E.COMMON if self.chance(0.8) else E.TYPES)

    def constant(self):
        r = self.rng
        value = r.choice([0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 63, 100, 127, 128, 255, 256, 1000, 32767, 65535, 65536,
                          -1, -2, -7, -128, -1000, 2147483647, -2147483648, 4294967295])
        if abs(value) > 100 and self.chance(0.7):
            value = r.randint(-8, 20)
        return E.literal(value, r.choice([E.INT, E.INT, E.INT, E.UINT, E.LONG]) if value >= 0 else E.INT)

    def index(self, n, scope, depth=1):
        if self.chance(0.3):
            return E.literal(self.rng.randrange(n))
        counters = [v for v in scope.scalars if not v.writable and v.bounds and v.bounds[0] >= 0 and v.bounds[1] < n]
        if counters and self.chance(0.6):
            return self.rng.choice(counters).read()
        return E.below(self.expression(scope, depth, calls=False), n)

    def leaf(self, scope):
        r = self.rng.random()
        if r < 0.12:
            return self.constant()
        if r < 0.3 and scope.arrays:
            a = self.rng.choice(scope.arrays)
            return E.whole(f"{a.text}[{self.index(a.n, scope, 1).text}]", a.type)
        if r < 0.42 and scope.pointers:
            p = self.rng.choice(scope.pointers)
            return E.whole(f"(*{p.text})", p.type)
        inputs = [v for v in scope.scalars if v.text[0] in "nwx"]
        if inputs and self.chance(0.45):    # else most of a program would not depend on them
            return self.rng.choice(inputs).read()
        if scope.scalars:
            return self.rng.choice(scope.scalars).read()
        return self.constant()

    def call(self, scope, depth):
        able = [f for f in self.functions if self.affordable(f.cost)]
        if not able:
            return None
        f = self.rng.choice(able)
        args = []
        for p in f.params:
            if isinstance(p, E.Type):
                args.append(self.expression(scope, depth - 1, calls=False).text)
            elif p[0] == "depth":
                args.append(E.below(self.expression(scope, 1, calls=False), p[1]).text)
            elif p[0] == "pointer":
                args.append(self.address(scope, p[1]))
            else:
                able = [text for text, s in scope.structs if s is p[1]]
                if not able:
                    return None
                text = self.rng.choice(able)
                args.append(text if p[0] == "struct" else f"&{text}")
            if args[-1] is None:
                return None
        self.charge(f.cost)
        return E.whole(f"{f.name}({', '.join(args)})", f.result, pure=False)

    def address(self, scope, kind):
        """An expression that points to an object of this type; None if there is none."""
        r = self.rng
        able = [f"&{v.text}" for v in scope.scalars if v.type == kind and v.writable and v.addressable]
        able += [p.text for p in scope.pointers if p.type == kind]
        arrays = [a for a in scope.arrays if a.type == kind and a.writable]
        if arrays and self.chance(0.5):
            a = r.choice(arrays)
            i = self.index(a.n, scope, 1).text
            return f"&{a.text}[{i}]" if self.chance(0.5) else f"({a.text} + {i})"
        if not able:
            return f"&{arrays[0].text}[0]" if arrays else None
        if len(able) > 1 and self.chance(0.4):
            return f"({self.condition(scope, 1).text} ? {r.choice(able)} : {r.choice(able)})"
        return r.choice(able)

    def expression(self, scope, depth=2, calls=True):
        r = self.rng
        if depth <= 0 or self.chance(0.15):
            return self.leaf(scope)
        if calls and self.functions and self.chance(0.08):
            made = self.call(scope, depth)
            if made:
                return made
        sub = lambda: self.expression(scope, depth - 1, calls)
        what = r.random()
        if what < 0.45:
            return E.arithmetic(r.choice("++--*&|^"), sub(), sub())
        if what < 0.53:
            return E.division(r.choice("/%"), sub(), sub())
        if what < 0.62:
            return E.shift(r.choice(["<<", ">>"]), sub(), sub())
        if what < 0.72:
            return E.cast(self.kind(), sub())
        if what < 0.77:
            return r.choice([E.negate, E.complement, E.invert])(sub())
        if what < 0.86:
            return E.ternary(self.condition(scope, depth - 1, calls), sub(), sub())
        return self.condition(scope, depth - 1, calls)

    def condition(self, scope, depth=1, calls=False):
        r = self.rng
        if depth > 0 and self.chance(0.2):
            return E.relation(r.choice(["&&", "||"]), self.condition(scope, depth - 1, calls),
                              self.condition(scope, depth - 1, calls))
        if self.chance(0.35):   # a test that goes both ways for some inputs
            small = r.choice([2, 3, 4, 8])
            return E.relation(r.choice(["<", ">=", "==", "!="]), E.below(self.expression(scope, max(depth, 1), calls), small),
                              E.literal(r.randrange(1, small)))
        left = self.expression(scope, depth, calls)
        if self.chance(0.1):
            return left
        right = self.constant() if self.chance(0.6) else self.expression(scope, depth, calls)
        return E.relation(r.choice(["<", "<=", ">", ">=", "==", "!="]), left, right)

    # ---- plain statements ----

    def lvalue(self, scope):
        r = self.rng.random()
        arrays = [a for a in scope.arrays if a.writable]
        if r < 0.25 and arrays:
            a = self.rng.choice(arrays)
            return Var(f"{a.text}[{self.index(a.n, scope).text}]", a.type)
        if r < 0.4 and scope.pointers:
            p = self.rng.choice(scope.pointers)
            return Var(f"*{p.text}", p.type)
        able = [v for v in scope.scalars if v.writable]
        return self.rng.choice(able) if able else Var("chk", E.ULONG)

    def assign(self, scope):
        v = self.lvalue(scope)
        op = self.rng.choice(["=", "=", "=", "+=", "-=", "^=", "|=", "&="])
        value = self.expression(scope, 3)
        if op != "=":
            # in the type of the operation nothing may overflow: let that be an unsigned one
            value = E.cast(E.UNSIGNED[max(3, v.type.rank, value.type.rank)], value)
        if v.type == E.BOOL and op != "=":
            op = "="
        if self.chance(0.1) and not v.type.signed and v.type != E.BOOL and not v.text.startswith("*"):
            self.emit(f"{v.text}{self.rng.choice(['++', '--'])};")
        else:
            self.emit(f"{v.text} {op} {value.text};")
        self.charge()

    def local(self, scope):
        """Declares something new in this block."""
        r = self.rng.random()
        kind = self.kind()
        if r < 0.5:
            v = Var(self.name("v"), kind)
            self.emit(f"{'static ' if self.style.statics and self.chance(0.1) else ''}{kind.name} {v.text} = "
                      f"{self.rng.randint(0, 9)};" if self.chance(0.2) else
                      f"{kind.name} {v.text} = {self.expression(scope, 2).text};")
            scope.scalars.append(v)
        elif r < 0.7:
            a = Array(self.name("a"), self.rng.choice([2, 3, 4, 5, 8]), kind)
            values = ", ".join(self.expression(scope, 1).text for _ in range(self.rng.randint(1, a.n)))
            self.emit(f"{kind.name} {a.text}[{a.n}] = {{{values}}};")
            scope.arrays.append(a)
        elif r < 0.85 or not self.structs:
            target = self.address(scope, kind)
            if target:
                p = Pointer(self.name("p"), kind)
                self.emit(f"{kind.name} *{p.text} = {target};")
                scope.pointers.append(p)
        else:
            struct, text = self.rng.choice(self.structs), self.name("s")
            twins = [t for t, s in scope.structs if s is struct]
            self.emit(f"struct {struct.name} {text} = {self.rng.choice(twins) if twins and self.chance(0.6) else '{0}'};")
            scope.add_struct(text, struct)
        self.charge()

    def block(self, scope, depth, most=3):
        inner = scope.inner()
        for _ in range(self.rng.randint(1, most)):
            self.statement(inner, depth)

    def branch(self, scope, depth):
        self.open(f"if ({self.condition(scope, 2, calls=True).text})")
        self.block(scope, depth - 1)
        if self.chance(0.5):
            self.indent -= 1
            self.emit("} else {")
            self.indent += 1
            self.block(scope, depth - 1)
        self.close()

    def repeated(self, scope, depth, n, header, counter):
        """A loop of at most n iterations whose body may read its counter."""
        self.open(header)
        inner = scope.inner()
        if counter:
            inner.scalars.append(Var(counter, E.INT, writable=False, bounds=(0, n - 1), addressable=False))
        self.mult *= n
        self.loop += 1
        self.block(inner, depth - 1)
        if self.chance(0.15):
            self.emit(f"if ({self.condition(inner, 1).text}) {self.rng.choice(['break', 'continue'])};")
        self.loop -= 1
        self.mult //= n

    def loops(self, scope, depth):
        r, n, i = self.rng, self.rng.randint(2, 5), self.name("i")
        limit = str(n)
        if self.chance(0.4):
            limit = E.below(self.expression(scope, 1, calls=False), n + 1).text
        form = r.random()
        if form < 0.6:
            self.repeated(scope, depth, n, f"for (int {i} = 0; {i} < (int){limit}; {i}++)", i)
            self.close()
            return
        self.open()
        self.emit(f"int {i} = {'0' if form < 0.8 else n};")
        if form < 0.8:
            self.repeated(scope, depth, n, f"while ({i}++ < {n} && {self.condition(scope, 1).text})", None)
            self.close()
        else:
            self.repeated(scope, depth, n, "do", None)
            self.close(f" while (--{i} > 0 && {self.condition(scope, 1).text});")
        self.close()

    def select(self, scope, depth):
        n = self.rng.choice([2, 3, 4, 6])
        self.open(f"switch ({self.index(n + 1, scope, 2).text})")
        outer, self.loop = self.loop, 0     # no break or continue of the block's own
        for case in self.rng.sample(range(n + 1), self.rng.randint(1, n)):
            self.open(f"case {case}:")
            self.block(scope, depth - 1, 2)
            if not self.chance(0.25):
                self.emit("break;")
            self.close()
        if self.chance(0.6):
            self.open("default:")
            self.block(scope, depth - 1, 2)
            self.close()
        self.loop = outer
        self.close()

    def retarget(self, scope):
        if not scope.pointers:
            return self.assign(scope)
        # locals of this block may die before the pointer: only take what is older than it
        p = self.rng.choice(scope.pointers)
        at = scope.pointers.index(p)
        old = Scope(self.globals.scalars, self.globals.arrays, scope.pointers[:at], self.globals.structs)
        target = self.address(old, p.type)
        if target and not p.text.startswith("q"):
            self.emit(f"{p.text} = {target};")
            self.charge()
        else:
            self.assign(scope)

    def leave(self, scope):
        if self.result is None or self.chance(0.5):
            return self.assign(scope)
        self.emit(f"if ({self.condition(scope, 2).text}) return {self.expression(scope, 2, calls=False).text};")

    def statement(self, scope, depth):
        self.size += 1
        if not self.affordable(10) or self.size > self.style.size:
            self.assign(scope)
            return
        r = self.rng.random()
        if r < 0.30:
            self.assign(scope)
        elif r < 0.42:
            self.local(scope)
        elif r < 0.54 and depth > 0:
            self.branch(scope, depth)
        elif r < 0.62 and depth > 0 and self.mult < 20:
            self.loops(scope, depth)
        elif r < 0.66 and depth > 0:
            self.select(scope, depth)
        elif r < 0.70:
            self.retarget(scope)
        elif r < 0.73:
            self.leave(scope)
        elif r < 0.87:
            idioms.add(self, scope, depth)
        elif r < 0.92:
            sites.add(self, scope)
        else:
            self.emit(f"chk = chk * 31 + (unsigned long){self.expression(scope, 2).text};")
            self.charge()
