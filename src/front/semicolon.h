/* What the source says between two instructions. */
#ifndef SHRIKE_FRONT_SEMICOLON_H
#define SHRIKE_FRONT_SEMICOLON_H

#include <llvm-c/Core.h>
#include <stdbool.h>

struct written_place {
    LLVMMetadataRef at; /* position of an instruction */
    unsigned line, column;
};

enum semicolon { SEMICOLON_NONE, SEMICOLON_FOUND, SEMICOLON_UNKNOWN };

struct written_place source_place_of(LLVMValueRef inst);
/* Is `a` before `b` in a file? */
bool source_place_before(const struct written_place *a, const struct written_place *b);
/* Does a statement end between the two? Not in literals and comments. */
enum semicolon semicolon_between(const struct written_place *a, const struct written_place *b);

#endif
