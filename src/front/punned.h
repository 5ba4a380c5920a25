/* Unions that show a pointer as something else.
 *
 * Where objects lie is nobody's promise, and a cast of a pointer to a number is looked at where it happens
 * (lower_address.c). A union needs no cast: its numbers are the pointer's bytes. So a proof about a program with
 * a variable of such a type, or a pointer to one, says that it rests on the addresses here. (Bytes of pointers that
 * are copied or looked at through char * are not seen.) */
#ifndef SHRIKE_FRONT_PUNNED_H
#define SHRIKE_FRONT_PUNNED_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Has a variable of the module a type with such a union? Needs debug information in calls. */
bool punned_pointers(LLVMModuleRef module);

#endif
