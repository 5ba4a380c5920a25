// RUN: %safe --paths=1 %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies of structures at a symbolic index keep whole words. */
struct item {
    long key;
    int a, b;
};
int main(void) {
    struct item table[4], one;
    klee_make_symbolic(table, sizeof table, "table");
    unsigned i = klee_int("i");
    klee_assume(i < 4);
    one = table[i];
    assert(one.key == table[i].key && one.a == table[i].a && one.b == table[i].b);
    one.key = 5;
    table[i] = one;
    assert(table[i].key == 5 && table[i].b == one.b);
    return 0;
}
