/* storage freed on some paths and used on others: dangling and double free */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(sizeof *p), a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (!p) return 1;
    *p = a;
    if (a == 77) free(p);
    if (b == 78) return *p > 5;
    if (b != 79 || a != 77) free(p);
    return 0;
}
