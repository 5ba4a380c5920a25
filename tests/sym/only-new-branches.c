// RUN: rm -rf %t && %shrike test --only-new --output %t %s | %check %s
// Simplification would make selects of these branches, which one test covers whole. Tests are to take each way of each
// part of a condition, as gcov counts them: the first comparison fails, the second, the third, none.
// CHECK: 4 tests in
// CHECK: branches 6/6,
// CHECK: {{^}}COMPLETE
int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int(), r = 0;
    if (a > 1 && b > 1 && c > 1) r = 7;
    return r;
}
