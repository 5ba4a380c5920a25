/* What the files of the explore engine share. */
#ifndef SHRIKE_ENGINE_EXPLORE_INSIDE_H
#define SHRIKE_ENGINE_EXPLORE_INSIDE_H

#include "engine/run.h"
#include "engine/search/search.h"
#include "engine/search/tree.h"
#include "engine/share.h"
#include "exec/sym/merge.h"

/* States that came from one which has called klee_open_merge: they wait for one another at klee_close_merge.
 *
 * Invariants: (1) members is the number of states inside, those that wait, and those in a meeting further in, among
 * them; (2) a state that waits is in no search and no tree; (3) a meeting at which all members wait is in explore.ready
 * until it is over, one without members is gone. */
struct meeting {
    struct meeting *outer; /* NULL: none */
    uint32_t members;
    uint32_t place; /* among explore.meetings */
    bool is_ready;
    merge_list waiting;
};

struct explore {
    struct run *r;
    struct exec *x;
    struct tree tree;
    struct search *search;
    VEC(struct meeting *) meetings;
    VEC(struct meeting *) ready;
    uint64_t waiting; /* states, in all meetings */
    bool closes;      /* the state in execution has come to the end of a meeting */
    VEC(struct state *)
    hard; /* in no search and no tree: whether there are inputs for them was not decided with little effort */
    uint32_t hard_at;                /* the next of them to ask about */
    uint64_t effort, gates;          /* for a question, before hard_begin */
    uint64_t little;                 /* ... since then */
    uint32_t easy;                   /* rounds without a question that was put off */
    share_ways ways;                 /* that it begins with; infos refer to them */
    struct state_settings *settings; /* NULL: no searcher has asked */
    struct merger merger;            /* its analyses are NULL if the program merges nothing */
};

/* Code that was new when a state came to it, and for which there is no test yet. All states that fork off later have
 * been there as well and share the claim: the first of them that ends writes the test, however long the others run, and
 * at a limit any of them does.
 *
 * Invariants: (1) refs counts infos and claims that point here; (2) what lies before a settled claim is settled. */
struct code_claim {
    struct code_claim *before; /* earlier code on the same path; NULL: there is none, or it is settled */
    uint32_t refs;
    bool settled; /* there is a test */
};

/* What the engine keeps with a state (state.owner). */
struct state_info {
    struct tree_node *node;
    struct search_item *item;
    struct meeting *meeting;      /* the innermost that it is in; NULL: none */
    uint64_t new_at;              /* instructions when it last covered new code; UINT64_MAX: never */
    struct code_claim *claim;     /* NULL: none */
    uint32_t number;              /* in the tree log */
    struct retrace *retrace;      /* it is on its way to where it begins; NULL: it is there */
    const struct share_way *from; /* that way */
};

static inline struct state_info *info_of(const struct state *st) { return st->owner; }

/* ---- claim.c */
struct code_claim *claim_share(struct code_claim *c);
void claim_drop(struct code_claim *c);
/* The state has covered new code. */
void claim_make(struct state_info *info);
/* A test was written. */
void claim_settle(struct code_claim *c);
static inline bool claim_is_open(const struct code_claim *c) { return c && !c->settled; }

/* The state, which stands at a leaf, leaves the search; how: a word for the tree log (explore.c). */
void explore_drop(struct explore *e, struct state *st, const char *how);

/* ---- parts.c: work that comes from elsewhere and goes elsewhere (engine/share.h) */
/* Takes up the ways of the share in the place of the program's beginning. */
void parts_begin(struct explore *e);
/* Around a step of x->now: it goes along its way, if it is on one. */
void parts_before(struct explore *e);
void parts_after(struct explore *e);
/* Hands states over, if they are wanted elsewhere. Leaves x->now at NULL then. */
void parts_give(struct explore *e);

static inline uint64_t hard_count(const struct explore *e) { return e->hard.len - e->hard_at; }

/* States whose inputs were not decided with little effort. */

/* Little effort for each question, if tests are wanted: a run that waits for one answer covers nothing meanwhile. */
void hard_begin(struct explore *e);
/* ---- hard.c */
void hard_end(struct explore *e);
/* Takes over what the state in execution has put off. */
void hard_take(struct explore *e);
/* Nothing else is left: asks with all effort until there is a state to go on with. False: there is none. */
bool hard_ask(struct explore *e);
/* Memory is short: gives them all up. The caller notes the gap. */
void hard_shed(struct explore *e);
void hard_mark(const struct explore *e);
void hard_release(struct explore *e);

#endif
