#include "engine/concolic/runner.h"

#include <assert.h>

#include "base/hash.h"
#include "engine/concolic/inside.h"

/* ---- lifetime ---------------------------------------------------------------------------------- */

static void on_first(void *owner, const struct function *fn, uint32_t pc) {
    struct runner *r = owner;
    r->new_code |= covered_block(&r->covered, fn, pc);
    if (ir_is_users(fn)) vec_push(&r->blocks, (uint64_t)fn->id << 32 | pc);
}

static void scan(struct expr_pool *pool, void *owner) {
    struct runner *r = owner;
    for (uint32_t i = 0; i < r->roots.len; i++) sym_mark_state(r->x, r->roots.data[i]);
    if (r->work) sym_mark_state(r->x, r->x->now);
    concolic_mark(&r->record, pool);
}

/* Errors are looked at when the run has ended. */
static void on_bug(void *owner, struct exec *x) {
    (void)owner;
    (void)x;
}

static const struct run_watch watch = {.bug = on_bug, .first = on_first, .mark = scan};

struct runner *runner_new(struct run *run, enum seed_kind files) {
    assert(run->x->now && !run->x->sym->concolic);
    struct exec *x = run->x;
    struct runner *r = MEM_NEW(struct runner);
    struct symbolic *sy = x->sym;
    r->run = run;
    r->x = x;
    r->files = files;
    concolic_init(&r->record, source_byte, r);
    r->record.decider.props.decides_places = files != SEED_NONE;
    if (x->ctx->opt.max_forks) r->record.most = (uint32_t)x->ctx->opt.max_forks;
    covered_init(&r->covered, x->p);
    map_init(&r->tried);
    map_init(&r->places);
    map_init(&r->ways);
    map_init(&r->visits);
    vec_push(&r->roots, x->now);
    vec_append(&r->roots, sy->forked.data, sy->forked.len);
    vec_clear(&sy->forked);
    concolic_begin(x, &r->record);
    run_watch(run, &watch, r);
    return r;
}

void runner_free(struct runner *r) {
    if (!r) return;
    struct exec *x = r->x;
    run_unwatch(r->run, &watch, r);
    concolic_end(x);
    exec_switch(x, NULL);
    for (uint32_t i = 0; i < r->roots.len; i++) state_free(x, r->roots.data[i]);
    vec_release(&r->roots);
    concolic_release(&r->record);
    covered_release(&r->covered);
    vec_release(&r->origins);
    vec_release(&r->blocks);
    map_release(&r->tried);
    map_release(&r->places);
    map_release(&r->ways);
    map_release(&r->visits);
    mem_free(r);
}

uint32_t runner_roots(const struct runner *r) { return r->roots.len; }
const struct runner_counts *runner_counts(const struct runner *r) { return &r->counts; }

void child_release(struct child *c) {
    work_release(&c->work);
    vec_release(&c->blocks);
    vec_release(&c->file);
}

void expansion_release(struct expansion *e) {
    for (uint32_t i = 0; i < e->children.len; i++) child_release(&e->children.data[i]);
    vec_release(&e->children);
}

/* ---- a run --------------------------------------------------------------------------------------- */

/* The model knows what is decided before the first instruction. */
static struct model *first_model(const struct runner *r, const struct work *w) {
    assert(w->root < r->roots.len);
    const struct symbolic *sy = r->x->sym;
    struct model *m = model_new();
    if (expr_is(sy->stdin_size) && !expr_is_const(sy->pool, sy->stdin_size))
        model_set(m, expr_symbol(sy->pool, sy->stdin_size), source_stdin_size(r, w));
    return m;
}

static bool ran_too_long(const struct runner *r, uint64_t since) {
    int64_t most = r->x->ctx->opt.max_run;
    return most && r->x->instructions - since > (uint64_t)most;
}

enum stop runner_start(struct runner *r, const struct work *w, bool plain) {
    assert(w->root < r->roots.len && !r->work);
    struct exec *x = r->x;
    struct state *st = state_fork(x, r->roots.data[w->root]);
    uint64_t since = x->instructions;
    run_take(r->run, st);
    model_release(st->model);
    st->model = first_model(r, w);
    r->work = w;
    vec_clear(&r->origins);
    vec_clear(&r->blocks);
    r->new_code = false;
    r->record.decider.props.file_size = w->kind == SEED_FILE ? (int64_t)w->seed.len : w->file_size;
    r->record.decider.props.plain = plain;
    concolic_clear(&r->record, hash_mix(w->root, (uint64_t)r->record.decider.props.file_size));
    enum stop stop;
    do stop = run_step(r->run);
    while (stop == STOP_SLICE && !ran_too_long(r, since));
    r->counts.runs++;
    r->counts.events += r->record.events.len;
    return stop;
}

void runner_stop(struct runner *r) {
    assert(r->work && r->x->now);
    struct exec *x = r->x;
    struct state *st = x->now;
    r->counts.settled += r->record.settled;
    r->record.settled = 0;
    r->work = NULL;
    run_take(r->run, NULL);
    concolic_clear(&r->record, 0);
    state_free(x, st);
    if (solver_should_collect(x->sym->solver)) solver_collect(x->sym->solver);
}

/* ---- how it ended ----------------------------------------------------------------------------------- */

/* The key of the error that the run ended in; 0: it is not asked for. */
static uint64_t error_of(struct exec *x) { return error_is_wanted(x) ? error_key(&x->bug) : 0; }

/* Returns the key of an error, or 0. False in *ok: a limit ended the run. */
static uint64_t judge(struct runner *r, enum stop stop, bool *ok) {
    assert(stop != STOP_FORKED && stop != STOP_POINT);
    struct exec *x = r->x;
    *ok = stop != STOP_LIMIT;
    if (stop == STOP_LIMIT) return 0; /* noted: the run has not ended, it was */
    if (stop == STOP_SLICE) {
        sym_gap(x, GAP_LIMIT, "--max-run");
        return 0;
    }
    return run_ended(r->run, stop, false) == STOP_BUG ? error_of(x) : 0;
}

static void copy_work(struct work *to, const struct work *from) {
    *to = *from;
    memset(&to->excluded, 0, sizeof to->excluded);
    memset(&to->seed, 0, sizeof to->seed);
    memset(&to->inputs, 0, sizeof to->inputs);
    vec_append(&to->excluded, from->excluded.data, from->excluded.len);
    copy_bytes(&to->seed, &from->seed);
    for (uint32_t i = 0; i < from->inputs.len; i++) {
        vec_push(&to->inputs, (vec_u8){0});
        copy_bytes(&vec_last(&to->inputs), &from->inputs.data[i]);
    }
}

static bool excluded(const struct work *w, uint64_t value) {
    for (uint32_t i = 0; i < w->excluded.len; i++)
        if (w->excluded.data[i] == value) return true;
    return false;
}

bool runner_as_predicted(const struct runner *r, const struct work *w) {
    assert(!r->record.decider.props.plain);
    if (!w->predicted) return true;
    if (r->record.events.len <= w->event) return false;
    const struct event *e = &r->record.events.data[w->event];
    if (e->hash != w->hash || e->place != w->place) return false;
    return w->any ? !excluded(w, e->outcome) : e->outcome == w->outcome;
}

bool runner_run(struct runner *r, const struct work *w, struct child *child) {
    bool ok, plain = r->files != SEED_NONE;
    *child = (struct child){.rarity = child->rarity};
    enum stop stop = runner_start(r, w, plain);
    child->bug = judge(r, stop, &ok);
    child->predicted = plain || runner_as_predicted(r, w);
    child->open = plain || r->record.events.len > w->first || !child->predicted;
    vec_append(&child->blocks, r->blocks.data, r->blocks.len);
    if (r->files != SEED_NONE && (r->new_code || child->bug)) source_file(r, &child->file);
    runner_stop(r);
    copy_work(&child->work, w);
    return ok;
}

bool runner_report(struct runner *r, const struct work *w, void (*bug)(void *owner, struct exec *x), void *owner) {
    bool ok;
    bool found = judge(r, runner_start(r, w, false), &ok) != 0;
    if (found) bug(owner, r->x);
    runner_stop(r);
    return found;
}
