/* insertion sort of four bytes, checked */
#include <assert.h>
#include <klee/klee.h>
int main(void) {
    signed char a[4];
    klee_make_symbolic(a, sizeof a, "a");
    for (int i = 1; i < 4; i++) {
        signed char key = a[i];
        int k = i;
        while (k > 0 && a[k - 1] > key) {
            a[k] = a[k - 1];
            k--;
        }
        a[k] = key;
    }
    for (int i = 1; i < 4; i++) assert(a[i - 1] <= a[i]);
    return 0;
}
