/* Verification witnesses of SV-COMP: what another tool needs to check a verdict.
 *
 * YAML, format 2.0: a violation is a sequence of segments, one for each value that a call of
 * a nondeterministic function returned, with the place of the call's closing parenthesis,
 * and the target. A proof is a set of loop invariants, as many as are known; an empty set is
 * valid and says nothing.
 * GraphML, format 1.0: the same as an automaton.
 *
 * Values of calls whose place the source does not show are left out: that makes a witness
 * weaker, a wrong place would make it wrong.
 */
#ifndef SHRIKE_REPORT_WITNESS_H
#define SHRIKE_REPORT_WITNESS_H

#include <stdbool.h>

struct outcome;
struct str;

/* Can there be one? UNSAFE with a confirmed error, or SAFE without a bound. If not, says why. */
bool witness_possible(const struct outcome *o, struct str *why);
void witness_yaml(const struct outcome *o, struct str *out);
void witness_graphml(const struct outcome *o, struct str *out);

#endif
