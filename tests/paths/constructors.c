/* code before and after main */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int before, mode;
static void last(void) { if (mode > 3) _Exit(40); }
__attribute__((constructor)) static void first(void) { before = __VERIFIER_nondet_int() > 5; }
__attribute__((destructor)) static void over(void) { if (mode == 2) _Exit(41); }
int main(void) {
    atexit(last);
    mode = __VERIFIER_nondet_int();
    if (before && mode == 9) exit(3);
    if (!before && mode == -9) abort();
    return before;
}
