// RUN: %same %s
// Members of unnamed structs and unions, and a pointer to the first of them.
#include <stdio.h>

struct base { int id; };
struct derived {
    struct { int id; };
    union { int i; float f; };
    struct { char a, b; } named;
};

int main(void) {
    struct derived d = {.i = 3};
    d.id = 8;
    d.named.b = 'z';
    struct base *b = (struct base *)&d;
    printf("%d %d %c\n", b->id, d.i, d.named.b);
    return 0;
}
