/* Inline assembly whose meaning is plain: a byte swap, fences and hints, the instruction that no processor defines.
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

#endif
