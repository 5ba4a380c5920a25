/* Paths of tests as files: `shrike test --trace-paths` writes test000001.trace beside
 * test000001.ktest, `shrike replay --trace` compares it with the native run. */
#ifndef SHRIKE_CLI_TRACE_H
#define SHRIKE_CLI_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "exec/core/trace.h"

struct folder;
struct replay_trace;
struct str;

/* What the blocks of a path lead to. */
enum path_end {
    PATH_TO_END, /* of the program */
    PATH_TO_ERROR,
    PATH_CUT, /* nowhere: it was given up, or a limit came first */
};

/* False after a message. */
bool trace_write(struct folder *f, uint32_t number, struct path_trace t, enum path_end end);
/* Compares a native run with the file beside the test; says so in one line. Nothing
 * is said, and true returned, if there is no such file. Native code may go on after an
 * error, and after what was cut off, so only the blocks up to there count. */
bool trace_compare(const char *test, const struct replay_trace *native, struct str *out);

#endif
