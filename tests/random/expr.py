"""C expressions with the interval of their values, so that no operation overflows, divides by zero or shifts
too far unless someone wants it to. Every constructor returns an Expr whose text is in parentheses if need be."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Type:
    name: str
    bits: int
    signed: bool
    rank: int

    @property
    def min(self):
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def max(self):
        return (1 << (self.bits - 1)) - 1 if self.signed else (1 << self.bits) - 1

    def holds(self, lo, hi):
        return self.min <= lo and hi <= self.max


BOOL = Type("_Bool", 1, False, 0)
CHAR = Type("char", 8, True, 1)
SCHAR = Type("signed char", 8, True, 1)
UCHAR = Type("unsigned char", 8, False, 1)
SHORT = Type("short", 16, True, 2)
USHORT = Type("unsigned short", 16, False, 2)
INT = Type("int", 32, True, 3)
UINT = Type("unsigned", 32, False, 3)
LONG = Type("long", 64, True, 4)
ULONG = Type("unsigned long", 64, False, 4)
LLONG = Type("long long", 64, True, 5)
ULLONG = Type("unsigned long long", 64, False, 5)
I128 = Type("__int128", 128, True, 6)
U128 = Type("unsigned __int128", 128, False, 6)
TYPES = [BOOL, CHAR, SCHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG, LLONG, ULLONG, I128, U128]
COMMON = [CHAR, UCHAR, SHORT, USHORT, INT, INT, INT, UINT, UINT, LONG, ULONG]
UNSIGNED = {3: UINT, 4: ULONG, 5: ULLONG, 6: U128}


@dataclass(frozen=True)
class Expr:
    text: str
    type: Type
    lo: int
    hi: int
    pure: bool = True


def whole(text, kind, pure=True):
    return Expr(text, kind, kind.min, kind.max, pure)


def literal(value, kind=INT):
    """A constant of a type that holds it."""
    while not kind.holds(value, value):
        kind = {INT: LONG, UINT: ULONG, LONG: I128, ULONG: U128}.get(kind, I128)
    suffix = {UINT: "u", LONG: "l", ULONG: "ul", LLONG: "ll", ULLONG: "ull"}.get(kind, "")
    if kind.bits == 128 or kind.rank < 3:
        text = f"(({kind.name}){literal(value, INT).text})" if -(1 << 63) <= value < (1 << 63) else None
        assert text, value
    elif value == kind.min and kind.signed:
        text = f"(-{-(value + 1)}{suffix} - 1)"
    else:
        text = f"{value}{suffix}" if value >= 0 else f"(-{-value}{suffix})"
    return Expr(text, kind, value, value)


def converted(lo, hi, kind):
    return (lo, hi) if kind.holds(lo, hi) else (kind.min, kind.max)


def promoted(kind):
    return INT if kind.rank < 3 else kind


def common(a, b):
    a, b = promoted(a), promoted(b)
    if a.signed == b.signed:
        return a if a.rank >= b.rank else b
    signed, unsigned = (a, b) if a.signed else (b, a)
    if unsigned.rank >= signed.rank:
        return unsigned
    return signed if signed.bits > unsigned.bits else UNSIGNED[signed.rank]


def cast(kind, e):
    if kind == BOOL:
        lo, hi = (1, 1) if e.lo > 0 or e.hi < 0 else (0, 1) if e.lo or e.hi else (0, 0)
    else:
        lo, hi = converted(e.lo, e.hi, kind)
    return Expr(f"(({kind.name}){e.text})", kind, lo, hi, e.pure)


def unsigned(e):
    return cast(UNSIGNED[promoted(e.type).rank], e)


def negate(e):
    kind = promoted(e.type)
    if kind.signed and not kind.holds(-e.hi, -e.lo):
        e = unsigned(e)
        kind = e.type
    lo, hi = converted(-e.hi, -e.lo, kind)
    return Expr(f"(-{e.text})", kind, lo, hi, e.pure)


def complement(e):
    kind = promoted(e.type)
    lo, hi = (~e.hi, ~e.lo) if kind.signed else (kind.max - e.hi, kind.max - e.lo)
    return Expr(f"(~{e.text})", kind, lo, hi, e.pure)


def invert(e):
    return Expr(f"(!{e.text})", INT, 0, 1, e.pure)


def _bits(a, b, kind):
    """Interval of |, ^ of two intervals."""
    width = max(x.bit_length() for x in (a[0], a[1], b[0], b[1]))
    lo = 0 if a[0] >= 0 and b[0] >= 0 else -(1 << width)
    return converted(lo, (1 << width) - 1, kind)


def arithmetic(op, a, b):
    kind = common(a.type, b.type)
    x, y = converted(a.lo, a.hi, kind), converted(b.lo, b.hi, kind)
    if op == "+":
        lo, hi = x[0] + y[0], x[1] + y[1]
    elif op == "-":
        lo, hi = x[0] - y[1], x[1] - y[0]
    elif op == "*":
        products = [p * q for p in x for q in y]
        lo, hi = min(products), max(products)
    elif op == "&":
        if x[0] >= 0 or y[0] >= 0:
            lo, hi = 0, min(v[1] for v in (x, y) if v[0] >= 0)
        else:
            lo, hi = _bits(x, y, kind)
    else:
        lo, hi = _bits(x, y, kind)
    if not kind.holds(lo, hi):
        if kind.signed:
            return arithmetic(op, unsigned(a), unsigned(b))
        lo, hi = kind.min, kind.max
    return Expr(f"({a.text} {op} {b.text})", kind, lo, hi, a.pure and b.pure)


def division(op, a, b):
    """/ or %; a divisor that may be wrong is forced into 1..8"""
    kind = common(a.type, b.type)
    x, y = converted(a.lo, a.hi, kind), converted(b.lo, b.hi, kind)
    if y[0] <= 0 <= y[1] or (kind.signed and x[0] == kind.min and y[0] <= -1 <= y[1]):
        return division(op, a, arithmetic("+", arithmetic("&", b, literal(7)), literal(1)))
    most = max(abs(x[0]), abs(x[1]))
    limit = max(abs(y[0]), abs(y[1])) - 1
    if op == "%":
        most = min(most, limit)
    lo = 0 if x[0] >= 0 and (op == "%" or y[0] >= 0) else -most
    lo, hi = converted(lo, most, kind)
    return Expr(f"({a.text} {op} {b.text})", kind, lo, hi, a.pure and b.pure)


def shift(op, a, b):
    kind = promoted(a.type)
    if b.lo < 0 or b.hi >= kind.bits:
        b = arithmetic("&", b, literal(kind.bits - 1))
    if op == ">>":
        values = [v >> s for v in (a.lo, a.hi) for s in (b.lo, b.hi)]
        return Expr(f"({a.text} >> {b.text})", kind, min(values), max(values), a.pure and b.pure)
    lo, hi = a.lo << b.lo, a.hi << b.hi
    if kind.signed and (a.lo < 0 or hi > kind.max):
        return shift(op, unsigned(a), b)
    lo, hi = converted(lo, hi, kind)
    return Expr(f"({a.text} << {b.text})", kind, lo, hi, a.pure and b.pure)


def relation(op, a, b):
    return Expr(f"({a.text} {op} {b.text})", INT, 0, 1, a.pure and b.pure)


def ternary(c, a, b):
    kind = common(a.type, b.type)
    x, y = converted(a.lo, a.hi, kind), converted(b.lo, b.hi, kind)
    return Expr(f"({c.text} ? {a.text} : {b.text})", kind, min(x[0], y[0]), max(x[1], y[1]),
                a.pure and b.pure and c.pure)


def below(e, n):
    """An index: 0 <= result < n"""
    if 0 <= e.lo and e.hi < n:
        return e if e.type.bits <= 64 else cast(INT, e)
    if n & (n - 1) == 0:
        return arithmetic("&", e if e.type.bits <= 64 else cast(ULONG, e), literal(n - 1))
    return division("%", cast(UINT if e.type.bits <= 32 else ULONG, e), literal(n, UINT))
