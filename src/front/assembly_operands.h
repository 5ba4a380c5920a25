/* What inline assembly says of itself: its constraints, one by one, and what its text speaks of.
 *
 * LLVM writes operands as $0, ${1:q} and so on, and $$ for C's $. Outputs come first; a direct one is a part of the
 * result, an indirect one is written through an argument. An operand that C calls "+r" is an output and an
 * input tied to it.
 */
#ifndef SHRIKE_FRONT_ASSEMBLY_OPERANDS_H
#define SHRIKE_FRONT_ASSEMBLY_OPERANDS_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"

enum { OPERAND_FREE = -1 }; /* tied to none */

struct asm_operand {
    bool output, indirect, flag; /* flag: a condition of the processor, 0 or 1 */
    int tied;                    /* an input: the output in whose place it is, or OPERAND_FREE */
    LLVMValueRef value;          /* the argument; NULL for direct outputs */
    LLVMTypeRef type;            /* of an output */
};

struct asm_operands {
    VEC(struct asm_operand) list;
    bool clobbers_memory;
};

/* Those of the call inst of inline assembly; false: they say something that we do not know. */
bool operands_read(struct asm_operands *o, LLVMValueRef inst);
void operands_release(struct asm_operands *o);
/* Does the text name a variable of the module or a function that has a body there, or does it go to a place that an
 * operand or a register says and that may be a function of the program? Then what it does is no matter of operands. */
bool operands_miss(const struct asm_operands *o, LLVMModuleRef module, const char *text, size_t len);

#endif
