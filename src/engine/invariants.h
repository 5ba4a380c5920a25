/* Loop invariants from a run that collects them: engines interpolate, invariant and dash. The second notes each cut
 * with what it proved of it, and heads that it passes without one as unknown; the third the regions that can be reached
 * there, when no error can. Of an interpolating run:
 *
 * The fact of a node at the head of a loop holds for every state that the node stands for,
 * and for every state that was left out because of it. So whenever execution is at that
 * head, the fact of some node there holds: their disjunction is an invariant, if
 *   (1) the run is complete, and no state passes a point unseen: with invariants wanted the
 *       engine neither pauses learning nor skips points;
 *   (2) every node there has a fact, and the states it was made for satisfy it, which is
 *       asked of the solver. A head where that fails has none.
 * Nodes are told apart by call stack, invariants are not: the disjunction goes over all.
 * Runs with more rounds of loops (engine/interpolate/interpolate.c) keep the facts of those before, so
 * their nodes count; what had no fact in an earlier run is explored again and counts then.
 *
 * Facts are kept as C (cond/spell.h), which is weaker, and names are those of the program
 * as it was written: only a program that was not simplified has them.
 */
#ifndef SHRIKE_ENGINE_INVARIANTS_H
#define SHRIKE_ENGINE_INVARIANTS_H

#include "cond/spell.h"

/* What is known about the head of one loop. */
struct loop_head {
    const struct function *fn;
    const struct insn *point; /* in front of it */
    VEC(char *) facts;        /* conditions in C, a line each; none follows from another one's lines */
    cspell_vars vars;         /* that they speak of */
    bool unknown;             /* some node has no fact */
    bool nothing;             /* some fact says nothing in C */
};

/* What the calls of a recursive function get and leave that begin at one place outside of it (engine invariant). Texts
 * are for people: conditions joined by &&; result is what the function returns, \old(x) what the variable x was at the
 * entry. */
struct call_summary {
    const struct function *fn;
    uint32_t pos;         /* of the call */
    char *before, *after; /* may be empty */
};

struct invariants {
    VEC(struct call_summary) calls;
    VEC(struct loop_head) heads;
    struct map by_point; /* point -> index + 1 */
    bool all_heads;      /* also those that the source has no keyword for */
};

void invariants_init(struct invariants *inv);
void invariants_release(struct invariants *inv);
/* A run begins; what was learned in runs before stays. */
void invariants_restart(struct invariants *inv);
/* A node that began with st behind the point has this fact for good; NULL: none. Accepts
 * NULL for inv and point. */
void invariants_note(struct invariants *inv, struct exec *x, const struct places *places, const struct insn *point,
                     struct state *st, const struct fact *f);
/* Keeps a summary; takes the texts. */
void invariants_note_call(struct invariants *inv, struct call_summary summary);
/* Appends the invariant of a head; false if there is none. */
bool invariant_text(const struct loop_head *head, struct str *out);

#endif
