#include "engine/concolic/workers.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/message.h"
#include "exec/sym/premise.h"

enum { POLL_MS = 200, MOST_DEATHS = 3, GRACE_MS = 2000 };

struct worker {
    pid_t pid; /* 0: there is none */
    int fd;
    bool busy;
    struct work work; /* what it has, if busy */
};

struct workers {
    struct generations *g;
    struct workers_counts *counts;
    VEC(struct worker) all;
    struct map deaths; /* by hash of the work that they had */
};

/* ---- the worker's side ------------------------------------------------------------------------ */

static struct runner_counts minus(const struct runner_counts *a, const struct runner_counts *b) {
    return (struct runner_counts){a->runs - b->runs,         a->events - b->events,     a->asked - b->asked,
                                  a->found - b->found,       a->refuted - b->refuted,   a->settled - b->settled,
                                  a->repeated - b->repeated, a->repaired - b->repaired, a->unrepaired - b->unrepaired};
}

static bool serve_one(struct generations *g, int fd, vec_u8 *bytes) {
    struct runner_counts before = *runner_counts(g->runner);
    uint64_t instructions = g->x->instructions;
    const uint8_t *p = bytes->data;
    struct work w;
    struct expansion e;
    if (!work_read(&w, &p, p + bytes->len)) return false;
    runner_expand(g->runner, &w, g->repeats, &e);
    work_release(&w);
    if (solver_saw_nan_bits(g->x->sym->solver)) sym_gap(g->x, GAP_NAN, NULL);
    struct answer_counts counts = {g->x->sym->gaps.seen, g->x->instructions - instructions,
                                   minus(runner_counts(g->runner), &before)};
    vec_clear(bytes);
    premises_write(bytes, &g->x->sym->premises);
    expansion_write(bytes, &e, &counts);
    expansion_release(&e);
    return message_send(fd, bytes);
}

static void serve(struct generations *g, int fd) {
    vec_u8 bytes = {0};
    while (message_receive(fd, &bytes))
        if (!serve_one(g, fd, &bytes)) break;
    _exit(0);
}

static bool start(struct workers *ws, struct worker *w) {
    int fd = -1;
    pid_t pid = child_fork_talking(SIGKILL, false, &fd);
    if (pid == 0) {
        for (uint32_t i = 0; i < ws->all.len; i++)
            if (ws->all.data[i].pid) close(ws->all.data[i].fd);
        serve(ws->g, fd);
    }
    *w = (struct worker){.pid = pid > 0 ? pid : 0, .fd = fd};
    return pid > 0;
}

/* ---- the searcher's side ------------------------------------------------------------------------- */

static void add_counts(struct workers_counts *to, const struct answer_counts *from) {
    to->instructions += from->instructions;
    to->sum.runs += from->runs.runs;
    to->sum.events += from->runs.events;
    to->sum.asked += from->runs.asked;
    to->sum.found += from->runs.found;
    to->sum.refuted += from->runs.refuted;
    to->sum.settled += from->runs.settled;
    to->sum.repeated += from->runs.repeated;
    to->sum.repaired += from->runs.repaired;
    to->sum.unrepaired += from->runs.unrepaired;
}

static void take_gaps(struct exec *x, uint64_t gaps) {
    for (uint32_t g = 0; g < GAPS; g++)
        if (gaps & 1u << g) sym_gap(x, (enum gap)g, NULL);
}

/* A worker is gone: its work goes back on the list, unless that killed several. */
static void bury(struct workers *ws, struct worker *w) {
    close(w->fd);
    child_reap(w->pid);
    w->pid = 0;
    ws->counts->died++;
    if (!w->busy) return;
    w->busy = false;
    uint64_t key = work_hash(&w->work), deaths = map_get(&ws->deaths, key, 0) + 1;
    map_put(&ws->deaths, key, deaths);
    if (deaths < MOST_DEATHS) {
        generations_return(ws->g, &w->work);
        return;
    }
    sym_gap(ws->g->x, GAP_LIMIT, "an input crashed several workers");
    work_release(&w->work);
}

static void take_answer(struct workers *ws, struct worker *w) {
    vec_u8 bytes = {0};
    struct expansion e;
    struct answer_counts counts;
    struct exec *x = ws->g->x;
    bool there = message_receive(w->fd, &bytes);
    const uint8_t *p = bytes.data, *end = p + bytes.len;
    if (!there || !premises_read(&p, end, &x->sym->premises, x->p) || !expansion_read(p, end, &e, &counts)) {
        kill(w->pid, SIGKILL);
        bury(ws, w);
    } else {
        w->busy = false;
        work_release(&w->work);
        add_counts(ws->counts, &counts);
        take_gaps(ws->g->x, counts.gaps);
        generations_absorb(ws->g, &e);
        generations_mutate(ws->g);
    }
    vec_release(&bytes);
}

/* Gives work to each idle worker; false: all are idle and nothing is left. */
static bool hand_out(struct workers *ws) {
    bool busy = false;
    for (uint32_t i = 0; i < ws->all.len; i++) {
        struct worker *w = &ws->all.data[i];
        if (!w->pid && !start(ws, w)) continue;
        if (!w->busy && generations_next(ws->g, &w->work)) {
            vec_u8 bytes = {0};
            work_write(&w->work, &bytes);
            w->busy = true;
            if (!message_send(w->fd, &bytes)) bury(ws, w);
            vec_release(&bytes);
        }
        busy |= w->busy;
    }
    return busy || (ws->g->queue.len && !ws->g->stopped);
}

static void wait_for_answers(struct workers *ws, int milliseconds) {
    uint32_t n = ws->all.len;
    struct pollfd *fds = mem_zalloc(n * sizeof *fds);
    for (uint32_t i = 0; i < n; i++) {
        fds[i].fd = ws->all.data[i].busy ? ws->all.data[i].fd : -1;
        fds[i].events = POLLIN;
    }
    if (poll(fds, n, milliseconds) > 0)
        for (uint32_t i = 0; i < n; i++)
            if (fds[i].revents) take_answer(ws, &ws->all.data[i]);
    mem_free(fds);
}

static bool limit_reached(struct generations *g) {
    if (!limits_look(&g->x->ctx->limits)) return false;
    sym_gap(g->x, GAP_LIMIT, limit_name(g->x->ctx->limits.hit));
    return true;
}

/* Waits for busy workers, which have the same limits and end soon, then kills all. */
static void end_all(struct workers *ws) {
    for (int waited = 0; waited < GRACE_MS && !ws->g->stopped; waited += POLL_MS) {
        bool busy = false;
        for (uint32_t i = 0; i < ws->all.len; i++) busy |= ws->all.data[i].busy;
        if (!busy) break;
        wait_for_answers(ws, POLL_MS);
    }
    for (uint32_t i = 0; i < ws->all.len; i++) {
        struct worker *w = &ws->all.data[i];
        if (!w->pid) continue;
        close(w->fd);
        kill(w->pid, SIGKILL);
        child_reap(w->pid);
        if (w->busy) work_release(&w->work);
    }
}

bool workers_run(struct generations *g, uint32_t n, struct workers_counts *counts) {
    struct workers ws = {.g = g, .counts = counts};
    memset(counts, 0, sizeof *counts);
    map_init(&ws.deaths);
    vec_resize(&ws.all, n);
    uint32_t started = 0;
    for (uint32_t i = 0; i < n; i++) started += start(&ws, &ws.all.data[i]);
    while (started && !limit_reached(g) && hand_out(&ws)) {
        wait_for_answers(&ws, POLL_MS);
        if (g->hooks->progress) g->hooks->progress(g->hooks->owner);
    }
    end_all(&ws);
    vec_release(&ws.all);
    map_release(&ws.deaths);
    return started;
}
