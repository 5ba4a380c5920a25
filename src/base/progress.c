#include "base/progress.h"

#include <stdlib.h>

uint64_t progress_every_ms(void) {
    static uint64_t every; /* asked for each path */
    if (every) return every;
    const char *words = getenv("SHRIKE_PROGRESS");
    long seconds = words && *words ? strtol(words, NULL, 10) : 30;
    return every = seconds > 0 ? (uint64_t)seconds * 1000 : UINT64_MAX;
}
