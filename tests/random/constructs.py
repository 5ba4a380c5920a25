"""More blocks of C (see idioms.py), about storage and control flow: each one function, in CONSTRUCTS."""

import expr as E


def fold(g, text):
    g.emit(f"chk = chk * 35 + (unsigned long)({text});")
    g.charge(3)


def value(g, scope, depth=1):
    return g.expression(scope, depth, calls=False).text


# ---- storage -----------------------------------------------------------------------------------

def bit_fields(g, scope, depth):
    """Fields that share bytes, written one after the other."""
    s, widths = g.name("s"), [g.rng.choice([1, 3, 5, 7, 8, 9, 13, 17]) for _ in range(4)]
    g.open()
    signs = [g.rng.choice(["int", "unsigned", "unsigned long"]) for _ in widths]
    text = " ".join(f"{t} b{i} : {w};" for i, (t, w) in enumerate(zip(signs, widths)))
    g.emit(f"struct {{ {text} unsigned char tail; }} {s} = {{0}}, copy_;")
    for _ in range(g.rng.randint(2, 4)):
        i = g.rng.randrange(4)
        g.emit(f"{s}.b{i} {g.rng.choice(['=', '=', '^=', '|='])} (unsigned){value(g, scope)};")
    g.emit(f"copy_ = {s};")
    g.emit(f"copy_.b{g.rng.randrange(4)}++;" if "unsigned" == signs[0] and g.chance(0.3) else f"copy_.tail = {value(g, scope)};")
    fold(g, f"{s}.b0 ^ copy_.b1 ^ {s}.b2 ^ copy_.b3 ^ copy_.tail")
    g.close()


def overlay(g, scope, depth):
    """A union of structs, arrays and numbers; all of it is set before any is read."""
    u = g.name("u")
    g.open()
    g.emit(f"union {{ unsigned long w; unsigned char b[8]; struct {{ int lo; unsigned hi : 20; unsigned top : 12; }} s; short h[4]; }} {u}, copy_;")
    g.emit(f"{u}.w = {value(g, scope, 2)};")
    g.emit(g.rng.choice([f"{u}.s.hi = {value(g, scope)};", f"{u}.b[{g.index(8, scope, 2).text}] = {value(g, scope)};", f"{u}.s.lo = (int){value(g, scope)};"]))
    g.emit(f"copy_ = {u};")
    g.emit(f"copy_.h[{g.index(4, scope, 2).text}] = {value(g, scope)};")
    fold(g, g.rng.choice(["copy_.w", "copy_.s.top", "copy_.s.lo", f"copy_.b[{g.index(8, scope).text}]"]))
    fold(g, f"{u}.w ^ {u}.s.hi")
    g.close()


def large_object(g, scope, depth):
    """An object of several pages, read and written near their borders, by pointers that may be NULL."""
    t, p, n = g.name("a"), g.name("q"), g.rng.choice([4096, 5000, 8192, 9000])
    kind = g.rng.choice(["char", "unsigned char"])
    g.open()
    heap = g.chance(0.3)
    if heap:
        g.emit(f"{kind} *{t} = calloc({n}, 1);")
    else:
        g.emit(f"{g.rng.choice(['static ', 'static ', ''])}{kind} {t}[{n}] = {{{g.rng.randint(0, 9)}}};")
    at = g.rng.choice([4090, 4088, n - 16, 0])
    g.emit(f"{kind} *{p} = {g.condition(scope, 2).text} ? {t} + {at} : 0;")
    g.emit(f"{t}[{at} + {g.index(16, scope, 2).text}] = {value(g, scope)};")
    g.emit(f"if ({p}) {p}[{g.index(16, scope).text}] ^= 5;")
    if g.chance(0.5):
        g.emit(f"memmove({t} + {at} + {g.index(4, scope).text}, {t} + {at}, {g.rng.randint(1, 12)});")
    g.emit(f"if ({p}) sink += (unsigned long)*{p};")
    fold(g, f"{t}[{at} + {g.index(16, scope).text}]")
    if heap:
        g.emit(f"free({t});")
    g.close()


def heap_table(g, scope, depth):
    """Blocks that grow, in a table of pointers."""
    t = g.name("t")
    g.open()
    g.emit(f"int *{t}[3] = {{calloc(2, sizeof(int)), 0, malloc(3 * sizeof(int))}};")
    g.emit(f"memset({t}[2], 0, 3 * sizeof(int));")
    g.emit(f"{t}[0][{g.index(2, scope, 2).text}] = (int){value(g, scope)};")
    g.emit(f"if ({g.condition(scope, 2).text}) {t}[1] = malloc(sizeof(int));")
    g.emit(f"if ({t}[1]) *{t}[1] = (int){value(g, scope)};")
    g.emit(f"{t}[0] = realloc({t}[0], {g.rng.choice([2, 3, 6])} * sizeof(int));")
    fold(g, f"{t}[{g.rng.choice([0, 2])}][{g.index(2, scope).text}]")
    fold(g, f"{t}[1] ? *{t}[1] : 9")
    g.emit(f"for (int k = 0; k < 3; k++) free({t}[k]);")
    g.close()


def flexible_array(g, scope, depth):
    p, n = g.name("q"), g.rng.randint(1, 5)
    g.open()
    g.emit(f"struct flex *{p} = malloc(sizeof *{p} + {n} * sizeof {p}->d[0]);")
    g.emit(f"for ({p}->n = 0; {p}->n < {n}; {p}->n++) {p}->d[{p}->n] = (short){value(g, scope)};")
    g.emit(f"{p}->d[{g.index(n, scope, 2).text}] = {value(g, scope)};")
    fold(g, f"{p}->d[{g.index(n, scope).text}] + {p}->n")
    g.emit(f"free({p});")
    g.close()


def matrix(g, scope, depth):
    t, kind = g.name("t"), g.kind()
    n, m = g.rng.randint(2, 4), g.rng.randint(2, 4)
    g.open()
    g.emit(f"{g.rng.choice(['', 'static '])}{kind.name} {t}[{n}][{m}] = {{{{1, 2}}, {{3}}}};")
    g.emit(f"{t}[{g.index(n, scope, 2).text}][{g.index(m, scope).text}] = {value(g, scope)};")
    g.emit(f"{kind.name} (*row_)[{m}] = &{t}[{g.index(n, scope).text}];")
    fold(g, f"{t}[{g.index(n, scope).text}][{g.index(m, scope).text}]")
    fold(g, f"(*row_)[{g.index(m, scope).text}]")
    g.close()


def literals(g, scope, depth):
    """Compound literals and constant tables."""
    p, t = g.name("q"), g.name("t")
    g.open()
    g.emit(f"static const short {t}[4] = {{{', '.join(str(g.rng.randint(-99, 99)) for _ in range(4))}}};")
    g.emit(f"int *{p} = (int[]){{(int){value(g, scope)}, {t}[{g.index(4, scope, 2).text}], 3}};")
    g.emit(f"struct {{ int a, *b; }} s = {{{p}[{g.index(3, scope).text}], {p}}};")
    g.emit(f"s.b[{g.index(3, scope).text}] ^= s.a;")
    fold(g, f"*(const int *)&(const int){{s.a}} ^ {p}[{g.index(3, scope).text}]")
    g.close()


def by_value(g, scope, depth):
    """A struct copied into a new one, changed there; the old one must not change."""
    if not scope.structs:
        return
    text, struct = g.rng.choice(scope.structs)
    s = g.name("s")
    g.open()
    g.emit(f"struct {struct.name} {s} = {text}, *p_ = &{s};")
    inner = scope.inner()
    inner.add_struct("(*p_)", struct)
    v = g.lvalue(inner)
    g.emit(f"{v.text} = {value(g, inner, 2)};")
    if g.chance(0.4):
        g.emit(f"{text} = *p_;")
    fold(g, value(g, inner, 2))
    g.close()


def volatiles(g, scope, depth):
    name, kind = g.name("v"), g.kind()
    g.open()
    g.emit(f"volatile {kind.name} {name} = {value(g, scope)};")
    g.emit(f"if ({g.condition(scope, 1).text}) {name} = {value(g, scope)};")
    fold(g, f"{name} ^ {name}")
    fold(g, name)
    g.close()


# ---- arithmetic --------------------------------------------------------------------------------

def wide_signed(g, scope, depth):
    """Signed 128-bit arithmetic: no product of two 64-bit numbers overflows."""
    name = g.name("v")
    x, y = value(g, scope), value(g, scope)
    g.open()
    g.emit(f"__int128 {name} = (__int128)(long){x} * (long){y};")
    g.emit(f"{name} = {g.rng.choice([f'{name} >> {g.index(127, scope).text}', f'{name} / ((__int128)((long){x} & 15) - 16)', f'{name} % 1000003'])};")
    fold(g, f"{name} < 0")
    fold(g, f"(unsigned long)({name} >> 7)")
    g.close()


def long_arithmetic(g, scope, depth):
    name = g.name("v")
    g.open()
    g.emit(f"unsigned long {name} = {value(g, scope, 2)};")
    g.emit(f"{name} = {name} * {g.rng.choice(['6364136223846793005ul', '3ul', '0x100000001ul'])} + {value(g, scope)};")
    g.emit(f"{name} = ({name} << {g.index(64, scope).text}) | ({name} >> {g.index(64, scope).text});")
    g.emit(f"long signed_ = (long){name} / {g.rng.choice(['7', '-3', '65536'])};")
    fold(g, f"signed_ % {g.rng.choice([5, 1000, 64])}")
    g.close()


# ---- control -----------------------------------------------------------------------------------

def jumps(g, scope, depth):
    """setjmp; longjmp from a function, perhaps after a first return. What is changed in between is volatile."""
    if g.mult > 4 or g.in_jump:
        return volatiles(g, scope, depth)
    v = g.name("v")
    g.in_jump = True
    g.open()
    g.emit(f"volatile int {v} = 0;")
    g.open("if (setjmp(place) < 2)")
    g.emit(f"{v}++;")
    g.emit(f"chk = chk * 3 + (unsigned long){value(g, scope)};")
    g.emit(f"if ({v} < 3 && {g.condition(scope, 2).text}) jump({g.rng.choice([0, 1, 2, 1])});")
    g.emit(f"{v} += 4;")
    g.indent -= 1
    g.emit("} else {")
    g.indent += 1
    g.emit(f"{v} += 8;")
    g.close()
    fold(g, v)
    g.close()
    g.in_jump = False


def into_loop(g, scope, depth):
    """goto into a loop, and out of it"""
    label, out, k, n = g.name("L"), g.name("L"), g.name("k"), g.rng.randint(2, 4)
    g.open()
    g.emit(f"int {k} = (int){g.index(n, scope, 2).text};")
    g.emit(f"if ({g.condition(scope, 2).text}) goto {label};")
    g.open(f"for ({k} = 0; {k} < {n}; {k}++)")
    fold(g, value(g, scope))
    g.emit(f"{label}:")
    g.emit(f"sink += (unsigned long){k};")
    g.emit(f"if ({g.condition(scope, 1).text}) goto {out};")
    g.close()
    g.emit(f"chk ^= {g.rng.randint(1, 99)};")
    g.emit(f"{out}:;")
    g.charge(4 * n)
    fold(g, k)
    g.close()


def fall_through(g, scope, depth):
    """A switch whose cases run into one another and into a loop (as in Duff's device)."""
    k, v = g.name("k"), g.name("v")
    g.open()
    g.emit(f"int {k} = {g.rng.randint(1, 2)}; unsigned {v} = {value(g, scope)};")
    g.open(f"switch ({g.index(5, scope, 2).text})")
    if g.chance(0.5):
        g.emit(f"case 0: do {{ {v} += 3;")
        g.emit(f"case 3: {v} ^= {value(g, scope)};")
        g.emit(f"case 2: {v} *= 5;")
        g.emit(f"case 1: {v}++; }} while (--{k} > 0);")
    else:
        g.emit(f"case 1: {v} = {value(g, scope)};")
        g.emit(f"case 4: case 2: {v} -= 7;")
        g.emit(f"default: {v} ^= 1; break;")
        g.emit(f"case 3: {v} = {v} << 3;")
    g.close()
    g.charge(10)
    fold(g, v)
    g.close()


def recursion(g, scope, depth):
    """Mutual recursion, and the chain of nodes that a recursion leaves on the stack."""
    g.emit(f"chk = chk * 3 + {g.rng.choice(['even', 'odd'])}({E.below(g.expression(scope, 2, calls=False), g.rng.randint(2, 6)).text});")
    g.charge(20)


def variadic(g, scope, depth):
    n = g.rng.randint(1, 4)
    args = ", ".join(f"({'long' if k % 2 else 'int'}){value(g, scope)}" for k in range(n))
    g.emit(f"chk = chk * 5 + total({g.index(n + 1, scope).text if g.chance(0.5) else n}, {args});")
    g.charge(12)


def methods(g, scope, depth):
    """Function pointers in structs, in a table of them."""
    t = g.name("t")
    g.open()
    g.emit(f"struct {{ int (*f)(int); int arg; }} {t}[2] = {{{{op{g.rng.randrange(4)}, 3}}, {{op{g.rng.randrange(4)}, (int){value(g, scope)}}}}};")
    g.emit(f"if ({g.condition(scope, 2).text}) {t}[0] = {t}[1];")
    i = g.index(2, scope, 2).text
    fold(g, f"{t}[{i}].f({t}[{g.index(2, scope).text}].arg)")
    g.close()


def text(g, scope, depth):
    """Strings put together and looked at."""
    s, t = g.name("z"), g.name("z")
    g.open()
    g.emit(f"char {s}[24] = \"{''.join(g.rng.choice('abc') for _ in range(3))}\", {t}[24] = {{0}};")
    g.emit(f"{s}[{g.index(3, scope, 2).text}] = {g.rng.choice(['0', chr(39) + 'b' + chr(39)])};")
    g.emit(f"strcpy({t}, {s});")
    for _ in range(g.rng.randint(1, 2)):
        g.emit(g.rng.choice([f"strcat({t}, \"x\");", f"sprintf({t} + strlen({t}), \"%d\", (int){g.index(12, scope, 2).text});",
                             f"sprintf({t}, \"%s-%c\", {s}, 'c');", f"memmove({t} + 1, {t}, strlen({t}) + 1);", f"strncpy({t}, {s}, 3);"]))
    fold(g, g.rng.choice([f"strlen({t})", f"strcmp({s}, {t}) < 0", f"{t}[{g.index(3, scope).text}]"]))
    fold(g, f"memcmp({s}, {t}, 2) == 0")
    g.close()


def early_end(g, scope, depth):
    """The program ends here, for some inputs."""
    if g.chance(0.6):
        return static_recall(g, scope, depth)
    small = E.below(g.expression(scope, 2, calls=False), 8).text
    g.emit(f"if ({small} == {g.rng.randrange(8)}) {g.rng.choice(['exit(0)', 'exit(1)'] + ([] if 'abort' in g.style.checks else ['abort()']))};")


def static_recall(g, scope, depth):
    """A static local variable, set in one round and read in the next."""
    v, kind = g.name("v"), g.rng.choice([E.UCHAR, E.UINT, E.ULONG])
    g.open()
    g.emit(f"static {kind.name} {v}[2] = {{{g.rng.randint(0, 9)}}};")
    fold(g, f"{v}[{g.index(2, scope).text}]")
    g.emit(f"{v}[{g.index(2, scope).text}] = {value(g, scope)};")
    g.close()


def sound_scope(g, scope, depth):
    """A pointer to a variable of a block, not used any more when the block has ended."""
    p, x = g.name("q"), g.name("v")
    g.open()
    g.emit(f"int {x} = (int){value(g, scope)}, *{p} = 0;")
    g.open(f"for (int k = 0; k < {g.rng.randint(1, 3)}; k++)")
    g.emit(f"int inner_ = {x} ^ k;")
    g.emit(f"if ({g.condition(scope, 2).text}) {p} = &inner_;")
    g.emit(f"else {p} = &{x};")
    g.emit(f"*{p} = *{p} ^ 3;")
    g.emit(f"{p} = &{x};")
    fold(g, "inner_")
    g.close()
    fold(g, f"*{p}")
    g.close()


CONSTRUCTS = [bit_fields, overlay, large_object, heap_table, flexible_array, matrix, literals, by_value, volatiles, wide_signed,
              long_arithmetic, jumps, into_loop, fall_through, recursion, variadic, methods, text, early_end, static_recall,
              sound_scope]
