// REQUIRES: shrike
// RUN: %lines %s 
#include <setjmp.h>
int __VERIFIER_nondet_int(void);
static jmp_buf back;
static int deep(int x) {
    if (x == 5)
        longjmp(back, 2);
    if (x == 6)
        longjmp(back, 3);
    for (;;)
        if (__VERIFIER_nondet_int() == 1)
            return 1;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    switch (setjmp(back)) {
    case 0: break;
    case 2: return x; // REACHABLE
    case 3: return 3; // REACHABLE
    }
    if (x != 5 && x != 6)
        return 0; // REACHABLE
    deep(x);
    return 4; // UNREACHABLE
}
