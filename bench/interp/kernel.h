/* What the kernels share: the amount of work comes from the command line, and
 * each kernel knows the right answer of a small run. */
#ifndef SHRIKE_BENCH_KERNEL_H
#define SHRIKE_BENCH_KERNEL_H

#include <stdio.h>
#include <stdlib.h>

static unsigned kernel_scale(int argc, char **argv, unsigned usual) {
    return argc > 1 ? (unsigned)atoi(argv[1]) : usual;
}

/* Prints the result of the big run; 0 if the small run gives what it must. */
static int kernel_check(unsigned result, unsigned (*run)(unsigned), unsigned small, unsigned expected) {
    printf("%u\n", result);
    unsigned got = run(small);
    if (got == expected) return 0;
    printf("wrong: %u, not %u\n", got, expected);
    return 1;
}

#endif
