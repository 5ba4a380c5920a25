"""Blocks of C that plain random statements would hardly ever make: each one function, in IDIOMS."""

from constructs import CONSTRUCTS
import expr as E
from scope import Array, Scope, Var


def fold(g, text):
    g.emit(f"chk = chk * 33 + (unsigned long)({text});")
    g.charge(3)


def cursor(g, scope, depth):
    """Pointer arithmetic inside one array."""
    if not scope.arrays:
        return
    a = g.rng.choice(scope.arrays)
    q = g.name("q")
    g.open()
    g.emit(f"{'' if a.writable else 'const '}{a.type.name} *{q} = {a.text} + {g.index(a.n, scope, 2).text};")
    fold(g, f"*{q}")
    g.emit(f"if ({q} > {a.text}) {q}--;")
    if a.writable and a.type != E.BOOL:
        g.emit(f"*{q} = {g.expression(scope, 2).text};")
    g.emit(f"if ({q} + 1 < {a.text} + {a.n}) {q} += 1;")
    fold(g, f"{q}[0] ^ ({q} - {a.text})")
    g.close()


def walk(g, scope, depth):
    """A loop with a pointer as its counter, backwards or forwards."""
    if not scope.arrays:
        return
    a, q = g.rng.choice(scope.arrays), g.name("q")
    const = "" if a.writable else "const "
    if g.chance(0.5):
        g.open(f"for ({const}{a.type.name} *{q} = {a.text}; {q} != {a.text} + {a.n}; {q}++)")
    else:
        g.open(f"for ({const}{a.type.name} *{q} = {a.text} + {a.n}; {q} > {a.text};)")
        g.emit(f"{q}--;")
    g.charge(a.n)
    fold(g, f"*{q} ^ {g.expression(scope, 1, calls=False).text}")
    g.close()


def heap(g, scope, depth):
    """An array on the heap, used and freed."""
    kind, n, name = g.kind(), g.rng.choice([1, 2, 3, 4, 7]), g.name("a")
    g.open()
    if g.chance(0.3):
        g.emit(f"{kind.name} *{name} = calloc({n}, sizeof({kind.name}));")
    else:
        g.emit(f"{kind.name} *{name} = malloc({n} * sizeof(*{name}));")
        g.emit(f"for (int k = 0; k < {n}; k++) {name}[k] = {g.expression(scope, 1).text};")
    inner = scope.inner()
    inner.arrays.append(Array(name, n, kind))
    result, g.result = g.result, None      # a return would only leak, but let the block end
    outer, g.loop = g.loop, 0
    g.block(inner, depth - 1)
    g.result, g.loop = result, outer
    fold(g, f"{name}[{g.index(n, scope).text}]")
    if g.chance(0.2):
        g.emit(f"{name} = realloc({name}, {n + 2} * sizeof(*{name}));")
        g.emit(f"{name}[{n + 1}] = {g.expression(scope, 1).text};")
        fold(g, f"{name}[{g.rng.choice([0, n - 1, n + 1])}]")
    g.emit(f"free({name});")
    g.close()


def pointer_to_pointer(g, scope, depth):
    kind = g.kind()
    x, y, p, pp = (g.name(c) for c in "vvqq")
    g.open()
    g.emit(f"{kind.name} {x} = {g.expression(scope, 1).text}, {y} = {g.expression(scope, 1).text};")
    g.emit(f"{kind.name} *{p} = &{x}, **{pp} = &{p};")
    g.emit(f"if ({g.condition(scope, 2).text}) *{pp} = &{y};")
    g.emit(f"**{pp} = {g.expression(scope, 2).text};")
    fold(g, f"{x} ^ {y}")
    fold(g, f"*{p}")
    g.close()


def pointer_array(g, scope, depth):
    kind = g.kind()
    names, table = [g.name("v") for _ in range(3)], g.name("t")
    g.open()
    for name in names:
        g.emit(f"{kind.name} {name} = {g.expression(scope, 1).text};")
    g.emit(f"{kind.name} *{table}[4] = {{&{names[0]}, &{names[1]}, &{names[2]}, &{names[g.rng.randrange(3)]}}};")
    g.emit(f"*{table}[{g.index(4, scope, 2).text}] = {g.expression(scope, 1).text};")
    g.emit(f"{table}[{g.index(4, scope).text}] = {table}[{g.index(4, scope).text}];")
    fold(g, f"*{table}[{g.index(4, scope, 2).text}]")
    fold(g, names[g.rng.randrange(3)])
    g.close()


def union_pun(g, scope, depth):
    u = g.name("u")
    g.open()
    g.emit(f"union {{ unsigned w; unsigned char b[4]; short h[2]; struct {{ signed char lo; unsigned char hi; }} s; }} {u};")
    g.emit(f"{u}.w = {g.expression(scope, 2).text};")
    inner = scope.inner()
    inner.arrays += [Array(f"{u}.b", 4, E.UCHAR), Array(f"{u}.h", 2, E.SHORT)]
    inner.scalars += [Var(f"{u}.w", E.UINT), Var(f"{u}.s.lo", E.SCHAR), Var(f"{u}.s.hi", E.UCHAR)]
    for _ in range(g.rng.randint(1, 3)):
        g.emit(g.rng.choice([f"{u}.b[{g.index(4, scope).text}] = {g.expression(inner, 1).text};",
                             f"{u}.h[{g.index(2, scope).text}] += 7;",
                             f"{u}.s.lo = {g.expression(inner, 1).text};"]))
    fold(g, f"{u}.w")
    fold(g, g.expression(inner, 2).text)
    g.close()


def buffers(g, scope, depth):
    """memcpy, memmove, memset, memcmp with sizes and places that depend on inputs"""
    a, b = g.name("a"), g.name("a")
    g.open()
    g.emit(f"unsigned char {a}[8] = {{{', '.join(g.expression(scope, 1).text for _ in range(3))}}}, {b}[8] = {{1, 2, 3}};")
    inner = scope.inner()
    inner.arrays += [Array(a, 8, E.UCHAR), Array(b, 8, E.UCHAR)]
    for _ in range(g.rng.randint(2, 4)):
        n = E.below(g.expression(scope, 1, calls=False), 5).text
        x, y = g.index(4, scope).text, g.index(4, scope).text
        g.emit(g.rng.choice([f"memcpy({b} + {x}, {a} + {y}, {n});", f"memmove({a} + {x}, {a} + {y}, {n});",
                             f"memset({b} + {x}, {g.expression(scope, 1).text}, {n});",
                             f"memcpy({a}, {b}, {g.rng.randint(1, 8)});",
                             f"chk += memcmp({a} + {x}, {b} + {y}, {n}) < 0;",
                             f"chk += (memcmp({a}, {b}, {g.rng.randint(1, 8)}) == 0) * 5;"]))
    fold(g, f"{b}[{g.index(8, scope).text}] + {a}[{g.index(8, scope).text}]")
    g.close()


def strings(g, scope, depth):
    s = g.name("z")
    g.open()
    text = "".join(g.rng.choice("abc") for _ in range(g.rng.randint(1, 4)))
    g.emit(f"char {s}[6] = \"{text}\";")
    for _ in range(g.rng.randint(1, 2)):
        g.emit(f"{s}[{g.index(5, scope).text}] = {g.rng.choice(['0', g.expression(scope, 1).text, chr(39) + 'b' + chr(39)])};")
    g.emit(f"{s}[5] = 0;")
    other = "".join(g.rng.choice("abc") for _ in range(g.rng.randint(0, 3)))
    for _ in range(2):
        fold(g, g.rng.choice([f"strlen({s})", f"strcmp({s}, \"{other}\") < 0", f"strcmp(\"{other}\", {s}) == 0",
                              f"strncmp({s}, \"{text}\", {g.rng.randint(1, 4)}) > 0",
                              f"strchr({s}, '{g.rng.choice('abc')}') != 0", f"strlen({s} + {g.index(3, scope).text})"]))
    g.close()


def symbolic_bytes(g, scope, depth):
    """A small object made symbolic, bytes out of a small alphabet."""
    n, size = g.rng.choice([(1, 8), (2, 4), (2, 3), (3, 2)])
    bits = n * (size - 1).bit_length()
    if g.mult > 1 or g.result is not None or g.input_bits + bits > g.style.bits:
        return strings(g, scope, depth)
    g.input_bits += bits
    z, lo = g.name("z"), g.rng.choice([97, 0, 48, 254 - size])
    kind = g.rng.choice(["char", "unsigned char"]) if lo < 100 else "unsigned char"
    g.emit(f"{kind} {z}[{n + 1}];")
    whole = g.chance(0.3)
    g.emit(f"DOMAIN({lo}, {size}, 1) klee_make_symbolic({z}, {n}, \"{z}\");")
    g.emit(f"{z}[{n}] = 0;")
    for i in range(n):
        test = f"{z}[{i}] >= {lo} && {z}[{i}] < {lo + size}" if not whole or size & (size - 1) or lo % size else \
               f"({z}[{i}] & {~(size - 1) & 255}) == {lo}"
        g.emit(f"klee_assume({test});")
    scope.arrays.append(Array(z, n + 1, E.CHAR if kind == "char" else E.UCHAR))
    if kind == "char":
        fold(g, f"strlen({z})")


def skip(g, scope, depth):
    """goto forward over a block, perhaps out of a nested one"""
    label = g.name("L")
    g.open()
    g.emit(f"if ({g.condition(scope, 2).text}) goto {label};")
    g.open()
    g.block(scope, depth - 1)
    if g.chance(0.4):
        g.emit(f"if ({g.condition(scope, 1).text}) goto {label};")
        g.block(scope, depth - 1, 1)
    g.close()
    g.emit(f"{label}:;")
    g.close()


def again(g, scope, depth):
    """goto backwards"""
    if g.mult > 10:
        return skip(g, scope, depth)
    label, k, n = g.name("L"), g.name("k"), g.rng.randint(2, 3)
    g.open()
    g.emit(f"int {k} = 0;")
    g.emit(f"{label}:;")
    outer, g.loop, g.mult = g.loop, 0, g.mult * n
    g.open()
    g.block(scope, depth - 1, 2)
    g.close()
    g.loop, g.mult = outer, g.mult // n
    g.emit(f"if (++{k} < {n} && {g.condition(scope, 1).text}) goto {label};")
    g.close()


def table_call(g, scope, depth):
    if not g.table:
        return
    n, name = g.table
    g.emit(f"chk = chk * 7 + (unsigned long){name}[{g.index(n, scope, 2).text}]({E.cast(E.INT, g.expression(scope, 2)).text});")
    g.charge(8)


def chosen_function(g, scope, depth):
    if not g.table:
        return
    f = g.name("q")
    g.open()
    g.emit(f"int (*{f})(int) = {g.condition(scope, 2).text} ? op{g.rng.randrange(4)} : op{g.rng.randrange(4)};")
    fold(g, f"{f}({E.cast(E.INT, g.expression(scope, 2)).text})")
    g.close()


def static_counter(g, scope, depth):
    name = g.name("v")
    kind = g.rng.choice([E.UCHAR, E.UINT, E.USHORT])
    g.open()
    g.emit(f"static {kind.name} {name} = {g.rng.randint(0, 3)};")
    g.emit(f"{name} += {g.expression(scope, 1).text};")
    fold(g, name)
    g.close()


def struct_copy(g, scope, depth):
    pairs = [(a, b) for a, s in scope.structs for b, t in scope.structs if s is t and a != b]
    if not pairs:
        return static_counter(g, scope, depth)
    a, b = g.rng.choice(pairs)
    if g.chance(0.5):
        g.emit(f"if ({g.condition(scope, 2).text}) {a} = {b};")
    else:
        g.emit(f"memcpy(&{a}, &{b}, sizeof {a});")
    g.charge()


def struct_pointer(g, scope, depth):
    """p->field through a pointer chosen by a condition"""
    if not scope.structs:
        return
    text, struct = g.rng.choice(scope.structs)
    twins = [t for t, s in scope.structs if s is struct]
    p = g.name("q")
    g.open()
    g.emit(f"struct {struct.name} *{p} = {g.condition(scope, 2).text} ? &{text} : &{g.rng.choice(twins)};")
    inner = scope.inner()
    scalars, arrays = struct.leaves(f"(*{p})")
    only = Scope(scalars, arrays)
    inner.scalars += scalars
    inner.arrays += arrays
    v = g.lvalue(only)
    g.emit(f"{v.text} = {g.expression(inner, 2).text};")
    fold(g, g.expression(only, 2, calls=False).text)
    g.close()


def struct_array(g, scope, depth):
    """Structs in an array, chosen by indices that depend on inputs."""
    if not g.structs:
        return
    struct, t = g.rng.choice(g.structs), g.name("t")
    g.open()
    g.emit(f"struct {struct.name} {t}[3];")
    g.emit(f"memset({t}, {g.rng.choice(['0', '1', g.index(2, scope).text])}, sizeof {t});")
    for _ in range(g.rng.randint(1, 3)):
        scalars, arrays = struct.leaves(f"{t}[{g.index(3, scope, 2).text}]")
        v = g.lvalue(Scope(scalars, arrays))
        g.emit(f"{v.text} = {g.expression(scope, 2).text};")
        if g.chance(0.5):
            g.emit(f"{t}[{g.index(3, scope).text}] = {t}[{g.index(3, scope).text}];")
    scalars, arrays = struct.leaves(f"{t}[{g.index(3, scope, 2).text}]")
    fold(g, g.leaf(Scope(scalars, arrays)).text)
    g.close()


def linked_list(g, scope, depth):
    """Three nodes on the heap, linked in an order that depends on inputs."""
    h, c = g.name("q"), g.name("q")
    n = g.rng.randint(1, 3)
    g.open()
    g.emit(f"struct node *{h} = 0;")
    g.open(f"for (int k = 0; k < {n}; k++)")
    g.emit(f"struct node *{c} = malloc(sizeof *{c});")
    g.emit(f"{c}->value = {g.expression(scope, 2, calls=False).text};")
    g.open(f"if ({h} && {g.condition(scope, 1).text})")
    g.emit(f"{c}->next = {h}->next;")
    g.emit(f"{h}->next = {c};")
    g.indent -= 1
    g.emit("} else {")
    g.indent += 1
    g.emit(f"{c}->next = {h};")
    g.emit(f"{h} = {c};")
    g.close()
    g.close()
    g.open(f"while ({h})")
    g.emit(f"struct node *{c} = {h}->next;")
    fold(g, f"{h}->value")
    g.emit(f"free({h});")
    g.emit(f"{h} = {c};")
    g.close()
    g.close()


def assume(g, scope, depth):
    if g.chance(0.6):
        return static_counter(g, scope, depth)
    left = g.expression(scope, 2, calls=False)
    g.emit(f"__VERIFIER_assume({E.relation('!=', E.below(left, 8), E.literal(g.rng.randrange(8))).text});")


def fresh_input(g, scope, depth):
    """An input in the middle, perhaps in a branch or loop."""
    bits = 1 if g.mult > 1 else 2
    if g.result is not None or g.mult > 3 or g.input_bits + bits * g.mult > g.style.bits:
        return assume(g, scope, depth)
    g.input_bits += bits * g.mult
    name, lo = g.name("n"), g.rng.choice([0, -1, 100])
    kind, suffix = g.rng.choice([(E.INT, "int"), (E.SHORT, "short"), (E.LONG, "long")])
    n = 1 << bits
    g.emit(f"DOMAIN({lo}, {n}, 1) {kind.name} {name} = __VERIFIER_nondet_{suffix}();")
    g.emit(f"__VERIFIER_assume({name} >= {lo} && {name} < {lo + n});")
    scope.scalars.append(Var(name, kind, bounds=(lo, lo + n - 1), writable=False, addressable=False))


def uninitialised(g, scope, depth):
    """An uninitialised variable whose value does not matter; with style.uninit, one that does."""
    name = g.name("w")
    kind = g.rng.choice([E.UINT, E.UCHAR, E.USHORT, E.ULONG])
    if g.style.uninit and g.mult == 1 and g.result is None and g.input_bits + 2 <= g.style.bits:
        g.input_bits += 2
        g.emit(f"{kind.name} {name};")
        g.emit(f"DOMAIN(0, 4, 1) UNINIT({name})")
        g.emit(f"{name} &= 3;")
        scope.scalars.append(Var(name, kind, bounds=(0, 3), writable=False, addressable=False))
        return
    if "uninit" in g.style.checks and not g.style.pending:
        return static_counter(g, scope, depth)
    g.open()
    g.emit(f"{kind.name} {name};")
    g.emit(f"if ({g.condition(scope, 1).text}) {name} = 1;")
    fold(g, f"(({name} | 1) != 0) + ({name} & 0)")
    g.close()


def wide(g, scope, depth):
    """128-bit arithmetic"""
    name = g.name("v")
    x, y, z = (g.expression(scope, 1, calls=False).text for _ in range(3))
    g.open()
    g.emit(f"unsigned __int128 {name} = (unsigned __int128){x} * (unsigned long){y};")
    g.emit(f"{name} = ({name} << {g.index(128, scope).text}) + (__int128){z};")
    if g.chance(0.4):
        g.emit(f"{name} = {name} / (((unsigned __int128){x} & 255) + 1);")
    fold(g, f"({name} >> 64) ^ {name}")
    g.close()


IDIOMS = [cursor, walk, heap, pointer_to_pointer, pointer_array, union_pun, buffers, strings, symbolic_bytes, skip,
          again, table_call, chosen_function, static_counter, struct_copy, struct_pointer, struct_array,
          linked_list, assume,
          fresh_input, uninitialised, wide] + CONSTRUCTS


def add(g, scope, depth):
    before = len(g.lines)
    g.rng.choice(IDIOMS)(g, scope, max(depth, 0))
    if len(g.lines) == before:
        g.assign(scope)
