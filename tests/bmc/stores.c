// RUN: %safe --once --engine=bmc --stats %s | FileCheck %s
// A value that is not known, stored at a place that is known, is no reason to ask whether anybody comes there.
// CHECK: whole run
// CHECK-NOT: {{[0-9]}}  queries
#include <assert.h>
signed char __VERIFIER_nondet_schar(void);
_Bool __VERIFIER_nondet_bool(void);
signed char message[8], most, last;
_Bool linked[8], mode;

static void take(int i) {
    if (linked[i]) {
        last = message[i];
        message[i] = -1;
        if (last * last + most * most < 20000 && last * 3 > most * 2 + last) most = last;
    }
}

int main(void) {
    for (int i = 0; i < 8; i++) message[i] = __VERIFIER_nondet_schar();
    for (int i = 0; i < 8; i++) linked[i] = __VERIFIER_nondet_bool();
    take(0), take(1), take(2), take(3), take(4), take(5), take(6), take(7);
    assert(!linked[7] || message[7] == -1);
}
