// RUN: %certified %s -DSHADOW
// RUN: %certified %s -DHIDDEN
// RUN: %certified %s -DOVERLAP
// RUN: %certified %s -DPIECE
// RUN: %certified %s -DNOPATH
// RUN: %certified %s -DINTO
// RUN: %certified %s -DINTO -DSPLIT
// RUN: %certified %s -DFALLS
// RUN: %certified %s -DCALLED
// RUN: %certified %s -DLONG
// RUN: %certified %s -DALIAS
// RUN: %certified %s -DREPLACED
// RUN: %certified %s -DUNION
// RUN: %certified %s -DBITS
// RUN: %certified %s -DCONSTANT
// RUN: %certified %s -DGONE
// RUN: %certified %s -DORDER
// RUN: %certified %s -DLATE
// RUN: %certified %s -DQUICK
// RUN: %certified %s -DJUMPS
// RUN: %certified %s -DSIGNALS
// RUN: %certified %s -DCALLS_BACK
// RUN: %certified %s -DASM
// RUN: %certified %s -DWRITES
// RUN: %certified %s -DFITS
// RUN: %certified %s -DLEAVES
// RUN: %certified %s -DLEFT --check=leak
// RUN: %certified %s -DLOST --check=leak
// RUN: %certified %s -DDEEPER --check=leak
// RUN: %certified %s -DABORTS --check=abort
// RUN: %certified %s -DTRAPS --check=abort
// RUN: %certified %s -DFAILS --check=abort
// RUN: %certified %s -DLETTER --check=call
// RUN: %certified %s -DONTO --check=call
// RUN: %certified %s -DNO_END --check=memory
// What a stranger would write: wrong programs, with claims about names that two variables share, bytes that overlap, loops that are entered in
// the middle or not at all, functions that are called by pointers; and programs that leave the usual way.
// CLAIM: SHADOW={"claim": "loop", "function": "main", "loop": "1", "changes": ["i", "x", "y"], "holds": ["x == 0", "y == 0 || x#2 != 0"]}
// CLAIM: HIDDEN={"claim": "loop", "function": "main", "loop": "1", "changes": ["hidden"], "holds": ["hidden == 5"]}
// CLAIM: OVERLAP={"claim": "loop", "function": "main", "loop": "1", "changes": ["i", "a+0:8", "a+4:8", "a+6:4"], "holds": ["a[3] == 0", "a[0] == 0 && a[0] == a[1]"]}
// CLAIM: PIECE={"claim": "loop", "function": "main", "loop": "1", "changes": ["i", "a+0:4", "a+18446744073709551615:8", "a+16:99999999999999999999"], "holds": []}
// CLAIM: NOPATH={"claim": "loop", "function": "main", "loop": "1.1", "changes": [], "holds": ["0"]}
// CLAIM: NOPATH={"claim": "loop", "function": "main", "loop": "", "changes": [], "holds": ["0"]}
// CLAIM: NOPATH={"claim": "loop", "function": "nobody", "loop": "1", "changes": [], "holds": ["0"]}
// CLAIM: NOPATH={"claim": "call", "function": "main", "changes": [], "needs": ["0"], "gives": ["0"]}
// CLAIM: INTO={"claim": "loop", "function": "main", "loop": "1", "changes": ["i"], "holds": ["s == 0", "i >= 0 && i < 12"]}
// CLAIM: FALLS={"claim": "loop", "function": "main", "loop": "1", "changes": ["i", "s"], "holds": ["s <= 1"]}
// CLAIM: CALLED={"claim": "call", "function": "down", "changes": [], "needs": [], "gives": ["\\result == 0"]}
// CLAIM: LONG={"claim": "call", "function": "high", "changes": [], "needs": [], "gives": ["\\result == 0"]}
// CLAIM: ALIAS={"claim": "loop", "function": "main", "loop": "1", "changes": ["i", "p"], "holds": ["x == 0", "p == &x || p == &y"]}
// CLAIM: LEAVES={"claim": "call", "function": "leave", "changes": [], "needs": [], "gives": ["0"]}
// CLAIM: LOST={"claim": "loop", "function": "main", "loop": "1", "changes": ["i", "s"], "holds": []}
// CLAIM: DEEPER={"claim": "call", "function": "keep", "changes": [], "needs": [], "gives": []}
// EXPECT: REFUSED
#include <assert.h>
#include <ctype.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int hidden = 5, a[4], set;
static const int constant = 1;
static int down(int n);
static int (*volatile pointer)(int) = down;
static int down(int n) { return n > 3 ? pointer(n - 1) : n == 3; }
static long high(int n) { return n > 0 ? high(n - 1) : 1L << 32; }
static int leave(int n) {
    if (n > 3) return leave(n - 1);
    assert(n != 2);
    exit(0);
}
static void keep(int n) {
    char *p = malloc(4);
    if (n <= 0) exit(0);
    keep(n - 1);
    free(p);
}
int real;
extern int other __attribute__((alias("real")));
static void fail(void) { assert(0); }
static void handle(int n) { (void)n, assert(0); }
static int compare(const void *x, const void *y) { return assert(*(const int *)x != 3), *(const int *)x - *(const int *)y; }
static int *gone(void) {
    int here = 1, *p = &here;
    return p;
}
sigjmp_buf env;

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, s = 0;
#ifdef SHADOW
    int x = 0, y = 0;
    for (i = 0; i < n; i++) {
        int x = i;
        if (x == 7) y = 1;
    }
    assert(y == 0 && x == 0);
#elif defined HIDDEN
    while (__VERIFIER_nondet_int()) {
        assert(hidden == 5);
        hidden = 6;
        int hidden = 5, *p = &hidden;
        *p = 5;
    }
#elif defined OVERLAP
    for (i = 0; i < n; i++) a[i & 3] = i;
    assert(a[3] == 0);
#elif defined PIECE
    for (i = 0; i < n; i++) a[i & 1] = 1;
    assert(a[1] == 0);
#elif defined NOPATH
    for (i = 0; i < 3; i++) s++;
    assert(s == 2);
#elif defined INTO
    if (n) goto inside;
    while (i < 10) {
        s = 0;
    inside:
        i++;
        if (n && i == 3) s = 1;
        if (i == 4) break;
    }
    assert(s == 0 || !n || i != 4);
    assert(i != 4 || n == 0);
#elif defined FALLS
    while (i < 4) {
        switch (n) {
        case 1: s++; /* fall through */
        case 2: s++; /* fall through */
        default: i++;
        }
        if (s > 1 && n == 2) assert(s < 3);
        if (n == 1) assert(s <= 1);
    }
#elif defined CALLED
    assert(pointer(n) == 0);
#elif defined LONG
    assert(high(n) == 0);
#elif defined ALIAS
    int x = 0, y = 0, *p = &y;
    for (i = 0; i < n; i++) {
        *p = i;
        p = i == 5 ? &x : &y;
    }
    assert(x == 0);
#elif defined REPLACED
    other = n;
    assert(real == 0);
#elif defined UNION
    union { int i; char c[4]; short h[2]; } u = {.i = n};
    assert(u.c[0] + 256 * u.c[1] == u.h[0]);
#elif defined BITS
    struct { int low : 3; unsigned up : 5; } b = {0, 0};
    b.low = n;
    b.up = b.low;
    assert(b.low < 3 || b.up != 3);
#elif defined CONSTANT
    int *p = (int *)&constant;
    if (n) *p = 2;
    assert(constant == 1);
#elif defined GONE
    int *p = gone(), here = 2;
    assert(p != &here || here == 2);
    assert(*p == 1);
#elif defined ORDER
    int x, y;
    assert(&x < &y || &x > &y + 1);
#elif defined LATE
    on_exit((void (*)(int, void *))fail, 0);
#elif defined QUICK
    at_quick_exit(fail);
    quick_exit(0);
#elif defined JUMPS
    if (sigsetjmp(env, 1)) assert(0);
    siglongjmp(env, 1);
#elif defined SIGNALS
    signal(SIGUSR1, handle);
    raise(SIGUSR1);
#elif defined CALLS_BACK
    int l[3] = {1, n, 2};
    qsort(l, 3, sizeof *l, compare);
#elif defined ASM
    int x = 0;
    __asm__("movl $1, %0" : "=r"(x));
    assert(x == 0);
#elif defined WRITES
    __asm__ volatile("movl $1, set(%%rip)" ::: "memory");
    assert(set == 0);
#elif defined FITS
    assert(((int (*)(int, int, int))down)(1, 2, n) == n);
#elif defined LEAVES
    assert(leave(n) == 0);
#elif defined LEFT
    char *p = malloc(3);
    if (n != 3) free(p);
#elif defined LOST
    for (i = 0; i < n; i++) s += malloc(1) != 0;
#elif defined DEEPER
    keep(n);
#elif defined ABORTS
    if (n == 4) abort();
#elif defined TRAPS
    s = 1 / n;
#elif defined FAILS
    assert(n != 4);
#elif defined LETTER
    s = isalpha(n);
#elif defined ONTO
    char t[8] = "abcdef";
    if (n > 0 && n < 3) memcpy(t + n, t, 4);
#else
    char t[4] = "abc";
    t[3] = (char)n;
    s = (int)strlen(t);
#endif
    return s == 77;
}
