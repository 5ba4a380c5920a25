#include "base/progress.h"

#include <stdlib.h>

uint64_t progress_every_ms(void) {
    const char *words = getenv("SHRIKE_PROGRESS");
    long seconds = words && *words ? strtol(words, NULL, 10) : 30;
    return seconds > 0 ? (uint64_t)seconds * 1000 : UINT64_MAX;
}
