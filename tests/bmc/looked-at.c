// What bmc has put into its formula is not what an execution covers, and the report does not say so.
// RUN: not %shrike verify --engine=bmc --timeout 60 --max-memory 3000 %s --json %t.json 2>&1 | %check %s
// RUN: %check %s --check-prefix JSON < %t.json
// RUN: not %shrike verify --engine=explore %s --json %t.json 2>&1 | %check %s --check-prefix EXPLORE
// RUN: %check %s --check-prefix EXECUTED < %t.json
#include <stdio.h>

int __VERIFIER_nondet_int(void);
int unknown(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x * x == 3) puts("no square");
    FILE *f = fopen("a file", "r");
    return f != NULL;
}
// CHECK-NOT: covered
// CHECK: analysed, reachable or not: lines
// CHECK-NOT: covered
// JSON: "presumed":true
// EXPLORE: covered without an error: lines
// EXECUTED: "presumed":false
