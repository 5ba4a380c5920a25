// RUN: %same %s
#include <stdio.h>

static int calls;
static int side(int x) {
    calls++;
    return x;
}

int main(void) {
    int a = side(0) ? side(1) : side(2);
    int b = side(3) ?: side(4);
    int c = (side(5), side(6));
    int d = side(0) && side(1);
    int e = side(1) || side(0);
    long f = a ? 1 : 2L;
    printf("%d %d %d %d %d %ld %d\n", a, b, c, d, e, f, calls);
    const char *p = a > 1 ? "yes" : "no";
    puts(p);
    return (int)sizeof(a ? (char)1 : (short)2);
}
