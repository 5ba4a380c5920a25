/* Unions that show a pointer as something else, and pointers whose bytes are looked at.
 *
 * Where objects lie is nobody's promise, and a cast of a pointer to a number is looked at where it happens
 * (lower_address.c). A union needs no cast: its numbers are the pointer's bytes. So a proof about a program with
 * a variable of such a type, or a pointer to one, says that it rests on the addresses here; and so does one about a
 * program that takes the address of a variable with pointers for a char * or another pointer to numbers, copies such a
 * variable into one without, or compares its bytes. (What lies on the heap, or goes through void *, is not seen.) */
#ifndef SHRIKE_FRONT_PUNNED_H
#define SHRIKE_FRONT_PUNNED_H

#include <llvm-c/Core.h>
#include <stdbool.h>

struct punned {
    bool by_union; /* a variable of the module has a type with such a union */
    bool by_bytes; /* bytes of variables that hold pointers are looked at in its code */
};
/* Needs debug information in calls. */
struct punned punned_find(LLVMModuleRef module);

#endif
