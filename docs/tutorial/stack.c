#include <stddef.h>

struct item {
    int value;
    struct item *below;
};

struct stack {
    struct item *top;
    unsigned size;
};

/* The value that lies n below the top. */
int peek(const struct stack *s, unsigned n) {
    const struct item *at = s->top;
    if (n >= s->size) return -1;
    while (n--) at = at->below;
    return at->value;
}
