// Copies whose source and destination overlap are errors, with known and unknown lengths and
// places; an object assigned to itself is none.
// RUN: %unsafe -DCOPY='memcpy(b+1,b,n)' %s | %check %s
// RUN: %unsafe -DCOPY='memcpy(b,b+1,n)' --engine=interpolate %s | %check %s
// RUN: %unsafe -DCOPY='memcpy(b+n,b,4)' --engine=bmc %s | %check %s
// RUN: %unsafe -DCOPY='mempcpy(b+1,b,n)' --engine=explore %s | %check %s
// RUN: %unsafe -DCOPY='if(n==3)strcpy(b+2,b)' --engine=cdse %s | %check %s
// RUN: %unsafe -DCOPY='strcpy(b+n,b)' --engine=explore %s | %check %s
// RUN: %unsafe -DCOPY='stpcpy(b,b+n)' --engine=explore %s | %check %s
// RUN: %unsafe -DCOPY='strncpy(b+2,b,n)' --engine=explore %s | %check %s
// RUN: %unsafe -DCOPY='strcat(b,b+n)' --engine=concolic %s | %check %s
// RUN: %unsafe -DCOPY='strncat(b,b+1,n)' --engine=explore %s | %check %s
// RUN: %unsafe -DCOPY='if(n==3)sprintf(b,"%%s!",b)' --engine=explore %s | %check %s
// RUN: %unsafe -DCOPY='if(n==3)snprintf(b,10,"%%d%%s",n,b)' --engine=explore %s | %check %s
// RUN: %unsafe -DCOPY='*(struct s*)(b+n)=*(struct s*)b' --engine=explore %s | %check %s
// RUN: %unsafe -DCOPY='__builtin_memcpy(b+n,b,8)' --engine=explore %s | %check %s
// RUN: %unsafe -m32 -DCOPY='strcpy(b+n,b)' --engine=explore %s | %check %s
// RUN: %safe -DCOPY='memmove(b+1,b,n)' %s
// RUN: %safe -DCOPY='memcpy(b+8,b,n)' %s
// RUN: %safe -DCOPY='memcpy(b,b,n)' %s
// RUN: %safe -DCOPY='strcpy(b+7,b)' %s
// RUN: %safe -DCOPY='strncpy(b+7,b,n)' %s
// RUN: %safe -DCOPY='snprintf(b+8,8,"%%s",b)' --engine=explore %s
// RUN: %safe -DCOPY='*(struct s*)(b+16-2*n+n+n)=*(struct s*)(b+16)' %s
// RUN: %safe --check=memory -DCOPY='memcpy(b+1,b,n)' --engine=explore %s
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
struct s { char c[9]; };

int main(void) {
    char b[40] = "abcdef";
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 6) return 0;
    // CHECK: overlap.c:[[#@LINE+1]]:{{.*}}source and destination of a copy overlap [overlapping-copy]
    COPY;
    return 0;
}
