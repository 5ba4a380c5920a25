/* How far is a state from code that has not been executed?
 *
 * Distances (ir/dist.h) are aimed at the uncovered blocks of user code. Aiming costs
 * time in the size of the program, and what was computed for states before is then
 * out of date, so it is done when coverage has changed and enough questions were
 * asked since the last time to pay for it: a fixed share of the program plus one for
 * each state. Until then distances refer to older coverage, which is still a guide.
 */
#ifndef SHRIKE_ENGINE_SEARCH_NEARNESS_H
#define SHRIKE_ENGINE_SEARCH_NEARNESS_H

#include "engine/search/search.h"

struct nearness;

struct nearness *nearness_new(const struct search_env *env);
void nearness_free(struct nearness *n);
/* Time for nearness_aim? Counts how often it is asked. */
bool nearness_is_stale(struct nearness *n, uint32_t nstates);
void nearness_aim(struct nearness *n);
/* Instructions from the state to uncovered code; DIST_NEVER: there is none. */
uint32_t nearness_of(struct nearness *n, const struct state *state);
/* How often aimed so far. */
uint64_t nearness_aims(const struct nearness *n);

#endif
