/* What the process that submitted a job does with a result (job/execute.h). */
#ifndef SHRIKE_JOB_HEAR_H
#define SHRIKE_JOB_HEAR_H

#include "job/piece.h"
#include "session/session.h"

/* What a command does with errors, tests and targets as they come in; any of these may be NULL. */
struct job_listener {
    void (*finding)(void *owner, const struct finding *f, const vec_u8 *file); /* a new one, with its input (fuzz) */
    void (*test)(void *owner, const struct test *t, int64_t stdin_size); /* -1: not symbolic */
    void (*input)(void *owner, const vec_u8 *file); /* of fuzzing, which executes what no other has so far */
    void (*target)(void *owner, uint32_t id, const struct test *t);
    bool (*enough)(void *owner); /* need nothing more be executed? */
    void *owner;
};

/* Adds what a result says to a session that has begun with the same engine, or (same_engine false) with another. False: it is
 * malformed; the session has a gap then. */
bool result_hear(struct session *s, const struct piece_result *r, bool same_engine, const struct job_listener *listener);

#endif
