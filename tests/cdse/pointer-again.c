// RUN: %unsafe --engine=cdse %s
// RUN: %unsafe --engine=cdse -DV=2 %s
// RUN: %unsafe --engine=cdse -DV=3 -m32 %s
// RUN: %safe --engine=cdse -DFIXED %s
// REQUIRES: shrike
// A pointer that a call has followed leads there on this path only: that it does not lead elsewhere the
// next time has the first call as a reason.
int __VERIFIER_nondet_int(void);
void reach_error(void);

static int inc(int x) { return x + 1; }
static int twice(int x) { return 2 * x; }
static int apply(int (*f)(int), int x) { return f(x); }

int main(void) {
    int (*f)(int) = __VERIFIER_nondet_int() ? inc : twice;
    int x = __VERIFIER_nondet_int();
#ifdef FIXED
    if (x == 21) return 0;
#endif
    if (x <= 0 || x >= 1000) return 0;
#if V == 2
    if (f(x) == 42 && apply(f, x) != x + 1) reach_error();
#elif V == 3
    int y = f(x);
    int (*g)(int) = f;
    if (y == 42 && g(x) != x + 1) reach_error();
#else
    if (f(x) == 42 && f(x) != x + 1) reach_error();
#endif
    return 0;
}
