/* Linked list: removes all nodes with a value. The next one is looked up in a freed node.
 *
 *   shrike verify list.c           use-after-free in line 38
 *   shrike verify -DFIXED list.c   SAFE
 */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list, int value) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->value = value;
    n->next = list;
    return n;
}

static struct node *remove_all(struct node *list, int value) {
    struct node **link = &list;
#ifdef FIXED
    while (*link) {
        struct node *n = *link;
        if (n->value == value) {
            *link = n->next;
            free(n);
        } else {
            link = &n->next;
        }
    }
#else
    /* Looks right, works most of the time. */
    for (struct node *n = list; n; n = n->next) {
        if (n->value == value) {
            *link = n->next;
            free(n);
        } else {
            link = &n->next;
        }
    }
#endif
    return list;
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) list = push(list, __VERIFIER_nondet_int());
    list = remove_all(list, 7);
    while (list) {
        struct node *next = list->next;
        assert(list->value != 7);
        free(list);
        list = next;
    }
    return 0;
}
