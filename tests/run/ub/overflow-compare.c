// RUN: %same --undefined %s
// RUN: %bug --check=overflow %s | %check %s
#include <limits.h>
#include <stdio.h>

static int bigger(int x) { return x + 1 > x; }
static int loops(int from) {
    int n = 0;
    for (int i = from; i > 0; i++) n++;
    return n;
}

int main(void) {
    printf("%d %d\n", bigger(INT_MAX), bigger(5));
    printf("%d\n", loops(INT_MAX - 3));
    return 0;
}
// CHECK: overflow-compare.c:6:37: error: {{.*}} [signed-overflow]
