// RUN: %witnessed %s VALID -DGOOD
// RUN: %witnessed %s VALID -DBOTH
// RUN: %witnessed %s INVALID -DFALSE | %check %s --check-prefix=FALSE
// RUN: %witnessed %s INVALID -DLATER | %check %s --check-prefix=LATER
// RUN: %witnessed %s INVALID -DWEAK | %check %s --check-prefix=WEAK
// RUN: %witnessed %s INVALID -DGOOD -DWRONG
// RUN: %witnessed %s VALID -DSTYLES
// RUN: %witnessed %s VALID -DPOINT
// RUN: %witnessed %s INVALID -DPOINT_WRONG | %check %s --check-prefix=POINT
// RUN: %witnessed %s INCOMPLETE -DNOWHERE
// RUN: %witnessed %s INCOMPLETE -DGHOST
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
// INVARIANT: STYLES=+4 loop_invariant/plain main (long long )s >= 0LL - 0 && (-0x7FFFFFFF-1) <= i
// INVARIANT: STYLES=+4 loop_invariant/marked main (s == ((2) * (i)))
// INVARIANT: STYLES=+4 loop_invariant/folded main 0 <= i && i <= 1000 && (_Bool)1
// INVARIANT: STYLES=+4 loop_invariant/split main ! (i < 0) && (i < 1000 ? 1 : i == 1000)
// INVARIANT: STYLES=+4 loop_invariant/block main ((((unsigned int)s) <= 2000U) && ((long long)(unsigned char)i < 256LL))
// INVARIANT: POINT=+4 loop_invariant main s == 2 * i && 0 <= i && i <= 1000
// INVARIANT: POINT=+6 location_invariant main i <= 999 && s <= 1998
// INVARIANT: POINT=+7 location_invariant main i == s / 2 + 1
// INVARIANT: POINT_WRONG=+4 loop_invariant main s == 2 * i && 0 <= i && i <= 1000
// INVARIANT: POINT_WRONG=+6 location_invariant main i <= 998
// INVARIANT: NOWHERE=+3 location_invariant main s == 2 * i
// INVARIANT: GHOST=+4 ghost_update main s = 1
// INVARIANT: UNREAD=+4 loop_invariant main s == 2 * strlen("a")
// INVARIANT: KIND=+4 loop_transition_invariant main s >= i
// FALSE: s <= 10 does not hold after a round
// LATER: i == 1 does not hold where the loop is entered
// POINT: line {{[0-9]+}} of main: i <= 998 does not hold there
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
