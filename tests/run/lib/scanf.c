// RUN: echo "12 -7 3.5 word x ff 077 [abc]def 99:88" > %t.in
// RUN: %same --stdin=%t.in %s
#include <stdio.h>

int main(void) {
    int a, b, n;
    double d;
    char w[20], c, set[10];
    unsigned h, o;
    n = scanf("%d %i %lf %19s %c", &a, &b, &d, w, &c);
    printf("%d: %d %d %g %s %c\n", n, a, b, d, w, c);
    n = scanf("%x %o [%9[a-c]]%*s", &h, &o, set);
    printf("%d: %x %o %s\n", n, h, o, set);
    n = scanf("%2d%*c%1d", &a, &b);
    printf("%d: %d %d\n", n, a, b);
    printf("%d\n", sscanf("10,20,x", "%d,%d,%d", &a, &b, &n));
    long l;
    short s;
    unsigned char u;
    printf("%d %ld %d %d\n", sscanf("5000000000 -3 200", "%ld %hd %hhu", &l, &s, &u), l, s, u);
    printf("%d\n", sscanf("", "%d", &a));
    return 0;
}
