/* Inside of a record: record.c fills it, tell.c makes the story of it. */
#ifndef SHRIKE_STORY_RECORD_INSIDE_H
#define SHRIKE_STORY_RECORD_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"
#include "story/record.h"

/* Values of an execution, as instructions computed them, in the words of the source. */

struct exec;
struct frame;
struct function;
struct insn;
struct program;
struct source;
struct str;

/* What an instruction loaded, stored or got from a call. */
struct seen {
    uint32_t pc;
    uint64_t value;
};
typedef VEC(struct seen) vec_seen;

/* Appends the values of the code from `first` up to `end` that reports may show, as frame f,
 * which has just executed it, holds them. line: of that line only; 0: of all.
 * stores: also what was stored. */
void values_look(struct exec *x, const struct frame *f, uint32_t first, uint32_t end, uint32_t line, bool stores,
                 vec_seen *out);
/* "n = 0, s->count = 3" of values of one function, each name once with its last value, at
 * most `most` names. Pointers are left out, unless they are NULL. No block
 * may be watched (exec_watch_blocks). */
void values_say(struct source *src, const struct program *p, const struct function *fn, const struct seen *seen,
                uint32_t n, uint32_t most, struct str *out);

/* A branch or switch of a call, at its last time. */
struct decision {
    uint32_t block;
    uint64_t order;
    uint64_t times;
    uint64_t rounds; /* since it was last false, for loops */
    bool symbolic, taken;
    vec_seen seen;
};

struct call {
    struct call *parent;
    const struct function *fn;
    uint64_t serial;            /* of the frame */
    uint32_t depth;             /* of the machine's stack */
    uint32_t block;             /* in execution */
    uint32_t call_pos, call_pc; /* in the parent */
    uint64_t order, times;
    bool active;
    VEC(struct decision) decisions;
    struct map by_block; /* block -> index into decisions */
    VEC(struct call *) callees;
    struct map by_place; /* call_pc and function -> index into callees */
};

/* An input, when it was taken. */
struct taking {
    uint32_t input;
    uint64_t order;
    const struct function *fn;
};

struct record {
    struct exec *x;
    struct source *src;
    uint64_t clock;
    struct call *root, *now;
    uint32_t last_fn, last_pc; /* the block that began last; 0: none */
    uint32_t inputs;           /* noted so far */
    VEC(struct taking) takings;
    bool lines;      /* the story is to have lines: */
    vec_seen *last;  /* per function, by code index: the value at its last execution; pc UINT32_MAX: none */
    uint64_t **hits; /* per function and block */
};

/* The run is over: brings the record up to its last instruction. */
void record_end(struct record *r);

#endif
