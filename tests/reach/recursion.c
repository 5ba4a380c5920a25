// REQUIRES: shrike
// RUN: %lines %s 
int __VERIFIER_nondet_int(void);
static int depth(unsigned n) {
    if (n == 0)
        return 0; // REACHABLE
    if (n == 12)
        return 12; // UNREACHABLE
    return 1 + depth(n - 1); // REACHABLE
}
int main(void) {
    unsigned n = (unsigned)__VERIFIER_nondet_int() % 10;
    if (depth(n) == 9)
        return 9; // REACHABLE
    if (depth(n) > 9)
        return 10; // UNREACHABLE
    return 0;
}
