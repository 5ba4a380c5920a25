// REQUIRES: shrike
// A function that only the host has is called there if the user names it.
// RUN: %shrike run --external=native --native rpmatch %s | FileCheck %s
// RUN: sh -c '%shrike run --external=native %s; test $? = 20' 2>&1 | FileCheck --check-prefix=UNNAMED %s
// RUN: sh -c '%shrike run %s; test $? = 20' 2>&1 | FileCheck --check-prefix=UNNAMED %s
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char no[] = "no";
    printf("%d %d\n", rpmatch(no), rpmatch("yes"));
    return 0;
}
// CHECK: 0 1
// UNNAMED: native.c:11:{{[0-9]+}}: error: call of 'rpmatch', which has no body and no model [external-function]
