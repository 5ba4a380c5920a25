// RUN: %certified %s -DPOINTER
// RUN: %certified %s -DINDEX
// RUN: %certified %s -DCALLEE
// RUN: %certified %s -DFIELD
// RUN: %certified %s -DINNER
// RUN: %certified %s -DGOTO
// What changes without being named: through a pointer, at an index, in a callee, in a field, in an inner loop, in a loop with two entries.
// All programs are wrong: whatever is claimed, none is proved.
// CLAIM: {"claim": "loop", "function": "main", "loop": "1", "changes": ["i"], "holds": []}
// CLAIM: {"claim": "loop", "function": "main", "loop": "1.1", "changes": ["k"], "holds": []}
// EXPECT: REFUSED
#include <assert.h>
int __VERIFIER_nondet_int(void);
int g, a[4];
struct { int x, y; } t;
static void callee(void) { g = 1; }

int main(void) {
    int i = 0, k = 0, v = 0, *p = &v;
    int n = __VERIFIER_nondet_int();
#ifdef GOTO
    if (n == 7) goto in;
#endif
    for (i = 0; i < n; i++) {
#ifdef POINTER
        *p = 1;
#elif defined INDEX
        a[i & 3] = 1;
#elif defined CALLEE
        callee();
#elif defined FIELD
        t.y = 1;
#elif defined INNER
        for (k = 0; k < i; k++)
            if (k == 5) v = 1;
#else
    in:
        v = 1;
#endif
    }
    assert(*p == 0 && a[2] == 0 && g == 0 && t.y == 0);
    callee();
    return 0;
}
