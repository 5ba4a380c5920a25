/* Promises of a declaration that are not looked after: that a local object declared const is
 * not written to, and that what a restrict pointer leads to is accessed through it alone. Memory
 * does not know of them. So a proof says that it rests on them, where the program may break them:
 * a call of __shrike_suppose behind the declaration. */
#ifndef SHRIKE_FRONT_PREMISES_PROMISES_H
#define SHRIKE_FRONT_PREMISES_PROMISES_H

#include <llvm-c/Core.h>
#include <stdbool.h>

struct front_input;

/* Needs debug information in calls (LLVMSetIsNewDbgInfoFormat(module, 0)). */
void promises_mark(LLVMModuleRef module);
/* NaNs whose bits no standard fixes, and that are fixed all the same. */
void promises_of_nans(const struct front_input *input, LLVMModuleRef module);
/* Addresses that are numbers in a union (front/premises/promises.h). */
void promises_of_unions(const struct front_input *input, LLVMModuleRef module);
/* Variables that end with a thread. */
void promises_of_threads(const struct front_input *input, LLVMModuleRef module);
/* Accesses that clang takes to be unaligned on purpose. */
void promises_of_alignment(const struct front_input *input, LLVMModuleRef module);
/* Integers of vectors and complex numbers, which no check of overflow looks at. */
void promises_of_parts(const struct front_input *input, LLVMModuleRef module);
/* What no check looks for in files that were compiled elsewhere. */
void promises_of_bitcode(const struct front_input *input, LLVMModuleRef module);

/* Unions that show a pointer as something else, and pointers whose bytes are looked at.
 *
 * C does not promise where objects lie, and a cast of a pointer to a number is looked at where it happens
 * (front/lower/address.c). A union needs no cast: its numbers are the pointer's bytes. So a proof about a program with
 * a variable of such a type, or a pointer to one, says that it rests on the addresses here; and so does one about a
 * program that takes the address of a variable with pointers for a char * or another pointer to numbers, copies such a
 * variable into one without, or compares its bytes. (What lies on the heap, or goes through void *, is not seen.) */

struct punned {
    bool by_union; /* a variable of the module has a type with such a union */
    bool by_bytes; /* bytes of variables that hold pointers are looked at in its code */
};
/* Needs debug information in calls. */
struct punned punned_find(LLVMModuleRef module);

#endif
