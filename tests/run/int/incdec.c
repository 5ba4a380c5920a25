// RUN: %same %s
#include <stdio.h>

int main(void) {
    int a[5] = {10, 20, 30, 40, 50}, *p = a, i = 0;
    printf("%d ", *p++);
    printf("%d ", *++p);
    printf("%d ", (*p)++);
    printf("%d ", ++*p);
    printf("%d\n", p[-1]--);
    i += i++ ? 1 : 2;
    printf("%d %d %d\n", i--, a[1], a[2]);
    unsigned char c = 255;
    printf("%d ", c++);
    printf("%d ", c--);
    printf("%d\n", --c);
    double d = 1.5;
    d++;
    --d;
    printf("%g\n", d++ + 0.5);
    return (int)(p - a);
}
