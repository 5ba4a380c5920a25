/* A proof in words: what was shown, how, and what it rests on. */
#ifndef SHRIKE_REPORT_PROOF_H
#define SHRIKE_REPORT_PROOF_H

struct outcome;
struct str;

/* Of a SAFE outcome. */
void proof_write(const struct outcome *o, struct str *out);
/* One line for each thing that a proof takes for granted because of what the program is; what the
 * run took for granted (exec/sym/premise.h) comes besides. o->assumptions is not looked at. */
void proof_find_assumptions(const struct outcome *o, struct str *out);
/* "  assuming that ..." for each of o->assumptions. */
void proof_add_assumptions(const struct outcome *o, struct str *out);

#endif
