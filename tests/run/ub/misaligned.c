// RUN: %same --undefined %s
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static char buf[16] __attribute__((aligned(16)));

static int low_bits(int *p) {
    int v = *p;
    return (int)((uintptr_t)p & 3) + v * 0;
}

int main(void) {
    memset(buf, 1, sizeof buf);
    printf("%d %x\n", low_bits((int *)(void *)(buf + 1)), *(int *)(void *)(buf + 3));
    int *p = __builtin_assume_aligned(buf + 4, 16);
    printf("%d\n", (int)((uintptr_t)p & 15));
    return 0;
}
