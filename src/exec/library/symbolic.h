/* What built-ins that know of symbolic values share. */
#ifndef SHRIKE_EXEC_LIBRARY_SYMBOLIC_H
#define SHRIKE_EXEC_LIBRARY_SYMBOLIC_H

#include "exec/library/builtin.h"
#include "exec/sym/sym.h"

struct sym_call {
    struct function *fn;
    const struct insn *in;
    const struct ir_call *call;
};

/* Carries the call out; results are set by call_return. False: stopped. A function
 * that pins arguments must do so before it changes anything. */
typedef bool (*sym_fn)(struct exec *x, const struct sym_call *c);

/* Slot of argument word i; UINT32_MAX if it was not passed. */
uint32_t call_slot(const struct sym_call *c, uint32_t i);
/* Argument word i as an expression (0 if not passed). */
expr call_arg(struct exec *x, const struct sym_call *c, uint32_t i, uint32_t width);
/* Its value, pinned if symbolic. */
uint64_t call_pinned(struct exec *x, const struct sym_call *c, uint32_t i);
bool call_symbolic(const struct exec *x, const struct sym_call *c, uint32_t i);
void call_return(struct exec *x, const struct sym_call *c, expr e);

/* Models of library functions: expressions instead of forks where the arguments or
 * the bytes that they point to are symbolic. */
enum model_result {
    MODEL_NO,      /* all is concrete: take the built-in, or the library's code */
    MODEL_DONE,    /* results are set */
    MODEL_STOPPED, /* x->stop, or it had to fork and is executed again */
};
typedef enum model_result (*model_fn)(struct exec *x, const struct sym_call *c);

/* Sets the result of a model. */
static inline enum model_result model_return(struct exec *x, const struct sym_call *c, expr e) {
    call_return(x, c, e);
    return MODEL_DONE;
}
/* Argument i as a word of pointer width. */
expr call_word(struct exec *x, const struct sym_call *c, uint32_t i);

/* ---- for code that calls functions and asks about them ---- */

/* A call of a built-in: carries it out itself if it must know about symbolic values
 * (*handled; the results are in place), else makes the arguments concrete. Returns
 * as builtin_call does. */
bool sym_builtin(struct exec *x, struct function *fn, const struct insn *in, const struct ir_call *call, bool *handled);
/* For runs over locations: is it a function of the heap? Is it one of the library's that only reads
 * bytes, and whose model is an expression over them? Is it a built-in that touches no memory but
 * through the functions below, and ends the path or returns an input? */
bool sym_is_heap(const struct function *fn);
bool sym_reads_only(const struct function *fn);
bool sym_is_followed(const struct function *fn);
/* As sym_builtin, for a library function that has a body: not handled if nothing is symbolic. */
bool sym_library(struct exec *x, struct function *fn, const struct insn *in, const struct ir_call *call, bool *handled);
/* Has a call of this function to look at a model? */
bool sym_call_wants_model(const struct exec *x, const struct function *fn);
/* Looks up the models of all functions. */
void sym_find_models(struct exec *x);
/* The arguments get the values of the model. */
void sym_settle_args(struct exec *x, const struct ir_call *call, enum gap why);

#define MODEL(name, function) enum model_result function(struct exec *x, const struct sym_call *c);
#include "exec/library/models.def"
#undef MODEL

#define SYMBOLIC(name, function) bool function(struct exec *x, const struct sym_call *c);
#include "exec/library/symbolic.def"
#undef SYMBOLIC

#endif
