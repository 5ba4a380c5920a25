/* Conflict-driven symbolic execution (Kite): paths that would repeat a conflict are never
 * entered.
 *
 * The program is one acyclic graph (engine/cdse/fcfg.h). A path to a property is proposed that
 * holds no nogood (engine/cdse/nogood.h), the executor follows it, and where it turns out to be
 * impossible, the reason becomes a nogood: the options that the conflicting conditions
 * come from, and, found by a backward slice through the executed instructions, those at
 * joins where another way would have brought other values (Kite's guards, computed when a
 * conflict needs them). When no path is left all properties hold.
 *
 * States are kept along the path, so going back executes nothing again.
 */
#ifndef SHRIKE_ENGINE_CDSE_CDSE_H
#define SHRIKE_ENGINE_CDSE_CDSE_H

#include "engine/run.h"

/* The program's edges are split (ir/split.h), and cdse_unfit knows no reason. */
enum run_end cdse_run(struct run *r);
/* What the graph does not show, and the program has: jumps, and whether a value was ever set. */
const char *cdse_unfit(const struct exec *x);

#endif
