#include "job/worker.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/child.h"
#include "base/str.h"
#include "engine/share.h"
#include "front/front.h"
#include "job/execute.h"
#include "job/executor.h"
#include "job/piece.h"
#include "job/submit.h"
#include "spread/broker.h"

enum {
    TAKE_MS = 1000,
    TICK_MS = 20,
    STATUS_MS = 1000,
    SHOW_MS = 10000,
    FIRST_LOOK_MS = 10, /* at the queue, then ever later while no worker waits */
    LAST_LOOK_MS = 640,
    RETURN_MS = 2000,
    REFUSED_MS = 10000,
    MOST_DELIVERIES = 12, /* then the piece counts as one that makes workers crash */
    ALIVE_MS = 3000,
    LOAD_MS = 300000,
    MOST_STARTS = 1000, /* of a slot */
    FIRST_LOG_MS = 20,  /* until the log of facts is looked at again, then ever later while nothing comes */
    LAST_LOG_MS = 160,
    MOST_UNKEPT = 256, /* facts that wait to be put there */
    MOST_LOOP_NOTES = 64,
};

struct slot {
    struct context *ctx;
    struct broker *b;
    struct executor executor; /* pid 0: none */
    struct str name;
    uint64_t refused;               /* the identity of the job that was refused last; 0: none was */
    char open[BROKER_JOB_NAME + 1]; /* the job that was found open last ... */
    uint64_t opened;                /* ... and when, ms */
    uint64_t shown, idle_since;     /* ms */
    uint64_t done;
    uint64_t listens;       /* the identity of the job whose notes are heard; 0: none */
    bool knows_covered;     /* the executor knows what is covered */
    VEC(vec_u8) loop_notes; /* of that job (engine/loopnotes.h), for pieces that begin later */
};

static uint64_t now_ms(void) { return clock_ns() / 1000000; }

static bool is_over(struct context *ctx) { return limits_look(&ctx->limits) != LIMIT_NONE; }

static void show(struct slot *s, const char *what) {
    struct str text = {0};
    if (s->shown && now_ms() - s->shown < SHOW_MS) return;
    s->shown = now_ms();
    str_addf(&text, "%s, %llu pieces done", what, (unsigned long long)s->done);
    broker_show_worker(s->b, str_text(&s->name), str_text(&text));
    str_release(&text);
}

/* ---- the program of a job ---------------------------------------------------------------------------- */

static bool get_program(struct slot *s, const struct job *job, struct front_kept *kept) {
    bool ok = true;
    for (uint32_t i = 0; i < job->files.len && ok; i++) {
        struct str bytes = {0};
        ok = broker_get_program(s->b, job->files.data[i].digest, job->files.data[i].size, &bytes);
        if (!ok) log_error(&s->ctx->log, "%s: its bitcode is not in the broker, or damaged", job->files.data[i].name);
        vec_push(&kept->bitcode, bytes);
    }
    return ok;
}

/* The executor's first word. */
static bool is_loaded(struct slot *s) {
    enum executor_word kind = EXECUTOR_REFUSED;
    vec_u8 bytes = {0};
    uint64_t until = now_ms() + LOAD_MS;
    int heard = 0;
    while (heard == 0 && now_ms() < until && !is_over(s->ctx))
        heard = executor_hear(&s->executor, TICK_MS, &kind, &bytes);
    vec_release(&bytes);
    return heard > 0 && kind == EXECUTOR_LOADED;
}

enum readiness { READY, NOT_READY, STALE };

/* The executor has the program of the piece's job. STALE: the job of that name is another one by now. */
static enum readiness have_executor(struct slot *s, const struct delivery *d, const struct piece *p) {
    struct job job;
    struct front_kept kept = {0};
    uint64_t wanted = p->job;
    if (s->executor.pid && s->executor.identity == wanted && strcmp(s->executor.job.name, delivery_job(d)) == 0)
        return READY;
    executor_stop(&s->executor);
    if (s->refused == wanted || !job_get(s->b, &s->ctx->log, delivery_job(d), &job)) return NOT_READY;
    bool stale = job_identity(&job) != wanted;
    if (stale || !get_program(s, &job, &kept)) {
        front_kept_release(&kept);
        job_release(&job);
        return stale ? STALE : NOT_READY;
    }
    s->knows_covered = false;
    if (executor_start(&s->executor, s->ctx, &job, &kept) && is_loaded(s)) return READY;
    executor_stop(&s->executor);
    s->refused = wanted;
    return NOT_READY;
}

/* ---- a piece ----------------------------------------------------------------------------------------- */

struct work_on_piece {
    struct slot *s;
    struct delivery *d;
    const struct piece *p;
    uint64_t alive, status, look; /* when these are due, ms */
    uint64_t look_after;          /* ms */
    bool listens;                 /* notes go to and fro */
    bool keeps;                   /* there is a log of facts ... */
    uint64_t version;             /* ... heard up to here */
    uint64_t log, log_after;      /* when it is looked at again, ms, and after how many */
    VEC(vec_u8) unkept;           /* notes that are to be put there */
    bool failed;                  /* a child could not be put into the queue */
};

/* Other workers wait and nothing is in the queue: some of this is for them. */
static void look_at_queue(struct work_on_piece *o, uint64_t now) {
    struct broker_queue q;
    if (now < o->look) return;
    bool wait = broker_look(o->s->b, &q) && q.waiting_workers > q.waiting_pieces;
    if (wait) atomic_store(&o->s->executor.board->wanted, (uint32_t)(q.waiting_workers - q.waiting_pieces));
    o->look_after = wait ? FIRST_LOOK_MS * 2 : o->look_after < LAST_LOOK_MS ? o->look_after * 2 : LAST_LOOK_MS;
    o->look = now_ms() + o->look_after;
}

/* Several words within the time after which it would be handed out again. */
static uint64_t alive_ms(const struct slot *s) {
    uint64_t third = (uint64_t)broker_ack_ms(s->b) / 3;
    return third < ALIVE_MS ? third : ALIVE_MS;
}

/* False: the job is not to be gone on with. */
static bool look_after(struct work_on_piece *o) {
    uint64_t now = now_ms();
    enum broker_status status;
    if (now >= o->alive) {
        delivery_alive(o->d);
        o->alive = now + alive_ms(o->s);
        show(o->s, delivery_job(o->d));
    }
    look_at_queue(o, now);
    if (now < o->status) return true;
    o->status = now + STATUS_MS;
    return !broker_get_status(o->s->b, delivery_job(o->d), &status) || status == BROKER_OPEN;
}

static void put_child(struct work_on_piece *o, const vec_u8 *bytes) {
    struct piece child;
    const uint8_t *at = bytes->data;
    if (!piece_read(&child, &at, at + bytes->len)) {
        o->failed = true;
        return;
    }
    o->failed |= !job_put_piece(o->s->b, delivery_job(o->d), &child, false);
    piece_release(&child);
}

static void drop_loop_notes(struct slot *s) {
    for (uint32_t i = 0; i < s->loop_notes.len; i++) vec_release(&s->loop_notes.data[i]);
    vec_clear(&s->loop_notes);
}

/* A piece that begins later has not heard it. */
static void keep_loop_note(struct slot *s, const uint8_t *from, const uint8_t *to) {
    if (from == to || *from != NOTE_INVARIANT || s->loop_notes.len >= MOST_LOOP_NOTES) return;
    vec_push(&s->loop_notes, (vec_u8){0});
    while (from < to) vec_push(&vec_last(&s->loop_notes), *from++);
}

static void give_loop_notes(struct slot *s) {
    for (uint32_t i = 0; i < s->loop_notes.len && executor_has_room(&s->executor); i++)
        executor_tell(&s->executor, s->loop_notes.data[i].data, s->loop_notes.data[i].len);
}

static void put_note(struct work_on_piece *o, const vec_u8 *bytes) {
    vec_u8 note = {0};
    keep_loop_note(o->s, bytes->data, bytes->data + bytes->len);
    if (note_write(&note, o->p->job, bytes->data, bytes->len))
        broker_tell_note(o->s->b, delivery_job(o->d), note.data, note.len);
    vec_release(&note);
}

static void hand_note(struct slot *s, const uint8_t *from, const uint8_t *to) {
    keep_loop_note(s, from, to);
    executor_tell(&s->executor, from, (uint32_t)(to - from));
}

/* A note as it came goes to the executor. */
static void pass_note(struct work_on_piece *o, const vec_u8 *bytes) {
    const uint8_t *from, *to;
    if (!note_read(bytes->data, bytes->data + bytes->len, o->p->job, &from, &to))
        log_warning(&o->s->ctx->log, "refused: a malformed note (job %s)", delivery_job(o->d));
    else hand_note(o->s, from, to);
}

static bool are_equal(const vec_u8 *a, const vec_u8 *b) {
    return a->len == b->len && (!a->len || memcmp(a->data, b->data, a->len) == 0);
}

/* A fact that is to be kept. */
static void put_fact(struct work_on_piece *o, const vec_u8 *bytes) {
    vec_u8 note = {0};
    if (o->keeps && o->unkept.len < MOST_UNKEPT && note_write(&note, o->p->job, bytes->data, bytes->len))
        vec_push(&o->unkept, note);
    else vec_release(&note);
}

static void drop_unkept(struct work_on_piece *o) {
    vec_release(&o->unkept.data[0]);
    for (uint32_t i = 1; i < o->unkept.len; i++) o->unkept.data[i - 1] = o->unkept.data[i];
    o->unkept.len--;
}

/* Notes of others, as many as the executor takes. */
static void pass_notes(struct work_on_piece *o) {
    vec_u8 bytes = {0};
    while (o->listens && executor_has_room(&o->s->executor) && broker_hear_note(o->s->b, &bytes)) pass_note(o, &bytes);
    vec_release(&bytes);
}

/* Hears the next fact of the log, if there is one; it is not passed on if the piece is over. A malformed one has a
 * version like others, and is passed. */
static bool hear_fact(struct work_on_piece *o, bool over) {
    vec_u8 bytes = {0};
    bool there = broker_get_fact(o->s->b, delivery_job(o->d), o->version + 1, &bytes);
    if (there) o->version++;
    /* Sent twice, as the answer got lost: it is ours. */
    bool ours = there && o->unkept.len && are_equal(&bytes, &o->unkept.data[0]);
    if (ours) drop_unkept(o);
    if (there && !ours && !over) pass_note(o, &bytes);
    vec_release(&bytes);
    return there;
}

/* Puts the first fact that waits behind the last one of the log. False: that is another one by now, which is to be
 * heard first. */
static bool keep_fact(struct work_on_piece *o) {
    const vec_u8 *fact = &o->unkept.data[0];
    enum broker_kept kept = broker_keep_fact(o->s->b, delivery_job(o->d), o->version + 1, fact->data, fact->len);
    if (kept == KEPT_TAKEN) return false;
    o->version += kept == KEPT;
    drop_unkept(o);
    return true;
}

/* Facts of others come first, as many as the executor takes; then ours go behind them. */
static void turn_facts(struct work_on_piece *o, bool over) {
    bool came = false;
    if (!o->keeps || (now_ms() < o->log && !o->unkept.len)) return;
    while (over || executor_has_room(&o->s->executor)) {
        if (o->unkept.len && keep_fact(o)) continue;
        if ((over && !o->unkept.len) || !hear_fact(o, over)) break;
        came = true;
    }
    o->log_after = came ? FIRST_LOG_MS : o->log_after < LAST_LOG_MS ? o->log_after * 2 : LAST_LOG_MS;
    o->log = now_ms() + o->log_after;
}

/* Tells an executor that begins late what the results of the job cover. */
static void tell_covered(struct work_on_piece *o) {
    vec_u8 bytes = {0};
    const uint8_t *from, *to;
    if (o->s->knows_covered) return;
    o->s->knows_covered = true;
    if (broker_get_covered(o->s->b, delivery_job(o->d), &bytes)) {
        if (note_read(bytes.data, bytes.data + bytes.len, o->p->job, &from, &to))
            executor_tell(&o->s->executor, from, (uint32_t)(to - from));
        else log_warning(&o->s->ctx->log, "refused: a malformed note of what is covered (job %s)", delivery_job(o->d));
    }
    vec_release(&bytes);
}

/* From now on the worker hears notes of the job: those on what is covered, or proved of loops, also if they come
 * between two pieces; those of workers that do the same in other orders only while it executes the piece. */
static void listen(struct work_on_piece *o) {
    const struct piece *p = o->p;
    bool in_order = piece_hears(p) && !o->keeps /* the log tells all */ &&
                    delivery_count(o->d) == 1; /* a worker that does it again rests on no run */
    o->listens = in_order || piece_tells_blocks(p) || piece_tells_loops(p);
    if (!in_order && (piece_hears(p) || o->s->listens == p->job)) return;
    if (o->s->listens != p->job) drop_loop_notes(o->s);
    broker_listen(o->s->b, delivery_job(o->d));
    o->s->listens = p->job;
}

/* Its result, then the word that it is done: in that order nothing can be lost. */
static void finish(struct work_on_piece *o, const struct piece_result *r) {
    vec_u8 bytes = {0};
    result_write(r, &bytes);
    enum broker_put put = broker_put_result(o->s->b, delivery_job(o->d), r->name, &bytes);
    vec_release(&bytes);
    o->s->done += put == PUT_FIRST;
    if (put == PUT_FAILED) delivery_drop(o->d);
    else delivery_done(o->d);
}

static void take_result(struct work_on_piece *o, const vec_u8 *bytes) {
    struct piece_result r;
    if (!o->failed && result_read(&r, bytes->data, bytes->data + bytes->len)) {
        finish(o, &r);
        result_release(&r);
    } else {
        delivery_return(o->d, RETURN_MS);
    }
}

/* No worker can do it: that is its result. */
static void give_up(struct slot *s, struct delivery *d, const struct piece *p, const char *why) {
    struct work_on_piece o = {.s = s, .d = d, .p = p};
    struct piece_result r = {0};
    log_warning(&s->ctx->log, "job %s abandoned: %s", delivery_job(d), why);
    memcpy(r.name, p->name, sizeof r.name);
    finish(&o, &r);
}

/* Executes the piece; the delivery is ended. */
static void do_piece(struct slot *s, struct delivery *d, const struct piece *p) {
    struct work_on_piece o = {.s = s,
                              .d = d,
                              .p = p,
                              .alive = now_ms() + alive_ms(s),
                              .status = now_ms() + STATUS_MS,
                              .look = now_ms() + FIRST_LOOK_MS,
                              .look_after = FIRST_LOOK_MS};
    vec_u8 bytes = {0};
    enum executor_word kind = EXECUTOR_CHILD;
    o.keeps = piece_keeps_facts(p);
    listen(&o);
    int heard = executor_give(&s->executor, p) ? 0 : -1;
    if (heard >= 0 && piece_tells_blocks(p)) tell_covered(&o);
    if (heard >= 0 && piece_tells_loops(p)) give_loop_notes(s);
    bool wanted = true;
    while (heard >= 0 && kind == EXECUTOR_CHILD && wanted && !is_over(s->ctx)) {
        heard = executor_hear(&s->executor, TICK_MS, &kind, &bytes);
        if (heard > 0 && kind == EXECUTOR_CHILD) put_child(&o, &bytes);
        if (heard > 0 && kind == EXECUTOR_NOTE) put_note(&o, &bytes);
        if (heard > 0 && kind == EXECUTOR_KEEP) put_fact(&o, &bytes);
        if (heard <= 0 || kind == EXECUTOR_CHILD || kind == EXECUTOR_NOTE || kind == EXECUTOR_KEEP) {
            kind = EXECUTOR_CHILD;
            pass_notes(&o);
            turn_facts(&o, false);
            wanted = look_after(&o);
        }
    }
    if (heard > 0 && kind == EXECUTOR_RESULT) turn_facts(&o, true);
    while (o.unkept.len) drop_unkept(&o);
    vec_release(&o.unkept);
    if (heard > 0 && kind == EXECUTOR_RESULT) take_result(&o, &bytes);
    else if (heard > 0 && kind == EXECUTOR_NONSENSE) give_up(s, d, p, "a piece does not fit its program");
    else if (!wanted) delivery_done(d);
    else delivery_return(d, is_over(s->ctx) ? 1 : RETURN_MS);
    if (kind != EXECUTOR_RESULT) executor_stop(&s->executor);
    vec_release(&bytes);
}

/* Small pieces need not ask each time. False: the broker does not answer. */
static bool get_status(struct slot *s, const char *job, enum broker_status *status) {
    *status = BROKER_OPEN;
    if (strcmp(s->open, job) == 0 && now_ms() - s->opened < STATUS_MS) return true;
    if (!broker_get_status(s->b, job, status)) return false;
    snprintf(s->open, sizeof s->open, "%s", *status == BROKER_OPEN ? job : "");
    s->opened = now_ms();
    return true;
}

static bool read_piece(struct slot *s, const struct delivery *d, struct piece *p) {
    const uint8_t *end, *at = delivery_bytes(d, &end);
    bool whole = *delivery_job(d) && piece_read(p, &at, end),
         ok = whole && at == end && strcmp(p->name, delivery_piece(d)) == 0;
    if (whole && !ok) piece_release(p);
    if (!ok)
        log_warning(&s->ctx->log, "refused: a malformed piece of work (shrike.work.%s.%s)", delivery_job(d),
                    delivery_piece(d));
    return ok;
}

static void take_piece(struct slot *s, struct delivery *d, const struct piece *p) {
    enum broker_status status;
    if (!get_status(s, delivery_job(d), &status)) {
        delivery_drop(d);
    } else if (status != BROKER_OPEN) {
        delivery_done(d); /* if the job is resumed, it is made again */
    } else if (delivery_count(d) > 1 && broker_has_result(s->b, delivery_job(d), p->name)) {
        delivery_done(d);
    } else if (delivery_count(d) > MOST_DELIVERIES) {
        give_up(s, d, p, "a piece crashed several workers");
    } else {
        switch (have_executor(s, d, p)) {
        case READY: do_piece(s, d, p); break;
        case NOT_READY: delivery_return(d, REFUSED_MS); break;
        case STALE: delivery_done(d); break;
        }
    }
}

/* A piece has come. */
static void take_up(struct slot *s, struct delivery *d) {
    struct piece p;
    if (!read_piece(s, d, &p)) {
        delivery_done(d); /* the submitter sees that it has no result */
        return;
    }
    take_piece(s, d, &p);
    piece_release(&p);
}

/* ---- slots ------------------------------------------------------------------------------------------- */

static bool is_idle(struct slot *s) {
    int64_t most = s->ctx->opt.idle;
    return most && now_ms() - s->idle_since > (uint64_t)most * 1000;
}

static int run_slot(struct context *ctx, uint32_t number) {
    struct slot s = {.ctx = ctx, .idle_since = now_ms()};
    char host[64] = "worker";
    gethostname(host, sizeof host - 1);
    for (char *c = host; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_", *c)) *c = '-';
    str_addf(&s.name, "%s-%d-%u", host, (int)getpid(), number);
    s.b = job_connect(ctx, "shrike worker");
    while (s.b && !is_over(ctx) && !is_idle(&s)) {
        show(&s, "waits");
        struct delivery *d = broker_take(s.b, TAKE_MS);
        if (!d) continue;
        take_up(&s, d);
        s.idle_since = now_ms();
    }
    executor_stop(&s.executor);
    drop_loop_notes(&s);
    vec_release(&s.loop_notes);
    int status = s.b ? EXIT_FINE : EXIT_WRONG;
    broker_close(s.b);
    str_release(&s.name);
    return status;
}

static pid_t start_slot(struct context *ctx, uint32_t number) {
    pid_t pid = child_fork(SIGTERM, false);
    if (pid != 0) return pid;
    _exit(run_slot(ctx, number));
}

static uint32_t slot_of(const pid_t *pids, uint32_t n, pid_t pid) {
    uint32_t i = 0;
    while (i < n && pids[i] != pid) i++;
    return i;
}

/* Starts a worker again if it has crashed, not if it has ended. Returns the worst status. */
static int watch(struct context *ctx, pid_t *pids, uint32_t n) {
    uint32_t living = n, starts = 0;
    int worst = EXIT_FINE, status;
    bool told = false;
    while (living) {
        if (is_over(ctx) && !told) {
            told = true;
            for (uint32_t i = 0; i < n; i++)
                if (pids[i] > 0) kill(pids[i], SIGTERM);
        }
        pid_t pid = waitpid(-1, &status, WNOHANG);
        if (pid <= 0) {
            usleep(TICK_MS * 1000);
            continue;
        }
        uint32_t at = slot_of(pids, n, pid);
        if (at == n) continue;
        bool again = WIFSIGNALED(status) && !told && ++starts < MOST_STARTS;
        if (again) usleep(TICK_MS * 1000);
        pids[at] = again ? start_slot(ctx, at) : 0;
        living -= pids[at] <= 0;
        if (!again)
            worst = WIFEXITED(status) && WEXITSTATUS(status) < worst ? worst
                    : WIFEXITED(status)                              ? WEXITSTATUS(status)
                                                                     : EXIT_WRONG;
    }
    return worst;
}

int worker_run(struct context *ctx) {
    uint32_t n = (uint32_t)ctx->opt.slots;
    pid_t *pids = mem_zalloc(n * sizeof *pids);
    for (uint32_t i = 0; i < n; i++) pids[i] = start_slot(ctx, i);
    int status = watch(ctx, pids, n);
    mem_free(pids);
    return status;
}
