/* A piece of work of generational search: inputs to run, and what is still to be
 * looked for on their path.
 *
 * It says nothing about expressions or states, so it can be written down and handed
 * to another process.
 */
#ifndef SHRIKE_ENGINE_CONCOLIC_WORK_H
#define SHRIKE_ENGINE_CONCOLIC_WORK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"

/* Where the bytes of a seed go. */
enum seed_kind {
    SEED_NONE, /* no seed: inputs are those below, the rest is random */
    SEED_STDIN,
    SEED_FILE,   /* the file A */
    SEED_FUZZER, /* LLVMFuzzerTestOneInput */
    SEED_STREAM, /* whatever the program takes, one input after the other */
};

enum { WORK_EVERY_ROOT = UINT32_MAX };

struct work {
    uint32_t root;  /* which of the first states; WORK_EVERY_ROOT: each (of a seed that was not run yet) */
    uint32_t first; /* event from which on others are to be tried */
    bool predicted; /* the rest of these is meaningful: */
    bool any;       /* event `event` has some outcome but those excluded (else `outcome`) */
    uint32_t event;
    uint64_t hash, place, outcome; /* of that event */
    vec_u64 excluded;              /* values that the pin at event `first` had before */
    int64_t stdin_size;            /* -1: not decided */
    int64_t file_size;             /* -1: as the options say */
    enum seed_kind kind;
    vec_u8 seed;
    VEC(vec_u8) inputs; /* by number */
    uint32_t generation;
    uint64_t guess; /* not 0: nothing is promised below it (parts.h); the number of its maker */
};

void work_init(struct work *w);
void work_release(struct work *w);
/* of the inputs alone */
uint64_t work_hash(const struct work *w);
/* Appends w to out; reads it back (w not initialised; false: it is not whole). */
void work_write(const struct work *w, vec_u8 *out);
bool work_read(struct work *w, const uint8_t **p, const uint8_t *end);

#endif
