// RUN: %replay CONFIRMED out-of-bounds:13 %s -- which=i32:0
// RUN: %replay CONFIRMED out-of-bounds:14 %s -- which=i32:1
// RUN: %replay CONFIRMED out-of-bounds:15 %s -- which=i32:2
// RUN: %replay CONFIRMED out-of-bounds:13 -m32 %s -- which=i32:0
// RUN: %replay NOT-CONFIRMED - %s -- which=i32:3
// RUN: %replay CONFIRMED assertion-failure:20 %s -- which=i32:4 uninit:realloc=raw:q
// A block of no bytes has none to write to, and can be freed and grown.
#include <assert.h>
#include <stdlib.h>
#include <shrike.h>
int main(void) {
    int which = shrike_int("which");
    if (which == 0) *(volatile char *)malloc(0) = 1;
    if (which == 1) *(volatile char *)calloc(0, 8) = 1;
    if (which == 2) *(volatile char *)realloc(NULL, 0) = 1;
    char *p = malloc(0);
    if (which == 4) {
        p = realloc(p, 4);
        /* from its first byte on without a value */
        assert(*(volatile char *)p != 'q');
    }
    free(p);
    p = malloc(1);
    *p = 1;
    free(p);
    return 0;
}
