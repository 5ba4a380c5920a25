/* The execution tree of a run, for --show-tree and --html: every node with its place in the program, how its segment
 * ended, the fact that was found for it, and the node whose fact subsumed it. The caller of an engine makes the log,
 * the engine records, and the log can be read when the engine is done.
 *
 * All functions accept NULL for the log and do nothing then. Nodes are numbered from 1
 * in the order in which they were opened. A log that is full hands out 0, which all
 * functions accept as well.
 */
#ifndef SHRIKE_ENGINE_TREELOG_H
#define SHRIKE_ENGINE_TREELOG_H

#include "cond/fact.h"

struct treelog;

/* NULL if the options do not ask for it. */
struct treelog *treelog_new(struct exec *x);
void treelog_free(struct treelog *log);
/* What location symbols stand for from now on; NULL: there are none. */
void treelog_places(struct treelog *log, const struct places *places);

/* A node begins with st, below parent (0: it is the root). Returns its number. */
uint32_t treelog_open(struct treelog *log, uint32_t parent, const struct state *st);
/* Its segment has ended, with st at the end: a word or two say how. */
void treelog_end(struct treelog *log, uint32_t node, const char *how, const struct state *st);
/* ... because f holds there, which is the fact of another node. */
void treelog_subsumed(struct treelog *log, uint32_t node, const struct fact *f);
/* ... because it counts on an unfinished node at the same point, which may close a loop. */
void treelog_back(struct treelog *log, uint32_t node, uint32_t head);
/* The loop was not closed: the node goes on. */
void treelog_reopened(struct treelog *log, uint32_t node);
/* The fact of a node that began with st (NULL: none was found). A later one counts. */
void treelog_fact(struct treelog *log, uint32_t node, struct state *st, const struct fact *f);

/* An error of its segment. The first one counts; the segment may go on. */
void treelog_error(struct treelog *log, uint32_t node, const char *message);
/* In its segment x->now was asked whether cond may hold, and it cannot: a leaf below. */
void treelog_infeasible(struct treelog *log, uint32_t node, const struct exec *x, expr cond);

/* ---- reading ------------------------------------------------------------------------------------- */

/* How to see a node. INNER: it goes on in others. */
enum tree_mark {
    TREE_INNER,
    TREE_DONE,
    TREE_ERROR,
    TREE_PRUNED,
    TREE_SUBSUMED,
    TREE_LOOP,
    TREE_CUT,
    TREE_INFEASIBLE,
    TREE_OPEN
};

struct tree_view {
    uint32_t parent; /* 0: none */
    uint32_t other;  /* whose fact subsumed it, or that it went back to; 0: unknown */
    enum tree_mark mark;
    const char *function; /* where it begins; NULL: nowhere */
    uint32_t pos;
    const char *cond, *fact, *error; /* NULL: none */
};

/* Nodes are 1 .. size. */
uint32_t treelog_size(const struct treelog *log);
/* How many did not fit any more. */
uint64_t treelog_missing(const struct treelog *log);
struct tree_view treelog_view(const struct treelog *log, uint32_t node);

/* Writes FILE: JSON if it ends in .json, Graphviz if in .dot or .gv, else both, with
 * these endings added. False after a message. */
bool treelog_write(const struct treelog *log, const char *file);

#endif
