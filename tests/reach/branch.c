// REQUIRES: shrike
// RUN: %lines %s 
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 77777)
        return 1; // REACHABLE
    if (x > 5 && x < 5)
        return 2; // UNREACHABLE
    return 0; // REACHABLE
}
