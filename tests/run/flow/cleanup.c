// RUN: %same %s
#include <stdio.h>

static void report(int *p) { printf("cleanup %d\n", *p); }
#define SCOPED __attribute__((cleanup(report)))

static int work(int n) {
    SCOPED int a = n;
    for (int i = 0; i < 3; i++) {
        SCOPED int b = n * 10 + i;
        if (i == 1) continue;
        if (n == 2) return a + b;
    }
    return a;
}

int main(void) {
    int r = work(1);
    r += work(2);
    printf("%d\n", r);
    return 0;
}
