// RUN: %safe --engine=bmc %s
// RUN: %shrike verify --engine=bmc --stats %s 2>&1 | %check %s
// An endless loop. That the lock is 0 or 1 needs what a round leaves, in memory too.
// CHECK: bmc {{ +[1-9]}}  loops proved by induction
extern void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
int lock, other[4];

int main(void) {
    unsigned steps = 0;
    while (1) {
        int in = __VERIFIER_nondet_int();
        steps += 2;
        if (in == 0) {
            if (lock == 1) lock = 0;
        } else if (lock == 0) {
            lock = 1;
        }
        other[steps & 3] = in;
        if (lock != 0 && lock != 1) __VERIFIER_error();
        if (in == 77) break;
    }
    if (lock > 1) __VERIFIER_error();
}
