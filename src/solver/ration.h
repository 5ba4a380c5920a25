/* What PARTI may spend; see ration.c. */
#ifndef SHRIKE_SOLVER_RATION_H
#define SHRIKE_SOLVER_RATION_H

#include "expr/expr.h"

struct solver;

/* How PARTI fared with one kind of conditions lately, and how many of that kind pass
 * before it is tried again. */
struct doubt {
    uint32_t level, wait;
};

struct ration {
    int64_t steps;              /* that it may still do; below 0 when one took more than it had */
    uint64_t effort;            /* of the back ends, that its share was paid out of */
    uint64_t query_cost;        /* steps that the back ends take for a query on average */
    struct doubt doubts[2][32]; /* of searching and of quick questions */
};

enum { RATION_MOST = 20000 /* steps put aside */ };

void ration_init(struct ration *r);
void ration_earn(struct ration *r, uint64_t steps);
/* Pays out PARTI's share of what the back ends did since the last time. */
void ration_earn_share(struct solver *s);
/* Limits PARTI's next question or lesson to what is left, and `most`. Returns its
 * effort so far, for ration_pay. */
uint64_t ration_open(struct solver *s, int64_t most);
/* Takes off what PARTI did since its effort was `before`. */
void ration_pay(struct solver *s, uint64_t before);

/* Conditions of one kind, by operator and number of symbols, tend to share their
 * fate: the more of them came back undecided in a row, the fewer are tried. */
struct doubt *ration_doubt(struct solver *s, expr cond, bool quick);
/* Is another one to be tried? */
bool doubt_passes(struct doubt *d);
void doubt_learn(struct doubt *d, bool answered);

#endif
