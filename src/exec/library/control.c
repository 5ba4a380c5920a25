/* Ending the program, jumps, errors and inputs. */
#include <assert.h>
#include <signal.h>
#include <string.h>

#include "exec/library/builtin.h"
#include "exec/sym/access.h"
#include "exec/sym/decider.h"
#include "exec/sym/frames.h"

#define UNUSED (void)x, (void)args, (void)nargs, (void)ret

/* ---- the end -------------------------------------------------------------------------- */

static bool end(struct exec *x, enum stop stop, int status) {
    if (x->stop) return false;
    if (check_has(x->checks, CHECK_LEAK) && decider_gives_up(x)) return false; /* what is lost is in no location */
    x->stop = stop;
    x->status = status;
    return false;
}

bool do_exit(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    return end(x, STOP_EXIT, (int)(args[0] & 255));
}

/* The program ends itself by a signal: an error if the user asks for it. */
static bool crash(struct exec *x, int signal, const char *what) {
    if (bug_has(x->wanted, BUG_ABORT)) return exec_error(x, BUG_ABORT, "%s", what);
    return end(x, STOP_ABORT, signal);
}

bool do_abort(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    return crash(x, SIGABRT, "abort() is called");
}

/* Signals that ask a program to end do so without an error; the others dump core. */
bool do_killed(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    static const int cores[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGXCPU, SIGXFSZ, SIGSYS};
    int signal = (int)(args[0] & 127);
    for (size_t i = 0; i < sizeof cores / sizeof *cores; i++)
        if (cores[i] == signal) return crash(x, signal, "the program ends itself by a signal");
    return end(x, STOP_ABORT, signal);
}

bool do_trap(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    return crash(x, SIGILL, "a trap is reached");
}

/* Reports an error that C leaves undefined; the program goes on if the user does not ask for such errors. */
bool do_overlap(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    return !bug_has(x->wanted, BUG_OVERLAP) || exec_overlap(x);
}

bool do_character(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    int32_t c = (int32_t)args[0];
    if ((c >= -1 && c <= 255) || !bug_has(x->wanted, BUG_CHARACTER)) return true;
    return exec_error(x, BUG_CHARACTER, "character %d is neither an unsigned char nor EOF", c);
}

/* Says that the function called just before has returned no value, and the caller uses it. */
bool do_value(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    if (!(uint32_t)args[0] || !bug_has(x->wanted, BUG_NO_VALUE)) return true;
    return exec_no_value(x);
}

/* Says that zeros of 0 are counted. */
bool do_argument(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    if (!(uint32_t)args[0] || !bug_has(x->wanted, BUG_ARGUMENT)) return true;
    return exec_zeros_of_zero(x);
}

/* Says that an array of variable length has none (front/checks/operations.h). */
bool do_length(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    assert(nargs == 1);
    UNUSED;
    if (!(uint32_t)args[0] || !bug_has(x->wanted, BUG_ARGUMENT)) return true;
    return exec_no_length(x);
}

/* Says what is wrong with a floating-point result (front/checks/operations.h). */
bool do_float(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    if (!(uint32_t)args[0] || !bug_has(x->wanted, BUG_NOT_FINITE)) return true;
    return exec_not_finite(x, (uint32_t)args[0]);
}

/* A stream is an object of the library's, and accessed: an error as with any other object. */
bool do_no_stream(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    if (args[0]) return exec_error(x, BUG_USE_AFTER_FREE, "use of a stream that was closed before");
    return exec_error(x, BUG_INVALID_POINTER, "use of a FILE that is not a stream");
}

/* Destructors are frames pushed so that the last one listed runs first; each
 * returns into the next, the last into the caller. */
bool do_run_destructors(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    if (x->now->destructors_run) return true;
    x->now->destructors_run = true;
    x->now->top->pc++;
    for (uint32_t i = 0; i < x->p->destructors.len; i++) {
        struct function *fn = x->p->functions.data[x->p->destructors.data[i]];
        if (fn->defined && !exec_push(x, fn, NULL, 0)) return false;
    }
    return false;
}

bool do_unsupported(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    struct str what = {0};
    if (exec_string(x, args[0], &what)) exec_error(x, BUG_UNSUPPORTED, "not supported: %s", str_text(&what));
    str_release(&what);
    return false;
}

/* ---- setjmp: the buffer holds 1 + the number of a jump target ------------------------------ */

bool do_setjmp(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    const struct insn *in = x->now->top->pc;
    const struct ir_call *call = &x->now->top->fn->calls[in->b];
    vec_push(&x->now->jumps, (struct jump_target){x->now->top->serial, in, in->d, call->nret > 0});
    uint32_t number = x->now->jumps.len;
    ret[0] = 0;
    return exec_write(x, args[0], &number, sizeof number);
}

bool do_longjmp(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    (void)ret;
    uint32_t number;
    if (!exec_read(x, args[0], &number, sizeof number)) return false;
    if (number == 0 || number > x->now->jumps.len)
        return exec_error(x, BUG_INVALID_POINTER, "longjmp to a buffer that setjmp did not fill");
    struct jump_target to = x->now->jumps.data[number - 1];
    struct frame *f = x->now->top;
    while (f && f->serial != to.serial) f = f->caller;
    if (!f) return exec_error(x, BUG_USE_AFTER_SCOPE, "longjmp into a function that has returned");
    while (x->now->top->serial != to.serial) exec_pop(x);
    uint32_t value = (uint32_t)args[1];
    if (to.wants) frame_set(x->now->top, to.slot, value ? value : 1, 0);
    x->now->top->pc = to.pc + 1;
    return false;
}

/* ---- errors and assumptions -------------------------------------------------------------------- */

static bool assertion(struct exec *x, uint64_t text) {
    struct str what = {0};
    if (text == 0) {
        exec_error(x, BUG_ASSERTION, "assertion failed");
    } else if (exec_string(x, text, &what)) {
        exec_error(x, BUG_ASSERTION, "assertion failed: %s", str_text(&what));
    }
    str_release(&what);
    return false;
}

bool do_assert_fail(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    if (!bug_has(x->wanted, BUG_ASSERTION)) return crash(x, SIGABRT, "abort() is called: an assertion fails");
    return assertion(x, args[0]);
}

bool do_assert_plain(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    return do_assert_fail(x, args, nargs, ret);
}

bool do_assert_value(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    if (args[0] || !bug_has(x->wanted, BUG_ASSERTION)) return true;
    return assertion(x, nargs > 1 ? args[1] : 0);
}

bool do_error_reached(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    if (!bug_has(x->wanted, BUG_ERROR_REACHED)) return end(x, STOP_ABORT, SIGABRT);
    const struct insn *in = x->now->top->pc;
    const char *name = in->op == IR_CALL ? x->p->functions.data[in->a]->name : "(by pointer)";
    return exec_error(x, BUG_ERROR_REACHED, "error function '%s' is called", name);
}

bool do_assume(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    return args[0] ? true : end(x, STOP_ASSUME, 0);
}

bool do_nothing(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    return true;
}

bool do_zero(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    ret[0] = 0;
    return true;
}

/* klee_report_error(file, line, message, suffix) */
bool do_report_error(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    struct str text = {0};
    if (!bug_has(x->wanted, BUG_ERROR_REACHED)) return end(x, STOP_ABORT, SIGABRT);
    if (!args[2] || exec_string(x, args[2], &text))
        exec_error(x, BUG_ERROR_REACHED, "klee_report_error: %s", text.len ? str_text(&text) : "an error");
    str_release(&text);
    return false;
}

/* undefined(kind, text): what a check that the program was built with has found (front/checks/handlers.h) */
bool do_undefined(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    struct str kind = {0}, text = {0};
    if (exec_string(x, args[0], &kind) && exec_string(x, args[1], &text))
        exec_error(x, bug_named(str_text(&kind)), "%s, as the program's own check says", str_text(&text));
    str_release(&kind);
    str_release(&text);
    return false;
}

/* klee_check_memory_access(address, size) */
bool do_check_access(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    uint64_t n = x->p->is32 ? (uint32_t)args[1] : args[1];
    return !n || exec_readable(x, args[0], n);
}

bool do_object_size(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    const struct mem_object *obj = space_find(&x->now->space, args[0]);
    ret[0] = obj && obj->live ? obj->size : 0;
    return true;
}

/* A block of a program that traces its path begins. */
bool do_trace(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    x->now->trace = path_trace_add(x->now->trace, (uint32_t)args[0]);
    return true;
}

bool do_same(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    ret[0] = args[0];
    return true;
}

bool do_choose(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    if (!args[0]) return end(x, STOP_ASSUME, 0);
    ret[0] = rng_below(&x->ctx->rng, args[0]);
    return true;
}

/* ---- inputs: in a concrete run, random values that --seed chooses --------------------------------- */

bool do_make_symbolic(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    uint64_t n = x->p->is32 ? (uint32_t)args[1] : args[1];
    for (uint64_t i = 0; i < n; i++) {
        uint8_t byte = (uint8_t)rng_next(&x->ctx->rng);
        if (!exec_write(x, args[0] + i, &byte, 1)) return false;
    }
    return true;
}

bool do_random(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    return do_make_symbolic(x, args, nargs, ret);
}

/* klee_range(begin, end, name) */
bool do_range(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    int64_t begin = (int32_t)args[0], stop = (int32_t)args[1];
    if (begin >= stop) return end(x, STOP_ASSUME, 0);
    ret[0] = (uint32_t)(begin + (int64_t)rng_below(&x->ctx->rng, (uint64_t)(stop - begin)));
    return true;
}
