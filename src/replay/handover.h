/* A test as the replay library reads it (replay/replay_rt.h has the layout). */
#ifndef SHRIKE_REPLAY_HANDOVER_H
#define SHRIKE_REPLAY_HANDOVER_H

#include <stdbool.h>

struct program;
struct str;
struct test;

/* The inputs as one block of bytes. An uninitialised value (TEST_UNINIT) is
 * called NAME[@LINE][#INSTANCE][+OFFSET]: bytes from OFFSET (default 0) of the INSTANCE-th
 * storage (from 0; default: in order) that is created for the variable NAME, or by
 * a call of the allocation function NAME, declared or called at LINE, or without one
 * at the line of its position in p (which may be NULL). */
void handover_inputs(const struct test *t, const struct program *p, struct str *out);
/* Writes standard input to the file `input` and the test's files into `folder`.
 * False with errno set. */
bool handover_files(const struct test *t, const char *input, const char *folder);

#endif
