#include "portfolio/portfolio.h"

#include <assert.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/exit.h"
#include "base/tempfolder.h"
#include "portfolio/inside.h"

enum {
    GRACE_MS = 900,       /* after the time limit, for engines to end by themselves */
    SHORT_GRACE_MS = 300, /* ... if one of them has */
    LAST_WORD_MS = 200,
};

uint64_t race_now(void) { return clock_ns() / 1000000; }

bool race_is_over_time(const struct race *r) { return r->interrupted || (r->deadline && race_now() >= r->deadline); }

static uint32_t processors(void) {
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    return n < 1 ? 1 : (uint32_t)n;
}

static bool start_race(struct race *r, const struct portfolio *p) {
    *r = (struct race){.p = p, .n = p->nengines, .confirming = -1, .began = race_now()};
    r->processors = p->processors ? p->processors : processors();
    assert(r->processors > 0);
    r->max_bytes = p->ctx->limits.max_bytes;
    r->deadline = p->ctx->limits.deadline_ns / 1000000;
    for (uint32_t i = 0; i < r->n; i++) {
        const struct portfolio_engine *e = &p->engines[i];
        assert(e->name && e->weight > 0); /* shares are divided by it */
        r->racers[i] = (struct racer){.name = e->name, .weight = e->weight, .served = e->delay_ms, .stales = e->stales};
    }
    r->board_bytes = sizeof *r->board + p->ntargets;
    r->board = mmap(NULL, r->board_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (r->board == MAP_FAILED) return false;
    if (!folder_make(&r->folder)) str_clear(&r->folder);
    return true;
}

static void end_race(struct race *r) {
    race_hide(r);
    for (uint32_t i = 0; i < r->n; i++) racer_release(&r->racers[i]);
    for (uint32_t i = 0; i < r->found.len; i++) vec_release(&r->found.data[i].bytes);
    vec_release(&r->found);
    munmap(r->board, r->board_bytes);
    if (r->folder.len) folder_remove(str_text(&r->folder));
    str_release(&r->folder);
}

void race_child(struct race *r, const struct racer *self, int engine, int fd) {
    struct gate gate;
    struct context *ctx = r->p->ctx;
    assert(fd >= 0 && engine >= PORTFOLIO_TELLER);
    prctl(PR_SET_NAME, self->name); /* as ps and top show it */
    for (uint32_t i = 0; i < r->n; i++)
        if (&r->racers[i] != self && racer_lives(&r->racers[i]))
            close(r->racers[i].fd); /* or others would not see them closed */
    if (r->folder.len) setenv("TMPDIR", str_text(&r->folder), 1);
    ctx->limits.max_bytes /= 2; /* the parent watches the sum */
    if (!gate_open(&gate, fd, r->board, self->kept)) _exit(EXIT_WRONG);
    int status = r->p->run(r->p->owner, engine, &gate);
    gate_stats(&gate, &ctx->stats);
    fflush(NULL);
    _exit(status);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Every target is reached, by one engine or another. The engine that reached the last may be about to say so itself: it
 * has LAST_WORD_MS for that. */
static bool all_reached(struct race *r) {
    assert(atomic_load(&r->board->nreached) <= r->p->ntargets);
    if (!r->p->ntargets || atomic_load(&r->board->nreached) < r->p->ntargets) return false;
    if (!r->all_reached) r->all_reached = race_now();
    return race_now() - r->all_reached >= LAST_WORD_MS;
}

static uint32_t count(const struct race *r, enum racer_state state) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->n; i++) n += r->racers[i].state == state;
    return n;
}

static bool anybody_works(const struct race *r) {
    for (uint32_t i = 0; i < r->n; i++)
        if (racer_works(&r->racers[i])) return true;
    return false;
}

/* After the limit each engine may say what it has, but not for long. */
static bool grace_is_over(const struct race *r) {
    assert(r->deadline);
    bool told = count(r, RACER_TOLD) > 0 && r->confirming < 0;
    return race_now() >= r->deadline + (told ? SHORT_GRACE_MS : GRACE_MS);
}

static bool is_over(struct race *r) {
    if (race_winner(r) >= 0 || all_reached(r) || r->broken) return true;
    if (race_is_over_time(r)) return !anybody_works(r) || grace_is_over(r);
    return !anybody_works(r) && !count(r, RACER_NEW);
}

static void look_for_interrupt(struct race *r) {
    if (r->interrupted || limits_look(&r->p->ctx->limits) != LIMIT_INTERRUPT) return;
    r->interrupted = true;
    r->deadline = race_now();
    for (uint32_t i = 0; i < r->n; i++)
        if (racer_works(&r->racers[i])) kill(r->racers[i].pid, SIGINT);
}

int portfolio_run(const struct portfolio *p) {
    struct race r;
    assert(p->nengines && p->nengines <= PORTFOLIO_MOST);
    if (!start_race(&r, p)) {
        log_error(&p->ctx->log, "cannot start the engines side by side");
        return EXIT_WRONG;
    }
    while (!is_over(&r)) {
        look_for_interrupt(&r);
        race_watch_memory(&r);
        race_schedule(&r);
        race_listen(&r);
        race_show(&r);
    }
    race_hide(&r);
    int status = race_contradicts(&r) ? race_complain(&r) : race_conclude(&r);
    end_race(&r);
    return status;
}
