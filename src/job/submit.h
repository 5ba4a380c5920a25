/* --on: workers do the work of a command. */
#ifndef SHRIKE_JOB_SUBMIT_H
#define SHRIKE_JOB_SUBMIT_H

#include "job/hear.h"
#include "job/make.h"

struct broker;

/* How to reach the broker, of the options. role: as the broker lists us; ctx is asked while we wait. */
struct broker *job_connect(struct context *ctx, const char *role, bool (*is_over)(void *owner));

/* In the place of session_explore, for a session that has begun: submits the job (or goes on with it, if there is one
 * of that name), waits for results, adds them to the session and fills the statistics. engine: that was asked for;
 * afterwards s->engine is the one that has answered. first: what the job begins with, if not with the whole program
 * (NULL). False after a message. */
bool job_explore(struct session *s, enum engine engine, const struct piece *first, const struct job_listener *heard);
/* With --on and --job: `shrike jobs` shows the verdict from now on. */
void job_tell_verdict(struct context *ctx, const char *verdict);
/* Submits the job and no more; name: what it is called. False after a message. */
bool job_submit(struct session *s, enum engine engine, const struct piece *first, struct str *name);

#endif
