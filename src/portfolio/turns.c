/* Which engine runs when. */
#include <assert.h>
#include <unistd.h>

#include "portfolio/inside.h"

enum {
    HEAD_START_MS = 40,    /* processor time of the first engine before others begin ... */
    LONGEST_HEAD_MS = 200, /* ... and on a busy machine */
    CONFIRM_MS = 1500,     /* an engine about to confirm an error probably ends the run */
    TURN_MS = 100,
    STALE_MS = 3000,
    LOOK_AT_MEMORY_MS = 100,
};

/* ---- turns ------------------------------------------------------------------------------------ */

/* Without new code for that long it gets half of its share. */
static double weight(const struct racer *j) {
    return j->stales && j->cpu_ms - j->gained_at > STALE_MS ? j->weight / 2 : j->weight;
}

static void count_time(struct race *r) {
    for (uint32_t i = 0; i < r->n; i++) {
        struct racer *j = &r->racers[i];
        if (j->state != RACER_RUNNING) continue;
        double now = racer_cpu_ms(j);
        j->served += (now - j->cpu_ms) / weight(j);
        j->cpu_ms = now;
    }
}

static int next_in_line(const struct race *r) {
    int best = -1;
    double least = 0;
    for (uint32_t i = 0; i < r->n; i++) {
        const struct racer *j = &r->racers[i];
        if (j->state != RACER_NEW && j->state != RACER_STOPPED) continue;
        double has = j->served;
        if (best >= 0 && has >= least) continue;
        best = (int)i;
        least = has;
    }
    return best;
}

static void give_turn(struct race *r, uint32_t at) {
    struct racer *j = &r->racers[at];
    assert(at < r->n && (j->state == RACER_NEW || j->state == RACER_STOPPED));
    if (j->state == RACER_NEW) {
        int fd;
        pid_t pid = racer_start(j, &fd);
        if (pid == 0) race_child(r, j, r->p->engines[at].engine, fd);
        if (pid < 0) {
            j->state = RACER_GONE;
            log_warning(&r->p->ctx->log, "cannot start the engine %s", j->name);
            return;
        }
        log_info(&r->p->ctx->log, "auto: %s starts", j->name);
    } else {
        racer_continue(j);
    }
    j->turn_from = racer_cpu_ms(j);
    j->turn_began = race_now();
}

static uint32_t running(const struct race *r) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->n; i++) n += r->racers[i].state == RACER_RUNNING;
    return n;
}

static bool turn_is_over(const struct racer *j) {
    return racer_cpu_ms(j) - j->turn_from >= TURN_MS || race_now() - j->turn_began >= (uint64_t)TURN_MS * 10;
}

/* An engine that has had more time than the next that waits gives its place up, but not while it confirms an error: the
 * clock of the native run would go on. */
static void take_turns(struct race *r) {
    for (uint32_t i = 0; i < r->n; i++) {
        struct racer *j = &r->racers[i];
        if (j->state != RACER_RUNNING || (int)i == r->confirming || !turn_is_over(j)) continue;
        int next = next_in_line(r);
        if (next >= 0 && r->racers[next].served < j->served) racer_stop(j);
    }
}

/* An easy program is to cost one engine: the others begin a little later, and not while an error
 * is looked at that probably ends the run. */
static bool others_wait(const struct race *r) {
    uint64_t now = race_now();
    if (r->confirming >= 0 && now - r->confirm_from < CONFIRM_MS) return true;
    return now - r->began < LONGEST_HEAD_MS && racer_works(&r->racers[0]) &&
           racer_cpu_ms(&r->racers[0]) < HEAD_START_MS;
}

void race_schedule(struct race *r) {
    count_time(r);
    if (race_is_over_time(r)) { /* each engine ends by its own limit */
        for (uint32_t i = 0; i < r->n; i++)
            if (r->racers[i].state == RACER_STOPPED) racer_continue(&r->racers[i]);
        return;
    }
    take_turns(r);
    while (running(r) < r->processors) {
        int next = next_in_line(r);
        if (next < 0 || ((next > 0 || r->racers[0].state != RACER_NEW) && others_wait(r))) return;
        give_turn(r, (uint32_t)next);
    }
}

/* ---- memory -------------------------------------------------------------------------------------- */

void race_watch_memory(struct race *r) {
    uint64_t sum = 0, most = 0, now = race_now();
    int largest = -1;
    if (!r->max_bytes || now - r->looked_at_memory < LOOK_AT_MEMORY_MS) return;
    r->looked_at_memory = now;
    for (uint32_t i = 0; i < r->n; i++) {
        uint64_t has = racer_memory(&r->racers[i]);
        sum += has;
        if (has <= most || !racer_works(&r->racers[i])) continue;
        most = has;
        largest = (int)i;
    }
    if (sum <= r->max_bytes || largest < 0) return;
    log_info(&r->p->ctx->log, "auto: %s ends, with %llu MB of memory", r->racers[largest].name,
             (unsigned long long)(most >> 20));
    assert(racer_works(&r->racers[largest]));
    racer_kill(&r->racers[largest]);
    if (largest == r->confirming) r->confirming = -1;
}
