/* Concolic testing as an engine (SAGE): one input after the other, each chosen to decide otherwise
 * somewhere, until no decision is left.
 *
 * runner.h runs inputs and finds others, generations.h chooses among them, workers.h does that in
 * several processes; `shrike fuzz` uses these with files as inputs.
 */
#ifndef SHRIKE_ENGINE_CONCOLIC_CONCOLIC_H
#define SHRIKE_ENGINE_CONCOLIC_CONCOLIC_H

#include "engine/run.h"

/* From random inputs on, until nothing is left to try. */
enum run_end concolic_run(struct run *r);

#endif
