// RUN: %same -fcommon %s %S/Inputs/linkage-b.c
// RUN: %same -fcommon %S/Inputs/linkage-b.c %s
// RUN: %same -m32 -fcommon %s %S/Inputs/linkage-b.c
// Which definition a name means where several files have one.
#include <stdio.h>
#include "Inputs/linkage.h"

static int count = 10;                                /* each file has its own ... */
static int bump(void) { return ++count; }             /* ... and functions that use it */
static const char *who(void) { return __FILE__ + sizeof __FILE__ - 4; }
int common_number;                                    /* one of two, */
char common_bytes[4];                                 /* the larger one of two */
__attribute__((weak)) int weak_number = 1;            /* the other file's goes before */
__attribute__((weak)) int weak_function(void) { return 1; }
static int own(void) { return 3; }
int weak_alias(void) __attribute__((weak, alias("own")));   /* the other file's */
int kept_alias(void) __attribute__((weak, alias("own")));   /* nobody else's */
extern int chain(void) __attribute__((alias("kept_alias")));
int other(int x);

int main(void) {
    bump();
    printf("%d %d %s\n", bump(), other(2), who());
    common_bytes[0] = 'a';
    printf("%d %s\n", ++common_number, other_bytes());
    printf("%d %d %d %d %d\n", weak_number, weak_function(), weak_alias(), kept_alias(), chain());
    printf("%d %d\n", doubled(4), tripled(4));
    printf("%d %d\n", doubled == other_doubled(), shared_state());
    return 0;
}
