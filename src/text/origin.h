/* Files that #line directives name and that are not there: their text as the file that names them has it. */
#ifndef SHRIKE_TEXT_ORIGIN_H
#define SHRIKE_TEXT_ORIGIN_H

#include <stdbool.h>

#include "base/vec.h"

struct str;

/* What `text` says that it has of the file `name`: out gets its lines, empty ones where nothing is known; lines[i] is
 * the line of `text` that line i + 1 is, 0 for none. False: it has nothing of it. */
bool origin_rebuild(const char *text, const char *name, struct str *out, vec_u32 *lines);

#endif
