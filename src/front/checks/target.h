/* Marks places of the source in a module, before any pass may change it.
 *
 * A line is reached when an instruction of it is: each block that has some gets a
 * call of the opaque function shrike.target.ID before the first of them. (The line of
 * a function's head stands for its entry.) A function is reached at its entry, a
 * label where it stands. A function without a body is reached where it is called.
 * No pass removes such a call or moves it over anything that has an effect; calls of
 * different targets are calls of different functions, so that none are merged.
 * Lowering turns them into calls of the built-in TARGET_BUILTIN(ID).
 */
#ifndef SHRIKE_FRONT_CHECKS_TARGET_H
#define SHRIKE_FRONT_CHECKS_TARGET_H

#include <llvm-c/Core.h>

#include "front/front.h"

/* Marks all targets of the input. False after a message: a target that has no code. */
bool target_mark(struct context *ctx, const struct front_input *input, LLVMModuleRef module);

#endif
