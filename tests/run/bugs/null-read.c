// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
#include <stddef.h>

struct node { int pad[4]; int value; struct node *next; };

static int last(struct node *n) {
#ifdef FIXED
    while (n->next)
#else
    while (n)
#endif
        n = n->next;
    return n->value;
}

int main(void) {
    struct node b = {.value = 7, .next = NULL}, a = {.next = &b};
    return last(&a);
}
// CHECK: null-read.c:14:15: error: read of 4 bytes through a null pointer (offset 16) [null-dereference]
// CHECK-NEXT: 14 |     return n->value;
// CHECK-NEXT: |               ^
// CHECK-NEXT: in last at null-read.c:14:15
// CHECK-NEXT: called from main at null-read.c:19:12
