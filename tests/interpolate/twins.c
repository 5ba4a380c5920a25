// RUN: %shrike verify --engine=interpolate --check=assert --stats %s 2>&1 | %check %s
// RUN: %shrike verify --engine=interpolate --check=assert --bound 5 %s 2>&1 | %check --check-prefix=SHORT %s
// RUN: %verdict UNSAFE --engine=interpolate --check=assert --bound 12 -DBUG %s | %check --check-prefix=FOUND %s
// RUN: %shrike verify --engine=interpolate --check=assert --bound 4 -DBUG %s 2>&1 | %check --check-prefix=BEFORE %s
// RUN: %verdict UNSAFE --engine=interpolate --check=assert -DBUG %s | %check --check-prefix=FOUND %s
// A state machine whose next state no fact describes well: states that come again are left out, rounds or not.
// CHECK-DAG: interpolate {{ +[1-9][0-9]* +}}states that an earlier one is equal to
// CHECK-DAG: {{^}}SAFE{{$}}
// SHORT: {{^}}SAFE{{( \(bound 5\))?$}}
// FOUND: [[@LINE+20]]:{{[0-9]+}}: error:
// BEFORE: {{^}}SAFE (bound 4)
#include <assert.h>
int __VERIFIER_nondet_int(void);

static unsigned scramble(unsigned x) {
    x = x * 37 + 11 & 127;
    return (x ^ x >> 3) & 127;
}

int main(void) {
    unsigned state = 1, age = 0;
    for (;;) {
        int in = __VERIFIER_nondet_int();
        if (in == 1) state = scramble(state);
        else if (in == 2) state = scramble(state ^ 5);
        else if (in == 3) state = 1;
        else if (in == 4 && state == 77) state = 3;
#ifdef BUG
        age = state == 1 ? 0 : age < 9 ? age + 1 : 9;
        assert(age < 7); // seven rounds without a return
#else
        assert(state < 128);
#endif
    }
}
