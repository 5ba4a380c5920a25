/* A run as JUnit's XML, which build servers show.
 *
 * Of `shrike test`: a test case for each test that was written; one that leads to an error
 * is a failure. Of `shrike verify`: a test case for each property; one without an answer is
 * an error of the run, not of the program.
 */
#ifndef SHRIKE_REPORT_JUNIT_H
#define SHRIKE_REPORT_JUNIT_H

struct outcome;
struct str;

void junit_write(const struct outcome *o, struct str *out);

#endif
