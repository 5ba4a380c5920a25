/* What C lets compilers assume of memory, and gcc and clang use with -O2, where the program may break it:
 *
 *  - an object is accessed by its own type, or as characters (C11 6.5p7: -fstrict-aliasing). Clang's metadata say of
 *    each access by which type, front/pointees.h which accesses may meet;
 *  - padding has any value after a structure was copied (6.2.6.1p6), which is seen where its bytes are looked at.
 *
 * Memory is bytes here, and padding is copied. So a proof about such a program says that it rests on that. With
 * -fno-strict-aliasing there are no metadata, and only padding is left, if it can be seen. */
#ifndef SHRIKE_FRONT_ALIASING_H
#define SHRIKE_FRONT_ALIASING_H

#include <llvm-c/Core.h>

/* Puts a call of __shrike_suppose before an access of each such kind. Before any pass. */
void aliasing_mark(LLVMModuleRef module);

#endif
