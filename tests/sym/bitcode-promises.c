// RUN: clang -g -emit-llvm -c %s -o %t.bc
// RUN: %shrike verify --engine=explore %t.bc 2>&1 | %check %s
// RUN: %shrike verify --engine=explore --check=memory %t.bc 2>&1 | %check --check-prefix=ONLY %s
// RUN: not %shrike verify --engine=explore %s 2>&1 | %check --check-prefix=SOURCE %s
// REQUIRES: shrike
// What bitcode does not tell is not looked for in it, which a proof says.
#include <string.h>

int main(void) {
    _Bool b;
    memset(&b, 3, 1);
    return b;
}
// CHECK: assuming that bitcode has no index beyond an array inside an object, no left shift that overflows and no _Bool but 0 and 1
// CHECK: SAFE
// ONLY-NOT: assuming that bitcode
// ONLY: SAFE
// SOURCE: invalid-bool
