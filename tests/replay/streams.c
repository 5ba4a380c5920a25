// RUN: %replay CONFIRMED use-after-free:15 %s -- which=i32:0 | FileCheck %s
// RUN: %replay CONFIRMED use-after-free:16 -m32 %s -- which=i32:1
// RUN: %replay CONFIRMED use-after-free:17 %s -- which=i32:2
// RUN: %replay DIFFERENT use-after-free:15 %s -- which=i32:2
// RUN: %replay NOT-CONFIRMED use-after-free %s -- which=i32:3
#include <stdio.h>
int nondet_int(void);
int main(void) {
    int which = nondet_int();
    char b[4];
    FILE *f = fopen("/dev/null", "r+");
    if (!f) return 1;
    if (which == 3) return fputs("x", stdout) + fprintf(stderr, "y") + fgetc(f) + fclose(f) & 0;
    fclose(f);
    if (which == 0) return fgetc(f);
    if (which == 1) return fprintf(f, "abc");
    if (which == 2) return (int)fread(b, 1, 4, f) + fclose(f);
    return 0;
}
// CHECK: use-after-free at streams.c:15
