// RUN: %same %s
// RUN: %verdict SAFE --once --check=assert -DASK %s 2>&1 | not grep assembly
// REQUIRES: shrike
// Instructions that are plain code to us do what the processor does.
#include <assert.h>
#include <stdio.h>

static unsigned words[8];

static void set(long *p, int nr) {
    __asm__ volatile(".pushsection .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.popsection\n671:\n\tlock; bts %1,%0" : "+m"(*p) : "Ir"(nr) : "memory");
}
static void reset(long *p, long nr) { __asm__ volatile("btr %1, %0" : "+m"(*p) : "r"(nr) : "memory"); }
static void flip(long *p, unsigned nr) { __asm__ volatile("lock; btc %1,%0" : "+m"(*p) : "Ir"(nr) : "memory"); }

static unsigned swapped(unsigned x) {
    __asm__("bswapl %0" : "=r"(x) : "0"(x));
    return x;
}
static unsigned long swapped_long(unsigned long x) {
    __asm__("bswap %q0" : "+r"(x));
    return x;
}

int main(void) {
    long *middle = (long *)(void *)&words[4];
    for (int nr = -70; nr < 70; nr += 3) set(middle, nr);
    for (long nr = -69; nr < 60; nr += 6) reset(middle, nr);
    for (int nr = -64; nr < 64; nr += 7) flip(middle, (unsigned)nr);
    __asm__ volatile("lock; bts %1,%0" : "+m"(words[0]) : "Ir"(5) : "memory");
    __asm__ volatile("mfence" ::: "memory");
    __asm__ volatile("rep; nop");
    for (int i = 0; i < 8; i++) printf("%08x\n", words[i]);
    printf("%x %lx\n", swapped(0x12345678), swapped_long(0x123456789abcdef0));
#ifdef ASK
    assert(words[0] == 0x20);
#endif
    return 0;
}
