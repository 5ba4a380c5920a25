// RUN: %shrike verify --engine=interpolate --no-simplify --check-subsumption --stats %s 2>&1 | %check %s
// RUN: %shrike verify --engine=interpolate --no-simplify --check-subsumption --check-ration 10 --stats %s 2>&1 | %check --check-prefix=RATION %s
// What is left out is explored all the same, each path, within a ration.
// CHECK-NOT: internal error
// CHECK: {{^}}SAFE
// CHECK: interpolate {{ +[1-9][0-9]* +}}skipped states that --check-subsumption explored
// CHECK-NOT: explored in part only
// RATION: SAFE
// RATION: interpolate [[LEFT:  +[1-9][0-9]* +]]skipped states that --check-subsumption explored
// RATION-NEXT: interpolate [[LEFT]]of these, explored in part only
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int d = 0;
    for (int i = 0; i < 6; i++) d += __VERIFIER_nondet_int() ? 1 : 2;
    assert(d >= 6 && d <= 12);
    return 0;
}
