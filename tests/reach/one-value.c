// REQUIRES: shrike
// RUN: %lines %s
// A function that is computed for one value of the input only.
int __VERIFIER_nondet_int(void);
double lgamma(double);
int main(void) {
    double d = lgamma(__VERIFIER_nondet_int());
    if (d == 0.125)
        return 1; // UNKNOWN
    return 0; // REACHABLE
}
