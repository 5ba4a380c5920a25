// RUN: %same %s
// Unsupported assembly is no obstacle as long as nobody executes it.
#include <stdio.h>

static unsigned long stamp(void) {
    unsigned lo, hi;
    __asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi));
    return (unsigned long)hi << 32 | lo;
}

int main(int argc, char **argv) {
    (void)argv;
    if (argc > 5) return (int)stamp();
    puts("fine");
    return 0;
}
