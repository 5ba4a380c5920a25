/* Blocks of C that debug information does not know: the body and the condition of a `while`,
 * `do` or `switch`, the body of a `for`, the two of an `if`, where they have no braces (C17 6.8.4, 6.8.5).
 *
 * clang emits the blocks of a statement one after the other and names them, so that
 * a statement is an interval of the function's blocks, and these are nested. Without names
 * nothing is found. Only the condition of a `switch` has no block of its own to begin with: what
 * stands before the jump belongs to it if its position is behind the word `switch`, which
 * a macro that holds both does not tell. */
#ifndef SHRIKE_FRONT_SUBSTATEMENT_H
#define SHRIKE_FRONT_SUBSTATEMENT_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "base/map.h"
#include "base/vec.h"

struct interval {
    uint32_t first, end;   /* numbers of blocks; `end` is behind it */
    LLVMMetadataRef scope; /* in which the statement stands */
    bool is_for;           /* ... or in one within, which holds condition and body */
    LLVMValueRef head;     /* the jump of the `switch` whose condition this is, in block `first`; or NULL */
};

struct substatements {
    LLVMContextRef llvm;
    struct map numbers; /* of the function's blocks, in their order */
    VEC(struct interval) all;
};

void substatements_init(struct substatements *s, LLVMValueRef fn);
void substatements_release(struct substatements *s);
uint32_t substatements_number(const struct substatements *s, LLVMBasicBlockRef block);
/* Sets *out to the smallest one, standing directly in `scope`, with everything that uses the
 * variable: all of its blocks belong to it, but what comes before the variable in the first.
 * False if there is none. */
bool substatements_around(const struct substatements *s, LLVMValueRef alloca_inst, LLVMMetadataRef scope,
                          struct interval *out);

#endif
