/* What the files that prepare a program for native replay share (instrument.c). */
#ifndef SHRIKE_FRONT_NATIVE_INSTRUMENTER_H
#define SHRIKE_FRONT_NATIVE_INSTRUMENTER_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "base/map.h"

struct front_input;

struct instrumenter {
    const struct front_input *input;
    LLVMModuleRef module;
    LLVMContextRef llvm;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
    LLVMTypeRef ptr, i32, word, nothing; /* word: size_t */
    unsigned what;
    uint32_t blocks;           /* numbered so far */
    struct strmap block_sites; /* of allocator calls, by name and line */
};

/* What is built next goes before this instruction, with this position (NULL: that of the
 * function): a call in a function with debug information needs one. */
void instrument_at(struct instrumenter *in, LLVMValueRef before, LLVMMetadataRef place);
/* A call of a function of the replay library, which is declared on first use. */
LLVMValueRef instrument_call(struct instrumenter *in, const char *name, LLVMTypeRef result, LLVMValueRef *args,
                             unsigned n);

/* The pointer that an address was computed from in this function. */
LLVMValueRef instrument_base(LLVMValueRef pointer);
/* Looks at the arguments of a call of a library function (native_checks.def). */
void instrument_library_call(struct instrumenter *in, LLVMValueRef call, LLVMValueRef callee);
/* Tells the replay library how many variable arguments a call passes. */
void instrument_passing(struct instrumenter *in, LLVMValueRef call);
/* ... and that a function with variable arguments starts its lists with as many as it got. */
void instrument_lists(struct instrumenter *in, LLVMValueRef fn);
/* Gives a function's arrays of variable length blocks of their own. */
void instrument_dynamic(struct instrumenter *in, LLVMValueRef fn);
/* Has the replay library look whether a call fits the function behind a pointer. */
void instrument_call_type(struct instrumenter *in, LLVMValueRef call, LLVMValueRef callee);
/* Tells it what the program's functions take. */
void instrument_functions(struct instrumenter *in);
/* Tells the replay library where the program's variables are. */
void instrument_globals(struct instrumenter *in);

#endif
