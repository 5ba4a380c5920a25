/* Which values say what the program does next?
 *
 * A variable that is compared for equality with several constants, as the state of a
 * state machine is, decides more the better it is known: an engine that merges states
 * with different constants in it pays for that at every comparison. A slot or global word
 * counts as deciding if it, or what is copied from and to it, is compared with at least
 * DECIDING_FROM constants. A heuristic: nothing depends on its being right.
 */
#ifndef SHRIKE_IR_DECIDING_H
#define SHRIKE_IR_DECIDING_H

#include "base/bitset.h"
#include "ir/ir.h"

enum { DECIDING_FROM = 3 };

struct deciding_word {
    uint64_t addr;
    uint32_t size;
};

struct deciding {
    struct bitset *slots; /* by function */
    VEC(struct deciding_word) words;
    uint32_t nfunctions;
};

struct deciding *deciding_new(const struct program *p);
/* Sets aux of selects between values that decide: executors fork there (ir/address.h). */
void deciding_mark_selects(const struct deciding *d, struct program *p);
void deciding_free(struct deciding *d);

#endif
