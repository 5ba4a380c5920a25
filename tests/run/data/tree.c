// RUN: %same %s
#include <stdio.h>
#include <stdlib.h>

struct tree { struct tree *kid[2]; int key; };

static void insert(struct tree **t, int key) {
    while (*t) t = &(*t)->kid[key > (*t)->key];
    *t = calloc(1, sizeof **t);
    (*t)->key = key;
}
static void walk(const struct tree *t, int depth, int *max) {
    if (!t) return;
    walk(t->kid[0], depth + 1, max);
    printf("%d ", t->key);
    if (depth > *max) *max = depth;
    walk(t->kid[1], depth + 1, max);
}
static void drop(struct tree *t) {
    if (!t) return;
    drop(t->kid[0]);
    drop(t->kid[1]);
    free(t);
}

int main(void) {
    struct tree *t = NULL;
    unsigned x = 12345;
    for (int i = 0; i < 40; i++) {
        x = x * 1103515245u + 12345u;
        insert(&t, (int)(x >> 16) % 1000);
    }
    int max = 0;
    walk(t, 0, &max);
    printf("\ndepth %d\n", max);
    drop(t);
    return 0;
}
