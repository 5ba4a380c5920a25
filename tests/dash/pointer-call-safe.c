// RUN: %safe --engine=dash %s
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int state;
static void on(void) { state = 1; }
static void off(void) { state = 0; }

int main(void) {
    void (*f)(void) = on;
    for (;;) {
        int x = __VERIFIER_nondet_int();
        if (x == 100000) f = off;
        if (x == 200000) break;
        f();
        assert(state == 0 || state == 1);
    }
    return 0;
}
