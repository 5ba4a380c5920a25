// RUN: %unsafe --engine=interpolate %s | %check %s
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int total;
static int cells[4];

static void add(int *to, int n) { *to += n; }

int main(void) {
    for (int i = 0; i < 8; i++) {
        if (__VERIFIER_nondet_int())
            add(&cells[i % 4], 1);
        else
            add(&total, 1);
    }
    // CHECK: error: assertion failed: cells[2] != 2 || total != 5
    assert(cells[2] != 2 || total != 5);
    return 0;
}
