/* Registers that hold the same whenever execution is at a place, and accesses that
 * cannot fail.
 *
 * A register is steady if its function assigns it once, from constants, the addresses
 * of local variables, and parameters whose arguments are steady in the caller. Where
 * local variables lie follows from the call stack, unless functions put them in fresh
 * places each time (`varying`).
 */
#ifndef SHRIKE_ENGINE_STEADY_H
#define SHRIKE_ENGINE_STEADY_H

#include "base/bitset.h"
#include "exec/state.h"

struct steady_slot {
    bool steady;
    bool local;      /* depends on where local variables are */
    uint64_t params; /* bits: parameter slots that it depends on */
};

/* One definition of each slot; NULL if there are none or several. */
struct steady_function {
    struct steady_slot *slots;
    const struct insn **defs;
    struct bitset *living; /* by block: local variables that surely live at its start */
};

struct steady {
    struct program *p;
    struct steady_function *functions; /* by id */
    bool varying;
    bool entry_once; /* nothing calls the program's entry */
};

/* No FIRST is in the code. */
void steady_init(struct steady *s, struct program *p);
void steady_release(struct steady *s);
/* Does the slot hold the same in all states with the frames up to f? For places.keeps. */
bool steady_keeps(void *owner, const struct frame *f, uint32_t slot);
/* Is this load or store (with a plain address) always within something that lives? */
bool steady_access(const struct steady *s, const struct function *fn, const struct insn *in);


/* ---- living.c ---- */
/* Fills s->functions[fn->id].living. */
void steady_find_living(struct steady *s, const struct function *fn);
/* Does local variable `number` surely live before this instruction? */
bool steady_lives(const struct steady *s, const struct function *fn, const struct insn *in, uint32_t number);
/* The local variable whose address a slot always holds; UINT32_MAX: not known. */
uint32_t steady_local(const struct steady *s, const struct function *fn, uint32_t slot);

#endif
