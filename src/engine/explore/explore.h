/* Symbolic execution after King and KLEE: every feasible path, one state each.
 *
 * The engine runs states, in the order that --search chooses, until none is left or
 * a limit ends it.
 */
#ifndef SHRIKE_ENGINE_EXPLORE_EXPLORE_H
#define SHRIKE_ENGINE_EXPLORE_EXPLORE_H

#include "engine/run.h"

/* The program's edges are split (ir/split.h). RUN_FAILED if --search makes no sense. */
enum run_end explore_run(struct run *r);

#endif
