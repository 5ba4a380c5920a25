// RUN: %lines %s --engine=interpolate
// Each target has its own answer, in loops without end.
int __VERIFIER_nondet_int(void);

int main(void) {
    int p1 = __VERIFIER_nondet_int(), p2 = __VERIFIER_nondet_int(), rounds = 0, never = 0;
    while (1) {
        int lock1 = 0, lock2 = 0;
        if (__VERIFIER_nondet_int() == 0) break;
        if (p1) lock1 = 1;
        if (p2) lock2 = 1;
        if (p1 && !lock1)
            never = 1; // UNREACHABLE
        if (p2 && lock2 != 1)
            never = 2; // UNREACHABLE
        if (p1 && lock2) rounds = rounds ? 2 : 1; // REACHABLE
        if (rounds == 2)
            never = 3; // REACHABLE
        if (lock1 + lock2 > 2)
            never = 4; // UNREACHABLE
    }
    return never; // REACHABLE
}
