/* Inside cli/portfolio*.c. */
#ifndef SHRIKE_PORTFOLIO_INSIDE_H
#define SHRIKE_PORTFOLIO_INSIDE_H

#include "base/str.h"
#include "portfolio/portfolio.h"
#include "portfolio/racer.h"

/* What an engine has found (MAIL_FINDING or MAIL_TARGET), as it came. */
struct found {
    uint32_t racer;
    enum mail kind;
    vec_u8 bytes;
    uint64_t word; /* the first: was it confirmed?, or which target is it */
};

struct race {
    const struct portfolio *p;
    struct racer racers[PORTFOLIO_MOST];
    uint32_t n;
    uint32_t processors;
    VEC(struct found) found;
    struct gate_board *board;
    size_t board_bytes;
    int confirming;                    /* racer that may run the program natively; -1: none */
    uint64_t confirm_from;             /* when it began, ms */
    uint64_t began;                    /* ms */
    uint64_t deadline;                 /* ms; 0: none */
    uint64_t max_bytes;                /* of all together; 0: no limit */
    uint64_t looked_at_memory, showed; /* ms */
    uint64_t all_reached;              /* when that was first seen, ms */
    bool interrupted;
    bool broken;       /* a check of our own has failed, that the user asked for */
    int shown;         /* lines of progress on the terminal */
    struct str folder; /* for temporary files of all */
};

uint64_t race_now(void); /* ms */
/* The time is over, or the user has interrupted the run: no engine is started any more. */
bool race_is_over_time(const struct race *r);

/* turns.c: gives and takes turns. */
void race_schedule(struct race *r);
/* Ends the largest process if all together take too much memory. */
void race_watch_memory(struct race *r);
/* show.c: on a terminal a panel with a line for each engine, or one line where there is no room; elsewhere a line now
 * and then. */
void race_show(struct race *r);
void race_hide(struct race *r);

/* answer.c: what racers say. */
void race_listen(struct race *r);
/* Has a racer an answer that ends the run? Its number, or -1. */
int race_winner(const struct race *r);
/* Ends all processes and tells; returns the exit status. */
int race_conclude(struct race *r);
/* The child of a fork; never returns. */
void race_child(struct race *r, const struct racer *self, int engine, int fd) __attribute__((noreturn));

/* contradiction.c: keeps what is needed to see it again. Returns the exit status. */
bool race_contradicts(const struct race *r);
int race_complain(struct race *r);

#endif
