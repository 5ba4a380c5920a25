// RUN: %same --undefined %s
// x * 2 / 2 is not x when the product wraps.
#include <limits.h>
#include <stdio.h>

static int f(int x) { return x * 2 / 2; }
static int g(int x) { return -x < 0; }

int main(void) {
    printf("%d %d %d\n", f(INT_MAX), f(3), g(INT_MIN));
    return 0;
}
