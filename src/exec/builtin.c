#include "exec/builtin.h"

#include <string.h>

static const struct {
    const char *name;
    builtin_fn fn;
} table[] = {
#define BUILTIN(name, function) {name, function},
#include "exec/builtins.def"
#undef BUILTIN
};
enum { BUILTINS = sizeof table / sizeof *table };

/* Numbers from BUILTINS on are math functions. */
int builtin_find(const char *name) {
    for (int i = 0; i < BUILTINS; i++)
        if (strcmp(table[i].name, name) == 0) return i;
    int math = math_number(name);
    return math < 0 ? -1 : BUILTINS + math;
}

bool builtin_is_error(const char *name) {
    return strcmp(name, "reach_error") == 0 || strcmp(name, "__VERIFIER_error") == 0;
}

bool builtin_call(struct exec *x, int number, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    builtin_fn fn = number < BUILTINS ? table[number].fn : math_function(number - BUILTINS);
    return fn(x, args, nargs, ret);
}
