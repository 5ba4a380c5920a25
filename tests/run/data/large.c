// RUN: %same %s
// Large objects: copies, clears and scattered writes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char zero[1 << 20];
static int table[100000] = {[99999] = 7};

struct huge { int v[5000]; };
static struct huge next(struct huge h) {
    for (int i = 0; i < 5000; i += 100) h.v[i]++;
    return h;
}

int main(void) {
    for (unsigned i = 0; i < sizeof zero; i += 4097) zero[i] = (unsigned char)i;
    unsigned sum = 0;
    for (unsigned i = 0; i < sizeof zero; i += 17) sum += zero[i];
    struct huge h = {{0}};
    for (int i = 0; i < 3; i++) h = next(h);
    unsigned char *copy = malloc(sizeof zero);
    memcpy(copy, zero, sizeof zero);
    printf("%u %d %d %d %d\n", sum, h.v[4900], h.v[1], memcmp(copy, zero, sizeof zero), table[99999]);
    free(copy);
    return 0;
}
