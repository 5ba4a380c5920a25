/* Guesses about the symbols of a cut: what all states that were seen there satisfy.
 *
 * A guess is a condition over the cut's symbols and what else is known where it is entered. Guesses come from *points*
 * (models in which the symbols have the values of a state that was there) and from conditions that the program asks on
 * the way; nothing is claimed of them. guesses_meet makes them weaker until one state, with all inputs that lead to it,
 * satisfies them. An engine proves them by induction: it calls guesses_meet for every state that enters the cut, and
 * for every state that comes back from a head in which they were assumed, until no call changes anything.
 *
 *   plain      a condition; dropped when refuted: comparisons of the program and their neighbours,
 *              order between two terms, one of these where another holds
 *   bound      term <= value or >=, signed or not; moved to the next value that the program
 *              mentions when refuted, and dropped at last
 *   equation   of the affine hull of the points modulo 2^w (cond/hull.h), congruences included; a point
 *              that refutes it makes the hull larger
 *   cell       a condition on an arbitrary cell of arrays (cond/forall.h); dropped when refuted. It is not assumed as
 * it is: `instances` knows of those that the engine has taken out of the guesses
 *
 * Each step makes the set weaker, and chains are finite: so it ends.
 */
#ifndef SHRIKE_COND_GUESS_H
#define SHRIKE_COND_GUESS_H

#include "cond/conds.h"
#include "cond/blur.h"
#include "cond/forall.h"
#include "cond/hull.h"

enum guess_kind { GUESS_PLAIN, GUESS_BOUND, GUESS_EQUATION, GUESS_CELL };

struct guess {
    expr cond;
    enum guess_kind kind;
    /* A bound: */
    expr term;
    bool is_signed, upper;
    uint64_t value;
    uint32_t moved;
};

/* Words of one width and the equations between them. */
struct guess_hull {
    struct hull hull;
    expr when;                /* where this holds; EXPR_NONE: everywhere */
    uint32_t term[HULL_MOST]; /* into terms */
};

/* How many guesses are made: few first. */
enum guess_zeal {
    ZEAL_ATOMS, /* bounds, equations, comparisons of the program */
    ZEAL_PAIRS, /* order of terms and bounds of their differences */
    ZEAL_CASES, /* conditions under conditions */
    ZEALS
};

struct guesses {
    struct exec *x;
    /* Has this symbol a value where the cut is entered? (The cut's own have.) */
    bool (*knows)(void *owner, symbol s);
    void *owner;
    /* Appends what is known of the cells of arrays that e, which speaks of st, reads. NULL: cells are not guessed
     * about. */
    void (*instances)(void *owner, const struct state *st, expr e, cond_list *out);
    expr cell[2];       /* that guesses are about: of 32 and 64 bits */
    blur_values before; /* what the vars are where the cut is entered; none: unknown */
    cond_list shapes;   /* conditions on cells that may hold */
    enum guess_zeal zeal;
    bool relates;         /* vars are a function's results: what they are may be another thing in each case */
    cond_list vars;       /* the cut's symbols */
    cond_list terms;      /* these and what they are compared with */
    cond_list conditions; /* that the program asks */
    VEC(struct model *) points;
    VEC(struct guess) list;
    VEC(struct guess_hull) hulls;
    vec_u64 limits;    /* values that bounds move to, as they would be in 64 bits */
    cond_list refuted; /* not to be guessed again */
    struct map is_refuted;
};

void guesses_init(struct guesses *g, struct exec *x, bool (*knows)(void *owner, symbol s), void *owner);
void guesses_release(struct guesses *g);
/* What collection must keep. */
void guesses_mark(const struct guesses *g);
/* Forgets everything but what the program asks, and what has no var in it. vars: those of the cut. */
void guesses_restart(struct guesses *g, const struct blur *c);
/* What was refuted may be guessed again: more is known by now. */
void guesses_forget(struct guesses *g);
/* A state was at the cut: m, which is copied, has values for the vars. Before guesses_make. */
void guesses_point(struct guesses *g, const struct model *m);
/* The program asks e, over the vars among others; new: true. */
bool guesses_condition(struct guesses *g, expr e);
/* The same for what decides which values a state has that came back, where no branch asks it. */
void guesses_look(struct guesses *g, const struct blur *c, struct state *st);
/* A term whose relation to the vars may matter, such as what one of them was at the entry. */
void guesses_term(struct guesses *g, expr e);
/* What the vars, in their order, are where the cut is entered. Behind guesses_restart. */
void guesses_before(struct guesses *g, const blur_values *values);
/* The contents of an array, one of the vars, at the entry: what was written last may stay as it is. */
void guesses_cells(struct guesses *g, expr any, expr value);
/* Makes guesses from what is known. */
void guesses_make(struct guesses *g);
/* Drops what speaks of symbols that have no value where the cut is entered now. Before guesses_meet with a state that
 * enters: another one, of which they were made, may have known more. */
void guesses_keep_known(struct guesses *g);
/* Weakens them until st, at the place of the cut, satisfies all. True: something has changed. */
bool guesses_meet(struct guesses *g, const struct blur *c, struct state *st);
/* Says them, one a line, where the log says that much. */
void guesses_log(const struct guesses *g, const char *what);
/* Appends those about cells. */
void guesses_of_cells(const struct guesses *g, forall_list *out);
/* Adds them, but for those about cells, to the path condition of a head of the cut whose model satisfies them. */
void guesses_assume(const struct guesses *g, struct state *head);

#endif
