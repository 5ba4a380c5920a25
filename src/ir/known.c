#include "ir/known.h"

#include <string.h>

/* The table uses the short names of effects. */
enum {
#define EFFECT(name, text) name = KNOWN_##name,
#include "ir/known.def"
};
static const struct {
    const char *name;
    known_set effects;
} table[] = {
#define KNOWN(name, effects) {name, effects},
#include "ir/known.def"
};
static const char *const inputs[] = {
#define NONDET(name, width, type) name,
#include "ir/nondet.def"
#undef NONDET
};

/* Most names differ in their first letter: every call of a program is asked about. */
static bool same(const char *a, const char *b) { return *a == *b && strcmp(a, b) == 0; }

known_set known_by_name(const char *name) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (same(table[i].name, name)) return table[i].effects;
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        if (same(inputs[i], name)) return KNOWN_INPUT;
    return 0;
}

bool known_in_program(const struct program *p, known_set effects) {
    for (uint32_t i = 1; i < p->functions.len; i++)
        if (known_effects(p->functions.data[i]) & effects) return true;
    return false;
}
