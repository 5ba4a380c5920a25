/* A process of --engine=auto, as the parent sees it. */
#ifndef SHRIKE_PORTFOLIO_RACER_H
#define SHRIKE_PORTFOLIO_RACER_H

#include <signal.h>
#include <stdio.h>
#include <sys/types.h>

#include "portfolio/gate.h"

struct str;

enum racer_state {
    RACER_NEW, /* not started */
    RACER_RUNNING,
    RACER_STOPPED, /* between two turns */
    RACER_ASKS,    /* would confirm an error, but another one does */
    RACER_TOLD,    /* waits with its verdict */
    RACER_GONE,
};

struct racer {
    const char *name;
    enum racer_state state;
    pid_t pid;
    int fd;
    FILE *kept[2]; /* what it prints, on 1 and 2 */
    struct mailbox box;
    double weight;    /* share of processor time */
    double served;    /* what it has had of its share, in ms */
    double cpu_ms;    /* when that was counted */
    double gained_at; /* its processor time when it last executed new code */
    bool stales;
    double turn_from;    /* its processor time when its turn began */
    uint64_t turn_began; /* the clock then, in ms */
    /* of its verdict: */
    int status;
    bool complete, bounded, final;
    uint64_t came;
    vec_u32 unreachable;
    struct mail_progress progress;
    bool has_progress;
};

/* Is it alive, with its verdict still to come? */
static inline bool racer_works(const struct racer *j) {
    return j->state == RACER_RUNNING || j->state == RACER_STOPPED || j->state == RACER_ASKS;
}
static inline bool racer_lives(const struct racer *j) { return racer_works(j) || j->state == RACER_TOLD; }

/* Forks. In the child *fd is its socket and the result 0; the others' sockets are the
 * caller's to close. -1: it could not be started. */
pid_t racer_start(struct racer *j, int *fd);
void racer_stop(struct racer *j);
void racer_continue(struct racer *j);
/* A signal to the engine and what it has started. */
void racer_signal(const struct racer *j, int sig);
/* Ends it at once, and waits for that. Returns what waitpid says. */
int racer_kill(struct racer *j);
/* Waits for its end. Returns what waitpid says, -1: nothing. */
int racer_wait(struct racer *j);
void racer_release(struct racer *j);
/* Adds what it has printed on standard error so far. */
void racer_said(const struct racer *j, struct str *out);

/* Milliseconds of processor time, and bytes of its own memory. */
double racer_cpu_ms(const struct racer *j);
uint64_t racer_memory(const struct racer *j);

#endif
