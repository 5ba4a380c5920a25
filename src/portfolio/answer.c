/* What the engines say, and which process prints the verdict. */
#include <assert.h>
#include <poll.h>
#include <string.h>
#include <sys/wait.h>

#include "base/exit.h"
#include "base/message.h"
#include "base/watchdog.h"
#include "portfolio/inside.h"

enum { TICK_MS = 20, FIRST_TICKS_MS = 5, EARLY_MS = 300, LAST_WORD_MS = 1250 /* after the time limit */ };

/* ---- messages ------------------------------------------------------------------------------------ */

static void keep_found(struct race *r, uint32_t at, enum mail kind, const uint8_t *p, const uint8_t *end) {
    struct found f = {.racer = at, .kind = kind};
    const uint8_t *rest = p;
    if (!get_u64(&rest, end, &f.word)) return;
    vec_append(&f.bytes, p, end - p);
    vec_push(&r->found, f);
}

static void take_verdict(struct racer *j, const uint8_t *p, const uint8_t *end) {
    uint64_t status, complete, bounded, final, came, n, id;
    if (!get_u64(&p, end, &status) || !get_u64(&p, end, &complete) || !get_u64(&p, end, &bounded)) return;
    if (!get_u64(&p, end, &final) || !get_u64(&p, end, &came) || !get_u64(&p, end, &n)) return;
    j->state = RACER_TOLD;
    j->status = (int)status;
    j->complete = complete;
    j->bounded = bounded;
    j->final = final;
    j->came = came;
    while (n-- && get_u64(&p, end, &id)) vec_push(&j->unreachable, (uint32_t)id);
}

static void take_progress(struct racer *j, const uint8_t *p, const uint8_t *end) {
    vec_u8 bytes = {0};
    uint64_t blocks = j->progress.blocks;
    j->has_progress = get_bytes(&p, end, &bytes) && bytes.len == sizeof j->progress;
    if (j->has_progress) memcpy(&j->progress, bytes.data, sizeof j->progress);
    if (j->progress.blocks > blocks) j->gained_at = j->cpu_ms;
    vec_release(&bytes);
}

static void take_stats(struct race *r, const uint8_t *p, const uint8_t *end) {
    vec_u8 bytes = {0};
    struct stats *stats = &r->p->ctx->stats;
    struct timer total = stats->t_total; /* ours goes on */
    if (get_bytes(&p, end, &bytes) && bytes.len == sizeof *stats) memcpy(stats, bytes.data, sizeof *stats);
    stats->t_total = total;
    vec_release(&bytes);
}

static void settle(struct race *r, uint32_t at) {
    if (r->confirming == (int)at) r->confirming = -1;
}

static void take(struct race *r, uint32_t at, enum mail kind, const uint8_t *p, const uint8_t *end) {
    assert(at < r->n && p <= end);
    struct racer *j = &r->racers[at];
    /* The engine was stopped right after it sent this; it must run to hear our answer. */
    if (j->state == RACER_STOPPED && (kind == MAIL_ASK || kind == MAIL_VERDICT)) racer_continue(j);
    switch (kind) {
    case MAIL_PROGRESS: take_progress(j, p, end); break;
    case MAIL_ASK: j->state = RACER_ASKS; break;
    case MAIL_SETTLED: settle(r, at); break;
    case MAIL_FINDING:
    case MAIL_TARGET: keep_found(r, at, kind, p, end); break;
    case MAIL_VERDICT:
        settle(r, at);
        take_verdict(j, p, end);
        break;
    case MAIL_STATS: take_stats(r, p, end); break;
    case MAIL_MAY:
    case MAIL_GO: break;
    }
}

static void take_all(struct race *r, uint32_t at) {
    enum mail kind;
    const uint8_t *p, *end;
    while (mailbox_next(&r->racers[at].box, &kind, &p, &end)) take(r, at, kind, p, end);
}

/* The process has ended without being asked to. What it has printed is shown: it may say why. */
static void bury(struct race *r, uint32_t at) {
    struct racer *j = &r->racers[at];
    struct str said = {0};
    int how = racer_wait(j), sig = how >= 0 && WIFSIGNALED(how) ? WTERMSIG(how) : 0;
    settle(r, at);
    race_hide(r);
    racer_said(j, &said);
    fputs(str_text(&said), r->p->ctx->log.out);
    str_release(&said);
    r->broken |= sig == SIGABRT && r->p->ctx->opt.check_solver;
    if (sig)
        log_warning(&r->p->ctx->log, "the engine %s ended with signal %d%s", j->name, sig,
                    r->broken ? "" : "; the others go on");
    else log_warning(&r->p->ctx->log, "the engine %s ended without a verdict; the others go on", j->name);
}

static void hear(struct race *r, uint32_t at) {
    bool there = mailbox_fill(&r->racers[at].box, r->racers[at].fd);
    take_all(r, at);
    if (!there) bury(r, at);
}

/* Lets one engine at a time confirm its error: the same compilation would cost each of them. */
static void let_confirm(struct race *r) {
    assert(r->confirming < (int)r->n);
    vec_u8 m = {0};
    for (uint32_t i = 0; i < r->n && r->confirming < 0; i++) {
        struct racer *j = &r->racers[i];
        if (j->state != RACER_ASKS) continue;
        mail_begin(&m, MAIL_MAY);
        j->state = RACER_RUNNING;
        if (!message_send(j->fd, &m)) continue; /* it is gone, as the next look will tell */
        r->confirming = (int)i;
        r->confirm_from = race_now();
    }
    vec_release(&m);
}

void race_listen(struct race *r) {
    struct pollfd fds[PORTFOLIO_MOST];
    uint32_t who[PORTFOLIO_MOST], n = 0;
    for (uint32_t i = 0; i < r->n; i++) {
        if (!racer_lives(&r->racers[i])) continue;
        who[n] = i;
        fds[n++] = (struct pollfd){.fd = r->racers[i].fd, .events = POLLIN};
    }
    if (poll(fds, n, race_now() - r->began < EARLY_MS ? FIRST_TICKS_MS : TICK_MS) > 0)
        for (uint32_t i = 0; i < n; i++)
            if (fds[i].revents) hear(r, who[i]);
    let_confirm(r);
    assert(r->confirming < 0 || racer_works(&r->racers[r->confirming]));
}

/* ---- answers --------------------------------------------------------------------------------------- */

/* Wrong usage is the same for all; an internal error must not be lost. */
static bool is_definite(const struct racer *j) {
    if (j->state != RACER_TOLD || j->status == EXIT_UNKNOWN) return false;
    return j->complete || j->status == EXIT_WRONG || j->status == EXIT_INTERNAL;
}

int race_winner(const struct race *r) {
    int last = -1; /* has no answer, but no other engine will have one */
    for (uint32_t i = 0; i < r->n; i++) {
        if (is_definite(&r->racers[i])) return (int)i;
        if (last < 0 && r->racers[i].state == RACER_TOLD && r->racers[i].final) last = (int)i;
    }
    return last;
}

/* An engine that has found an error is better; of others the engine that came further. */
static bool is_better(const struct racer *a, const struct racer *b) {
    assert(a->state == RACER_TOLD && b->state == RACER_TOLD);
    bool found = a->status == EXIT_UNSAFE, other = b->status == EXIT_UNSAFE;
    return found != other ? found : a->came > b->came;
}

/* The best engine with a verdict where there is no winner; of equals the first in line. -1: none. */
static int best_told(const struct race *r) {
    int best = -1;
    for (uint32_t i = 0; i < r->n; i++) {
        if (r->racers[i].state != RACER_TOLD) continue;
        if (best < 0 || is_better(&r->racers[i], &r->racers[best])) best = (int)i;
    }
    return best;
}

static void end_others(struct race *r, int but) {
    for (uint32_t i = 0; i < r->n; i++)
        if ((int)i != but && racer_lives(&r->racers[i])) racer_signal(&r->racers[i], SIGKILL);
    for (uint32_t i = 0; i < r->n; i++)
        if ((int)i != but && racer_lives(&r->racers[i])) racer_wait(&r->racers[i]);
}

/* Has the racer that tells found this target itself, or will it have heard of it? */
static bool is_known(const struct race *r, int teller, uint32_t at) {
    assert(at < r->found.len && teller >= 0);
    const struct found *f = &r->found.data[at];
    if ((int)f->racer == teller) return true;
    for (uint32_t i = 0; f->kind == MAIL_TARGET && i < r->found.len; i++) {
        const struct found *other = &r->found.data[i];
        if (other->kind == MAIL_TARGET && other->word == f->word && (i < at || (int)other->racer == teller))
            return true;
    }
    return false;
}

static bool hand_over(struct race *r, const struct racer *j, int teller) {
    assert(racer_lives(j));
    vec_u8 m = {0};
    bool ok = true;
    for (uint32_t i = 0; ok && i < r->found.len; i++) {
        const struct found *f = &r->found.data[i];
        if (is_known(r, teller, i)) continue;
        mail_begin(&m, f->kind);
        vec_append(&m, f->bytes.data, f->bytes.len);
        ok = message_send(j->fd, &m);
    }
    mail_begin(&m, MAIL_GO);
    ok = ok && message_send(j->fd, &m);
    vec_release(&m);
    return ok;
}

/* Milliseconds that the last word may take; -1: as long as it likes. */
static int time_left(const struct race *r) {
    uint64_t now = race_now(), end = r->deadline + LAST_WORD_MS;
    if (!r->deadline || r->interrupted) return -1;
    return end > now ? (int)(end - now) : 0;
}

/* Waits until the racer has sent everything, or the time is over. Returns its exit status; -1: something else has ended
 * it. */
static int hear_out(struct race *r, struct racer *j) {
    assert(racer_lives(j));
    enum mail kind;
    const uint8_t *p, *end;
    bool there = true, late = false;
    while (there && !late) {
        struct pollfd fd = {.fd = j->fd, .events = POLLIN};
        late = poll(&fd, 1, time_left(r)) == 0;
        there = late || mailbox_fill(&j->box, j->fd);
        while (!late && mailbox_next(&j->box, &kind, &p, &end))
            if (kind == MAIL_STATS) take_stats(r, p, end);
    }
    if (late) racer_signal(j, SIGKILL);
    int status = late ? watchdog_tell_expected(r->p->ctx) : -1, how = racer_wait(j);
    return how >= 0 && WIFEXITED(how) ? WEXITSTATUS(how) : status;
}

/* No engine has an answer, or the answer is put together from several: one more process prints it. */
static int tell_anyhow(struct race *r) {
    struct racer teller = {.name = "teller"};
    int fd;
    pid_t pid = racer_start(&teller, &fd);
    if (pid == 0) race_child(r, &teller, PORTFOLIO_TELLER, fd);
    int status = pid > 0 && hand_over(r, &teller, (int)r->n) ? hear_out(r, &teller) : -1;
    racer_release(&teller);
    if (status >= 0) return status;
    log_error(&r->p->ctx->log, "no engine gave a verdict");
    watchdog_tell(r->p->ctx, "UNKNOWN", EXIT_UNKNOWN);
    return EXIT_UNKNOWN;
}

int race_conclude(struct race *r) {
    int at = race_winner(r);
    bool together = r->p->ntargets && atomic_load(&r->board->nreached) == r->p->ntargets;
    if (at < 0 && !together) at = best_told(r);
    end_others(r, r->broken ? -1 : at);
    if (r->broken) {
        watchdog_tell(r->p->ctx, "UNKNOWN", EXIT_INTERNAL);
        return EXIT_INTERNAL;
    }
    if (at < 0) return tell_anyhow(r);
    log_info(&r->p->ctx->log, "auto: %s answers", r->racers[at].name);
    if (!hand_over(r, &r->racers[at], at)) {
        racer_kill(&r->racers[at]);
        return tell_anyhow(r);
    }
    int status = hear_out(r, &r->racers[at]);
    return status < 0 ? EXIT_INTERNAL : status;
}
