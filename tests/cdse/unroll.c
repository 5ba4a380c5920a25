// RUN: %shrike verify --engine=cdse --no-simplify --stats %s 2>&1 | %check %s
// RUN: %shrike verify --engine=cdse --decide=guide --no-simplify --stats %s 2>&1 | %check %s
// A proof that needs no bound in the end is a proof without one.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int s = 0, free_runs = 0;
    for (int i = 0; i < 20; i++) s += i;
    assert(s == 190);
    while (__VERIFIER_nondet_int()) free_runs++; // nothing to prove follows
    // CHECK: SAFE{{$}}
    // CHECK: cdse {{ +[1-9][0-9]* +}}times that loops were unrolled further
    return 0;
}
