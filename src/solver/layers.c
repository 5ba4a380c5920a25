/* --solver=LIST */
#include <string.h>

#include "base/str.h"
#include "solver/chain.h"

static const struct {
    const char *name;
    unsigned layers;
} names[] = {
    {"simplify", LAYER_SIMPLIFY},
    {"models", LAYER_MODELS},
    {"parti", LAYER_PARTI},
    {"independence", LAYER_INDEPENDENCE},
    {"cache", LAYER_CACHE},
    {"bitblast", LAYER_BITBLAST},
    {"z3", LAYER_Z3},
    {"all", LAYER_ALL},
};
enum { NAMES = sizeof names / sizeof names[0] };

static unsigned layers_named(const char *word, size_t len) {
    for (int i = 0; i < NAMES; i++)
        if (strlen(names[i].name) == len && !memcmp(names[i].name, word, len)) return names[i].layers;
    return 0;
}

bool layers_parse(const char *list, unsigned *layers, struct str *error) {
    /* A list that starts with what to leave out starts from all. */
    *layers = *list == '-' ? LAYER_ALL : 0;
    for (const char *p = list; *p;) {
        size_t len = strcspn(p, ",");
        bool minus = *p == '-';
        unsigned named = layers_named(p + minus, len - minus);
        if (!named) {
            str_addf(error, "--solver: no layer is called '%.*s'", (int)(len - minus), p + minus);
            return false;
        }
        *layers = minus ? *layers & ~named : *layers | named;
        p += len + (p[len] == ',');
    }
    if (*layers & (LAYER_BITBLAST | LAYER_Z3)) return true;
    str_addf(error, "--solver=%s leaves no back end: keep bitblast or z3", list);
    return false;
}

bool solver_layers_valid(const char *list, struct str *error) {
    unsigned layers;
    return layers_parse(list, &layers, error);
}
