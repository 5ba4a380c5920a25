// The buffer that a program gives a stream must be there as long as the stream uses it: when it is
// written to, and when what is left leaves it, at the end at the latest.
// RUN: %unsafe -DTHEN='puts("x")' --engine=explore %s 2>&1 | %check %s
// RUN: %unsafe -DTHEN='printf("%d", n)' --engine=bmc %s
// RUN: %unsafe -DTHEN='fclose(stdout)' -DFIRST='puts("x")' --engine=explore -m32 %s
// RUN: %unsafe -DTHEN='' -DFIRST='puts("x")' --engine=explore %s
// RUN: %unsafe -DTHEN='' -DFIRST='putchar(n)' -DMODE=_IOLBF --engine=explore %s
// RUN: %safe -DTHEN='' -DFIRST='printf("%d\n", n)' -DMODE=_IOLBF --engine=explore %s
// RUN: %safe -DTHEN='' -DFIRST='puts("x"), fflush(stdout)' --engine=explore %s
// RUN: %safe -DTHEN='puts("x")' -DFIRST='puts("x"), setvbuf(stdout, 0, _IONBF, 0)' --engine=explore %s
// RUN: %safe -DTHEN='puts("x")' -DSTORAGE=static --engine=explore %s
// RUN: %safe -DTHEN='' -DFIRST='puts("x"), exit(0)' --engine=explore %s
#include <stdio.h>
#include <stdlib.h>
int nondet_int(void);
#ifndef MODE
#define MODE _IOFBF
#endif
#ifndef STORAGE
#define STORAGE
#endif
#ifndef FIRST
#define FIRST (void)0
#endif
static void give(int n) {
    STORAGE char buffer[512];
    setvbuf(stdout, buffer, MODE, sizeof buffer);
    FIRST;
    (void)n;
}
int main(void) {
    int n = nondet_int();
    if (n != 5) return 0;
    give(n);
    THEN; // CHECK: stream-buffer.c:[[#@LINE]]:{{.*}} error: out-of-bounds
    return 0;
}
