/* Bounded model checking: all paths at once.
 *
 * States run in the order of the unwound program (ir/sequence.h): the one whose place
 * comes first goes on, until it stands in front of a join (ir/points.h). States that
 * meet there are merged (exec/sym/merge.h), so each place of the unwound program is executed
 * once, in a state whose values are if-then-else over the ways that lead to it.
 *
 * Loops are unwound a few rounds, recursion likewise; a state at such a limit waits.
 * When nothing else is left to do, that is the answer to "is the bound reachable?": no
 * state waits, or these loops are unwound further, twice as far, from where the states
 * are. With --bound or --bound-loop the limit stays, and cuts.
 */
#ifndef SHRIKE_ENGINE_BMC_BMC_H
#define SHRIKE_ENGINE_BMC_BMC_H

#include "engine/run.h"

/* The program has points (ir/points.h), and every loop a counter (ir/bound.h). */
enum run_end bmc_run(struct run *r);

#endif
