/* Coverage as a tracefile of lcov (.info), for genhtml and editors. */
#ifndef SHRIKE_REPORT_LCOV_H
#define SHRIKE_REPORT_LCOV_H

struct coverage;
struct str;

/* Adds a record for each source file of the user's code, by name: functions (FN,
 * FNDA), branches (BRDA), lines (DA) and their sums. A branch is numbered within
 * its line, "-" says that it was never reached. */
void lcov_write(const struct coverage *cov, struct str *out);

#endif
