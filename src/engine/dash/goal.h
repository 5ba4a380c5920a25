/* Goals: what it takes to cross a link of the abstraction, and predicates that say why no state on a path does. */
#ifndef SHRIKE_ENGINE_DASH_GOAL_H
#define SHRIKE_ENGINE_DASH_GOAL_H

#include "engine/dash/dash.h"

/* In terms of the locations at the link's start: the step does as described where `alias`
 * holds, and then crosses only where `lits` do. */
struct goal {
    cond_list alias, lits; /* lits: those come first that say least about the target region */
    /* If the step has one case only: `lits` again as what it takes to get to the location
     * and, by node of its tree, the conditions there. */
    bool single;
    expr way;
    cond_list pulled;
    expr carried; /* the last condition there, if the step does not change it; else none */
    vec_u32 nodes;
    cond_list core; /* those of lits that a predicate was made of (goal_predicate); with alias they imply it */
};

/* The goal of a link for the aliasing of st. What inputs read in the step decide beyond
 * branches (which object, past an assumption or not) are cases that are run one after
 * the other. False: the step cannot be followed. g is zero. */
bool goal_make(struct dash *d, uint32_t from, uint32_t to, struct state *st, struct goal *g);
void goal_release(struct goal *g);

/* ---- predicate.c ---- */
/* A predicate over locations that every state which crosses satisfies (where alias holds)
 * and st, of this region, does not; st's path excludes the goal. May add to the aliasing. */
bool goal_predicate(struct dash *d, struct state *st, uint32_t region, struct goal *g, expr *p);
/* Conditions on st's values, none about inputs, that exclude all of `lits`; true if
 * there are such. */
bool goal_cube(struct dash *d, struct state *st, const cond_list *lits, expr *cube);

/* ---- ask.c ---- */
/* Is the conjunction satisfiable? core (may be NULL) as for solver_check_all. */
enum answer ask_all(struct dash *d, const cond_list *set, vec_u32 *core);
/* Can a state on st's path satisfy cond there? *m is such a one, with a value for every
 * input that cond speaks of. */
enum answer ask_path(struct dash *d, struct state *st, expr cond, struct model **m);
/* Surely not. */
bool ask_refuted(struct dash *d, struct state *st, expr cond);
/* Appends the locations and ghosts of e that are not there yet. */
void ask_symbols(struct dash *d, expr e, vec_u32 *out);

#endif
