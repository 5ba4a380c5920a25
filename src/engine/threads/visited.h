/* States that were seen. */
#ifndef SHRIKE_ENGINE_THREADS_VISITED_H
#define SHRIKE_ENGINE_THREADS_VISITED_H

#include "engine/threads/inside.h"

/* For states that come from the one in execution; the program must not be patched yet. */
struct visited *visited_new(struct exec *x);
/* ---- visited.c: states that were seen ---- */
void visited_free(struct visited *k);
/* Which threads are to be explored from this state, in which those of `asleep` sleep? 0: none. *asleep becomes those
 * that slept whenever it was met. extra: what else tells states apart. */
uint64_t visited_ask(struct visited *k, const struct state *st, uint64_t extra, uint64_t *asleep);
/* What tells the state apart from others. False: there is too much to look at. */
bool visited_look(struct visited *k, const struct state *st, struct digest *out);
/* The expression (0: none) is not collected any more. */
void visited_keep(struct visited *k, uint32_t id);
/* Expressions that must not be collected. */
void visited_mark(const struct visited *k, struct expr_pool *pool);

#endif
