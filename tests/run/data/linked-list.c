// RUN: %same %s
#include <stdio.h>
#include <stdlib.h>

struct node { struct node *next; int v; };

static struct node *push(struct node *head, int v) {
    struct node *n = malloc(sizeof *n);
    *n = (struct node){head, v};
    return n;
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

static void remove_if_odd(struct node **at) {
    while (*at) {
        struct node *n = *at;
        if (n->v % 2) {
            *at = n->next;
            free(n);
        } else {
            at = &n->next;
        }
    }
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 20; i++) list = push(list, i);
    list = reverse(list);
    remove_if_odd(&list);
    while (list) {
        struct node *n = list;
        printf("%d ", n->v);
        list = n->next;
        free(n);
    }
    printf("\n");
    return 0;
}
