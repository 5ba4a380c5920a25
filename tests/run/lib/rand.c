// RUN: %same %s
// The library's own generator: deterministic for a seed within one run.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    srand(7);
    int a = rand(), b = rand();
    srand(7);
    printf("%d %d %d\n", rand() == a, rand() == b, a >= 0 && a <= RAND_MAX);
    return 0;
}
