// RUN: %replay CONFIRMED memory-leak:17 %s -- which=i32:0 | FileCheck %s
// RUN: %replay CONFIRMED memory-leak:18 -m32 %s -- which=i32:0
// RUN: %replay CONFIRMED memory-leak:24 %s -- which=i32:1
// RUN: %replay CONFIRMED memory-leak:25 %s -- which=i32:2
// RUN: %replay DIFFERENT memory-leak:25 %s -- which=i32:1
// RUN: %replay NOT-CONFIRMED memory-leak %s -- which=i32:3
// Leaks that stale pointers hide, and blocks that the library allocates.
#define _GNU_SOURCE
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
int main(void) {
    int which = nondet_int(); char *text;
    if (which == 0) make_ring();
    if (which == 1 && asprintf(&text, "%d", which) < 0) return 1;
    if (which == 2) exit(wcsdup(L"lost") == NULL);
    if (which == 3) kept = malloc(sizeof *kept), kept->other = malloc(1);
    return 0;
}
// CHECK: memory-leak at leaks.c:17
