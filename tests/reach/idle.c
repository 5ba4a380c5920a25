// RUN: %lines %s
// A line is reached before the circle of jumps in which execution stays.
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n == 17) {
        n = 18; // REACHABLE
        for (;;) {} // REACHABLE
    }
    return n; // REACHABLE
}
