/* A command whose work other machines do: as a job (spread/job.h), and back as a command for whoever works on it. */
#ifndef SHRIKE_SESSION_ERRAND_H
#define SHRIKE_SESSION_ERRAND_H

#include "base/hostfiles.h"
#include "front/front.h"
#include "session/session.h"
#include "spread/job.h"

/* May the command be done elsewhere? False after a message that says what is not supported. */
bool errand_is_possible(struct context *ctx, const struct command_line *line);
/* The job of a loaded session, without name and first pieces; bytes of file i are s->kept.bitcode.data[i] from now on. */
void errand_make(struct session *s, struct spread_job *j);
/* A hash of what is executed: who has another program must not take part. */
uint64_t errand_fingerprint(const struct program *p);

/* The other way round. */
struct errand {
    struct context ctx;
    struct command_line line;
    struct session s;
    const struct spread_job *job;
    VEC(struct front_unit) units; /* of the files */
    struct hostfiles host;        /* what came along for the program to read: it sees no file of this machine */
    char property[32];            /* where the property is read from */
};
/* Loads the program of a job with its options; limits and log are those of `ctx`, kept (taken over) is the bitcode.
 * The job stays where it is. False after a message: it is refused. */
bool errand_load(struct errand *e, const struct context *ctx, const struct spread_job *job, struct front_kept *kept);

#endif
