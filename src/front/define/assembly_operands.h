/* What inline assembly says of itself: its constraints, one by one, and what its text speaks of.
 *
 * LLVM writes operands as $0, ${1:q} and so on, and $$ for C's $. Outputs come first; a direct one is a part of the
 * result, an indirect one is written through an argument. An operand that C calls "+r" is an output and an
 * input tied to it.
 */
#ifndef SHRIKE_FRONT_DEFINE_ASSEMBLY_OPERANDS_H
#define SHRIKE_FRONT_DEFINE_ASSEMBLY_OPERANDS_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"

struct asm_operands;

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

/* Reads the operands of inst, a call of inline assembly; false: they say something that we do not know. */
bool operands_read(struct asm_operands *o, LLVMValueRef inst);
void operands_release(struct asm_operands *o);
/* Does the text name a variable of the module or a function that has a body there, or does it go to a place that an
 * operand or a register says and that may be a function of the program? Then what it does is no matter of operands. */
bool operands_miss(const struct asm_operands *o, LLVMModuleRef module, const char *text, size_t len);

/* Inline assembly whose meaning is plain: a byte swap, fences and hints, bits set and cleared in memory, the
 * instruction that no processor defines.
 *
 * A bit that is set by its number may lie anywhere behind the operand, or before it, whatever the constraints say
 * (Linux's own do not say "memory").
 *
 * A trap with a table of the kernel's behind it may be a warning, after which the kernel goes on; it ends the
 * execution only where what follows has nothing to say: the end of C, or a loop round itself.
 */

/* Plain code for the call inst of the assembly `text` (one space between words), in front of it, if we know it. */
bool assembly_known(LLVMBuilderRef builder, LLVMValueRef inst, const struct asm_operands *o, const char *text);

/* Does it write bits by their number, so that more than its operand is written? */
bool assembly_writes_bits(const char *text);

#endif
