/* Starting programs in the cage (cage/cage.h): a program of ours that takes away, from what it starts, all that would
 * reach beyond the run. It is built into shrike; context.cage is a descriptor of it. */
#ifndef SHRIKE_BASE_CAGE_H
#define SHRIKE_BASE_CAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

enum {
    CAGE_NONE = -1,    /* programs are started as they are (--unsafe-native) */
    CAGE_REFUSED = 125 /* its exit status if it could not be closed, and nothing was started (cage/cage.h) */
};

struct cage_wish {
    int cage;        /* descriptor, or CAGE_NONE */
    bool tool;       /* it may see the user's files, such as a compiler; else home and /tmp are empty */
    uint64_t memory; /* bytes, of all its processes; 0: no limit */
    const char *const *seen, *const *written; /* paths, NULL behind the last; seen in any case, and writable */
    const char *program;                      /* looked for in PATH if it has no slash */
    const char *const *argv;
};

/* What to spawn. Release it. */
struct cage_words {
    const char *program;
    VEC(const char *) argv; /* NULL behind the last */
    char path[32], memory[32], here[4096];
};

/* Makes the program of these bytes available: its descriptor, or CAGE_NONE with errno set. */
int cage_make(const unsigned char *data, const unsigned char *end);
void cage_wrap(const struct cage_wish *wish, struct cage_words *out);
void cage_words_release(struct cage_words *words);

#endif
