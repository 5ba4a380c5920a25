// Two ways into one loop: on one of them the block that the other's rounds change has been freed, or is another one.
// RUN: %verdict SAFE --engine=invariant --check=assert,memory %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert,memory --timeout 20 -DLATER %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert,memory --timeout 20 -DSHORT %s
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), late = 0;
    int *p = malloc(4 * sizeof *p);
    if (!p) return 0;
    p[1] = 0;
    int kept = n != 1;
#ifdef SHORT
    if (!kept) {
        free(p);
        p = malloc(5); /* the second word is not whole */
        if (!p) return 0;
    }
#else
    if (!kept) free(p);
#endif
    for (int i = 0; i < m; i++) {
        if (kept) p[1] = p[1] < 100 ? p[1] + 1 : 0;
#ifdef LATER
        if (!kept && i > 3) late = p[1];
#endif
#ifdef SHORT
        if (!kept) ((char *)p)[4] = (char)i;
        if (!kept && ((char *)p)[4] == 77) reach_error();
#endif
    }
    if (kept && (p[1] < 0 || p[1] > 100)) reach_error();
    return late;
}
