#include "exec/library/builtin.h"

#include <string.h>

#include "ir/known.h"

static const struct {
    const char *name;
    builtin_fn fn;
} table[] = {
#define BUILTIN(name, function) {name, function},
#include "exec/library/builtins.def"
#undef BUILTIN
};
static const struct nondet nondets[] = {
#define NONDET(name, width, type) {name, width, type},
#include "ir/nondet.def"
#undef NONDET
};
/* Numbers from BUILTINS on are inputs, behind them math functions. */
enum {
    BUILTINS = sizeof table / sizeof *table,
    NONDETS = sizeof nondets / sizeof *nondets,
    FIRST_MATH = BUILTINS + NONDETS,
};

int builtin_find(const char *name) {
    for (int i = 0; i < BUILTINS; i++)
        if (strcmp(table[i].name, name) == 0) return i;
    for (int i = 0; i < NONDETS; i++)
        if (strcmp(nondets[i].name, name) == 0) return BUILTINS + i;
    int math = math_number(name);
    return math < 0 ? -1 : FIRST_MATH + math;
}

const struct nondet *builtin_nondet(int number) {
    return number >= BUILTINS && number < FIRST_MATH ? &nondets[number - BUILTINS] : NULL;
}

bool builtin_is_math(int number) { return number >= FIRST_MATH; }

/* In a concrete run inputs are random values that --seed chooses. */
static bool random_input(struct exec *x, const struct nondet *n, uint64_t *ret) {
    uint32_t width = n->width ? n->width : 8 * x->p->ptr_bytes;
    ret[0] = rng_next(&x->ctx->rng) >> (width < 64 ? 64 - width : 0);
    if (width > 64) ret[1] = rng_next(&x->ctx->rng) >> (128 - width);
    return true;
}

bool builtin_is_error(const char *name) { return (known_by_name(name) & KNOWN_OWN) != 0; }

bool builtin_call(struct exec *x, int number, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    const struct nondet *input = builtin_nondet(number);
    if (input) return random_input(x, input, ret);
    builtin_fn fn = number < BUILTINS ? table[number].fn : math_function(number - FIRST_MATH);
    return fn(x, args, nargs, ret);
}
