/* Variables that the program declares, and that neither its own files nor the library define. */
#ifndef SHRIKE_FRONT_LLVM_OUTSIDE_H
#define SHRIKE_FRONT_LLVM_OUTSIDE_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>

struct front_input;

enum outside {
    OUTSIDE_NOT,   /* it is defined, or absent (weak) */
    OUTSIDE_INPUT, /* its contents can be an input */
    OUTSIDE_OPAQUE /* a pointer, or of unknown size: it is not known what it is */
};

/* Does a module of the library define the name? */
bool outside_library_defines(const struct front_input *input, bool is32, const char *name);
enum outside outside_kind(const struct front_input *input, LLVMTargetDataRef layout, LLVMValueRef global);
/* Where input->pointees: variables of unknown size, and arrays of unknown length, are so many bytes. */
void outside_give_size(const struct front_input *input, LLVMModuleRef module);
/* An opaque variable that an operand of the instruction is, or points into; NULL if there is none. */
LLVMValueRef outside_opaque(const struct front_input *input, LLVMTargetDataRef layout, LLVMValueRef inst);

#endif
