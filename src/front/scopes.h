/* Lifetimes of local variables that clang's markers do not tell.
 *
 * clang marks nothing where a jump may lead past a declaration (goto, switch, computed goto)
 * and for compound literals: there the scopes of debug information say which instructions
 * belong to the block. And a variable of a loop's body has one place for all rounds:
 * a pointer kept from one round would point to the variable of the next.
 *
 * Needs debug information in calls (LLVMSetIsNewDbgInfoFormat(module, 0)). */
#ifndef SHRIKE_FRONT_SCOPES_H
#define SHRIKE_FRONT_SCOPES_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Adds the markers that are missing. Where the block that a variable belongs to is not known
 * (its declaration is never executed), the smallest possible one is taken, but only if
 * `guess`: then an access behind it may be none that the native program calls wrong. */
void scopes_mark(LLVMModuleRef module, bool guess);
/* A variable whose declaration a jump may lead back over, for which clang has no markers, has no value after it. Goes first. */
void scopes_forget(LLVMModuleRef module);
/* Gives variables whose address may be kept by something that outlives the round of
 * a loop another place in each: on the stack, or (`native`) one of the replay library's. */
void scopes_renew(LLVMModuleRef module, bool native);

#endif
