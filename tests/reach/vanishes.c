// REQUIRES: shrike
// RUN: %lines %s 
// Simplification leaves nothing of these lines.
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), unused = 0;
    if (x > 0)
        unused = 1; // REACHABLE
    if (x > 0 && x < -3)
        unused = 2; // UNREACHABLE
    for (int i = 0; i < 3; i++) // REACHABLE
        unused += i; // REACHABLE
    return 0;
}
