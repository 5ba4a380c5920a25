/* Sorting: insertion sort that stops moving one place too early.
 *
 *   shrike verify sort.c           assertion-failure in line 31
 *   shrike verify -DFIXED sort.c   SAFE
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { N = 4 };

static void sort(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int value = a[i], at = i;
#ifdef FIXED
        while (at > 0 && a[at - 1] > value) {
#else
        while (at > 1 && a[at - 1] > value) {
#endif
            a[at] = a[at - 1];
            at--;
        }
        a[at] = value;
    }
}

int main(void) {
    int a[N];
    for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
    sort(a, N);
    for (int i = 1; i < N; i++) assert(a[i - 1] <= a[i]);
    return 0;
}
