// REQUIRES: shrike
// RUN: %lines %s 
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0;
    if (x > 10)
        y = 1;
    if (y == 1 && x < 20)
        return 1; // REACHABLE
    if (y == 1 && x <= 10)
        return 2; // UNREACHABLE
    return 0; // REACHABLE
}
