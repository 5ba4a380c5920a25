/* A proof in words: what was shown, how, and what it rests on. */
#ifndef SHRIKE_REPORT_PROOF_H
#define SHRIKE_REPORT_PROOF_H

struct outcome;
struct str;

/* Of a SAFE outcome. */
void proof_write(const struct outcome *o, struct str *out);
/* One line for each thing that the proof takes for granted of this program. */
void proof_assumptions(const struct outcome *o, struct str *out);

#endif
