// A bound is about the user's loops: what our library makes of one call has no rounds, whichever engine looks.
// RUN: %unsafe --once --engine=explore --bound 1 %s
// RUN: %unsafe --once --engine=interpolate --bound 1 %s
// RUN: %unsafe --once --engine=cdse --bound 1 %s
// RUN: %unsafe --once --engine=bmc --bound 1 %s
// RUN: %unsafe --once --engine=concolic --bound 1 %s
// RUN: %unsafe --once --bound 0 %s
// RUN: %unsafe --bound 1 -DSORT %s
// RUN: %unsafe --once --engine=bmc --bound 1 -DSORT %s
// RUN: %verdict SAFE --engine=explore --bound 1 -DFIXED %s
// RUN: %verdict SAFE --engine=bmc --bound 1 -DFIXED %s
// RUN: %verdict SAFE --engine=explore --bound 0 -DFIXED -DSORT %s
// What the user's own functions do counts, if the library calls them or they take its place.
// RUN: %verdict "SAFE (bound 1)" --engine=explore --bound 1 -DSORT -DSLOW %s
// RUN: %verdict "SAFE (bound 1)" --engine=bmc --bound 1 -DSORT -DSLOW %s
// RUN: %verdict "SAFE (bound 8)" --engine=explore --bound 8 -DOWN %s
// RUN: %verdict "SAFE (bound 8)" --engine=bmc --bound 8 -DOWN %s
// RUN: %unsafe --once --engine=bmc --bound 30 -DOWN %s
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

#ifdef OWN
unsigned long strlen(const char *s) {
    unsigned long n = 0;
    while (s[n]) n++;
    return n;
}
int main(void) {
    assert(strlen("twenty letters and so") != 21);
    return 0;
}
#elif defined SORT
static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
#ifdef SLOW
    for (volatile int i = 0; i < 3; i++) continue;
#endif
    return (x > y) - (x < y);
}
int main(void) {
    int a[6] = {6, 5, 4, 3, 2, __VERIFIER_nondet_int()};
    qsort(a, 6, sizeof *a, compare);
#ifndef FIXED
    assert(a[5] != 12345);
#endif
    return 0;
}
#else
int main(void) {
    printf("%d\n", 12345);
#ifndef FIXED
    assert(__VERIFIER_nondet_int() != 7);
#endif
    return 0;
}
#endif
