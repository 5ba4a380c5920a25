/* Values of an execution, as instructions computed them, in the words of the source. */
#ifndef SHRIKE_STORY_VALUES_H
#define SHRIKE_STORY_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

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
void values_look(struct exec *x, const struct frame *f, uint32_t first, uint32_t end, uint32_t line,
                 bool stores, vec_seen *out);
/* "n = 0, s->count = 3" of values of one function, each name once with its last value, at
 * most `most` names. Pointers are left out, unless they are NULL. No block
 * may be watched (exec_watch_blocks). */
void values_say(struct source *src, const struct program *p, const struct function *fn, const struct seen *seen,
                uint32_t n, uint32_t most, struct str *out);

#endif
