/* Lifetimes of local variables that clang's markers do not give.
 *
 * clang marks nothing where a jump may lead past a declaration (goto, switch, computed goto)
 * and for compound literals: there the scopes of debug information say which instructions
 * belong to the block. And a variable of a loop's body has one place for all rounds:
 * a pointer kept from one round would point to the variable of the next.
 *
 * Needs debug information in calls (LLVMSetIsNewDbgInfoFormat(module, 0)). */
#ifndef SHRIKE_FRONT_CHECKS_LIFETIMES_H
#define SHRIKE_FRONT_CHECKS_LIFETIMES_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>

#include "base/map.h"
#include "base/vec.h"
#include "front/llvm/variable.h"

/* Adds the markers that are missing. Where the block that a variable belongs to is not known
 * (its declaration is never executed), the smallest possible one is taken, but only if
 * `guess`: then an access behind it may be none that the native program calls wrong. */
void scopes_mark(LLVMModuleRef module, bool guess);
/* A variable whose declaration a jump may lead back over, for which clang has no markers, has no value after it. Goes
 * first. */
void scopes_forget(LLVMModuleRef module);
/* Gives variables whose address may be kept by something that outlives the round of
 * a loop another place in each: on the stack, or (`native`) one of the replay library's. */
void scopes_renew(LLVMModuleRef module, bool native);

/* Blocks of C that debug information does not know: the body and the condition of a `while`,
 * `do` or `switch`, the body of a `for`, the two of an `if`, where they have no braces (C17 6.8.4, 6.8.5).
 *
 * clang emits the blocks of a statement one after the other and names them, so that
 * a statement is an interval of the function's blocks, and these are nested. Without names
 * nothing is found. Only the condition of a `switch` has no block of its own to begin with: what
 * stands before the jump belongs to it if its position is behind the word `switch`, which
 * cannot be seen if a macro holds both. */

struct interval {
    uint32_t first, end;   /* numbers of blocks; `end` is behind it */
    LLVMMetadataRef scope; /* in which the statement stands */
    bool is_for;           /* ... or in one within, which holds condition and body */
    LLVMValueRef head;     /* the jump of the `switch` whose condition this is, in block `first`; or NULL */
};

struct substatements {
    LLVMContextRef llvm;
    struct map numbers; /* of the function's blocks, in their order */
    VEC(struct interval) all;
};

void substatements_init(struct substatements *s, LLVMValueRef fn);
void substatements_release(struct substatements *s);
uint32_t substatements_number(const struct substatements *s, LLVMBasicBlockRef block);
/* Sets *out to the smallest one, standing directly in `scope`, with everything that uses the
 * variable: all of its blocks belong to it, but what comes before the variable in the first.
 * False if there is none. */
bool substatements_around(const struct substatements *s, LLVMValueRef alloca_inst, LLVMMetadataRef scope,
                          struct interval *out);

/* Objects that an expression makes and that end with it (C17 6.2.4p8): `f().a`, where f returns a struct with an array.
 *
 * clang makes a variable of each that lives as long as the function. One whose address something may keep gets markers:
 * its life begins where it is written, and ends where no value of the expression is needed any more. `(p = f().a, *p)`
 * and `p = f().a; *p;` are the same code, so the source is asked for a semicolon. Where that cannot be read, the life
 * ends in the engine only: then the native program does not show the error.
 *
 * Needs debug information in calls (LLVMSetIsNewDbgInfoFormat(module, 0)). */

void temporaries_mark(LLVMModuleRef module, bool native);

/* What the source says between two instructions. */

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

/* May anything keep the address of a local variable beyond the variable's block? */

/* False only if every copy of the address lies in a variable of the block `scope` (or one
 * in it) or of a function that is called from there, and is gone when that is left. */
bool kept_address(LLVMTargetDataRef layout, const value_list *declares, LLVMValueRef alloca_inst,
                  LLVMMetadataRef scope);

#endif
