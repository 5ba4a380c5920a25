// RUN: %replay CONFIRMED assertion-failure:20 %s -- uninit:x=i32:1 uninit:x=i32:2 uninit:x=i32:3 uninit:malloc+3=raw:q
// RUN: %replay CONFIRMED assertion-failure:20 %s -- uninit:x#2=i32:3 uninit:x@18#0=i32:1 uninit:x#1=i32:2 uninit:malloc@19=raw:...q
// RUN: %replay CONFIRMED assertion-failure:20 -m32 %s -- uninit:x=i32:1 uninit:x=i32:2 uninit:x=i32:3 uninit:malloc+3=raw:q
// RUN: %replay NOT-CONFIRMED assertion-failure:20 %s -- uninit:x=i32:1 uninit:x=i32:2 uninit:x=i32:4 uninit:malloc+3=raw:q
// RUN: %replay NOT-CONFIRMED assertion-failure:20 %s -- uninit:x@17=i32:1 uninit:x=i32:2 uninit:x=i32:3 uninit:malloc+3=raw:q
// RUN: %replay NOT-CONFIRMED assertion-failure:20 %s -- uninit:x=i32:1 uninit:x=i32:2 uninit:x=i32:3
// RUN: %replay CONFIRMED assertion-failure:23 %s -- uninit:big+400=i32:9
// RUN: %replay CONFIRMED assertion-failure:24 %s -- uninit:v=i32:77
// RUN: %replay CONFIRMED assertion-failure:26 %s -- uninit:realloc+8=i8:5
// Values of uninitialised variables and heap blocks are inputs, too.
#include <assert.h>
#include <stdlib.h>
static int get(void) { int v; return v; }

int main(void) {
    int total = 0;
    int n;
    for (int i = 0; i < 3; i++) { int x; total += x; }
    char *p = malloc(8);
    assert(total != 6 || p[3] != 'q');
    int big[1000];
    n = 100;
    assert(big[n] != 9);
    assert(get() != 77);
    p = realloc(p, 9);
    assert(p[8] != 5);
    return 0;
}
