// RUN: %unsafe --engine=cdse --no-confirm %s | %check %s
// Passing an object by value reads it.
struct big { long a[8]; };
int __VERIFIER_nondet_int(void);
static long sum(struct big b) { return b.a[0] + b.a[7]; }

int main(void) {
    struct big one = {{1, 2, 3, 4, 5, 6, 7, 8}}, *p = &one;
    if (__VERIFIER_nondet_int() == 3) p = 0;
    // CHECK: error: null pointer
    return sum(*p) == 9;
}
