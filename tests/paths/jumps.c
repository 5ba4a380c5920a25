/* setjmp: errors thrown out of nested calls */
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf out;
static void deep(int n, int x) {
    if (n == 0) longjmp(out, x > 100 ? 1 : 2);
    if (x == n) return;
    deep(n - 1, x);
}
int main(void) {
    volatile int tries = 0;
    int code = setjmp(out);
    if (code == 1) return 10 + tries;
    if (code == 2 && ++tries > 2) return 20;
    deep(3, __VERIFIER_nondet_int());
    return 30 + tries;
}
