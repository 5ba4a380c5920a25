/* Inline assembly that is more than a barrier.
 *
 * Instructions whose meaning is plain become plain code (front/define/assembly_operands.h). Any other becomes a call of
 * a function without a definition, which takes the addresses that it may write through (if it says "memory";
 * numbers of that size may be addresses) and returns all of its outputs; so it gets what other functions without
 * body get (front/define/external.h): any results, and an assumption that says so. Not so where the text itself shows
 * that operands are not all (front/define/assembly_operands.h): it names a variable or function of the program, or
 * jumps. That stays unsupported, as does asm goto.
 * A proof may rest on such an assumption; an error may not, since the assembly gives one result only. So a native
 * run, which confirms errors, executes it: the call there takes the inputs of the test, and nothing is done with
 * them; but instructions for ports (inb, outl ...) ask a device, which may give anything, and there is none where
 * the native program runs: it takes the results of the test. shrike reach does not run natively, and takes no target
 * for reached on a path with such inputs.
 */
#ifndef SHRIKE_FRONT_DEFINE_ASSEMBLY_H
#define SHRIKE_FRONT_DEFINE_ASSEMBLY_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>

struct front_input;

/* Rewrites all inline assembly of the module; what has no plain meaning only where functions without body
 * are allowed. Before external_define. */
void assembly_define(const struct front_input *input, LLVMModuleRef module);
/* The assembly that the function stands for; NULL: none. */
const char *assembly_text(LLVMValueRef fn);
/* Does the text say nothing but comments and white space? */
bool assembly_is_blank(const char *text, size_t len);

#endif
