/* A _Bool that is neither 0 nor 1 is no value of its type (C17 6.2.6.1), and a program that reads
 * it may do anything. clang says which loads are of a _Bool: it claims that they give 0 or 1. */
#ifndef SHRIKE_FRONT_CHECKS_BOOLS_H
#define SHRIKE_FRONT_CHECKS_BOOLS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

struct front_input;

/* A call of shrike.bool.TYPE(value, 2) behind each of them (--check=bool), which
 * front/lower/intrinsic.c turns into an instruction. Before inline_remove_claims. */
void bools_mark(LLVMModuleRef module);
/* Is it the load of an atomic one? UBSan does not look at it. */
bool bools_is_atomic(LLVMValueRef inst);
/* Inputs that are bytes, as functions without a body write them and make_symbolic makes them, may be
 * meant as a _Bool and would be reported. Where the linked program has some, loads are not checked, and
 * a proof says so (__shrike_suppose at the start of the entry function). */
void bools_settle(const struct front_input *input, LLVMModuleRef module);

#endif
