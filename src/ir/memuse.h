/* Which memory a piece of code may write.
 *
 * Memory is divided into classes. A variable (global, or static alloca) whose address
 * is used for nothing but plain loads and stores at constant offsets within its bounds
 * is private: a class of its own. All other memory is one class, CLASS_SHARED, because
 * concrete pointers carry no provenance. Whether an object is alive is a class as well.
 *
 * Invariants: (1) code outside a function never touches its private allocas; (2) an
 * access that memuse_class calls private never touches anything else.
 */
#ifndef SHRIKE_IR_MEMUSE_H
#define SHRIKE_IR_MEMUSE_H

#include "base/bitset.h"
#include "ir/callgraph.h"
#include "ir/ir.h"

enum { CLASS_SHARED = 0, CLASS_LIFE = 1, CLASS_FIRST = 2 /* of a variable */ };

struct memuse {
    const struct program *p;
    struct arena arena;
    uint32_t nclasses;
    uint32_t *global_class;  /* by global */
    uint32_t **alloca_class; /* by function, alloca */
    uint32_t **insn_class;   /* by function, code index: of loads and stores */
    struct bitset *writes;   /* by function: what a call of it may write, callees included */
};

struct memuse *memuse_new(const struct callgraph *cg);
void memuse_free(struct memuse *m);
/* Class that a load, store, alloca or lifetime marker is about. */
static inline uint32_t memuse_class(const struct memuse *m, const struct function *f, uint32_t pc) {
    return m->insn_class[f->id] ? m->insn_class[f->id][pc] : CLASS_SHARED;
}
/* Adds the classes that an instruction may write; of a call, what callees may. */
void memuse_writes(const struct memuse *m, const struct function *f, uint32_t pc, struct bitset *to);
/* Loads and stores of a word: is it one, does it write, how many bytes? */
bool memuse_is_load(enum ir_op op);
bool memuse_is_store(enum ir_op op);
uint32_t memuse_bytes(const struct insn *in);

#endif
