/* Registers that hold the same whenever execution is at a place, and accesses that
 * cannot fail.
 *
 * A register is steady if its function assigns it once, from constants, the addresses
 * of local variables, parameters whose arguments are steady in the caller, and local
 * variables that get one such value (stored.c). Where
 * local variables lie follows from the call stack, unless functions put them in fresh
 * places each time (`varying`).
 */
#ifndef SHRIKE_ENGINE_DASH_STEADY_H
#define SHRIKE_ENGINE_DASH_STEADY_H

#include "base/bitset.h"
#include "exec/core/state.h"

struct steady_slot {
    bool steady;
    bool local;      /* depends on where local variables are */
    uint64_t params; /* bits: parameter slots that it depends on */
};

/* One definition of each slot; NULL if there are none or several. */
struct steady_function {
    struct steady_slot *slots;
    const struct insn **defs;
    /* By block, at its start: local variables that surely live; number + nallocas: those that
     * were surely stored to by their only store. */
    struct bitset *living;
    /* By local variable: the only store, if it comes before every load and nothing else gets
     * at it; else NULL. */
    const struct insn **stores;
};

struct steady {
    struct program *p;
    struct steady_function *functions; /* by id */
    bool varying;
    bool deep;       /* large local variables in a recursion */
    uint64_t locals; /* bytes of all local variables */
    bool entry_once; /* nothing calls the program's entry */
};

/* No FIRST is in the code. */
void steady_init(struct steady *s, struct program *p);
void steady_release(struct steady *s);
/* Does the slot hold the same in all states with the frames up to f? For places.keeps. */
bool steady_keeps(void *owner, const struct frame *f, uint32_t slot);
/* The same for the bytes at addr, which an instruction in f reads. For places.keeps_word. */
bool steady_keeps_word(void *owner, const struct frame *f, uint64_t addr, uint32_t n);
/* Is this load or store (with a plain address) always within something that lives? */
bool steady_access(const struct steady *s, const struct function *fn, const struct insn *in);
/* Bytes that a plain load or store accesses; 0: it is none. */
uint32_t steady_access_size(const struct insn *in);

/* ---- stored.c ---- */
/* Fills stores and living of s->functions[fn->id]. */
void steady_find_stores(struct steady *s, const struct function *fn);
/* The store whose value this instruction always loads; NULL: none is known. */
const struct insn *steady_source(const struct steady *s, const struct function *fn, const struct insn *in);

/* ---- living.c ---- */
/* Fills s->functions[fn->id].living; its stores are candidates. */
void steady_find_living(struct steady *s, const struct function *fn);
/* Does local variable `number` surely live before this instruction? */
bool steady_lives(const struct steady *s, const struct function *fn, const struct insn *in, uint32_t number);
/* Was it surely stored to, since it began to live? */
bool steady_stored(const struct steady *s, const struct function *fn, const struct insn *in, uint32_t number);
/* The local variable whose address a slot always holds; UINT32_MAX: not known. */
uint32_t steady_local(const struct steady *s, const struct function *fn, uint32_t slot);

#endif
