/* Frames of functions: entered and left. */
#ifndef SHRIKE_EXEC_SYM_FRAMES_H
#define SHRIKE_EXEC_SYM_FRAMES_H

#include "exec/core/exec.h"

/* Enters fn; args are the values of its parameter slots. False: stack exhausted
 * (reported). */
bool exec_push(struct exec *x, struct function *fn, const uint64_t *args, uint32_t nargs);
/* Leaves the top frame. */
void exec_pop(struct exec *x);
/* The top frame is about to go back to its caller: notes that the call has returned, if the engine asks. */
void exec_note_return(struct exec *x);
/* The same of a call in fn that needs no frame. */
void exec_note_passed(struct exec *x, const struct function *fn, const struct insn *call);
struct function *exec_function_at(struct exec *x, uint64_t address);

/* Stops at a bound, in the top frame. Always returns false. */
bool exec_cut(struct exec *x, uint32_t loop, const struct function *fn);

/* May fn be entered? *active: its frames then, if they are limited. Otherwise stopped. */
bool exec_may_enter_slowly(struct exec *x, const struct function *fn, uint32_t *active);
static inline bool exec_may_enter(struct exec *x, const struct function *fn, uint32_t *active) {
    *active = 0;
    return (!fn->max_active && x->now->depth < x->max_depth) || exec_may_enter_slowly(x, fn, active);
}

#endif
