// RUN: %same --undefined %s
#include <stdio.h>

static int calls;
__attribute__((const, noinline)) static int lies(int x) {
    calls++;
    return x;
}

int main(void) {
    int s = lies(1) + lies(1) + lies(1);
    printf("%d %d\n", s, calls);
    return 0;
}
