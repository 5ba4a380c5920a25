/* --on: workers do the work of a command. */
#ifndef SHRIKE_JOB_SUBMIT_H
#define SHRIKE_JOB_SUBMIT_H

#include "job/fold.h"
#include "job/make.h"

/* What a command does with errors, tests and targets as they come in; any of these may be NULL. */
struct job_listener {
    void (*finding)(void *owner, const struct finding *f, const vec_u8 *file); /* a new one, with its input (fuzz) */
    void (*test)(void *owner, const struct test *t, int64_t stdin_size);       /* -1: not symbolic */
    void (*input)(void *owner, const vec_u8 *file); /* of fuzzing, which executes what no other has so far */
    void (*target)(void *owner, uint32_t id, const struct test *t);
    bool (*enough)(void *owner); /* need nothing more be executed? */
    void *owner;
};

/* Connects to the broker of the options (--on); role: as the broker lists us. Waiting ends at the limits of ctx. NULL
 * after a message. */
struct broker *job_connect(struct context *ctx, const char *role);

/* In the place of session_explore, for a session that has begun: submits the job (or goes on with it, if there is one
 * of that name), waits for results, adds them to the session and fills the statistics. engine: that was asked for;
 * afterwards s->engine is the one that has answered. first: what the job begins with, if not with the whole program
 * (NULL). False after a message. */
bool job_explore(struct session *s, enum engine engine, const struct piece *first, const struct job_listener *heard);
/* With --on and --job: `shrike jobs` shows the verdict from now on. */
void job_tell_verdict(struct context *ctx, const char *verdict);
/* Submits the job and no more; name: what it is called. False after a message. */
bool job_submit(struct session *s, enum engine engine, const struct piece *first, struct str *name);
/* Adds what a result says to a session that has begun with the same engine, or (same_engine false) with another
 * (hear.c). False: it is malformed; the session has a gap then. */
bool result_hear(struct session *s, const struct piece_result *r, bool same_engine,
                 const struct job_listener *listener);

/* ---- what the broker knows of a job (shrike jobs) ---- */
/* Sums over all results so far. */
struct job_summary {
    uint64_t paths, partial, instructions, findings, tests, milliseconds;
    uint32_t gaps;
    bool partial_results;
};

/* False after a message. f is to be released in any case. */
bool job_summarize(struct broker *b, const struct job *job, struct fold *f, struct job_summary *sum);
/* Puts what is open into the queue again; *n: so many pieces. False after a message. */
bool job_resume(struct broker *b, const struct job *job, uint32_t *n);
/* Workers leave it alone until it is resumed. False after a message. */
bool job_stop(struct broker *b, const char *job);

#endif
