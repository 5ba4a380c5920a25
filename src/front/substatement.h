/* Blocks of C that debug information does not know: the body and the condition of a `while`
 * or `do`, the body of a `for` or `switch`, where they have no braces (C17 6.8.4, 6.8.5).
 *
 * clang emits the blocks of a statement one after the other and names them, so that
 * a statement is an interval of the function's blocks, and these are nested. Without names
 * nothing is found. */
#ifndef SHRIKE_FRONT_SUBSTATEMENT_H
#define SHRIKE_FRONT_SUBSTATEMENT_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "base/map.h"
#include "base/vec.h"

struct interval {
    uint32_t first, end;   /* numbers of blocks; `end` is behind it */
    LLVMMetadataRef scope; /* in which the statement stands */
};

struct substatements {
    struct map numbers; /* of the function's blocks, in their order */
    VEC(struct interval) all;
};

void substatements_init(struct substatements *s, LLVMValueRef fn);
void substatements_release(struct substatements *s);
uint32_t substatements_number(const struct substatements *s, LLVMBasicBlockRef block);
/* The smallest one, standing directly in `scope`, with everything that uses the variable. */
const struct interval *substatements_around(const struct substatements *s, LLVMValueRef alloca_inst,
                                            LLVMMetadataRef scope);

#endif
