/* A bug report: what went wrong, where, and how execution got there. */
#ifndef SHRIKE_EXEC_CORE_BUG_H
#define SHRIKE_EXEC_CORE_BUG_H

#include "base/str.h"
#include "base/vec.h"
#include "exec/core/check.h"

struct bug_frame {
    const char *function;
    uint32_t pos;
};

struct bug {
    enum bug_kind kind;
    uint32_t pos; /* where to point at: the innermost place in the user's code */
    uint64_t address; /* that was accessed or called; 0: the error is of another sort */
    struct str message;
    VEC(struct bug_frame) stack; /* innermost first */
};

#endif
