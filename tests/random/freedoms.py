"""Programs whose meaning C, or an option of the compiler, leaves open: what one compiler does another need not do.

Each piece is a function that asserts what executions here show. Where a compiler may do something else, a proof must not
be silent: `premise` is what it has to say then. `flags` are options that the piece is about."""

from dataclasses import dataclass
import random


@dataclass(frozen=True)
class Piece:
    text: str               # {k}: a number from 1 on; `in` is an input from 0 to 3
    premise: str = ""       # regular expression
    flags: tuple = ()
    outside: str = ""       # declarations before the function


PIECES = {
    "setjmp": Piece("int x = {k}; if (!setjmp(buffer)) {{ x = in; longjmp(buffer, 1); }} assert(x == in);"),
    "setjmp-volatile": Piece("volatile int x = {k}; if (!setjmp(buffer)) {{ x = in; longjmp(buffer, 1); }} assert(x == in);"),
    "setjmp-pointer": Piece("int x = {k}, *p = &x; if (!setjmp(buffer)) {{ *p = in; longjmp(buffer, 1); }} assert(x == in);", "longjmp|setjmp"),
    "memcmp": Piece("char a[1] = {{(char)('a' + {k} * in)}}; assert(memcmp(a, \"a\", 1) == {k} * in);"),
    "strcmp": Piece("char a[2] = {{(char)('b' - in)}}; int r = strcmp(a, \"b\"); assert(r == -in);"),
    "memcmp-sign": Piece("char a[1] = {{(char)('a' + in)}}; assert((memcmp(a, \"a\", 1) > 0) == (in > 0));"),
    "literal": Piece("const char *p = \"x{k}\", *q = \"{k}\"; assert(p + 1 != q);", "literal|string"),
    "literal-twice": Piece("const char *p = \"same{k}\", *q = \"same{k}\"; assert((p == q) == (in == in));", "literal|string"),
    "alias": Piece("int v; assert(alias_{k}(&v, (float *)(void *)&v) == 0);", "memory is bytes",
                   outside="__attribute__((noinline)) static int alias_{k}(int *i, float *f) {{ *i = {k}; *f = 0; return *i; }}"),
    "alias-heap": Piece("void *p = malloc(8); if (!p) return; *(long *)p = 0; *(short *)p = {k}; long r = *(long *)p; free(p); assert(r == {k});", "memory is bytes"),
    "alias-union": Piece("union {{ float f; int i; }} u; u.f = 0; assert(u.i == 0);"),
    "padding": Piece("struct {{ char c; int i; }} a, b; memset(&a, {k}, sizeof a); memset(&b, 0, sizeof b); a.i = in; b = a; assert(!memcmp(&a, &b, sizeof a));",
                     "padding is copied"),
    "order": Piece("counter = 0; assert(next() - 2 * next() == -3);", "order", outside=""),
    "order-arguments": Piece("counter = {k}; assert(minus(next(), next()) == -1);", "order"),
    "unsequenced": Piece("int i = in; i = i++ + {k}; assert(i == in + {k});", "one expression|order"),
    "fmin": Piece("double z = in ? 0.0 : -0.0; assert(!signbit(fmax(z, -z)));"),
    "overflow": Piece("int x = in ? INT_MAX : {k}; assert(x + 1 < x || x != INT_MAX);", "wrap around"),
    "overflow-pointer": Piece("char a[{k}]; size_t n = in ? SIZE_MAX : 0; assert((a + n < a) == (in > 0));", "address|wrap"),
    "endless": Piece("unsigned i = (unsigned)in; while (i != 3) i += 2; assert(in & 1);", "ends|end"),
    "uninit-twice": Piece("int x; assert(x == x);", "uninit|value"),
    "uninit-bits": Piece("int x; assert(((x & 1) | 2) != 0 && (x & 1) < 2);", "uninit|value"),
    "bit-field": Piece("struct {{ int b : 3; }} s = {{7}}; assert(s.b == -1);", "bit-fields", ("-funsigned-bitfields",)),
    "bit-field-plain": Piece("struct {{ int b : 3; }} s = {{7}}; assert(s.b == -1);"),
    "char": Piece("char c = (char)(0x80 + in); assert(c < 0);"),
    "char-unsigned": Piece("char c = (char)(0x80 + in); assert(c > 0);", flags=("-funsigned-char",)),
    "enum-short": Piece("enum e {{ A = {k} }}; assert(sizeof(enum e) == 1);", flags=("-fshort-enums",)),
    "packed": Piece("struct s {{ char c; int i; }}; assert(sizeof(struct s) == 5);", flags=("-fpack-struct",)),
    "fast-nan": Piece("double z = in ? 0.0 : 1.0, q = z / z; assert((q != q) == (in > 0));", "IEEE 754", ("-ffast-math",)),
    "fast-sum": Piece("volatile double a = 1e16; double b = {k}; assert((a + b) - a == (in < 4 ? (a + b) - a : 0) && (1e16 + b) - 1e16 == (a + b) - a);", "IEEE 754", ("-Ofast",)),
    "constant-single": Piece("volatile double x = 0.1; double y = 1; y /= 10; assert(x == y);", "doubles", ("-fsingle-precision-constant",)),
    "fused": Piece("volatile double v = 1.0 + 1.0 / (1 << {k} << 20); double x = v, y = x * x - x * x; assert(y == 0);", "rounded one by one", ("-mfma",)),
    "charset": Piece("assert('a' == 97);", "UTF-8", ("-fexec-charset=IBM1047",)),
    "const": Piece("const int c = {k}; int *p = (int *)&c; *p = in; assert(c == in);", "const"),
    "restrict": Piece("int v; assert(apart_{k}(&v, &v) == 2);", "restrict",
                      outside="__attribute__((noinline)) static int apart_{k}(int *restrict a, int *restrict b) {{ *a = 1; *b = 2; return *a; }}"),
    "neighbours": Piece("int a[1] = {{in}}, b[1] = {{in}}; assert(a + 1 != b && b + 1 != a);", "address|lie"),
    "number": Piece("int a = in; assert(((uintptr_t)&a & 15) == 0);", "address|alignment"),
    "wrap-again": Piece("int s = 0; for (int i = 0; i < 2 + in; i++) s += 0x40000000 / {k}; assert(s == (int)((2u + (unsigned)in) * (0x40000000 / {k})));", "wrap around"),
    "varargs": Piece("char b[8]; twice(b, \"%d\", {k}, in); assert(b[0] == '0' + in);"),
    "varargs-once": Piece("assert(sum_of(2, {k}, in) == {k} + in);"),
    "literal-round": Piece("int *last = 0, s = 0; for (int i = 0; i < 3; i++) {{ int *p = (int[1]){{i + {k}}}; if (last) s += last == p; last = p; }} assert(s >= 0);"),
    "temporary": Piece("assert(made({k}).a[1] == {k} && made(in).a[0] == 0);"),
    "static-local": Piece("assert(again() == 1 && again() == 2);", outside=""),
    "constant-p": Piece("int x = in; assert(!__builtin_constant_p(x));", "constant"),
    "constant-folded": Piece("int x = {k}; assert(!__builtin_constant_p(x));", "constant"),
}

TOP = """#include <assert.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef RANDOM_HARNESS
#define DOMAIN(lo, n, step)
int __VERIFIER_nondet_int(void);
#endif
static jmp_buf buffer;
static int counter;
static int next(void) { return ++counter; }
static int minus(int a, int b) { return a - b; }
static int again(void) { static int n; int r = n + 1; n = r % 2; return r; }
struct made { int a[2]; };
static struct made made(int k) { return (struct made){{0, k}}; }
static int sum_of(int n, ...) {
    va_list args;
    int s = 0;
    va_start(args, n);
    while (n--) s += va_arg(args, int);
    va_end(args);
    return s;
}
static void twice(char *to, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(to, 8, format, args);
    vsnprintf(to, 8, format, args);
    va_end(args);
}
"""


class Freedoms:
    """A program of one to three pieces."""

    def __init__(self, seed):
        rng = random.Random(seed)
        names = rng.sample(sorted(PIECES), rng.choice((1, 1, 2, 3)))
        self.pieces = [PIECES[n] for n in names]
        self.names = names
        self.flags = sorted({f for p in self.pieces for f in p.flags})
        self.parts = [(n, PIECES[n], rng.randint(1, 6)) for n in names]

    def premises(self):
        return [p.premise for p in self.pieces if p.premise]

    def text(self):
        out = [TOP]
        for i, (name, piece, k) in enumerate(self.parts):
            if piece.outside:
                out.append(piece.outside.format(k=k))
            out.append(f"/* {name} */\nstatic void part{i}(int in) {{ (void)in; {piece.text.format(k=k)} }}")
        calls = " ".join(f"part{i}(in);" for i in range(len(self.parts)))
        out.append(f"int main(void) {{\n    DOMAIN(0, 4, 1) int in = __VERIFIER_nondet_int() & 3;\n    {calls}\n    return 0;\n}}\n")
        return "\n".join(out)
