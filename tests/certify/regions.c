// RUN: %shrike verify --engine=dash --check=assert --no-keep-test --log=info --certificate %t.jsonl %s 2>&1 | %check %s
// RUN: %shrike check %t.jsonl %s
// RUN: %shrike check -j 3 %t.jsonl %s
// RUN: not %shrike check %t.jsonl %s -DWRONG
// RUN: not %shrike check -j 3 %t.jsonl %s -DWRONG
// DASH proves it, and says in which regions the head of the loop can be reached; there are too many variables to guess first.
// CHECK: certificate: {{[1-9][0-9]*}} facts of dash
// CHECK: SAFE
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int lock = 0, phase = 0, a = 0, b = 0, c = 0, d = 0, e = 0;
    while (__VERIFIER_nondet_int()) {
        if (phase == 0) {
            assert(lock == 0);
            lock = 1;
            phase = 1;
        } else {
            assert(lock == 1);
#ifndef WRONG
            lock = 0;
#endif
            phase = 0;
        }
        a++;
        b = a;
        c = b + 1;
        d = c;
        e = d + 1;
    }
    return e == 77;
}
