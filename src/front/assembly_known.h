/* Inline assembly whose meaning is plain: a byte swap, fences and hints, bits set and cleared in memory, the instruction
 * that no processor defines.
 *
 * A bit that is set by its number may lie anywhere behind the operand, or before it, whatever the constraints say
 * (Linux's own do not say "memory").
 *
 * A trap with a table of the kernel's behind it may be a warning, after which the kernel goes on; it ends the
 * execution only where what follows has nothing to say: the end of C, or a loop round itself.
 */
#ifndef SHRIKE_FRONT_ASSEMBLY_KNOWN_H
#define SHRIKE_FRONT_ASSEMBLY_KNOWN_H

#include <llvm-c/Core.h>
#include <stdbool.h>

struct asm_operands;

/* Plain code for the call inst of the assembly `text` (one space between words), in front of it, if we know it. */
bool assembly_known(LLVMBuilderRef builder, LLVMValueRef inst, const struct asm_operands *o, const char *text);

/* Does it write bits by their number, so that more than its operand is written? */
bool assembly_writes_bits(const char *text);

#endif
