// REQUIRES: shrike
// RUN: %lines %s 
// Floating point on inputs is exact.
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    double d = x;
    if (d * 0.5 == 123456.0)
        return 1; // REACHABLE
    return 0; // REACHABLE
}
