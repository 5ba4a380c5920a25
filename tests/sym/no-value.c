// RUN: %unsafe --engine=explore %s | %check %s
// RUN: %unsafe --once --engine=explore -m32 -DV=1 %s
// RUN: %unsafe --once --engine=dash --no-confirm -DV=2 %s
// RUN: %unsafe --once --engine=bmc --no-confirm -DV=3 %s
// RUN: %unsafe --once --engine=cdse --no-confirm -DV=5 %s
// RUN: %unsafe --once --engine=interpolate --no-confirm -DV=4 %s
// RUN: %safe --once --engine=explore -DFIXED %s
// RUN: %safe --once --engine=explore --check=assert,memory -DV=6 %s
// A function may flow off its end, as long as nobody uses its value.
extern int __VERIFIER_nondet_int(void);
struct large { long a[5]; };
struct small { int a, b; };
static int find(int x) { if (x > 3) { int y = x; return y; } }
static float half(int x) { if (x > 3) return 0.5f; }
static struct large large(int x) { struct large r = {{x}}; if (x > 3) return r; }
static struct small small(int x) { struct small r = {x}; if (x > 3) return r; }
static int in_loop(int x) { while (x-- > 0) if (x == 4) return 1; }
static int by_switch(int x) { switch (x) { case 1: return 2; case 2: return 3; } }
static int beside_array(int n) { int a[1 + (n & 7)]; for (int i = 0; i < (n & 7); i++) { int z = a[i] = i; if (z == 5) return 1; } }
static int endless(int x) { for (;;) if (x++ > 3) return x; }
static int jumps(int x) { if (x) goto l; return 1; l: return 2; }
static int hands_on(int x) { return find(x); }

int main(void) {
    int c = __VERIFIER_nondet_int(), (*p)(int) = find;
#if defined FIXED
    if (c > 3) {
        find(c), half(c), small(c);
        c = find(c) - p(c) + (half(c) > 1) + (int)large(c).a[0] + in_loop(5) + beside_array(6) + small(c).b;
    }
    find(c), large(c), small(c), in_loop(c & 3), by_switch(c), beside_array(2), p(c), hands_on(4);
    (void)half(c);
    c ? find(1) : find(2);
    if (c == 1 || c == 2) return by_switch(c);
    return endless(1) + jumps(c) == 0;
#elif V == 1
    struct large r = large(c);
#elif V == 2
    struct small r = small(c);
#elif V == 3
    if (in_loop(c & 3)) return 1;
#elif V == 4
    return by_switch(c & 3);
#elif V == 5
    return p(c);
#elif V == 6
    return beside_array(c) & 0;
#else
    // CHECK: no-value.c:22:{{[0-9]+}}: error: use of the value of a function that returned none [missing-return-value]
    return hands_on(c);
#endif
    return 0;
}
