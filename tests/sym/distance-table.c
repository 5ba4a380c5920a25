// The place in `out` is the distance of two pointers, one of them out of a table. The constant of the sum is the distance of
// two objects, and which object it looks like is chance: it is not the one that is written to.
// RUN: %safe --engine=explore %s
// RUN: %safe --engine=explore -m32 %s
// RUN: %unsafe --engine=explore -DROOM=62 %s | %check %s
#include <stdlib.h>
#ifndef ROOM
#define ROOM 64
#endif
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);
static char text[64];
char *line[64];
int main(void) {
    char *out = calloc(1, ROOM), *other[40];
    if (!out) return 0;
    for (int k = 0; k < 40; k++) other[k] = calloc(1, 64);
    unsigned char n = __VERIFIER_nondet_uchar(), i = __VERIFIER_nondet_uchar();
    if (n >= 64 || i >= 64) return 0;
    for (int k = 0; k < 64; k++) line[k] = text + k;
    line[n] = text + 2;
    // CHECK: past the end of the 62-byte heap block
    out[line[i] - text] = 1;
    int sum = 0;
    for (int k = 0; k < ROOM; k++) sum += out[k];
    if (sum != 1) reach_error();
    for (int k = 0; k < 40; k++) free(other[k]);
    free(out);
    return 0;
}
