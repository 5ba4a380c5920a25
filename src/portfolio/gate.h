/* An engine's side of --engine=auto: a process that shares what it finds, keeps back what it prints, and waits with its
 * verdict until the parent asks for it.
 *
 * All functions accept NULL for the gate, and then do nothing: the engine is alone.
 */
#ifndef SHRIKE_PORTFOLIO_GATE_H
#define SHRIKE_PORTFOLIO_GATE_H

#include <stdatomic.h>
#include <stdio.h>

#include "portfolio/mail.h"

struct stats;

/* In memory that all processes share. */
struct gate_board {
    _Atomic uint32_t nreached;
    _Atomic uint8_t reached[]; /* by target */
};

struct gate {
    int fd; /* to the parent */
    struct gate_board *board;
    struct mailbox box;
    uint64_t told_ns; /* when it last told its progress */
    FILE *kept[2];    /* what was to be printed, on 1 and 2 */
    int real[2];      /* where it goes */
};

struct gate_verdict {
    int status;                  /* of the exit */
    bool complete;               /* nothing is left to be found */
    bool bounded;                /* ... within a bound */
    bool final;                  /* what is left no other engine can decide either */
    uint64_t came;               /* how far, to compare engines without an answer */
    const uint32_t *unreachable; /* targets that are proved to be so */
    uint32_t nunreachable;
};

/* From here on what this process prints goes to these files. False with errno set. */
bool gate_open(struct gate *g, int fd, struct gate_board *board, FILE *const kept[2]);

/* Before an error is confirmed natively: comes back when no other engine is doing that. */
void gate_ask(struct gate *g);
void gate_settled(struct gate *g);
/* Tells the parent; the message begins with mail_begin. */
void gate_send(struct gate *g, const vec_u8 *message);
/* Is it time to tell of progress, and to look what others have reached? */
bool gate_is_time(struct gate *g);
void gate_progress(struct gate *g, const struct mail_progress *so_far);
/* Target `id` is reached, here or elsewhere. */
void gate_reached(struct gate *g, uint32_t id);
bool gate_is_reached(const struct gate *g, uint32_t id);

/* The engine has its verdict. Returns only if the parent has chosen that verdict, after `merge` has got what others
 * found (MAIL_FINDING, MAIL_TARGET) and what was kept back is printed. */
typedef void (*gate_merge_fn)(void *owner, enum mail kind, const uint8_t *p, const uint8_t *end);
void gate_wait(struct gate *g, const struct gate_verdict *verdict, gate_merge_fn merge, void *owner);
/* Sends the statistics, when everything is printed. */
void gate_stats(struct gate *g, const struct stats *stats);

#endif
