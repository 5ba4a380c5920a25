#include <assert.h>
#include <stdlib.h>

#include <klee/klee.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    int n = klee_range(0, 4, "n"), sum = 0; /* 0 to 3 */
    for (int i = 0; i < n; i++) {
        struct node *new = malloc(sizeof *new);
        klee_make_symbolic(&new->value, sizeof new->value, "value");
        klee_assume(new->value >= 0 && new->value < 100);
        new->next = list;
        list = new;
    }
    for (struct node *at = list; at; at = at->next) sum += at->value;
    assert(sum <= 297);
    return 0;
}
