/* Errors that do not fail a run: those of --baseline, and those that a comment in the source
 * excuses, `// shrike:ignore[KIND] reason` on the line of the error or alone on the one above. */
#ifndef SHRIKE_SESSION_EXCUSE_H
#define SHRIKE_SESSION_EXCUSE_H

#include <stdbool.h>

#include "base/map.h"

struct bug;
struct context;
struct program;
struct source;
struct str;

/* Fingerprints (report/place.h) of the findings in a file that --json or --sarif has written are put into the set.
 * False after a message. */
bool excuse_load(struct context *ctx, const char *file, struct strmap *known);
/* Does a comment excuse the error? why gets its reason. */
bool excuse_in_source(struct program *p, struct source *src, const struct bug *bug, struct str *why);

#endif
