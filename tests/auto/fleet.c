// REQUIRES: shrike
// Several searches side by side write into one folder: every error is told and confirmed, every test has a number of its
// own, and together they cover what one search covers alone.
// RUN: rm -rf %t.one %t.all
// RUN: not %shrike test --engine=explore --only-new --timeout 100 --sym-args 0-2x3 --output %t.one %s | FileCheck %s
// RUN: not %shrike test --engine=auto --only-new --timeout 100 --sym-args 0-2x3 --output %t.all %s | FileCheck %s
// CHECK: 1 errors (1 confirmed)
// CHECK: branches [[N:[0-9]+]]/[[N]], functions
// CHECK: {{^}}COMPLETE
// RUN: ls %t.all | grep -c 'out-of-bounds.err' | grep -qx '[12]'
// RUN: grep -c '^BRDA:.*,[1-9][0-9]*$' %t.one/coverage.info > %t.n1
// RUN: grep -c '^BRDA:.*,[1-9][0-9]*$' %t.all/coverage.info > %t.n2
// RUN: cmp %t.n1 %t.n2
#include <stdio.h>

int main(int argc, char **argv) {
    char b[4] = {0};
    int n = 0;
    if (argc > 1) {
        for (char *p = argv[1]; *p; p++) {
            if (*p == 'a') n++;
            else if (*p == 'b') n += 2;
            else if (*p == 'c' && n == 3) b[n + 1] = 1;
        }
    }
    if (n == 5) puts("five");
    return b[0];
}
