/* A linked list on the heap: build, reverse, sum, free. */
#include "kernel.h"

#include <stdlib.h>

struct node {
    struct node *next;
    unsigned value;
};

static struct node *build(unsigned n) {
    struct node *head = NULL;
    for (unsigned i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        node->value = i * 3;
        head = node;
    }
    return head;
}

static struct node *reverse(struct node *n) {
    struct node *out = NULL;
    while (n) {
        struct node *next = n->next;
        n->next = out;
        out = n;
        n = next;
    }
    return out;
}

static unsigned run(unsigned rounds) {
    unsigned sum = 0;
    struct node *list = build(10000);
    for (unsigned r = 0; r < rounds; r++) {
        list = reverse(list);
        for (struct node *n = list; n; n = n->next) sum = sum * 5 + n->value;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return sum;
}

int main(int argc, char **argv) {
    return kernel_check(run(kernel_scale(argc, argv, 400)), run, 1, 3448345192u);
}
