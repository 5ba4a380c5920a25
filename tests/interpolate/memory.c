// RUN: %safe --engine=interpolate %s
// RUN: %safe --engine=interpolate --check-subsumption %s
// Facts over memory words and through calls.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int total;
static int cells[4];

static void add(int *to, int n) { *to += n; }

int main(void) {
    for (int i = 0; i < 12; i++) {
        if (__VERIFIER_nondet_int())
            add(&cells[i % 4], 1);
        else
            add(&total, 1);
    }
    assert(cells[0] + cells[1] + cells[2] + cells[3] + total == 12);
    return 0;
}
