#include "job/submit.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/str.h"
#include "engine/blocknotes.h"
#include "job/execute.h"
#include "job/fold.h"
#include "job/make.h"
#include "job/piece.h"
#include "portfolio/plan.h"
#include "session/auto.h"
#include "spread/broker.h"

enum { LOOK_MS = 1000, STALLS = 3, PAUSE_US = 10000, MOST_AGAIN = 100000, FIRST_ORDERS = 2 };

struct kept_result {
    struct piece_result r;
    struct kept_result *next;
};

/* An engine's part of the job: results wait until it is clear whether its answer counts. */
struct submitted_group {
    enum engine engine;
    bool partial; /* something was left out */
    bool heard;
    uint64_t done;
    uint64_t attempt; /* of an engine whose runs may rest on one another (job/fold.h) */
    vec_u64 rests;
    struct kept_result *results;
};

struct submitted {
    struct session *s;
    struct broker *b;
    const struct job_listener *heard;
    struct job job;
    struct fold fold;
    struct submitted_group groups[PORTFOLIO_MOST];
    uint32_t ngroups;
    bool in_orders; /* the groups are the same in different orders */
    bool alone;     /* ... but the last of them, which does not listen */
    uint64_t at;    /* place in the results */
    uint64_t looked_ns;
    uint64_t done_before; /* when the queue was last looked at */
    uint32_t stalls;
    uint64_t put_covered;    /* covered.changes when the submitter last told workers of it ... */
    uint64_t put_covered_ns; /* ... and when */
    bool stopped;            /* enough is known */
    bool failed;             /* after a message */
};

/* ---- the broker -------------------------------------------------------------------------------------- */

static bool is_over(void *owner) { return limits_look(&((struct context *)owner)->limits) != LIMIT_NONE; }

struct broker *job_connect(struct context *ctx, const char *role) {
    const struct options *opt = &ctx->opt;
    if (!opt->on) {
        log_error(&ctx->log, "missing --on nats://HOST:PORT");
        return NULL;
    }
    struct broker_options o = {.url = opt->on,
                               .creds = opt->creds,
                               .tls_ca = opt->tls_ca,
                               .replicas = opt->replicas,
                               .ack_seconds = opt->ack_wait,
                               .role = role,
                               .is_over = is_over,
                               .owner = ctx};
    return broker_open(&ctx->log, &o);
}

/* ---- submitting -------------------------------------------------------------------------------------- */

static void name_job(struct submitted *r) {
    const char *wish = r->s->ctx->opt.job;
    struct str name = {0};
    if (wish) {
        str_add(&name, wish);
    } else {
        struct timespec t;
        clock_gettime(CLOCK_REALTIME, &t);
        str_addf(&name, "job-%llx-%x", (unsigned long long)t.tv_sec * 1000 + (unsigned long long)t.tv_nsec / 1000000,
                 (unsigned)getpid());
    }
    r->job.name = str_take(&name);
}

/* The piece is one of the job's first ones. */
static void settle(struct submitted *r, struct piece *p, uint32_t group) {
    p->group = group;
    p->job = job_identity(&r->job);
    piece_name(p);
}

static void add_first(struct submitted *r, struct piece p, uint32_t group) {
    settle(r, &p, group);
    vec_push(&r->job.first, p);
}

static void plan(struct submitted *r, enum engine engine) {
    struct portfolio_engine engines[PORTFOLIO_MOST] = {{.engine = (int)engine}};
    struct plan_looks looks;
    uint32_t n = 1;
    if (engine == ENGINE_AUTO && r->s->line->command == CMD_VERIFY) {
        plan_look(r->s->p, &looks);
        n = plan_make(&looks, false, engines);
    } else if (engine == ENGINE_AUTO) {
        engines[0].engine =
            (int)engine_of_command(r->s->line->command); /* targets are looked for by one engine, in many places */
    }
    enum engine only = (enum engine)engines[0].engine;
    r->in_orders = n == 1 && engine_orders(only) > 1 && r->s->line->command == CMD_VERIFY;
    if (r->in_orders) n = FIRST_ORDERS;
    for (uint32_t i = 0; i < n; i++) {
        struct piece p;
        if (r->in_orders) piece_in_order(&p, only, i, false);
        else piece_whole(&p, (enum engine)engines[i].engine);
        add_first(r, p, i);
    }
}

static bool are_same(const broker_words *a, const broker_words *b) {
    bool same = a->len == b->len;
    for (uint32_t i = 0; same && i < a->len; i++) same = strcmp(a->data[i], b->data[i]) == 0;
    return same;
}

/* Fuzzing makes these of the seeds. Since then the corpus has got what the job has found. */
static bool is_of_seeds(const char *word) {
    return str_starts(word, "--fuzz-size=") || str_starts(word, "--sym-stdin=") || str_starts(word, "--sym-files=");
}

static bool are_same_but_seeds(const broker_words *a, const broker_words *b) {
    uint32_t i = 0, k = 0;
    for (;; i++, k++) {
        while (i < a->len && is_of_seeds(a->data[i])) i++;
        while (k < b->len && is_of_seeds(b->data[k])) k++;
        if (i == a->len || k == b->len) return i == a->len && k == b->len;
        if (strcmp(a->data[i], b->data[k]) != 0) return false;
    }
}

/* Is the job on the broker the same as the one that we would make? */
static bool is_same(const struct job *a, const struct job *b) {
    bool fuzz = a->command == CMD_FUZZ,
         same = a->command == b->command && a->fingerprint == b->fingerprint && a->first.len == b->first.len;
    for (uint32_t i = 0; same && !fuzz && i < a->first.len; i++)
        same = strcmp(a->first.data[i].name, b->first.data[i].name) == 0;
    same = same && (fuzz ? are_same_but_seeds(&a->options, &b->options) : are_same(&a->options, &b->options));
    return same && are_same(&a->targets, &b->targets) && are_same(&a->arguments, &b->arguments);
}

static bool come_back(struct submitted *r) {
    struct context *ctx = r->s->ctx;
    struct job there;
    enum broker_status status;
    bool ok = job_get(r->b, &ctx->log, r->job.name, &there);
    if (!ok) return false;
    ok = is_same(&there, &r->job);
    if (ok) { /* pieces are called by what is there */
        struct job ours = r->job;
        r->job = there;
        there = ours;
    }
    job_release(&there);
    if (!ok) log_error(&ctx->log, "job %s exists, with another program or other options", r->job.name);
    if (!ok || !broker_get_status(r->b, r->job.name, &status)) return false;
    log_info(&ctx->log, "the job %s is there (%s): going on with it", r->job.name, broker_status_name(status));
    return status != BROKER_HALTED || broker_set_status(r->b, r->job.name, BROKER_OPEN);
}

static bool put_program(struct submitted *r) {
    bool ok = true;
    for (uint32_t i = 0; i < r->job.files.len && ok; i++)
        ok = broker_put_program(r->b, r->job.files.data[i].digest, r->job.files.data[i].size,
                                (const uint8_t *)str_text(&r->s->kept.bitcode.data[i]));
    return ok;
}

static bool put_job(struct submitted *r, bool *taken) {
    vec_u8 bytes = {0};
    job_write(&r->job, &bytes);
    bool ok = broker_put_job(r->b, r->job.name, &bytes, taken);
    vec_release(&bytes);
    return ok;
}

static bool submit(struct submitted *r, enum engine engine, const struct piece *first) {
    struct context *ctx = r->s->ctx;
    bool taken = false, ok;
    job_make(r->s, &r->job);
    name_job(r);
    if (first) add_first(r, piece_copy(first), 0);
    else plan(r, engine);
    if (!broker_is_job_name(r->job.name)) {
        log_error(&ctx->log, "a job's name has letters, digits, - and _, at most %d of them", BROKER_JOB_NAME);
        return false;
    }
    ok = put_program(r) && put_job(r, &taken);
    if (taken) return come_back(r);
    for (uint32_t i = 0; i < r->job.first.len && ok; i++)
        ok = job_put_piece(r->b, r->job.name, &r->job.first.data[i], false);
    if (ok) log_info(&ctx->log, "submitted as job %s", r->job.name);
    return ok;
}

/* ---- results ----------------------------------------------------------------------------------------- */

static void hear(struct submitted *r, const struct submitted_group *g, const struct piece_result *result) {
    if (!result_hear(r->s, result, g->engine == r->s->engine, r->heard))
        log_warning(&r->s->ctx->log, "refused: a malformed result of piece %s", result->name);
    if (r->s->confirmed && r->s->ctx->opt.stop_on_first && r->s->line->command == CMD_VERIFY) r->stopped = true;
    if (r->heard->enough && r->heard->enough(r->heard->owner)) r->stopped = true;
    if (r->s->confirmed && r->s->ctx->opt.stop_on_first_test && r->s->line->command & (CMD_TEST | CMD_FUZZ))
        r->stopped = true;
}

static void copy_result(struct piece_result *to, const struct piece_result *from) {
    *to = *from;
    memset(&to->children, 0, sizeof to->children);
    memset(&to->body, 0, sizeof to->body);
    memset(&to->rests, 0, sizeof to->rests);
    copy_bytes(&to->body, &from->body);
}

/* Keeps a result for later: of several engines the submitter takes in the one that answers, and each that found an
 * error. */
static void keep_result(struct submitted_group *g, const struct piece_result *result) {
    struct kept_result *k = mem_zalloc(sizeof *k);
    copy_result(&k->r, result);
    k->next = g->results;
    g->results = k;
}

static void release_group(struct submitted_group *g) {
    while (g->results) {
        struct kept_result *k = g->results;
        g->results = k->next;
        result_release(&k->r);
        mem_free(k);
    }
}

static void hear_group(struct submitted *r, struct submitted_group *g) {
    g->heard = true;
    for (struct kept_result *k = g->results; k; k = k->next) hear(r, g, &k->r);
    release_group(g);
}

static void absorb(void *owner, const struct piece_result *result, uint32_t group) {
    struct submitted *r = owner;
    struct submitted_group *g = &r->groups[group];
    assert(group < r->ngroups);
    g->done++;
    g->attempt = result->attempt;
    vec_append(&g->rests, result->rests.data, result->rests.len);
    g->partial |= !result->exhausted || (result->gaps & ~(1u << GAP_BOUND));
    if (r->ngroups == 1 || result->findings) hear(r, g, result);
    else keep_result(g, result);
    if (r->ngroups > 1 && !r->in_orders && result->findings)
        g->partial = true; /* its errors are taken in; it proves nothing */
}

/* ---- waiting ----------------------------------------------------------------------------------------- */

static void put_again(struct submitted *r) {
    uint32_t cursor = 0, n = 0;
    const struct piece *p;
    while (n < MOST_AGAIN && (p = fold_next_open(&r->fold, &cursor)) && job_put_piece(r->b, r->job.name, p, true)) n++;
    log_info(&r->s->ctx->log, "%u open pieces are in no worker's hands: put into the queue again", n);
}

/* One more piece of an engine that does the whole program. */
static void begin_in_order(struct submitted *r, uint32_t order, bool alone) {
    struct piece p;
    assert(r->in_orders && r->ngroups < PORTFOLIO_MOST);
    piece_in_order(&p, r->groups[0].engine, order, alone);
    settle(r, &p, r->ngroups);
    r->groups[r->ngroups++].engine = r->groups[0].engine;
    r->alone = alone;
    if (!job_put_piece(r->b, r->job.name, &p, false)) r->failed = true;
    fold_begin(&r->fold, &p);
}

/* Workers wait: one of them begins in one more order. */
static void add_order(struct submitted *r) {
    if (!r->in_orders || r->alone || r->fold.done /* then not for long */ ||
        r->ngroups == engine_orders(r->groups[0].engine))
        return;
    log_debug(&r->s->ctx->log, "workers wait: order %u", r->ngroups);
    begin_in_order(r, r->ngroups, false);
}

/* Pieces may get lost: by a broker that lost its disk, by a halt between two messages. What is open and
 * neither in the queue nor at a worker is put into the queue again. */
static void look_after(struct submitted *r) {
    struct broker_queue q;
    uint64_t now = clock_ns();
    if ((now - r->looked_ns) / 1000000 < LOOK_MS) return;
    r->looked_ns = now;
    bool moves = r->fold.done != r->done_before;
    r->done_before = r->fold.done;
    bool known = !moves && broker_look(r->b, &q);
    if (!known || q.waiting_pieces || q.taken_pieces) {
        if (known && q.waiting_workers && !q.waiting_pieces) add_order(r);
        r->stalls = 0;
        return;
    }
    if (++r->stalls < STALLS) return;
    r->stalls = 0;
    put_again(r);
}

/* What results say is covered is there for workers that begin later. */
static void put_covered(struct submitted *r) {
    enum { APART_NS = 1000000000 };
    struct session *s = r->s;
    vec_u8 text = {0}, note = {0};
    if (s->covered.changes == r->put_covered || !engine_divides(s->engine) || clock_ns() - r->put_covered_ns < APART_NS)
        return;
    r->put_covered = s->covered.changes;
    r->put_covered_ns = clock_ns();
    blocknotes_write(&s->covered, s->engine, &text);
    if (note_write(&note, job_identity(&r->job), text.data, text.len))
        broker_put_covered(r->b, r->job.name, note.data, note.len);
    vec_release(&text);
    vec_release(&note);
}

static void show(struct submitted *r) {
    struct session *s = r->s;
    if (!session_shows_progress(s)) return;
    fprintf(stderr, "\r\033[K%s: %llu paths, %llu pieces done, %llu open, %u errors", r->job.name,
            (unsigned long long)s->run.counts.paths, (unsigned long long)r->fold.done,
            (unsigned long long)(r->fold.named - r->fold.done), s->findings.len);
    fflush(stderr);
}

static bool is_done(const struct submitted *r, uint32_t group) {
    return !r->fold.open_in[group] && r->groups[group].done;
}

/* The first engine that has an answer; -1: none so far. */
static int winner(const struct submitted *r) {
    struct rests_run runs[PORTFOLIO_MOST];
    for (uint32_t i = 0; i < r->ngroups; i++)
        runs[i] = (struct rests_run){.complete = is_done(r, i) && !r->groups[i].partial,
                                     .attempt = r->groups[i].attempt,
                                     .on = &r->groups[i].rests};
    rests_judge(runs, r->ngroups);
    for (uint32_t i = 0; i < r->ngroups; i++)
        if (runs[i].counts) return (int)i;
    return -1;
}

/* Of runs in different orders: the one whose answer is the job's. A run that rests on no other is as good as an only
 * run, whatever it says; but with an engine whose runs never rest on others, a run that left something out waits for
 * the rest. -1: none so far. */
static int answerer(const struct submitted *r) {
    int at = winner(r);
    bool waits = r->in_orders && !engine_rests(r->groups[0].engine) && !fold_is_done(&r->fold);
    for (uint32_t i = 0; at < 0 && r->in_orders && !waits && i < r->ngroups; i++)
        if (is_done(r, i) && !r->groups[i].rests.len) at = (int)i;
    return at;
}

/* All orders are done, and none counts: they rest on runs that were not finished. (Or on one that an earlier submitter
 * of the job began; that we do not know of it costs only time.) A worker is to do the whole program without listening.
 */
static void begin_alone(struct submitted *r) {
    log_info(&r->s->ctx->log, "a result depends on unfinished runs; repeating its piece alone");
    begin_in_order(r, 0, true);
}

static bool goes_on(struct submitted *r) {
    struct context *ctx = r->s->ctx;
    if (r->stopped || r->failed || (r->ngroups > 1 && answerer(r) >= 0)) return false;
    if (fold_is_done(&r->fold) && r->in_orders && !r->alone) begin_alone(r);
    if (fold_is_done(&r->fold)) return false;
    if (limits_look(&ctx->limits) == LIMIT_NONE) return true;
    sym_gap_at(&r->s->x, GAP_LIMIT, limit_name(ctx->limits.hit), 0, NULL);
    return false;
}

static void take_result(struct submitted *r) {
    struct piece_result result;
    bool again;
    switch (job_next_result(r->b, r->job.name, &r->at, &result)) {
    case RESULT_FOUND: fold_take(&r->fold, &result, &again); break;
    case RESULT_BAD: break;
    case RESULT_FAILED: r->failed = true; break;
    case RESULT_NONE:
        look_after(r);
        usleep(PAUSE_US);
        break;
    }
}

static void wait_for_results(struct submitted *r) {
    fold_init(&r->fold);
    r->fold.absorb = absorb;
    r->fold.owner = r;
    r->ngroups = r->job.first.len;
    for (uint32_t i = 0; i < r->job.first.len; i++) {
        struct piece p = piece_copy(&r->job.first.data[i]);
        r->groups[i].engine = (enum engine)p.engine;
        fold_begin(&r->fold, &p);
    }
    while (goes_on(r)) {
        take_result(r);
        put_covered(r);
        show(r);
    }
    if (r->s->progress_shown) fputs("\r\033[K", stderr);
}

/* ---- the end ----------------------------------------------------------------------------------------- */

/* What a run says, and those that it rests on. */
static void hear_resting(struct submitted *r, uint32_t at) {
    struct submitted_group *g = &r->groups[at];
    if (g->heard) return;
    hear_group(r, g);
    for (uint32_t k = 0; k < g->rests.len; k++)
        for (uint32_t i = 0; i < r->ngroups; i++)
            if (r->groups[i].attempt == g->rests.data[k]) hear_resting(r, i);
}

/* Gives the session the answer of a run that has one, or the results of a run, which say why there is none. */
static void conclude(struct submitted *r) {
    struct session *s = r->s;
    int at = r->ngroups > 1 ? answerer(r) : 0;
    s->exhausted = at >= 0 && !r->fold.open_in[at] && r->groups[at].done;
    for (uint32_t i = 0; at < 0 && i < r->ngroups; i++)
        if (r->groups[i].results && !r->fold.open_in[i]) at = (int)i;
    if (r->ngroups > 1 && at >= 0) {
        hear_resting(r, (uint32_t)at);
        s->engine = r->groups[at].engine;
    }
    if (!s->exhausted && !r->stopped)
        sym_gap_at(&s->x, GAP_OPEN,
                   r->failed ? "the connection to the NATS server was lost" : "pieces of the job are open", 0, NULL);
    if (r->ngroups > 1 && at >= 0 && !r->in_orders) log_info(&s->ctx->log, "%s answers", engine_name(s->engine));
}

/* No submitter can come back to a job that the user did not name. */
static void end_job(struct submitted *r) {
    if (r->failed) return;
    bool over = fold_is_done(&r->fold) || r->stopped || (r->ngroups > 1 && answerer(r) >= 0);
    broker_set_status(r->b, r->job.name, over ? BROKER_OVER : BROKER_HALTED);
    broker_forget(r->b, r->job.name, !r->s->ctx->opt.job);
}

/* Nothing is executed here. */
static void free_states(struct exec *x) {
    struct state *first = x->now;
    exec_switch(x, NULL);
    state_free(x, first);
    while (x->sym->forked.len) state_free(x, vec_pop(&x->sym->forked));
}

static void count(struct session *s) {
    struct stats *stats = &s->ctx->stats;
    stats->instructions = s->x.instructions;
    stats->paths = s->run.counts.paths;
    stats->paths_partial = s->run.counts.partial;
}

static void release(struct submitted *r) {
    for (uint32_t i = 0; i < r->ngroups; i++) {
        release_group(&r->groups[i]);
        vec_release(&r->groups[i].rests);
    }
    job_release(&r->job);
    broker_close(r->b);
}

bool job_explore(struct session *s, enum engine engine, const struct piece *first, const struct job_listener *heard) {
    struct submitted r = {.s = s, .heard = heard};
    timer_start(&s->ctx->stats.t_execute);
    if (s->engine == ENGINE_AUTO) s->engine = engine_of_command(s->line->command); /* whose program it is */
    r.b = job_connect(s->ctx, "shrike submitter");
    bool ok = r.b && submit(&r, engine, first);
    if (ok) {
        wait_for_results(&r);
        conclude(&r);
        end_job(&r);
        fold_release(&r.fold);
    }
    release(&r);
    free_states(&s->x);
    timer_stop(&s->ctx->stats.t_execute);
    count(s);
    return ok;
}

void job_tell_verdict(struct context *ctx, const char *verdict) {
    if (!ctx->opt.on || !ctx->opt.job) return;
    struct broker *b = job_connect(ctx, "shrike submitter");
    if (b) broker_set_verdict(b, ctx->opt.job, verdict);
    broker_close(b);
}

bool job_submit(struct session *s, enum engine engine, const struct piece *first, struct str *name) {
    struct submitted r = {.s = s};
    r.b = job_connect(s->ctx, "shrike submitter");
    bool ok = r.b && submit(&r, engine, first);
    if (ok) str_add(name, r.job.name);
    release(&r);
    return ok;
}

/* ---- looking at jobs --------------------------------------------------------------------------------- */

static void add_up(void *owner, const struct piece_result *r, uint32_t group) {
    struct job_summary *s = owner;
    (void)group;
    s->paths += r->paths;
    s->partial += r->partial;
    s->instructions += r->instructions;
    s->findings += r->findings;
    s->tests += r->tests;
    s->milliseconds += r->milliseconds;
    s->gaps |= r->gaps;
    s->partial_results |= !r->exhausted;
}

bool job_summarize(struct broker *b, const struct job *job, struct fold *f, struct job_summary *sum) {
    struct piece_result r;
    uint64_t at = 0;
    bool again;
    enum broker_result got;
    fold_init(f);
    memset(sum, 0, sizeof *sum);
    f->absorb = add_up;
    f->owner = sum;
    for (uint32_t i = 0; i < job->first.len; i++) {
        struct piece p = piece_copy(&job->first.data[i]);
        fold_begin(f, &p);
    }
    while ((got = job_next_result(b, job->name, &at, &r)) == RESULT_FOUND || got == RESULT_BAD)
        if (got == RESULT_FOUND) fold_take(f, &r, &again);
    return got == RESULT_NONE;
}

bool job_resume(struct broker *b, const struct job *job, uint32_t *n) {
    struct fold f;
    struct job_summary sum;
    uint32_t cursor = 0;
    const struct piece *p;
    *n = 0;
    if (!broker_set_status(b, job->name, BROKER_OPEN)) return false;
    bool ok = job_summarize(b, job, &f, &sum);
    while (ok && (p = fold_next_open(&f, &cursor))) {
        ok = job_put_piece(b, job->name, p, true);
        ++*n;
    }
    fold_release(&f);
    return ok;
}

bool job_stop(struct broker *b, const char *job) {
    return broker_set_status(b, job, BROKER_HALTED) && broker_forget(b, job, false);
}
