/* A SAT solver (CaDiCaL) with the literals of the bit-blaster.
 *
 * Literals are CaDiCaL's: a variable's number, negative for its negation; a
 * plain int, because negation by minus is what all encodings are made of.
 * Variable 1 is always true, so that constants are literals too.
 *
 * Encodings can be larger than memory. So a solver has a most number of
 * variables and a deadline; when either is exceeded it is `broken`: new
 * variables are LIT_TRUE, clauses are ignored, and its owner must throw it away.
 */
#ifndef SHRIKE_SOLVER_BITBLAST_SAT_H
#define SHRIKE_SOLVER_BITBLAST_SAT_H

#include <stdbool.h>
#include <stdint.h>

#include "solver/backend.h"

struct CCaDiCaL;
struct limits;

typedef int lit;
#define LIT_TRUE 1
#define LIT_FALSE (-1)

enum sat_style {
    SAT_QUICK,    /* for many tiny queries: no inprocessing */
    SAT_THOROUGH, /* CaDiCaL as its authors tuned it */
    SAT_SPARSE,   /* quick, and variables are false unless they must be true */
};

struct sat {
    struct CCaDiCaL *solver;
    struct limits *limits; /* of the run; looked at while solving */
    enum sat_style style;
    bool broken;
    uint32_t vars;
    uint32_t max_vars;
    uint64_t clauses;
    uint64_t deadline_ns; /* 0: none */
    uint32_t polls;       /* calls until the clock is looked at */
    uint64_t searched;    /* CaDiCaL's questions so far: a measure of its search */
};

void sat_init(struct sat *sat, enum sat_style style, struct limits *limits, uint32_t max_vars);
void sat_release(struct sat *sat);

lit sat_new_var(struct sat *sat);
/* A clause; constants in it are dealt with here. */
void sat_add(struct sat *sat, const lit *lits, uint32_t n);
#define SAT_ADD(sat, ...) \
    sat_add((sat), (const lit[]){__VA_ARGS__}, (uint32_t)(sizeof((const lit[]){__VA_ARGS__}) / sizeof(lit)))

/* Is the formula satisfiable with all of `assumed` true? UNKNOWN after about
 * `conflicts` conflicts (0: no limit), past the deadline, or when a limit of the
 * run is hit. */
enum answer sat_solve(struct sat *sat, const lit *assumed, uint32_t n, uint64_t conflicts);
/* After SAT: the value of a literal. */
bool sat_value(const struct sat *sat, lit l);
/* After UNSAT: was this assumption used in the refutation? */
bool sat_failed(const struct sat *sat, lit l);

#endif
