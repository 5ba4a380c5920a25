/* From addresses back to names. */
#ifndef SHRIKE_IR_SYMBOLS_H
#define SHRIKE_IR_SYMBOLS_H

#include "ir/ir.h"

struct named_address {
    uint64_t address;
    uint64_t size; /* functions: blocks, since a label's address is 1 + its block's number */
    const char *name;
    const struct ir_global *global; /* NULL: a function */
};

struct symbols {
    VEC(struct named_address) list; /* by address */
};

void symbols_init(struct symbols *symbols, const struct program *p);
void symbols_release(struct symbols *symbols);
/* The function at an address or of a label there, or the global that holds it or
 * ends there; NULL if there is none. */
const struct named_address *symbols_find(const struct symbols *symbols, uint64_t address);
/* The text at an address in a constant global, if it is one: printable and ended
 * by a zero. Points into the program. */
const char *symbols_text(const struct named_address *symbol, uint64_t address);

#endif
