// RUN: %bug --check=align -DCASE=1 %s | %check --check-prefix=ONE %s
// RUN: %bug --check=align -DCASE=2 %s | %check --check-prefix=TWO %s
// RUN: %bug --check=align -DCASE=3 %s | %check --check-prefix=THREE %s
// RUN: %bug --check=align -m32 -DCASE=1 %s | %check --check-prefix=ONE %s
// RUN: %same --check=align,memory -DCASE=4 %s
// Not asked for, it is as on the processor.
// RUN: %shrike run -DCASE=1 %s
// REQUIRES: shrike
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct packed { char c; int i; } __attribute__((packed));
struct plain { char c; int i; double d; };

int main(void) {
    volatile int at = 2;
    struct packed p = {1, 2};
    char *block = calloc(4, 8);
    if (!block) return 1;
#if CASE == 1
    *(int *)(block + at) = 1;
#elif CASE == 2
    int *q = &p.i;
    at = *q;
#elif CASE == 3
    char bytes[16] __attribute__((aligned(16))) = {0};
    at = *(uint16_t *)(bytes + 3);
#else
    struct plain s = {1, 2, 3}, *t = (struct plain *)block;
    *t = s;
    int copy;
    memcpy(&copy, block + 1, sizeof copy);
    at += p.i + t->i + (int)t->d + ((uint16_t *)block)[at];
#endif
    free(block);
    return at == 12345;
}
// ONE: misaligned.c:22:26: error: misaligned access: the address is 2 above a multiple of 4 [misaligned-access]
// TWO: misaligned.c:25:10: error: {{.*}} [misaligned-access]
// THREE: misaligned.c:28:10: error: {{.*}} 1 above a multiple of 2 [misaligned-access]
