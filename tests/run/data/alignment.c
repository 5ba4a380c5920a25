// RUN: %same %s
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct __attribute__((packed)) packed { char c; int i; short s; long l; };
struct __attribute__((aligned(32))) wide { int x; };
alignas(64) static char buf[3];

int main(void) {
    struct packed p = {1, 0x12345678, 3, -4};
    int *unaligned = (int *)(void *)((char *)&p + 1);
    printf("%d %x %x %ld\n", (int)sizeof p, p.i, __builtin_memcmp(unaligned, &p.i, 4), p.l);
    struct wide w[2] = {{1}, {2}};
    printf("%d %d %d\n", (int)sizeof w, (int)((uintptr_t)&w[1] % 32), (int)((uintptr_t)buf % 64));
    void *a = aligned_alloc(128, 256);
    void *b = 0;
    int bad = posix_memalign(&b, 64, 100);
    printf("%d %d %d\n", (int)((uintptr_t)a % 128), bad, (int)((uintptr_t)b % 64));
    printf("%d %d %d\n", (int)alignof(long double), (int)alignof(char[7]), (int)sizeof(struct { char a; long b; char c; }));
    free(a);
    free(b);
    return 0;
}
