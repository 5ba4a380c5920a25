/* Blocks executed for the first time: coverage at no cost.
 *
 * The first instruction of each block is replaced by FIRST, which puts it back when
 * it is executed and tells the engine.
 */
#ifndef SHRIKE_EXEC_CORE_FIRST_H
#define SHRIKE_EXEC_CORE_FIRST_H

#include "exec/core/exec.h"

/* From now on `first` is called when a block is executed for the first time, with the
 * code index of its first instruction. Costs nothing after that: the program is
 * patched and restored. Call after all analyses of the program. */
void exec_watch_blocks(struct exec *x, void (*first)(void *owner, const struct function *fn, uint32_t pc), void *owner);
/* Restores what is still patched. */
void exec_unwatch_blocks(struct exec *x);
/* Calls `first` the next time, too, for a block that was executed. Not for the block in
 * execution. */
void exec_watch_again(struct exec *x, uint32_t fn, uint32_t pc);
/* For engines that look at the program between their runs: pause restores it, go_on patches the user's blocks again
 * that were not executed yet. Call them in turns; `first` is not called for blocks of the library after a pause. */
void exec_watch_pause(struct exec *x);
void exec_watch_go_on(struct exec *x);
/* A block is executed for the first time. */
void exec_first(struct exec *x, struct function *fn, uint32_t pc);

#endif
