// RUN: %same %s
#include <stdio.h>

struct stream { void *data; int (*next)(void *data); };
struct range { int at, end; };
struct filter { struct stream *in; int (*keep)(int); };

static int range_next(void *data) {
    struct range *r = data;
    return r->at < r->end ? r->at++ : -1;
}
static int filter_next(void *data) {
    struct filter *f = data;
    int x;
    while ((x = f->in->next(f->in->data)) >= 0 && !f->keep(x)) {}
    return x;
}
static int is_square(int x) {
    for (int i = 0; i * i <= x; i++)
        if (i * i == x) return 1;
    return 0;
}

int main(void) {
    struct range r = {0, 200};
    struct stream numbers = {&r, range_next};
    struct filter f = {&numbers, is_square};
    struct stream squares = {&f, filter_next};
    for (int x; (x = squares.next(squares.data)) >= 0;) printf("%d ", x);
    printf("\n");
    return 0;
}
