// RUN: %witnessed %s VALID -DGOOD
// RUN: %witnessed %s VALID -DBOTH
// RUN: %witnessed %s INVALID -DFALSE | %check %s --check-prefix=FALSE
// RUN: %witnessed %s INVALID -DLATER | %check %s --check-prefix=LATER
// RUN: %witnessed %s INVALID -DWEAK | %check %s --check-prefix=WEAK
// RUN: %witnessed %s INVALID -DGOOD -DWRONG
// RUN: %witnessed %s INCOMPLETE -DNOWHERE
// RUN: %witnessed %s INCOMPLETE -DUNREAD
// RUN: %witnessed %s INCOMPLETE -DKIND
// Invariants of other tools: proved inductive and sufficient, or it is said which one is not.
// INVARIANT: GOOD=+4 loop_invariant main s == 2 * i && i <= 1000
// INVARIANT: BOTH=+4 loop_invariant main s == 2 * i
// INVARIANT: BOTH=+4 location_invariant main (0 <= i) && (i <= 1000)
// INVARIANT: FALSE=+4 loop_invariant main s == 2 * i
// INVARIANT: FALSE=+4 loop_invariant main s <= 10
// INVARIANT: LATER=+4 loop_invariant main i == 1
// INVARIANT: WEAK=+4 loop_invariant main i <= 1000
// INVARIANT: NOWHERE=+7 location_invariant main s == 2 * i
// INVARIANT: UNREAD=+4 loop_invariant main s == 2 * strlen("a")
// INVARIANT: KIND=+4 loop_transition_invariant main s >= i
// FALSE: s <= 10 does not hold after a round
// LATER: i == 1 does not hold where the loop is entered
// WEAK: an assertion that fails is possible
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) { // HERE

    int i = 0, s = 0;

    while (__VERIFIER_nondet_int()) {
        if (i < 1000) {
            i++;
            s += 2;
        }
    }
#ifdef WRONG
    assert(s == 2 * i && s < 2000);
#else
    assert(s == 2 * i);
#endif
    return 0;
}
