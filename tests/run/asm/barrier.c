// RUN: %same %s
// An empty template is a barrier for the compiler and nothing at run time.
#include <stdio.h>

int main(void) {
    int x = 3;
    __asm__ volatile("" ::: "memory");
    __asm__("" : "+r"(x));
    __asm__ volatile("" : : "r"(x), "m"(x));
    int y;
    __asm__("" : "=r"(y) : "0"(x + 1));
    printf("%d %d\n", x, y);
    return 0;
}
