/* What is done to the program's module before it is lowered or instrumented: passes.def has all of it, in order. */
#ifndef SHRIKE_FRONT_PASSES_H
#define SHRIKE_FRONT_PASSES_H

#include <llvm-c/Core.h>

struct front_input;

enum pass_stage {
    PASSES_FILE,    /* a C file as clang made it, before it is linked */
    PASSES_PROGRAM, /* the linked program, which engines and native runs have in common */
    PASSES_ENGINE,  /* what is lowered */
    PASSES_NATIVE,  /* what is instrumented */
};

/* Runs those of the stage that apply. The module is valid before and after each. */
void passes_run(enum pass_stage stage, const struct front_input *input, LLVMModuleRef module);

#endif
