// RUN: %same %s
// Turning the branch into a select must not execute the division.
#include <stdio.h>

static int safe(int a, int b) { return b ? a / b : -1; }
static int guarded(int *p) { return p ? *p : -2; }
static unsigned shift(unsigned x, int n) { return n < 32 ? x << n : 0; }

int main(void) {
    int v = 9;
    printf("%d %d %d %d %u %u\n", safe(7, 2), safe(7, 0), guarded(&v), guarded(0), shift(1, 4), shift(1, 77));
    return 0;
}
