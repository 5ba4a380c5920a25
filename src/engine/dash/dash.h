/* DASH: proofs from tests (LCT-D).
 *
 * The states of the program are divided into regions (engine/dash/regions.h), at first one for each place and call
 * stack. Tests say which regions are reachable. A way from a region that a test has reached, through others that none
 * has, to an error is a question: can a test be led from its last known state into the next region? If so that is a new
 * test, which goes on from that state; if not, the region is split by a predicate that says why, or the link is simply
 * dropped if no state can ever take it. No way left: the program is safe, however long its paths are.
 *
 * Bounds on loops and recursion do not count.
 */
#ifndef SHRIKE_ENGINE_DASH_DASH_H
#define SHRIKE_ENGINE_DASH_DASH_H

#include "engine/dash/regions.h"
#include "engine/run.h"
#include "exec/decide/follow.h"

/* The program has points, also behind branches (ir/points.h). */
enum run_end dash_run(struct run *r);

/* ---- inside ---- */

enum { DASH_EASY = 4 }; /* iterations after which a proof is not an easy one */

struct dash {
    struct run *r;
    struct exec *x;
    struct steady steady;
    struct wp wp;
    struct regions g;
    struct concolic record;
    VEC(struct state *) begins; /* states at the program's entry */
    struct map asked;           /* symbol: number of conditions on it alone; condition << 32: it is counted */
    uint64_t tests, iterations;
    uint32_t at;           /* the region that the test which runs was in at the last point; REGION_NONE: not known */
    struct lemmas *lemmas; /* NULL: no other process does the same */
};

enum refinement {
    REFINED_TEST,   /* *model leads a test across */
    REFINED_SPLIT,  /* the region was split, or the link dropped */
    REFINED_NOTHING /* not known how: the link is stuck */
};

/* refine.c: looks at the link from a seen region to the next. On TEST, *start is the state
 * of the region that goes across under *model (a reference). */
enum refinement dash_refine(struct dash *d, uint32_t from, uint32_t to, struct state **start, struct model **model);
/* carry.c: `region` is where the predicate of its parent holds, a leaf. Splits the regions before it
 * by the same, and those before them, as far as steps leave the predicate alone and no test
 * meets it: what looking at the links in between would come to. */
void dash_carry(struct dash *d, uint32_t region);
/* lemmas.c: no step leads from a state at the location of node `from`, reachable or not, in which all of `before` holds
 * (conditions of the node; NULL: all of them) into one of node `to` in which all of `after` does (likewise), or into an
 * error, or elsewhere: that is proved. Drops the links from node to node, and tells other processes. */
void dash_drop(struct dash *d, uint32_t from, uint32_t to, const cond_list *before, const cond_list *after);
/* ask.c: a model like m (taken over) with a value for every symbol of e, that which counts when
 * there is none: inputs that are still to come must not get another. */
struct model *dash_complete(struct expr_pool *pool, struct model *m, expr e);
/* begins.c: runs each first state to the program's entry. False: an end before that, or it
 * takes decisions on the way. */
bool dash_find_begins(struct dash *d);
/* A region at the entry that no test has reached, but some beginning belongs to, counts as
 * reached. */
void dash_settle_begins(struct dash *d);
/* show.c: writes the abstraction as a graph for Graphviz. */
bool dash_show(struct dash *d, const char *file);
/* note.c: tells the run's invariants, if they are wanted, which regions can be reached at heads of loops. */
void dash_note_heads(struct dash *d);
/* Says what was done about a link, in the log; cond may be none. */
void dash_tell(struct dash *d, uint32_t from, uint32_t to, const char *what, expr cond);

#endif
