#include <assert.h>
#include <limits.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void abort(void);
void reach_error(void) { assert(0); }
static void lose(void) { malloc(4); }
static int deep(int n) { return deep(n + 1) + 1; }
int main(void) {
    int x = __VERIFIER_nondet_int();
#if defined ASSERT
    assert(x != 3);
#elif defined ABORT
    if (x == 3) abort();
#elif defined ERROR
    if (x == 3) reach_error();
#elif defined DEREF
    int v[3] = {1, 2, 3};
    if (x >= 0 && x <= 3) return v[x];
#elif defined NULLP
    int *p = x == 3 ? NULL : &x;
    return *p;
#elif defined FREE
    int *p = malloc(4);
    free(p);
    if (x == 3) free(p);
#elif defined LEAK
    int *p = malloc(4);
    if (x != 3) free(p);
#elif defined LOST_AT_ABORT
    int *p = malloc(4);
    p = NULL;
    if (x == 3) abort();
    exit(p != NULL);
#elif defined LOST_BEFORE_ABORT
    lose();
    abort();
#elif defined SYMBOLIC
    static char *p;
    p = (char *)malloc(16) + (x & 7);
#elif defined KEPT
    static int *p;
    p = malloc(4);
    if (x == 3) abort();
#elif defined OVERFLOW
    if (x > 3) return x + 1;
#elif defined DIVISION
    return INT_MIN / x;
#elif defined UNSIGNED
    return (unsigned)x + 5u == 3u;
#elif defined STACK
    if (x == 3) return deep(0);
#endif
    return 0;
}
