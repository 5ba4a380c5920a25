// RUN: %replay CONFIRMED memory-leak:19 %s -- which=i32:0 | FileCheck %s
// RUN: %replay CONFIRMED memory-leak:20 -m32 %s -- which=i32:0
// RUN: %replay CONFIRMED memory-leak:31 %s -- which=i32:1
// RUN: %replay CONFIRMED memory-leak:32 %s -- which=i32:2
// RUN: %replay DIFFERENT memory-leak:32 %s -- which=i32:1
// RUN: %replay NOT-CONFIRMED memory-leak %s -- which=i32:3
// RUN: %replay CONFIRMED memory-leak:25 %s -- which=i32:4
// Leaks that stale pointers hide, and blocks that the library allocates.
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
int nondet_int(void);
struct node { struct node *other; };
static struct node *kept;

static void make_ring(void) {
    struct node *a = malloc(sizeof *a);
    struct node *b = malloc(sizeof *b);
    a->other = b, b->other = a;
}
static jmp_buf place;
static void jump(void) {
    char *volatile p = malloc(3);
    longjmp(place, p != NULL);
}
int main(void) {
    int which = nondet_int(); char *text;
    if (which == 0) make_ring();
    if (which == 1 && asprintf(&text, "%d", which) < 0) return 1;
    if (which == 2) exit(wcsdup(L"lost") == NULL);
    if (which == 3) kept = malloc(sizeof *kept), kept->other = malloc(1);
    if (which == 4 && setjmp(place) == 0) jump();
    return 0;
}
// CHECK: memory-leak at leaks.c:19
