/* Blocks executed for the first time: coverage at no cost.
 *
 * The first instruction of each block is replaced by FIRST, which puts it back when
 * it is executed and tells who wants to know.
 */
#ifndef SHRIKE_EXEC_CORE_FIRST_H
#define SHRIKE_EXEC_CORE_FIRST_H

#include "exec/core/exec.h"

/* From now on `first` is called when a block is executed for the first time, with the
 * code index of its first instruction. Costs nothing after that: the program is
 * patched and mended. Call after all analyses of the program. */
void exec_watch_blocks(struct exec *x, void (*first)(void *owner, const struct function *fn, uint32_t pc), void *owner);
/* Mends what is still patched. */
void exec_unwatch_blocks(struct exec *x);
/* A block that was executed is to be told of the next time, too. Not for the block in
 * execution. */
void exec_watch_again(struct exec *x, uint32_t fn, uint32_t pc);
/* For those who look at the program between their runs: it is mended, and patched again where a block of the user's
 * was not executed yet. To be called in turns; the library's blocks are not told of after the first pause. */
void exec_watch_pause(struct exec *x);
void exec_watch_go_on(struct exec *x);
/* A block is executed for the first time. */
void exec_first(struct exec *x, struct function *fn, uint32_t pc);

#endif
