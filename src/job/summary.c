#include "job/summary.h"

#include <string.h>

static void absorb(void *owner, const struct piece_result *r, uint32_t group) {
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
    f->absorb = absorb;
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

bool job_stop(struct broker *b, const char *job) { return broker_set_status(b, job, BROKER_HALTED) && broker_forget(b, job, false); }
