// RUN: %same %s
// Vectors in structs, as arguments, and aliased with their elements.
#include <stdio.h>
#include <string.h>

typedef int v4 __attribute__((vector_size(16)));
struct box { v4 lo, hi; char tag; };

static struct box grow(struct box b, v4 by) {
    b.lo -= by;
    b.hi += by;
    b.tag++;
    return b;
}

int main(void) {
    struct box b = {{0, 1, 2, 3}, {4, 5, 6, 7}, 'a'};
    b = grow(b, (v4){1, 1, 2, 2});
    int flat[8];
    memcpy(flat, &b, sizeof flat);
    for (int i = 0; i < 8; i++) printf("%d ", flat[i]);
    printf("%c %d\n", b.tag, (int)sizeof b);
    _Bool any = 0;
    for (int i = 0; i < 4; i++) any |= b.lo[i] < 0;
    return any;
}
