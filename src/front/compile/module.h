/* LLVM modules: reading, linking, guarding against hostile files. */
#ifndef SHRIKE_FRONT_COMPILE_MODULE_H
#define SHRIKE_FRONT_COMPILE_MODULE_H

#include <llvm-c/Core.h>

#include "front/front.h"

/* Compiles or reads all inputs and links them into one module. NULL after a
 * message on standard error. */
LLVMModuleRef module_load(struct context *ctx, const struct front_input *input, LLVMContextRef llvm);
/* What a file of the input is: by its content, or, if it came from elsewhere (front_kept) and is in no file here, by
 * its name. */
enum front_kind module_kind(const struct front_input *input, int number);
/* Parses bitcode that we trust (our own). NULL if it is damaged. */
LLVMModuleRef module_parse(LLVMContextRef llvm, const char *name, const void *data, size_t size);

#endif
