/* Loop invariants, and summaries of recursive functions, of a program that is proved safe: one more proof of the
 * program as it was written, by interpolation or by guessed invariants, whichever engine found the verdict. */
#include "engine/invariants.h"

#include <string.h>

#include "base/str.h"
#include "report/invariant.h"
#include "session/session.h"

enum { SECONDS = 10 }; /* that may be spent on them */

/* Nothing of the run shows, and it ends soon. */
static void side_context(const struct session *s, enum engine engine, int seconds, struct context *side) {
    *side = *s->ctx;
    uint64_t end = clock_ns() + (uint64_t)seconds * UINT64_C(1000000000);
    if (!side->limits.deadline_ns || side->limits.deadline_ns > end) side->limits.deadline_ns = end;
    side->log.level = LOG_ERROR;
    struct options *opt = &side->opt;
    opt->engine = engine;
    opt->simplify = opt->check_subsumption = opt->trace_paths = opt->confirm = opt->story = false;
    opt->html = opt->show_tree = NULL;
    opt->bound = -1;
    opt->bound_loop = (option_list){0};
}

static bool on_bug(void *owner, struct exec *x) {
    (void)x;
    *(bool *)owner = true; /* whether or not the error is real: there is no proof to learn from */
    return false;
}

static bool is_before(const struct loop_invariant *a, const struct loop_invariant *b) {
    int files = strcmp(a->file, b->file);
    if (files || a->line != b->line) return files < 0 || (!files && a->line < b->line);
    return a->column < b->column;
}

/* In the order of the source. */
static void insert(struct session *s, const struct loop_invariant *found) {
    vec_push(&s->invariants, *found);
    struct loop_invariant *all = s->invariants.data;
    for (uint32_t i = s->invariants.len - 1; i && is_before(found, &all[i - 1]); i--) {
        all[i] = all[i - 1];
        all[i - 1] = *found;
    }
}

/* What is in the run's memory is copied. */
static void keep(struct session *s, const struct session *side, const struct invariants *inv) {
    for (uint32_t i = 0; i < inv->heads.len; i++) {
        struct loop_invariant found;
        if (!invariant_of(side->p, &s->source, &inv->heads.data[i], &s->arena, &found)) continue;
        found.file = arena_strdup(&s->arena, found.file);
        found.function = arena_strdup(&s->arena, found.function);
        insert(s, &found);
    }
}

static void keep_summaries(struct session *s, const struct session *side, const struct invariants *inv) {
    for (uint32_t i = 0; i < inv->calls.len; i++) {
        const struct call_summary *c = &inv->calls.data[i];
        struct position at = side->p->positions.data[c->pos];
        struct function_summary found = {arena_strdup(&s->arena, c->fn->name),
                                         arena_strdup(&s->arena, side->p->files.data[at.file]), at.line,
                                         arena_strdup(&s->arena, c->before), arena_strdup(&s->arena, c->after)};
        vec_push(&s->summaries, found);
    }
}

static bool are_wanted(const struct options *opt) {
    return opt->invariants || opt->show_invariants || opt->witness || opt->html;
}

bool session_prove_again(struct session *s, enum engine engine, int seconds, bool all_heads, session_keep_fn keep_them,
                         void *owner) {
    struct context side_ctx;
    struct session side;
    struct invariants inv;
    bool failed = false;
    side_context(s, engine, seconds, &side_ctx);
    if (!session_open(&side, &side_ctx, s->line)) return false;
    invariants_init(&inv);
    inv.all_heads = all_heads;
    struct listener to = {.bug = on_bug, .owner = &failed};
    bool proved = session_explore(&side, &to, &inv) && !failed && session_extent(&side) == EXTENT_ALL;
    if (proved) keep_them(owner, &side, &inv);
    invariants_release(&inv);
    session_close(&side);
    return proved;
}

static void keep_all(void *owner, const struct session *side, const struct invariants *inv) {
    keep(owner, side, inv);
    keep_summaries(owner, side, inv);
}

/* Proves the program once more with this engine; false: it is not proved. */
static bool look_with(struct session *s, enum engine engine) {
    return session_prove_again(s, engine, SECONDS, false, keep_all, s);
}

void session_invariants(struct session *s) {
    if (!are_wanted(&s->ctx->opt) || s->ctx->opt.external == EXTERNAL_NATIVE || limits_look(&s->ctx->limits)) return;
    enum engine facts = engine_that_learns(LEARNS_FACTS), guesses = engine_that_learns(LEARNS_INVARIANTS);
    bool guessed = s->engine == guesses;
    if (!look_with(s, guessed ? guesses : facts)) look_with(s, guessed ? facts : guesses);
}
