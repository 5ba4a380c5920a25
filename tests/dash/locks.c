// RUN: %safe --engine=dash %s
// RUN: %shrike verify --engine=dash --no-simplify --stats %s 2>&1 | %check %s --check-prefix=FEW
// RUN: %shrike verify --engine=dash --no-simplify --stats -DMORE %s 2>&1 | %check %s --check-prefix=MORE
// RUN: %unsafe --engine=dash -DWRONG %s
// Four ways to an error are looked at for each lock, however many locks are taken in between.
// FEW: SAFE
// FEW: dash {{.*}} 24  paths to an error examined
// MORE: SAFE
// MORE: dash {{.*}} 48  paths to an error examined
#include <assert.h>
int __VERIFIER_nondet_int(void);

#ifdef MORE
#define ALL(DO) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) \
    DO(7) DO(8) DO(9) DO(10) DO(11) DO(12)
#else
#define ALL(DO) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6)
#endif
#define WANT(n) int want##n = __VERIFIER_nondet_int(), lock##n;
#define OPEN(n) lock##n = 0;
#define TAKE(n) if (want##n) lock##n = 1;
#define GIVE(n) if (want##n) { assert(lock##n == 1); lock##n = 0; }

int main(void) {
    ALL(WANT)
    while (__VERIFIER_nondet_int()) {
        ALL(OPEN)
        ALL(TAKE)
#ifdef WRONG
        if (want1 == 77777) lock3 = 0;
#endif
        ALL(GIVE)
    }
    return 0;
}
