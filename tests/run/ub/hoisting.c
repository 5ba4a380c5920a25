// RUN: %same %s
// Nothing that may fail moves out of a loop that may not run.
#include <stdio.h>

static int f(const int *p, int d, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += 100 / d + *p;
    return s;
}

int main(void) {
    int v = 2;
    printf("%d %d\n", f(&v, 5, 3), f(0, 0, 0));
    return 0;
}
