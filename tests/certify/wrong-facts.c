// RUN: %certified %s -DENTRY
// RUN: %certified %s -DROUND
// RUN: %certified %s -DMISSING
// RUN: %certified %s -DFALSE
// RUN: %certified %s -DWEAK
// RUN: %certified %s -DGOOD
// RUN: %certified %s -DENTRY -j 2
// RUN: %certified %s -DROUND -j 2
// RUN: %certified %s -DWEAK -j4
// RUN: %certified %s -DGOOD -j 2
// Claims that do not hold where the loop is entered, do not hold after a round, leave out what changes, contradict
// themselves, or do not suffice.
// CLAIM: ENTRY={"claim": "loop", "function": "main", "loop": "1", "changes": ["i", "s"], "holds": ["i == 1", "s == 2 * i"]}
// CLAIM: ROUND={"claim": "loop", "function": "main", "loop": "1", "changes": ["i", "s"], "holds": ["i <= 5", "s == 2 * i"]}
// CLAIM: MISSING={"claim": "loop", "function": "main", "loop": "1", "changes": ["i"], "holds": ["s == 2 * i"]}
// CLAIM: FALSE={"claim": "loop", "function": "main", "loop": "1", "changes": ["i", "s"], "holds": ["0"]}
// CLAIM: WEAK={"claim": "loop", "function": "main", "loop": "1", "changes": ["i", "s"], "holds": ["i >= 0"]}
// CLAIM: GOOD={"claim": "loop", "function": "main", "loop": "1", "changes": ["i", "s"], "holds": ["s == 2 * i"]}
// EXPECT: GOOD=VALID
// EXPECT: INVALID
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned i = 0, s = 0, n = __VERIFIER_nondet_uint();
    while (i < n) {
        i++;
        s += 2;
    }
    assert(s == 2 * i);
    return 0;
}
