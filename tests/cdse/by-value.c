// RUN: %unsafe --engine=cdse %s | %check %s
// RUN: %unsafe --engine=cdse --no-stop-on-first %s | %check %s
// RUN: %unsafe --engine=explore %s | %check %s
// RUN: %unsafe --engine=bmc %s | %check %s
// Passing an object by value reads it, where it is passed.
struct big { long a[8]; };
int __VERIFIER_nondet_int(void);
static long sum(struct big b) { return b.a[0] + b.a[7]; }

int main(void) {
    struct big one = {{1, 2, 3, 4, 5, 6, 7, 8}}, *p = &one;
    if (__VERIFIER_nondet_int() == 3) p = 0;
    // CHECK: by-value.c:[[#@LINE+1]]:12: error: null pointer: read of 64 bytes
    return sum(*p) == 9;
}
