// REQUIRES: shrike
// RUN: %lines %s 
// Both sides do the same: passes merge them, but not the two lines.
int __VERIFIER_nondet_int(void);
int g;
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 5)
        g = 3; // REACHABLE
    else
        g = 3; // REACHABLE
    if (x * 2 == 5)
        g = 4; // UNREACHABLE
    else
        g = 4; // REACHABLE
    return g;
}
