// RUN: %same --check=leak %s
// What a global still reaches at the end is no leak.
#include <stdlib.h>

static struct node { struct node *next; int *data; } *head;

int main(void) {
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->data = malloc(sizeof(int));
        n->next = head;
        head = n;
    }
    return 0;
}
