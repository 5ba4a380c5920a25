/* Where the order of evaluation that clang chose may matter.
 *
 * C leaves open in which order the operands of an expression are evaluated (C11 6.5p3, 6.5.2.2p10); gcc and clang
 * differ, and an execution here has clang's. So a proof says that it rests on that order where two parts of one
 * expression, neither of which needs the other's value, touch the same memory, at least one of them a call that
 * writes: f() + g(), *p() = q(), g->x = f(). (What one expression changes twice without a call, i = i++, is undefined:
 * clang warns about it, and front/compile/compile.h reads that.)
 *
 * As clang writes code without optimisation, no value but the address of a variable outlives its full expression.
 * So a stretch of code that some value spans is part of one expression; a call whose value is spanned by nothing
 * is not. What functions write is summarised over the call graph: named global variables, or anything.
 *
 * Not seen: two accesses by pointers that turn out to be equal, without a call between them.
 */
#ifndef SHRIKE_FRONT_PREMISES_ORDER_H
#define SHRIKE_FRONT_PREMISES_ORDER_H

#include <llvm-c/Core.h>

/* Puts a call of __shrike_suppose before each such expression. Before any pass, and with debug information in
 * calls (LLVMSetIsNewDbgInfoFormat(module, 0)). */
void order_mark(LLVMModuleRef module);

#endif
