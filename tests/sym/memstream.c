// What open_memstream gives is as long as what was written, and a zero behind it.
// RUN: %unsafe -DPLACE='p[n - 1] = 1' --engine=explore %s 2>&1 | %check %s
// RUN: %unsafe -DPLACE='p[n - 1] = 1' --engine=bmc -m32 %s
// RUN: %safe -DPLACE='p[n - 2] = 1' --check=memory,leak --engine=explore %s
// RUN: %safe -DPLACE='if (k != 3 || p[3]) reach_error()' --engine=explore %s
#include <stdio.h>
#include <stdlib.h>
int nondet_int(void);
void reach_error(void);
int main(void) {
    int n = nondet_int();
    char *p = 0;
    size_t k = 0;
    FILE *f = open_memstream(&p, &k);
    if (n != 5 || !f) return 0;
    fputs("ab", f);
    fflush(f);
    p = 0; // the stream's own memory is not lost
    fputs("c", f);
    fclose(f);
    PLACE; // CHECK: memstream.c:[[#@LINE]]:{{.*}} error: out-of-bounds write
    free(p);
    return 0;
}
