/* linked list on the heap: insert in order, delete, check, free */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int key; struct node *next; };
static struct node *insert(struct node *head, int key) {
    struct node **p = &head, *n = malloc(sizeof *n);
    if (!n) abort();
    while (*p && (*p)->key < key) p = &(*p)->next;
    n->key = key;
    n->next = *p;
    *p = n;
    return head;
}
static struct node *drop(struct node *head, int key) {
    for (struct node **p = &head; *p; p = &(*p)->next)
        if ((*p)->key == key) {
            struct node *n = *p;
            *p = n->next;
            free(n);
            break;
        }
    return head;
}
int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 3; i++) head = insert(head, __VERIFIER_nondet_int());
    head = drop(head, __VERIFIER_nondet_int());
    int n = 0;
    while (head) {
        struct node *next = head->next;
        assert(!next || head->key <= next->key);
        free(head);
        head = next;
        n++;
    }
    return n;
}
