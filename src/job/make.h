/* A command as a job (job/job.h), and for a worker the job as a command again. */
#ifndef SHRIKE_JOB_MAKE_H
#define SHRIKE_JOB_MAKE_H

#include "base/hostfiles.h"
#include "front/front.h"
#include "job/job.h"
#include "session/session.h"

/* Can workers do the command's work? False after a message that says what is not supported. */
bool job_is_possible(struct context *ctx, const struct command_line *line);
/* The job of a loaded session, without name and first pieces; bytes of file i are s->kept.bitcode.data[i] from now on.
 */
void job_make(struct session *s, struct job *j);

/* The other way round. */
struct job_command {
    struct context ctx;
    struct command_line line;
    struct session s;
    const struct job *job;
    VEC(struct front_unit) units; /* of the files */
    struct hostfiles host;        /* what came along for the program to read: it sees no file of this machine */
    char property[32];            /* where the property is read from */
};
/* Loads the program of a job with its options; limits and log are those of `ctx`, kept (taken over) is the bitcode.
 * The job stays where it is. False after a message: it is refused. */
bool job_load(struct job_command *c, const struct context *ctx, const struct job *job, struct front_kept *kept);

#endif
