/* Where things are, for readers elsewhere: paths below the root of a repository, and names for
 * findings that stay the same when lines move. */
#ifndef SHRIKE_REPORT_PLACE_H
#define SHRIKE_REPORT_PLACE_H

#include <stdbool.h>

struct bug;
struct program;
struct source;
struct str;

/* The folder around the current one that a version control system knows (.git, .hg, .svn), else the
 * current one; with a final slash. */
void place_root(struct str *out);
/* The path as it is below root; false: it lies elsewhere, and out gets it absolute. */
bool place_below(const char *root, const char *path, struct str *out);
/* 16 hexadecimal digits out of kind, file, function and the text of the line. */
void place_fingerprint(const char *root, struct program *p, struct source *src, const struct bug *bug, struct str *out);

#endif
