/* A process of --engine=auto, as the parent sees it. */
#ifndef SHRIKE_PORTFOLIO_JOB_H
#define SHRIKE_PORTFOLIO_JOB_H

#include <signal.h>
#include <stdio.h>
#include <sys/types.h>

#include "portfolio/gate.h"

struct str;

enum job_state {
    JOB_NEW,     /* not started */
    JOB_RUNNING,
    JOB_STOPPED, /* between two turns */
    JOB_ASKS,    /* would confirm an error, but another one does */
    JOB_TOLD,    /* waits with its verdict */
    JOB_GONE,
};

struct job {
    const char *name;
    enum job_state state;
    pid_t pid;
    int fd;
    FILE *kept[2]; /* what it prints, on 1 and 2 */
    struct mailbox box;
    double weight;     /* share of processor time */
    double served;     /* what it has had of its share, in ms */
    double cpu_ms;     /* when that was counted */
    double gained_at;  /* its processor time when it last executed new code */
    bool stales;
    double turn_from;  /* its processor time when its turn began */
    uint64_t turn_began; /* the clock then, in ms */
    /* told: */
    int status;
    bool complete, bounded, final;
    uint64_t came;
    vec_u32 unreachable;
    struct mail_progress progress;
    bool has_progress;
};

/* Is it alive, with its verdict still to come? */
static inline bool job_works(const struct job *j) {
    return j->state == JOB_RUNNING || j->state == JOB_STOPPED || j->state == JOB_ASKS;
}
static inline bool job_lives(const struct job *j) { return job_works(j) || j->state == JOB_TOLD; }

/* Forks. In the child *fd is its socket and the result 0; the others' sockets are the
 * caller's to close. -1: it could not be started. */
pid_t job_start(struct job *j, int *fd);
void job_stop(struct job *j);
void job_continue(struct job *j);
/* A signal to the engine and what it has started. */
void job_signal(const struct job *j, int sig);
/* Ends it at once, and waits for that. Returns what waitpid says. */
int job_kill(struct job *j);
/* Waits for its end. Returns what waitpid says, -1: nothing. */
int job_wait(struct job *j);
void job_release(struct job *j);
/* Adds what it has printed on standard error so far. */
void job_said(const struct job *j, struct str *out);

/* Milliseconds of processor time, and bytes of its own memory. */
double job_cpu_ms(const struct job *j);
uint64_t job_memory(const struct job *j);

#endif
