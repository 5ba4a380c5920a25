/* What known functions do: one table (ir/known.def) that says what a call
 * does to the program.
 *
 * Effects say what may happen. A function without effects is one that nothing is known of:
 * the user's own, or one without a definition. One that does nothing has KNOWN_PURE.
 */
#ifndef SHRIKE_IR_KNOWN_H
#define SHRIKE_IR_KNOWN_H

#include "ir/ir.h"

enum known_number {
#define EFFECT(name, text) KNOWN_NUMBER_##name,
#include "ir/known.def"
    KNOWN_NUMBERS
};
/* Sets of effects. */
enum known_effect {
#define EFFECT(name, text) KNOWN_##name = 1u << KNOWN_NUMBER_##name,
#include "ir/known.def"
};
typedef uint32_t known_set;

/* Of the function called so, if it is ours. */
known_set known_by_name(const char *name);
/* Is it ours: a built-in of the executor, or one of the library's models? */
static inline bool known_is_ours(const struct function *f) { return f->defined ? f->runtime : f->builtin >= 0; }
static inline known_set known_effects(const struct function *f) { return known_is_ours(f) ? f->effects : 0; }
/* Something is known of the function, and it has no other effects than these. */
static inline bool known_only(known_set effects, known_set allowed) { return effects && !(effects & ~allowed); }
/* Leaves all memory and blocks as they are. */
static inline bool known_is_quiet(known_set effects) {
    return known_only(effects, KNOWN_PURE | KNOWN_COMPUTES | KNOWN_INPUT | KNOWN_READS | KNOWN_ENDS | KNOWN_ERROR |
                                   KNOWN_OWN | KNOWN_FAILS | KNOWN_ABORTS | KNOWN_ASSERTS | KNOWN_ASSUMES);
}
/* Is there a function with such an effect that the program may call? */
bool known_in_program(const struct program *p, known_set effects);

#endif
