/* Sieve of Eratosthenes: byte stores at a stride, then a scan. */
#include "kernel.h"

enum { LIMIT = 200000 };
static unsigned char composite[LIMIT];

static unsigned count_primes(unsigned limit) {
    for (unsigned i = 0; i < limit; i++) composite[i] = 0;
    for (unsigned i = 2; i * i < limit; i++) {
        if (composite[i]) continue;
        for (unsigned j = i * i; j < limit; j += i) composite[j] = 1;
    }
    unsigned n = 0;
    for (unsigned i = 2; i < limit; i++) n += !composite[i];
    return n;
}

static unsigned run(unsigned rounds) {
    unsigned n = 0;
    for (unsigned r = 0; r < rounds; r++) n += count_primes(LIMIT - r);
    return n;
}

int main(int argc, char **argv) {
    return kernel_check(run(kernel_scale(argc, argv, 14)), run, 1, 17984);
}
