// RUN: %safe --engine=dash %s
// RUN: %unsafe --engine=dash -DWRONG %s | %check %s
// RUN: %safe --engine=cdse %s
// RUN: %unsafe --engine=cdse -DWRONG %s | %check %s
// RUN: %safe --engine=interpolate %s
// Every function that ends the program does: nothing is behind it.
#include <stdlib.h>
#include <unistd.h>
int __VERIFIER_nondet_int(void);
void klee_silent_exit(int status);
void klee_abort(void);
void klee_warning(const char *text);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n == 1) exit(0);
    if (n == 2) _exit(0);
    if (n == 3) _Exit(0);
    if (n == 4) quick_exit(0);
    if (n == 5) klee_silent_exit(0);
    klee_warning("still there");
#ifdef WRONG
    if (n == 6) klee_warning("here");
    if (n > 5 && n < 7)
#else
    if (n > 0 && n < 6)
#endif
        // CHECK: ends.c:[[#@LINE+1]]:{{.*}}error: error function 'klee_abort' is called
        klee_abort();
    return 0;
}
