// RUN: rm -rf %t && not %shrike test --only-new --max-instructions 4000000 --output %t %s | %check %s
// RUN: ls %t/*.ktest | wc -l | %check %s --check-prefix FILES
// CHECK: 0 paths, 4 cut, 0 errors (0 confirmed), 4 tests in
// CHECK: INCOMPLETE
// FILES: 4
// No path ends, but what the paths have covered when the limit comes is worth a test.
int __VERIFIER_nondet_int(void);
int a, b, n;
int main(void) {
    int x = __VERIFIER_nondet_int();
    switch (x) {
    case 1: a = 1; break;
    case 2: b = 1; break;
    case 3: a = b = 2; break;
    default: break;
    }
    for (;;) n++;
}
