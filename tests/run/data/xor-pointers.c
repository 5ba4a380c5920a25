// RUN: %same %s
// Pointers through integers, as an exclusive-or list keeps them.
#include <stdint.h>
#include <stdio.h>

struct node { int v; uintptr_t both; };

int main(void) {
    struct node n[5];
    for (int i = 0; i < 5; i++) {
        n[i].v = i * i;
        n[i].both = (i ? (uintptr_t)&n[i - 1] : 0) ^ (i < 4 ? (uintptr_t)&n[i + 1] : 0);
    }
    uintptr_t prev = 0, at = (uintptr_t)&n[4];
    while (at) {
        struct node *here = (struct node *)at;
        printf("%d ", here->v);
        uintptr_t next = here->both ^ prev;
        prev = at;
        at = next;
    }
    printf("\n");
    return 0;
}
