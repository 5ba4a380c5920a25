/* From one run to the inputs that leave its path. */
#include <assert.h>

#include "base/hash.h"
#include "base/provoke.h"
#include "engine/concolic/inside.h"
#include "expr/arith.h"
#include "expr/relate.h"

enum {
    MOST_SETTLED = PROVOKED(16, 4), /* values tried where one stands for all */
    MOST_FAILING = 1000,            /* ways out of an error at one place */
};

/* The condition for leaving the path by a way, without what earlier work had. */
static expr way_out(struct runner *r, const struct work *w, uint32_t i, const struct other *o) {
    assert(i < r->record.events.len);
    struct expr_pool *pool = r->x->sym->pool;
    const struct event *e = &r->record.events.data[i];
    expr cond = o->cond;
    if (!expr_is(e->value) || i != w->first) return cond;
    for (uint32_t k = 0; k < w->excluded.len; k++) {
        expr v = expr_const(pool, expr_width(pool, e->value), w->excluded.data[k]);
        cond = expr_and(pool, cond, expr_not(pool, expr_eq(pool, e->value, v)));
    }
    return cond;
}

/* May this choice, which may have no end, be followed once more? */
static bool within(struct runner *r, const struct event *e) {
    uint32_t most = expr_is(e->value) ? MOST_SETTLED : MOST_FAILING;
    uint64_t times = map_get(&r->places, e->place, 0);
    map_put(&r->places, e->place, times + 1);
    return times < most;
}

/* Inputs for this way exist: are they to be tried? Otherwise a gap says so. */
static bool worth_it(struct runner *r, const struct event *e) {
    assert(e->why <= GAPS);
    if (expr_is(e->value) && e->why != GAPS) {
        sym_gap(r->x, e->why, NULL);
        return within(r, e);
    }
    if (e->kind != EVENT_CHECK || !e->outcome || within(r, e)) return true;
    sym_gap(r->x, GAP_POINTER, NULL);
    return false;
}

/* 1, 2, 3, 4-7, 8-15, ... */
static uint64_t about(uint64_t n) {
    uint64_t power = 1;
    while (2 * power <= n) power *= 2;
    return n < 4 ? n : power;
}

/* How often was this tried before? */
static uint64_t rarity(struct runner *r, const struct event *e, const struct other *o) {
    uint64_t visits = about(map_get(&r->visits, e->place, 0));
    uint64_t key = hash_mix(hash_mix(e->place, expr_is(e->value) ? 0 : o->outcome), visits);
    uint64_t times = map_get(&r->ways, key, 0);
    map_put(&r->ways, key, times + 1);
    return times;
}

static void add_child(struct runner *r, const struct work *w, uint32_t i, const struct other *o, const struct model *m,
                      struct expansion *out) {
    assert(m);
    const struct event *e = &r->record.events.data[i];
    bool pin = expr_is(e->value);
    struct child child = {.rarity = rarity(r, e, o)};
    struct work *made = &child.work;
    source_child(r, e, m, made);
    made->generation = w->generation + 1;
    made->guess = w->guess;
    made->predicted = true;
    made->any = pin;
    made->event = i;
    made->first = pin ? i : i + 1;
    made->hash = e->hash;
    made->place = e->place;
    made->outcome = o->outcome;
    if (pin) {
        for (uint32_t k = 0; i == w->first && k < w->excluded.len; k++) vec_push(&made->excluded, w->excluded.data[k]);
        vec_push(&made->excluded, e->outcome);
    }
    vec_push(&out->children, child);
}

/* Was this way asked about before? */
static bool repeated(struct runner *r, const struct event *e, const struct other *o) {
    uint64_t key = hash_mix(hash_mix(e->hash, e->place), expr_is(e->value) ? e->outcome : o->outcome);
    return !map_put(&r->tried, key, 1);
}

/* An input that is to become longer (m: how) should not become much longer at once.
 * Returns m or a better model in its place. */
static struct model *not_much_longer(struct runner *r, const struct event *e, expr cond, struct model *m) {
    enum { MORE = 8 };
    struct symbolic *sy = r->x->sym;
    struct model *better = NULL;
    if (!expr_is(r->size)) return m;
    uint64_t most = sym_sample(r->x, r->size) + MORE;
    if (model_eval(m, sy->pool, r->size) <= most) return m;
    expr c = expr_const(sy->pool, expr_width(sy->pool, r->size), most);
    expr near = expr_and(sy->pool, cond, expr_ule(sy->pool, r->size, c));
    if (repair_check(&r->repair, e->before, near, &better) != ANSWER_SAT) return m;
    model_release(m);
    return better;
}

static void ask(struct runner *r, const struct work *w, uint32_t i, uint32_t k, struct expansion *out) {
    assert(k < r->record.events.data[i].count);
    struct exec *x = r->x;
    const struct event *e = &r->record.events.data[i];
    const struct other *o = &r->record.others.data[e->first + k];
    struct model *m = NULL;
    expr cond = way_out(r, w, i, o);
    r->counts.asked++;
    if (expr_is_false(x->sym->pool, cond)) return;
    switch (repair_check(&r->repair, e->before, cond, &m)) {
    case ANSWER_SAT:
        if (worth_it(r, e)) {
            r->counts.found++;
            m = not_much_longer(r, e, cond, m);
            add_child(r, w, i, o, m, out);
        }
        model_release(m);
        break;
    case ANSWER_UNSAT: r->counts.refuted++; break;
    case ANSWER_UNKNOWN: sym_gap(x, GAP_SOLVER, NULL); break;
    }
}

/* Asks for other ways off the path. Guesses search files as well; they leave out what any work here has asked. */
static void ask_all(struct runner *r, const struct work *w, bool repeats, struct expansion *out) {
    bool notes = repeats || r->files != SEED_NONE;
    map_clear(&r->visits);
    for (uint32_t i = 0; i < r->record.events.len; i++) {
        uint64_t place = r->record.events.data[i].place;
        map_put(&r->visits, place, map_get(&r->visits, place, 0) + 1);
        if (i < w->first) continue;
        for (uint32_t k = 0; k < r->record.events.data[i].count; k++) {
            const struct event *e = &r->record.events.data[i];
            if (run_limit_now(r->run)) {
                out->complete = false;
                return;
            }
            bool again = notes && repeated(r, e, &r->record.others.data[e->first + k]);
            if (again && repeats) r->counts.repeated++;
            else ask(r, w, i, k, out);
        }
    }
}

/* Runs the inputs found; those that a limit leaves over become empty and closed. */
static void run_children(struct runner *r, struct expansion *out) {
    assert(!r->work);
    for (uint32_t i = 0; i < out->children.len; i++) {
        struct child *child = &out->children.data[i];
        struct work w = child->work;
        out->complete = out->complete && !run_limit_now(r->run);
        if (!out->complete) { /* as if not found */
            work_release(&w);
            *child = (struct child){.predicted = true};
            continue;
        }
        out->complete = runner_run(r, &w, child);
        work_release(&w);
    }
}

void runner_expand(struct runner *r, const struct work *w, bool repeats, struct expansion *out) {
    memset(out, 0, sizeof *out);
    out->complete = true;
    struct work here = *w;
    runner_start(r, w, false);
    if (run_limit_now(r->run)) out->complete = false;
    bool as_predicted = runner_as_predicted(r, w);
    concolic_check(&r->record);
    if (!as_predicted) { /* nothing is known of its path */
        sym_gap(r->x, GAP_DIVERGED, NULL);
        out->diverged = r->files != SEED_NONE; /* else it was seen when the work was found */
        here.first = here.excluded.len = 0;
    }
    r->size = source_size(r);
    repair_init(&r->repair, r->x);
    ask_all(r, &here, repeats || !as_predicted, out);
    r->counts.repaired += r->repair.repaired;
    r->counts.unrepaired += r->repair.failed;
    repair_release(&r->repair);
    runner_stop(r);
    run_children(r, out);
}
