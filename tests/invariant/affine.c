// RUN: %safe --once --engine=invariant %s
// RUN: %verdict UNKNOWN --once --engine=invariant -DWRAPS %s
// RUN: %shrike verify --engine=invariant --invariants --check-invariants --stats %s 2>&1 | %check %s
// CHECK: in each round of the loop at {{.*}}affine.c:{{[0-9]+}}:5: n == (x + y) && twice == (y * 2U)
// CHECK: solver {{ +[1-9][0-9]*}}  answers confirmed
// Nothing on the way says that x + y == n: it is an equation of all rounds, modulo 2^32.
extern void __VERIFIER_error(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), x = n, y = 0, twice = 0;
    while (x > 0) {
        x--;
        y++;
        twice += 2;
    }
    if (y != n || twice != 2 * n) __VERIFIER_error();
#ifdef WRAPS
    if (twice < y) __VERIFIER_error(); /* only after 2^31 rounds */
#endif
}
