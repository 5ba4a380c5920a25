/* What C says about the parameters of functions that are only declared: what is const and what a
 * pointer points to, as debug information has it. Bitcode may have none: then nothing is known. */
#ifndef SHRIKE_FRONT_EXTERNAL_TYPES_H
#define SHRIKE_FRONT_EXTERNAL_TYPES_H

#include <llvm-c/Core.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/map.h"

struct external_type {
    bool is_pointer;
    bool constant; /* nothing is written through it */
    uint32_t size; /* of the struct that it points to; 0: of something else, or unknown */
};

struct external_function {
    uint32_t nparams;
    struct external_type result;
    struct external_type params[];
};

struct external_types {
    struct strmap functions; /* name -> struct external_function */
    struct arena arena;
};

/* Of all functions that the module declares. */
void external_types_init(struct external_types *all, LLVMModuleRef module);
void external_types_release(struct external_types *all);
/* NULL: nothing is known, or it does not fit the function's type. */
const struct external_function *external_types_find(const struct external_types *all, LLVMValueRef fn);

#endif
