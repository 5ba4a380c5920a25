// Of a large block without a value a test has what was looked at, and native runs put it there.
// RUN: %unsafe --engine=explore %s
// RUN: rm -rf %t && not %shrike test --output %t %s > /dev/null 2>&1
// RUN: ls %t/*.ktest && find %t -name '*.ktest' -size +8 | not grep .
#include <stdlib.h>
void reach_error(void);
int main(void) {
    unsigned char *p = malloc(1 << 20);
    if (!p) return 0;
    if (p[700000] == 77 && p[700003] == 5) reach_error();
    free(p);
    return 0;
}
