// RUN: %unsafe --engine=interpolate %s | %check %s
// A check that one path passes belongs to the fact: the other path must not be dropped.
int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {0};
    int i = 0;
    if (__VERIFIER_nondet_int()) i = 1;
    if (__VERIFIER_nondet_int()) i += 3;
    // CHECK: error: out-of-bounds write of 4 bytes: right at the end of the 16-byte
    a[i] = 1;
    return 0;
}
