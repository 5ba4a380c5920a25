/* binary search tree, depth, in-order walk */
#include <stdlib.h>
extern signed char __VERIFIER_nondet_char(void);
struct tree { int key; struct tree *kid[2]; };
static struct tree *add(struct tree *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        if (!t) exit(9);
        t->key = key;
        return t;
    }
    if (key != t->key) {
        int side = key > t->key;
        t->kid[side] = add(t->kid[side], key);
    }
    return t;
}
static int depth(const struct tree *t) {
    if (!t) return 0;
    int a = depth(t->kid[0]), b = depth(t->kid[1]);
    return 1 + (a > b ? a : b);
}
static void destroy(struct tree *t) {
    if (!t) return;
    destroy(t->kid[0]);
    destroy(t->kid[1]);
    free(t);
}
int main(void) {
    struct tree *t = NULL;
    for (int i = 0; i < 4; i++) t = add(t, __VERIFIER_nondet_char());
    int d = depth(t);
    destroy(t);
    return d;
}
