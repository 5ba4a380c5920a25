// REQUIRES: shrike
// A pointer that is an input, followed where wrong accesses are not asked for, points to memory of its own:
// an assumption of the proof, and memory that a native run has at the same place.
// RUN: %safe --check=assert --engine=explore %s | %check %s --check-prefix=SAFE
// RUN: %safe --check=assert --engine=interpolate -m32 %s
// RUN: %safe --check=assert --engine=bmc %s
// RUN: %unsafe --check=assert --engine=explore -DCONTENTS %s | %check %s --check-prefix=CONTENTS
// RUN: %unsafe --check=assert --engine=interpolate -m32 -DCONTENTS %s
// RUN: %unsafe --check=assert --engine=bmc -DCONTENTS %s
// Two that are compared may be the same; what they hold is then one.
// RUN: %unsafe --check=assert --engine=explore -DSAME %s
// RUN: %unsafe --check=assert --engine=bmc -m32 -DSAME %s
// RUN: %unsafe --check=assert --engine=interpolate -DNULL_COMPARED %s
// Where they are stored makes no difference, nor as what they are read.
// RUN: %unsafe --check=assert --engine=explore -DSTORED %s
// RUN: %unsafe --check=assert --engine=explore -DCAST -m32 %s
// RUN: %unsafe --check=assert --engine=explore -DUNSET %s
// RUN: %unsafe --check=assert --engine=explore -DBEFORE %s
// Beyond what is assumed nobody knows.
// RUN: %unknown --check=assert --engine=explore -DFAR %s | %check %s --check-prefix=FAR
// RUN: %unknown --check=assert --engine=explore -DFREED %s | %check %s --check-prefix=FREED
// RUN: %unknown --check=assert --engine=explore -DFITS_NOT %s | %check %s --check-prefix=NOT
// RUN: %unknown --check=assert --engine=explore -DLIST %s --max-instructions 20000
// Engines that cannot say so.
// RUN: %unknown --check=assert --engine=cdse %s
// RUN: %unknown --check=assert --engine=concolic %s
// RUN: %unknown --check=assert --engine=dash %s
// Nothing is hidden where it is asked for.
// RUN: %unsafe --check=memory --engine=explore %s | %check %s --check-prefix=NULL
// RUN: %unsafe --engine=interpolate %s
#include <stdlib.h>

extern void *__VERIFIER_nondet_pointer(void);
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);

struct node {
    int value, other;
    struct node *next;
};
struct pair {
    int first, second;
};

static struct node *kept;
static int here = 1;

static void check(int ok) {
    if (!ok) __VERIFIER_error();
}

int main(void) {
    struct node *p = __VERIFIER_nondet_pointer(), *q = __VERIFIER_nondet_pointer();
#ifdef NULL_COMPARED
    if (!p) check(q != 0); // neither is followed here
    if (!p || !q) return 0;
#endif
    p->value = 3; // NULL: error: null pointer: write of 4 bytes
    check(p->value == 3);
    check(here == 1);
#ifdef CONTENTS
    check(p->other != 77 || p->next->value != 5); // CONTENTS: called from main at {{.*}}:[[@LINE]]:
#endif
#ifdef SAME
    if (p == q) {
        q->value = 4;
        check(p->value == 3);
    }
#endif
#ifdef STORED
    kept = q;
    q->value = 8;
    if (p->other == 2) kept->value++;
    check(q->value == 8);
#endif
#ifdef CAST
    struct pair *as = (struct pair *)(void *)q;
    as->second = 9;
    check(q->other != 9);
#endif
#ifdef UNSET
    struct node *unset;
    check(unset->value != 6);
#endif
#ifdef BEFORE
    struct node *back = (struct node *)((char *)q - 64);
    check(back->other != 6);
#endif
#ifdef FAR
    p[__VERIFIER_nondet_int()].value = 1; // FAR: [[@LINE]]:{{.*}} an error that --check does not ask for ended a path: out-of-bounds
#endif
#ifdef FREED
    free(p); // FREED: [[@LINE]]:{{.*}} an error that --check does not ask for ended a path: free
#endif
#ifdef FITS_NOT
    if ((unsigned long)q < 100000 && q) check(q->value == q->value); // NOT: [[@LINE]]:{{.*}} a p{{ath|ointer}}
#endif
#ifdef LIST
    for (struct node *at = p; at; at = at->next) at->other = 1;
#endif
    return 0;
}
// SAFE: assuming that a pointer that is an input, or uninitialised, points to memory of its own with any contents where the program follows it (--check=memory considers other pointers) ({{.*}}pointee.c:[[#]])
