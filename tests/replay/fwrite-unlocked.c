// fwrite_unlocked and fputs_unlocked read what no sanitizer looks at.
// RUN: %unsafe --engine=explore %s | %check %s
// RUN: %unsafe --engine=explore -DTEXT %s | %check %s
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    char *p = calloc(1, 16);
    unsigned char n = __VERIFIER_nondet_uchar();
    if (!p) return 0;
    // CHECK: error: out-of-bounds read
#ifdef TEXT
    for (int i = 0; i < n && i < 16; i++) p[i] = 'a';
    fputs_unlocked(p, stdout);
#else
    fwrite_unlocked(p, 1, n == 7 ? -(size_t)p : n & 15, stdout);
#endif
    free(p);
    return 0;
}
