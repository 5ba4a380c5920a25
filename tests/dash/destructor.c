// RUN: not %shrike verify --engine=dash %s | %check %s
// RUN: not %shrike verify --engine=dash --no-simplify %s | %check %s
// What runs after main is part of the program.
// CHECK: {{UNKNOWN|UNSAFE}}
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int x;

__attribute__((destructor)) static void end(void) { assert(x != 4711); }

int main(void) {
    x = __VERIFIER_nondet_int();
    return 0;
}
