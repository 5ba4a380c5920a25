#include "exec/core/trace.h"

#include "exec/library/builtin.h"

bool do_trace(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    (void)ret;
    x->now->trace = path_trace_add(x->now->trace, (uint32_t)args[0]);
    return true;
}
