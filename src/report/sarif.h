/* A run as a SARIF 2.1.0 log (OASIS), which code hosts, editors and dashboards read.
 *
 * Each error is a result of kind "fail" with its place, call stack, the way there as a code
 * flow, and the inputs in its property bag; a proof is one result of kind "pass" for each
 * property, an open question one of kind "open". What the analysis could not do is a
 * notification of the invocation.
 */
#ifndef SHRIKE_REPORT_SARIF_H
#define SHRIKE_REPORT_SARIF_H

struct outcome;
struct str;

void sarif_write(const struct outcome *o, struct str *out);

#endif
