// RUN: %replay CONFIRMED use-after-scope:30 %s -- which=i32:0 | FileCheck %s
// RUN: %replay CONFIRMED use-after-scope:30 -m32 %s -- which=i32:1
// RUN: %replay NOT-CONFIRMED use-after-scope:30 %s -- which=i32:2
// RUN: %replay CONFIRMED use-after-scope:31 %s -- which=i32:3
// RUN: %replay CONFIRMED invalid-pointer:33 -m32 %s -- which=i32:4
// RUN: %replay NOT-CONFIRMED use-after-scope %s -- which=i32:5
// Storage of alloca and of arrays with variable length, and longjmp to where nobody is.
#include <alloca.h>
#include <setjmp.h>
int nondet_int(void);
static jmp_buf place;

static char *of_function(int n) {
    char *p = alloca(n), *volatile q = p;
    p[0] = 1;
    return q;
}
static int set(void) { return setjmp(place); }
static void deep(int n) {
    char buffer[n];
    buffer[0] = 1;
    if (n > 3) longjmp(place, buffer[0]);
    deep(n + 1);
}
int main(void) {
    int which = nondet_int(), n = which + 5; char *p = 0, keep[n];
    keep[0] = 2;
    if (which == 0) { char block[n]; block[0] = 1; p = block; }
    p = which == 1 ? of_function(n) : which == 0 ? p : keep;
    n = *p;
    if (which == 3 && set() == 0) longjmp(place, 1);
    if (which == 5 && setjmp(place) == 0) deep(1);
    if (which == 4) longjmp(place, 1);
    return 0;
}
// CHECK: use-after-{{scope|free}} at dead-storage.c:30
