// RUN: %unknown --engine=dash %s
// What a library function does is not followed: nothing may be claimed behind it.
#include <assert.h>
#include <setjmp.h>
int __VERIFIER_nondet_int(void);
static jmp_buf env;

int main(void) {
    volatile int x = 0;
    if (setjmp(env)) {
        assert(x == 1);
        return 0;
    }
    x = 1;
    if (__VERIFIER_nondet_int() == 99999) longjmp(env, 1);
    return 0;
}
