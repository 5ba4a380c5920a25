/* The execution tree of a run, for --show-tree: every node with its place in the
 * program, how its segment ended, the fact that was found for it, and the node whose
 * fact subsumed it.
 *
 * All functions accept NULL for the log and do nothing then. Nodes are numbered from 1
 * in the order in which they were opened.
 */
#ifndef SHRIKE_ENGINE_TREELOG_H
#define SHRIKE_ENGINE_TREELOG_H

#include "engine/fact.h"

struct treelog;

/* NULL if the options do not ask for it. */
struct treelog *treelog_new(struct exec *x, const struct places *places);
void treelog_free(struct treelog *log);

/* A node begins with st, below parent (0: it is the root). Returns its number. */
uint32_t treelog_open(struct treelog *log, uint32_t parent, const struct state *st);
/* Its segment has ended, with st at the end: a word or two say how. */
void treelog_end(struct treelog *log, uint32_t node, const char *how, const struct state *st);
/* ... because f holds there, which is the fact of another node. */
void treelog_subsumed(struct treelog *log, uint32_t node, const struct fact *f);
/* ... because it counts on an unfinished node at the same point, which may close a loop. */
void treelog_back(struct treelog *log, uint32_t node, uint32_t head);
/* It did not: the node goes on. */
void treelog_reopened(struct treelog *log, uint32_t node);
/* The fact of a node that began with st (NULL: none was found). A later one counts. */
void treelog_fact(struct treelog *log, uint32_t node, struct state *st, const struct fact *f);

/* Writes FILE: JSON if it ends in .json, Graphviz if in .dot or .gv, else both, with
 * these endings added. False after a message. */
bool treelog_write(const struct treelog *log, const char *file);

#endif
