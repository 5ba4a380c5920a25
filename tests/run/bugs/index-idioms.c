// RUN: %same %s
// RUN: %same -m32 %s
// Arrays at the end of a struct that are declared with length none, 0 or 1 are longer than they say, and arrays may begin at 1.
#include <stdio.h>
#include <stdlib.h>

struct flexible { int n; int data[]; };
struct one { int n; int data[1]; };
struct none { int n; int data[0]; };
struct outer { int n; struct one last; };

static int table[5] = {1, 2, 3, 4, 5};

int main(void) {
    volatile int at = 6;
    struct flexible *a = malloc(sizeof *a + 8 * sizeof(int));
    struct one *b = malloc(sizeof *b + 8 * sizeof(int));
    struct none *c = malloc(sizeof *c + 8 * sizeof(int));
    struct outer *e = malloc(sizeof *e + 8 * sizeof(int));
    if (!a || !b || !c || !e) return 1;
    a->data[at] = b->data[at] = c->data[at] = e->last.data[at] = at;
    int *from_one = table - 1, sum = 0;
    for (int i = 1; i <= 5; i++) sum += from_one[i];
    printf("%d %d\n", sum, a->data[at] + b->data[at] + c->data[at] + e->last.data[at]);
    free(a), free(b), free(c), free(e);
    return 0;
}
