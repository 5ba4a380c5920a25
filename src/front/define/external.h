/* Functions that the program declares and that have no definition get a body: it takes the result, and what
 * it may write through its arguments, as inputs. Engines and native runs so see plain code, and a
 * test has the answers of the outside in order.
 *
 * What such a body does is an assumption, which it states itself when it is executed: the function
 * returns any value, writes anything where its pointer arguments point (not through pointers to
 * const, and no further than a struct reaches), and does nothing else to the program: it calls none
 * of its functions, frees, keeps and follows none of its pointers, changes no variable that it was
 * not given, and returns, unless it is declared not to. A pointer that it returns is NULL or a new
 * block. With FRONT_EXTERNAL_PURE, the rule of SV-COMP, it writes nothing.
 */
#ifndef SHRIKE_FRONT_DEFINE_EXTERNAL_H
#define SHRIKE_FRONT_DEFINE_EXTERNAL_H

#include <llvm-c/Core.h>
#include <stdbool.h>

struct front_input;

/* The attribute of a function with such a body. */
#define EXTERNAL_MARK "shrike-external"

/* Gives them bodies, as input->external says. */
void external_define(const struct front_input *input, LLVMModuleRef module);
/* Is it one of them? */
bool external_is_made(LLVMValueRef fn);

#endif
