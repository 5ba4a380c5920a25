// REQUIRES: shrike
// RUN: %lines %s --bound=5
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        if (i == 4)
            n--; // REACHABLE
        if (i == 9)
            return 2; // UNREACHABLE (bound 5)
    }
    return 0; // REACHABLE
}
