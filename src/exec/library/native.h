/* Functions of the host. */
#ifndef SHRIKE_EXEC_LIBRARY_NATIVE_H
#define SHRIKE_EXEC_LIBRARY_NATIVE_H

#include "exec/core/exec.h"

/* May this function be called in the host? */
bool native_allowed(const struct context *ctx, const char *name);
/* Calls it with the arguments of the call; false: stopped. */
bool native_invoke(struct exec *x, const char *name, const struct ir_call *call, uint64_t *ret);

#endif
