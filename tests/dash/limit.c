// RUN: %unknown --engine=dash --max-instructions 3000 %s | %check %s
// RUN: %unknown --engine=dash --max-instructions 150000 %s | %check %s
// A run to the program's entry (which goes on for a slice of 65,536 instructions) or a test that a limit has
// ended proves nothing: no region was looked at.
// CHECK: --max-instructions
#include <stdlib.h>
extern void reach_error(void);
static int a[4000];

static int compare(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }

int main(void) {
    unsigned s = 1;
    for (int i = 0; i < 4000; i++) {
        s = s * 1103515245u + 12345u;
        a[i] = (int)(s >> 16);
    }
    qsort(a, 4000, sizeof *a, compare);
    reach_error();
}
