/* What models of threads stand on (runtime/threads.h). */
#include "exec/core/threads.h"

#include <assert.h>

#include "base/str.h"
#include "exec/library/builtin.h"
#include "exec/library/symbolic.h"
#include "exec/sym/access.h"
#include "exec/sym/frames.h"
#include "exec/sym/sym.h"
#include "ir/signature.h"
#include "mem/bytes.h"

#define UNUSED (void)x, (void)args, (void)nargs, (void)ret

/* ---- concrete arguments ------------------------------------------------------------------------------ */

static struct thread_access access_of(const struct exec *x, const uint64_t *args) {
    uint64_t mask = x->p->is32 ? UINT32_MAX : UINT64_MAX;
    return (struct thread_access){args[0] & mask, args[1] & mask, (uint32_t)args[2], 0, 0};
}

bool do_point(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    struct thread_next next = {PENDING_ACCESS, access_of(x, args), 0, false, false, false};
    return threads_point(x, &next);
}

bool do_touch(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    assert(nargs >= 3);
    struct thread_access a = access_of(x, args);
    threads_touch(x, &a);
    return true;
}

bool do_wait(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    assert(nargs >= 4);
    const uint64_t word[3] = {args[0], sizeof(uint32_t), ACCESS_WRITE | ACCESS_ATOMIC | ACCESS_LOCK};
    struct thread_next next = {PENDING_WAIT,      access_of(x, word), (uint32_t)args[1],
                               (uint32_t)args[2], args[3] & 1,        args[3] & 2};
    if (next.spurious && !x->ctx->opt.spurious_wakeups) exec_premise(x, "a wait for a condition ends only by a signal");
    return threads_point(x, &next);
}

static bool start_thread(struct exec *x, const uint64_t *args, bool helper, uint64_t *ret) {
    struct function *fn = exec_function_at(x, args[0]);
    assert(fn && (!x->now->threads || x->now->threads->n < THREADS_MOST));
    ret[0] = threads_start(x, fn, helper);
    return !x->stop;
}

bool do_thread_start(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    return start_thread(x, args, false, ret);
}

bool do_helper_start(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    return start_thread(x, args, true, ret);
}

bool do_thread_alone(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    ret[0] = threads_alone(x->now);
    return true;
}

/* What is no function has none to miss: its call says so. */
bool do_has_result(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    const struct function *fn = exec_function_at(x, args[0]);
    ret[0] = !fn || !ir_has_code(fn) || fn->nret;
    return true;
}

bool do_start_fits(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    assert(nargs >= 2);
    const struct function *fn = exec_function_at(x, args[0]);
    if (!fn || !fn->signature) return true;
    const char *call = signature_of_start(args[1], x->p->is32),
               *wrong = signature_misfit(call, fn->signature, !fn->nret, x->p->is32);
    if (wrong) exec_error(x, BUG_CALL_TYPE, "call of '%s' as a function of another type, with %s", fn->name, wrong);
    return !wrong;
}

/* May these bytes be written? */
bool do_is_there(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    assert(nargs >= 2);
    struct thread_access a = access_of(x, (const uint64_t[3]){args[0], args[1], ACCESS_WRITE});
    struct fault fault;
    ret[0] = !space_check(&x->now->space, a.addr, a.size, true, &fault);
    return true;
}

bool do_extent(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    const struct mem_object *obj = space_find(&x->now->space, access_of(x, (const uint64_t[3]){args[0], 0, 0}).addr);
    ret[0] = obj ? obj->size : 0;
    return true;
}

bool do_thread_self(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    ret[0] = threads_self(x->now);
    return true;
}

bool do_thread_end(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    return threads_end(x);
}

/* What an atomic section does is known when it was executed. */
bool do_atomic_begin(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    struct thread_next next = {PENDING_ATOMIC, {0, 0, ACCESS_READ | ACCESS_ATOMIC, 0, 0}, 0, false, false, false};
    if (!threads_point(x, &next)) return false;
    if (x->now->threads) x->now->threads->atomic++;
    return true;
}

bool do_atomic_end(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    if (x->now->threads && x->now->threads->atomic) x->now->threads->atomic--;
    return true;
}

bool do_misuse(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    struct str what = {0};
    if (exec_string(x, args[0], &what)) exec_error(x, BUG_LOCK, "%s", str_text(&what));
    str_release(&what);
    return false;
}

bool do_races_wanted(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    ret[0] = bug_has(x->wanted, BUG_RACE);
    return true;
}

static const char *does(uint64_t kind, bool done) {
    if (done) return kind & ACCESS_WRITE ? "has written" : "has read";
    return kind & ACCESS_WRITE ? "writes" : "reads";
}

bool do_race(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    assert(nargs >= 4);
    const struct mem_object *obj = space_find(&x->now->space, access_of(x, (const uint64_t[3]){args[0], 0, 0}).addr);
    const char *quote = obj && obj->name ? "'" : "", *name = obj && obj->name ? obj->name : "memory";
    exec_error(x, BUG_RACE, "data race: thread %u %s %s%s%s, which thread %u %s before with nothing to order them",
               threads_name(x, threads_self(x->now)), does(args[1], false), quote, name, quote,
               threads_name(x, (uint32_t)args[2]), does(args[3], true));
    return false;
}

bool do_suppose_ordered(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    if (bug_has(x->wanted, BUG_RACE))
        exec_premise_narrow(
            x, "relaxed atomic operations and failed attempts to lock order what threads do before and after",
            "atomics order all");
    return true;
}

bool do_suppose_locks(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    UNUSED;
    if (bug_has(x->wanted, BUG_RACE) && x->now->threads)
        exec_premise(x, "threads may call rand, random, strerror and strsignal at once, as with glibc");
    return true;
}

/* ---- symbolic ones ----------------------------------------------------------------------------------- */

/* An address or size that depends on inputs may be any. */
static struct thread_access symbolic_access(struct exec *x, const struct sym_call *c) {
    uint64_t args[3];
    for (uint32_t i = 0; i < 3; i++) args[i] = x->now->top->regs[call_slot(c, i)];
    uint32_t kind = (uint32_t)args[2], wide = kind & ACCESS_WIDE;
    bool place = call_symbolic(x, c, 0), size = call_symbolic(x, c, 1);
    if (kind & ACCESS_ASSUME && (place || size)) return (struct thread_access){0, 0, ACCESS_ASSUME, 0, 0};
    if (size || (place && kind & ACCESS_WHOLE))
        return (struct thread_access){0, 0, ACCESS_ANYTHING | ACCESS_WRITE | wide, 0, 0};
    if (place) return (struct thread_access){0, args[1], kind | ACCESS_ANYTHING, 0, call_word(x, c, 0).id};
    return access_of(x, args);
}

static void suppose_one_step(struct exec *x, uint32_t kind) {
    if (kind & ACCESS_ANYTHING && !(kind & ACCESS_LOCK) && x->now->threads)
        exec_premise(x, "no other thread runs during a call of a library function");
}

/* A store that is held back gets to memory later, when it is not known any more which access it was. */
static void suppose_whole(struct exec *x, uint32_t kind) {
    if (kind & ACCESS_WIDE && kind & ACCESS_HELD) exec_premise_narrow(x, THREADS_WHOLE);
}

bool sym_point(struct exec *x, const struct sym_call *c) {
    suppose_one_step(x, (uint32_t)x->now->top->regs[call_slot(c, 2)]);
    suppose_whole(x, (uint32_t)x->now->top->regs[call_slot(c, 2)]);
    struct thread_next next = {PENDING_ACCESS, symbolic_access(x, c), 0, false, false, false};
    return threads_point(x, &next);
}

bool sym_touch(struct exec *x, const struct sym_call *c) {
    struct thread_access a = symbolic_access(x, c);
    suppose_one_step(x, a.kind);
    threads_touch(x, &a);
    return true;
}
