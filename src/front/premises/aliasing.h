/* What C lets compilers assume of memory, and gcc and clang use with -O2, where the program may break it:
 *
 *  - an object is accessed by its own type, or as characters (C11 6.5p7: -fstrict-aliasing). Clang's metadata say of
 *    each access by which type, front/premises/aliasing.h which accesses may meet;
 *  - padding has any value after a structure was copied (6.2.6.1p6), which is seen where its bytes are looked at.
 *
 * Memory is bytes here, and padding is copied. So a proof about such a program says that it rests on that. With
 * -fno-strict-aliasing there are no metadata, and only padding is left, if it can be seen. */
#ifndef SHRIKE_FRONT_PREMISES_ALIASING_H
#define SHRIKE_FRONT_PREMISES_ALIASING_H

#include <llvm-c/Core.h>
#include <stdint.h>

struct pointees;

/* Puts a call of __shrike_suppose before an access of each such kind. Before any pass. */
void aliasing_mark(LLVMModuleRef module);

/* Which memory a pointer may lead to, as classes: two pointers that may lead to the same memory have the same class
 * (Steensgaard's analysis: assignments make equal; objects have no parts, functions no contexts). What comes out of
 * integers, out of the arguments "..." or from functions that are called by address is one class. */

struct pointees *pointees_find(LLVMModuleRef module);
uint32_t pointees_class(struct pointees *all, LLVMValueRef pointer);
void pointees_free(struct pointees *all);

#endif
