/* Obligations that are put off, and decided by other processes while the walk goes on as if they held.
 *
 * Each is a question of its own: conditions, and what must not be possible with them. A process takes a few, with a solver of its own, and
 * tells the first that fails. Whoever ends without an answer leaves the check incomplete; before all have answered nothing is VALID. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/context.h"
#include "certify/walk.h"

enum { BATCH = 8 };

/* What a process says. */
struct aside_answer {
    uint32_t failed; /* number in the batch + 1; 0: none */
    bool unknown;    /* ... or is not decided */
    uint64_t asked;
};

static void release_batch(struct aside_batch *b) {
    for (uint32_t i = 0; i < b->list.len; i++) {
        vec_release(&b->list.data[i].given);
        mem_free(b->list.data[i].what);
    }
    vec_release(&b->list);
}

static void answer(struct walk *w, const struct aside_batch *b, int to) {
    struct aside_answer a = {0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    smt_disown(w->smt);
    struct smt *smt = smt_new(&w->t, w->opt->solver, w->opt->query_ms, w->ctx->limits.deadline_ns);
    for (uint32_t i = 0; i < b->list.len && !a.failed; i++) {
        enum smt_answer said = smt_ask(smt, &b->list.data[i].given, b->list.data[i].bad, (term){0}, NULL);
        if (said != SMT_UNSAT) a = (struct aside_answer){.failed = i + 1, .unknown = said == SMT_UNKNOWN};
    }
    a.asked = smt_asked(smt);
    smt_free(smt);
    bool told = write(to, &a, sizeof a) == (ssize_t)sizeof a;
    _exit(told ? 0 : 1);
}

/* Waits for the process, and takes what it says. */
static void collect(struct walk *w, struct aside_batch *b) {
    struct aside_answer a;
    ssize_t n;
    while ((n = read(b->from, &a, sizeof a)) < 0 && errno == EINTR) continue;
    close(b->from);
    while (waitpid(b->pid, NULL, 0) < 0 && errno == EINTR) continue;
    if (n != (ssize_t)sizeof a || a.failed > b->list.len) walk_incomplete(w, NULL, "a process that decides obligations has ended");
    else if (a.failed && a.unknown) walk_incomplete(w, NULL, "the solver does not know: %s", b->list.data[a.failed - 1].what);
    else if (a.failed) walk_invalid(w, NULL, "%s", b->list.data[a.failed - 1].what);
    if (n == (ssize_t)sizeof a) w->asked_aside += a.asked;
    release_batch(b);
}

static void collect_first(struct walk *w) {
    struct aside_batch b = w->running.data[0];
    vec_remove(&w->running, 0);
    collect(w, &b);
}

/* Hands over what waits. */
static void hand_over(struct walk *w) {
    int ends[2];
    while (w->running.len + 1 >= w->opt->jobs) collect_first(w);
    struct aside_batch b = w->waiting;
    w->waiting = (struct aside_batch){0};
    if (pipe(ends) != 0) {
        walk_incomplete(w, NULL, "there are no more files for a process");
        release_batch(&b);
        return;
    }
    b.pid = fork();
    if (b.pid == 0) answer(w, &b, ends[1]);
    close(ends[1]);
    b.from = ends[0];
    if (b.pid > 0) {
        vec_push(&w->running, b);
        return;
    }
    walk_incomplete(w, NULL, "there are no more processes");
    close(b.from);
    release_batch(&b);
}

bool walk_puts_off(const struct walk *w) { return w->opt->jobs > 1 && !w->opt->gather && !w->over; }

void walk_put_off(struct walk *w, const struct walk_state *st, term bad, const char *what) {
    struct put_off p = {.bad = bad, .given = st->pc};
    struct str text = {0};
    str_add(&text, what);
    walk_add_place(w, st, &text);
    p.what = str_take(&text);
    vec_own(&p.given);
    vec_push(&w->waiting.list, p);
    if (w->waiting.list.len >= BATCH) hand_over(w);
}

void walk_collect_all(struct walk *w) {
    if (w->waiting.list.len && !w->over) hand_over(w);
    release_batch(&w->waiting);
    while (w->running.len) collect_first(w);
    vec_release(&w->running);
}
