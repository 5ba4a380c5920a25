// RUN: %safe --engine=explore --check=uninit %s
// RUN: %safe --engine=interpolate --check=uninit %s
// RUN: %safe --engine=cdse --check=uninit %s
// RUN: %safe --engine=bmc --check=uninit %s
// RUN: %safe --engine=concolic --check=uninit %s
// RUN: %unknown --engine=dash --check=uninit %s
// RUN: %safe --engine=explore --check=uninit -m32 %s
// RUN: %unsafe --engine=explore --check=uninit -DWORD %s | %check --check-prefix=WORD %s
// RUN: %unsafe --engine=interpolate --check=uninit -DMEMBER %s | %check --check-prefix=MEMBER %s
// RUN: %unsafe --engine=cdse --check=uninit -DUNION %s | %check --check-prefix=UNION %s
// RUN: %unsafe --engine=bmc --check=uninit -DFIELD %s | %check --check-prefix=FIELD %s
// RUN: %unsafe --engine=concolic --check=uninit -DCALLEE %s | %check --check-prefix=CALLEE %s
// RUN: %unsafe --engine=dash --check=uninit -DWORD %s
/* Values without a meaning may be copied, masked, passed and returned. */
#include <klee/klee.h>
#include <string.h>

struct padded { char c; int i; };
struct large { int a, b, c, d, e; };
struct fields { unsigned a : 3, b : 5, c : 9; };
union any { short s; int i; char c[8]; };

static void set(int *p, int really) {
    if (really) *p = 3;
}

static struct padded make_padded(char c) {
    struct padded r;
    r.c = c;
    r.i = c;
    return r;
}

static struct large make_large(int a) {
    struct large r;
    r.a = a;
    return r;
}

static int first(struct large l) { return l.a; }
static int unused(int value) { return 1 + 0 * value; }

int main(void) {
    unsigned char half[4];
    unsigned word;
    half[0] = 1, half[1] = 2;
    memcpy(&word, half, 4);
    if ((word & 0xffff) != 0x201 || (word << 16) != 0x2010000) return 1;
#ifdef WORD
    // WORD: undefined-passed.c:[[#@LINE+1]]:{{.*}} a branch depends on uninitialised memory: 'half'
    if (word == 0x201) return 2;
#endif
    int x, y;
    set(&x, 1);
    if (x != 3) return 3;
#ifdef CALLEE
    set(&x, 0), set(&y, klee_int("really") == 7);
    // CALLEE: undefined-passed.c:[[#@LINE+1]]:{{.*}} a branch depends on uninitialised memory: 'y'
    if (y != 3) return 4;
#endif
    struct padded p = make_padded(4), q = p;
    if (q.i != q.c) return 5;
    struct large l = make_large(7), m = l;
    if (first(m) != 7 || unused(y) != 1) return 6;
#ifdef MEMBER
    // MEMBER: undefined-passed.c:[[#@LINE+1]]:{{.*}} a branch depends on uninitialised memory: 'r'
    if (m.b) return 7;
#endif
    struct fields f;
    f.a = 1, f.b = 2;
    if (f.a + f.b != 3) return 8;
#ifdef FIELD
    // FIELD: undefined-passed.c:[[#@LINE+1]]:{{.*}} a branch depends on uninitialised memory: 'f'
    if (f.a + f.b + f.c == 6) return 9;
#endif
    f.c = 3;
    if (f.a + f.b + f.c != 6) return 10;
    union any u, v;
    u.s = 4;
    v = u;
    if (v.s != 4) return 11;
#ifdef UNION
    // UNION: undefined-passed.c:[[#@LINE+1]]:{{.*}} a branch depends on uninitialised memory: 'u'
    if (v.i == 4) return 12;
#endif
    x = y ? 1 : 2; /* a selection that nobody looks at */
    return 0;
}
