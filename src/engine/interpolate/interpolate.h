/* Execution with interpolation (TracerX): what is proved once is not explored again.
 *
 * The tree is explored depth first. When the subtree below a node is safe, a fact
 * (cond/fact.h) that suffices for that is computed from the facts of its children,
 * pulled back through the node's segment by a shadow run (exec/decide/shadow.h), and stored
 * under the program point and call stack. A later state there that satisfies the fact
 * is dropped: subsumed.
 *
 * Nodes begin at forks and at points (ir/points.h) soon after a fork. A node whose
 * fact is not found (errors, limits, what shadow runs do not follow) stores nothing,
 * which is always sound.
 */
#ifndef SHRIKE_ENGINE_INTERPOLATE_INTERPOLATE_H
#define SHRIKE_ENGINE_INTERPOLATE_INTERPOLATE_H

#include "engine/run.h"

/* The program has points, also in front of selects (ir/points.h). */
enum run_end interpolate_run(struct run *r);

#endif
