/* Behind setjmp (src/front/define/jumps.h). What runs on the machine shows one of the values: only where all are wanted, they
 * are taken away. */
#include <string.h>

#include "shrike_rt.h"

void __shrike_jumped(int changed, void *to, const void *none, unsigned long n);
void __shrike_jumped_kept(int again);

void __shrike_jumped(int changed, void *to, const void *none, unsigned long n) {
    if (changed && __shrike_exploring()) memcpy(to, none, n);
}

void __shrike_jumped_kept(int again) {
    if (again) __shrike_suppose("local variables whose address is taken keep the values that they got after setjmp, when longjmp returns there");
}
