/* Is an index surely within its bound? Then it needs no check at run time.
 *
 * What is seen: bytes and other narrow numbers, masks, remainders, and counters of loops. Nothing
 * here rests on promises that arithmetic does not overflow. */
#ifndef SHRIKE_FRONT_WITHIN_H
#define SHRIKE_FRONT_WITHIN_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* 0 <= index < bound, whenever execution is in block `at`, where both are known? */
bool index_is_within(LLVMValueRef index, LLVMValueRef bound, LLVMBasicBlockRef at);

#endif
