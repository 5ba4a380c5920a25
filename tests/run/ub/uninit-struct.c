// RUN: %agree %s | %check %s
// REQUIRES: shrike
#include <stdio.h>
#include <stdlib.h>

struct s { int a, b; };

int main(void) {
    struct s x, *h = malloc(sizeof *h);
    x.a = 1;
    struct s y = x;
    int keep = h->b;
    printf("%d %d %d\n", y.a, y.b == x.b, keep == h->b);
    free(h);
    return 0;
}
// CHECK: 1 1 1
