// RUN: %same --undefined %s
#include <stdio.h>

__attribute__((nonnull, noinline)) static int is_null(int *p) { return p == 0; }
__attribute__((returns_nonnull, noinline)) static int *nothing(void) { return 0; }

int main(void) {
    int *volatile p = 0;
    printf("%d %d\n", is_null(p), nothing() == 0);
    return 0;
}
