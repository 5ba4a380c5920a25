// RUN: %verdict SAFE --engine=explore %s
// RUN: %verdict SAFE --engine=bmc %s
// RUN: %verdict SAFE --engine=cdse %s
// RUN: %verdict SAFE --engine=invariant --check=memory %s
// RUN: %verdict UNSAFE --engine=explore -DBUG %s
// A block whose place and length depend on one input: where the place is decided, the length is
// still an expression that the solver only bounds, and the bound reaches over the end of the object.
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#ifdef BUG
enum { SHORT = 2 };
#else
enum { SHORT = 1 };
#endif

static char block[4000];

int main(void) {
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k >= 1000) return 0;
    if (k > 3 && k < 995) return 0;
    size_t n = k < 998 ? 6 : SHORT;
    memset(block + 4 * k + 3, 1, n);
    for (int i = 0; i < 3; i++)
        if (block[i]) reach_error();
    return 0;
}
