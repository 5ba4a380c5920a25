#include "solver/z3_watch.h"

#include <time.h>

#include "base/limits.h"
#include "base/map.h"
#include "base/stats.h"
#include "base/vec.h"
#include "expr/float.h"
#include "expr/float_value.h"

enum {
    LOOK_NS = 100000000, /* between two looks of the thread */
    READ = 200,          /* elements that a read is compared with, about */
};

/* ---- the thread -------------------------------------------------------------------------- */

static bool is_over(const struct z3_watch *w) {
    const struct limits *limits = w->limits;
    uint64_t now = clock_ns();
    return (limits->interrupted && *limits->interrupted) || (limits->deadline_ns && now > limits->deadline_ns) ||
           (w->until_ns && now > w->until_ns);
}

static struct timespec soon(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += LOOK_NS;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

/* Interrupts again and again: Z3 forgets one that comes before it begins. */
static void *watch(void *arg) {
    struct z3_watch *w = arg;
    pthread_mutex_lock(&w->lock);
    while (!w->done) {
        struct timespec until = soon();
        pthread_cond_timedwait(&w->wake, &w->lock, &until);
        if (!w->done && is_over(w)) Z3_interrupt(w->z3);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

void z3_watch_start(struct z3_watch *w, Z3_context z3, const struct limits *limits, double seconds) {
    *w = (struct z3_watch){
        .lock = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER, .z3 = z3, .limits = limits};
    if (seconds > 0) w->until_ns = clock_ns() + (uint64_t)(seconds * 1e9);
    if (!limits->interrupted && !limits->deadline_ns && !w->until_ns) return;
    w->running = pthread_create(&w->thread, NULL, watch, w) == 0;
}

void z3_watch_stop(struct z3_watch *w) {
    if (!w->running) return;
    pthread_mutex_lock(&w->lock);
    w->done = true;
    pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
}

/* ---- sizes --------------------------------------------------------------------------------- */

/* Shifts and sums, and what the operator has beyond that. */
static uint64_t float_gates(const struct expr_pool *pool, expr e) {
    uint64_t w = expr_width(pool, e), from = expr_width(pool, expr_kid(pool, e, 0));
    if (from > w) w = from;
    switch (expr_op(pool, e)) {
    case EXPR_FEQ:
    case EXPR_FLT:
    case EXPR_FLE:
    case EXPR_FNAN:
    case EXPR_FNEG:
    case EXPR_FABS:
    case EXPR_FLIBM:
    case EXPR_FBITS: return 4 * w;
    case EXPR_FMUL: return 3 * w * w + 60 * w;
    case EXPR_FMA: return 4 * w * w + 120 * w;
    case EXPR_FDIV:
    case EXPR_FSQRT: return 6 * w * w + 60 * w;
    case EXPR_FREM: return (w == 64 ? 2048 : 256) * 6 * w;
    default: return 60 * w;
    }
}

/* What a node becomes, about. */
static uint64_t gates_of(const struct expr_pool *pool, expr e) {
    enum expr_op op = expr_op(pool, e);
    if (expr_is_array(pool, e)) return 1;
    if (float_op(op)) return float_gates(pool, e);
    uint64_t w = expr_width(pool, e);
    switch (op) {
    case EXPR_READ: return READ * w;
    case EXPR_MUL: /* constants are kid 1, and add up a few shifted copies */
        return expr_is_const(pool, expr_kid(pool, e, 1)) ? w * w / 2 : 3 * w * w;
    case EXPR_UDIV:
    case EXPR_SDIV:
    case EXPR_UREM:
    case EXPR_SREM: return 6 * w * w;
    case EXPR_SHL:
    case EXPR_LSHR:
    case EXPR_ASHR: return 6 * w;
    case EXPR_ADD: return 3 * w;
    default: return w;
    }
}

uint64_t z3_gates(const struct expr_pool *pool, const expr *constraints, uint32_t n, uint64_t most) {
    uint64_t gates = 0;
    struct map seen;
    vec_u32 todo = {0};
    map_init(&seen);
    for (uint32_t i = 0; i < n; i++) vec_push(&todo, constraints[i].id);
    while (todo.len && gates <= most) {
        uint32_t id = vec_pop(&todo);
        expr e = {id};
        if (!map_put(&seen, e.id, 0)) continue;
        gates += gates_of(pool, e);
        for (int i = 0; i < expr_arity(expr_op(pool, e)); i++) vec_push(&todo, expr_kid(pool, e, i).id);
    }
    map_release(&seen);
    vec_release(&todo);
    return gates;
}
