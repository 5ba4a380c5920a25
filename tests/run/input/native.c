// REQUIRES: shrike
// A function that only the host has is called there if the user names it.
// RUN: %shrike run --external=native --native fnmatch %s | FileCheck %s
// RUN: sh -c '%shrike run --external=native %s; test $? = 20' 2>&1 | FileCheck --check-prefix=UNNAMED %s
// RUN: sh -c '%shrike run %s; test $? = 20' 2>&1 | FileCheck --check-prefix=UNNAMED %s
#include <fnmatch.h>
#include <stdio.h>

int main(void) {
    char name[] = "x.c";
    printf("%d %d\n", fnmatch("*.c", name, 0), fnmatch("*.h", name, 0) == FNM_NOMATCH);
    return 0;
}
// CHECK: 0 1
// UNNAMED: native.c:11:{{[0-9]+}}: error: call of 'fnmatch', which has no body and no model [external-function]
