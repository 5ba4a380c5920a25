// REQUIRES: shrike
// RUN: not %shrike verify --engine=explore --timeout 4 --replay-timeout 100000 %s > %t 2>&1
// RUN: %check %s < %t
// The native run of an error ends with the whole run, however long it might take.
// CHECK: not confirmed natively: {{the run ended before the program did|the program could not be compiled}}
// CHECK: UNKNOWN
#include <sys/select.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    if (__VERIFIER_nondet_int() == 5) {
        struct timeval long_time = {100000, 0};
        select(0, 0, 0, 0, &long_time);
        reach_error();
    }
    return 0;
}
