#include <assert.h>
#include <stdarg.h>

#include "exec/core/exec.h"

static void note_stack(struct exec *x) {
    bool innermost = true;
    for (struct frame *f = x->now->top; f; f = f->caller) {
        /* A caller's pc is already behind its call. */
        uint32_t pos = innermost || f->pc == f->fn->code ? f->pc->pos : f->pc[-1].pos;
        vec_push(&x->bug.stack, (struct bug_frame){f->fn->name, pos});
        if (!x->bug.pos && !f->fn->runtime) x->bug.pos = pos;
        innermost = false;
    }
    if (!x->bug.pos && x->now->top) x->bug.pos = x->now->top->pc->pos;
}

bool exec_error(struct exec *x, enum bug_kind kind, const char *format, ...) {
    assert(kind != BUG_NONE && x->now);
    if (x->stop) return false;
    va_list args;
    va_start(args, format);
    x->stop = STOP_BUG;
    x->bug.kind = kind;
    x->bug.pos = 0;
    x->bug.address = 0;
    str_clear(&x->bug.message);
    str_vaddf(&x->bug.message, format, args);
    va_end(args);
    vec_clear(&x->bug.stack);
    note_stack(x);
    assert(!x->now->top || x->bug.stack.len == x->now->depth);
    return false;
}

bool exec_quotient_fails(const struct exec *x, uint32_t width) {
    return bug_has(x->wanted, BUG_QUOTIENT) || width <= 8 * x->p->ptr_bytes;
}

bool exec_index_error(struct exec *x, uint64_t index, uint64_t bound, uint32_t width) {
    assert(width && width <= 64);
    return exec_error(x, BUG_INDEX, "index %lld is outside of the array: it must be less than %llu",
                      (long long)(index << (64 - width)) >> (64 - width), (unsigned long long)bound);
}

bool exec_bool_error(struct exec *x, uint64_t value) {
    return exec_error(x, BUG_BOOL, "a _Bool is neither 0 nor 1 but %llu", (unsigned long long)value);
}

bool exec_alignment_error(struct exec *x, uint64_t address, uint64_t mask) {
    assert(mask && !(mask & (mask + 1))); /* a shadow run knows no address */
    return exec_error(x, BUG_ALIGN, "misaligned access: the address is %llu above a multiple of %llu",
                      (unsigned long long)(address & mask), (unsigned long long)mask + 1);
}

bool exec_not_finite(struct exec *x, uint32_t what) {
    static const char *const words[] = {"", "a floating-point number is divided by zero",
                                        "the result is a NaN, although no operand is",
                                        "the result is infinite, the operands are finite"};
    assert(what && what < sizeof words / sizeof *words);
    return exec_error(x, BUG_NOT_FINITE, "%s", words[what]);
}

bool exec_no_value(struct exec *x) {
    return exec_error(x, BUG_NO_VALUE, "use of the value of a function that returned none");
}

bool exec_zeros_of_zero(struct exec *x) {
    return exec_error(x, BUG_ARGUMENT, "the leading or trailing zeros of 0 are counted, which is not defined");
}

bool exec_no_length(struct exec *x) { return exec_error(x, BUG_ARGUMENT, "the length of an array is not positive"); }

bool exec_overlap(struct exec *x) { return exec_error(x, BUG_OVERLAP, "source and destination of a copy overlap"); }
