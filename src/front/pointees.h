/* Which memory a pointer may lead to, as classes: two pointers that may lead to the same memory have the same class
 * (Steensgaard's analysis: assignments make equal; objects have no parts, functions no contexts). What comes out of
 * integers, out of the arguments "..." or from functions that are called by address is one class. */
#ifndef SHRIKE_FRONT_POINTEES_H
#define SHRIKE_FRONT_POINTEES_H

#include <llvm-c/Core.h>
#include <stdint.h>

struct pointees;

struct pointees *pointees_find(LLVMModuleRef module);
uint32_t pointees_class(struct pointees *all, LLVMValueRef pointer);
void pointees_free(struct pointees *all);

#endif
