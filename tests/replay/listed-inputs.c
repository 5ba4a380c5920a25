// RUN: sed -n '/klee_int\|int128/d; s/^NONDET("\(.*\)", .*, "\(.*\)")$/V(\2, \1)/p' %S/../../src/ir/nondet.def > %t.h
// RUN: %unsafe --once --engine=explore --check=assert -DLIST='"%t.h"' %s | FileCheck %s
// RUN: %unsafe --once --engine=explore --check=assert -m32 -DLIST='"%t.h"' %s | FileCheck %s
// Every function that the engines take for an input is one natively, too, and of the same size.
// CHECK: error: error function '__VERIFIER_error' is called
#include <stdbool.h>
#include <stddef.h>
void __VERIFIER_error(void);
#define V(type, name) type name(void);
#include LIST
#undef V

int main(void) {
#define V(type, name) \
    if (name() != (type)1) return 0;
#include LIST
    __VERIFIER_error();
}
