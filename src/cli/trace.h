/* Paths of tests as files: `shrike test --trace-paths` writes test000001.trace beside
 * test000001.ktest, `shrike replay --trace` compares it with the native run. */
#ifndef SHRIKE_CLI_TRACE_H
#define SHRIKE_CLI_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "exec/core/trace.h"

struct bug;
struct folder;
struct replay_trace;
struct str;

/* bug: the error that ended the path; NULL: none. False after a message. */
bool trace_write(struct folder *f, uint32_t number, struct path_trace t, const struct bug *bug);
/* Compares a native run with the file beside the test; says so in one line. Nothing
 * is said, and true returned, if there is no such file. Native code may go on after an
 * error, so only the blocks up to it count. */
bool trace_compare(const char *test, const struct replay_trace *native, struct str *out);

#endif
