// Alarms of clang's analyser: one true, two false.
// RUN: rm -rf %t && mkdir -p %t && cp %s %t/confirm.c
// RUN: cd %t && clang --analyze --analyzer-output sarif -o a.sarif confirm.c
// RUN: cd %t && not %shrike confirm a.sarif confirm.c > out 2>&1
// RUN: %check %s --input-file %t/out
// RUN: cd %t && clang -DFIXED --analyze --analyzer-output sarif -o b.sarif confirm.c
// RUN: cd %t && %shrike confirm -DFIXED b.sarif confirm.c 2>&1 | %check %s --check-prefix FIXED
// What may only happen behind another error is open.
// RUN: cd %t && clang -DLOOP --analyze --analyzer-output sarif -o c.sarif confirm.c
// RUN: cd %t && not %shrike confirm -DLOOP c.sarif confirm.c > out 2>&1
// RUN: %check %s --input-file %t/out --check-prefix LOOP
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int odd(int n) { return n * n % 2; }

static int work(int n) {
    int x = 5, *p = NULL;
    if (n * n % 4 != 2) p = &x; /* always */
    // CHECK: confirm.c:[[#@LINE+3]]: core.NullDereference: REFUTED: executions reach the line, and none makes this error
    // FIXED: confirm.c:[[#@LINE+2]]: core.NullDereference: REFUTED: executions reach the line, and none makes this error
    // LOOP: confirm.c:[[#@LINE+1]]: core.NullDereference: OPEN: reachable only after the error at confirm.c:37
    int sum = *p;
    if (n % 2 == 0 && odd(n)) {
        int zero = 0;
        // CHECK: confirm.c:[[#@LINE+2]]: core.DivideZero: REFUTED: no execution reaches the line
        // FIXED: confirm.c:[[#@LINE+1]]: core.DivideZero: REFUTED: no execution reaches the line
        sum /= zero;
    }
    int *q = &x;
#ifndef FIXED
    if (n == 7) q = NULL;
#endif
    // CHECK: confirm.c:[[#@LINE+2]]: core.NullDereference: CONFIRMED: shrike replay --check {{.*}} confirm.c --with int=7
    // LOOP: confirm.c:[[#@LINE+1]]: core.NullDereference: CONFIRMED:
    return sum + *q;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 20) return 0;
    int sum = work(n);
#ifdef LOOP
    sum += work(n + 1);
#endif
    return sum;
}
// CHECK: 1 confirmed, 2 refuted, 0 open
// FIXED: 0 confirmed, 2 refuted, 0 open
// LOOP: 1 confirmed, 0 refuted, 2 open
