/* Calculator: evaluates "12+*" and the like. Nobody thought of division by zero.
 *
 *   shrike verify calculator.c           division-by-zero in line 38
 *   shrike verify -DFIXED calculator.c   SAFE
 */
#include <assert.h>
#include <stdbool.h>

extern char __VERIFIER_nondet_char(void);

enum { SIZE = 5, DEPTH = 4 };

struct stack {
    int values[DEPTH];
    int n;
};

static bool push(struct stack *s, int value) {
    if (s->n == DEPTH) return false;
    s->values[s->n++] = value;
    return true;
}

/* Takes two numbers off and puts one back. */
static bool apply(struct stack *s, char op) {
    if (s->n < 2) return false;
    int b = s->values[--s->n], a = s->values[--s->n];
    switch (op) {
    case '+': return push(s, a + b);
    case '-': return push(s, a - b);
    case '*': return push(s, a * b);
    default: break;
    }
    if (op != '/') return false;
#ifdef FIXED
    if (b == 0) return false;
#endif
    return push(s, a / b);
}

int main(void) {
    struct stack s = {.n = 0};
    for (int i = 0; i < SIZE; i++) {
        char c = __VERIFIER_nondet_char();
        if (!(c >= '0' && c <= '9' ? push(&s, c - '0') : apply(&s, c))) return 1;
        assert(s.n > 0 && s.n <= DEPTH);
    }
    return 0;
}
