/* What the source says between two instructions. */
#ifndef SHRIKE_FRONT_SEMICOLON_H
#define SHRIKE_FRONT_SEMICOLON_H

#include <llvm-c/Core.h>
#include <stdbool.h>

struct place {
    LLVMMetadataRef at; /* position of an instruction */
    unsigned line, column;
};

enum semicolon { SEMICOLON_NONE, SEMICOLON_FOUND, SEMICOLON_UNKNOWN };

struct place place_of_inst(LLVMValueRef inst);
/* Is `a` before `b` in a file? */
bool place_is_before(const struct place *a, const struct place *b);
/* Does a statement end between the two? Not in literals and comments. */
enum semicolon semicolon_between(const struct place *a, const struct place *b);

#endif
