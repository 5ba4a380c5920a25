// REQUIRES: shrike
// RUN: %lines %s 
// Floating point is tried with one value only.
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    double d = x;
    if (d * 0.5 == 123456.0)
        return 1; // UNKNOWN
    return 0; // REACHABLE
}
