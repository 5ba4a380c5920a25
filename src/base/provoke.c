#include "base/provoke.h"

#ifdef SHRIKE_PROVOKE
#include <stdlib.h>

#include "base/rng.h"

static struct rng chance;
static enum { NOT_ASKED, OFF, ON } wanted;

static void ask_environment(void) {
    const char *seed = getenv("SHRIKE_PROVOKE");
    wanted = seed ? ON : OFF;
    if (seed) rng_init(&chance, strtoull(seed, NULL, 10));
}

bool provoke(uint32_t odds) {
    if (wanted == NOT_ASKED) ask_environment();
    return wanted == ON && rng_below(&chance, odds) == 0;
}
#else
typedef int provoke_is_not_compiled_in; /* a file of C has at least one declaration */
#endif
