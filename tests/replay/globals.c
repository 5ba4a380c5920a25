// RUN: %replay CONFIRMED out-of-bounds:18 %s -- i=i32:-3 which=i32:0 | FileCheck %s
// RUN: %replay CONFIRMED out-of-bounds:18 -m32 %s -- i=i32:-3000 which=i32:0
// RUN: %replay CONFIRMED out-of-bounds:19 %s -- i=i32:-3 which=i32:1
// RUN: %replay CONFIRMED out-of-bounds:20 %s -- i=i32:2000 which=i32:2
// RUN: %replay CONFIRMED out-of-bounds:20 %s -- i=i32:-2000 which=i32:2
// RUN: %replay NOT-CONFIRMED out-of-bounds %s -- i=i32:7 which=i32:3
// RUN: %replay NOT-CONFIRMED out-of-bounds %s -- i=i32:7 which=i32:1
// Below the first variable of the program, and from one to another in library functions.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int nondet_int(void);
static int first[8];
static char large[9000], other[9000];
int main(void) {
    int i = nondet_int(), which = nondet_int(); int *p = first; char to[4];
    if (which == 0) return first[i] & 0;
    if (which == 1) { p += i; return *p & 0; }
    if (which == 2) memcpy(to, other + 4000 + i * 4, 4);
    if (which == 3) /* variables of the library, and one past the end */
        return (stdout == stderr) + (environ == 0) + ((int *)(first + i + 1))[-1] + optind + (int)strlen((char *)memchr(large, 0, 4) + i) & 0;
    return 0;
}
// CHECK: out-of-bounds at globals.c:18
