/* A bug report: what went wrong, where, and how execution got there. */
#ifndef SHRIKE_EXEC_CORE_BUG_H
#define SHRIKE_EXEC_CORE_BUG_H

#include "base/str.h"
#include "base/vec.h"
#include "exec/core/check.h"

struct exec;

struct bug_frame {
    const char *function;
    uint32_t pos;
};

struct bug {
    enum bug_kind kind;
    uint32_t pos;     /* where to point at: the innermost place in the user's code */
    uint64_t address; /* that was accessed or called; 0: the error is of another sort */
    struct str message;
    VEC(struct bug_frame) stack; /* innermost first */
};

/* Stops with an error at the current instruction. Always returns false. */
bool exec_error(struct exec *x, enum bug_kind kind, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Is a signed quotient that does not fit `width` bits an error? It is where it was asked for,
 * and where the processor divides, which traps; library functions for wider numbers do not. */
bool exec_quotient_fails(const struct exec *x, uint32_t width);
/* An index of `width` bits that is not below bound. Returns false. */
bool exec_index_error(struct exec *x, uint64_t index, uint64_t bound, uint32_t width);
/* A _Bool of this value. Returns false. */
bool exec_bool_error(struct exec *x, uint64_t value);
/* An access at `address`, which has some of the bits `mask`. Returns false. */
bool exec_alignment_error(struct exec *x, uint64_t address, uint64_t mask);

/* Errors whose text is always the same. All return false. */
bool exec_overlap(struct exec *x);
bool exec_no_value(struct exec *x);
/* what: as front/notfinite.h numbers it. */
bool exec_not_finite(struct exec *x, uint32_t what);
bool exec_zeros_of_zero(struct exec *x);
bool exec_no_length(struct exec *x);

#endif
