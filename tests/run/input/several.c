// RUN: %same %s %S/Inputs/several-a.c %S/Inputs/several-b.c
// RUN: %same -DSHIFT=5 -I %S/Inputs %s %S/Inputs/several-b.c %S/Inputs/several-a.c
// Static names of different files do not meet; tentative and extern ones do.
#include <stdio.h>

extern int shared;
int a_next(void), b_next(void);
static int hidden = 1;
static int helper(void) { return hidden; }
int weak_or_strong(void);

int main(void) {
    shared += 10;
    printf("%d %d %d %d %d\n", a_next(), b_next(), helper(), shared, weak_or_strong());
    return 0;
}
