/* A corpus: a folder of plain files, one input each, as AFL++ and libFuzzer keep it.
 *
 * Files of ours are named by their content (the start of its SHA-256), so that the
 * same input is there once and several tools can work on one folder. A file is
 * written under another name and renamed.
 */
#ifndef SHRIKE_REPORT_CORPUS_H
#define SHRIKE_REPORT_CORPUS_H

#include <stdbool.h>

#include "base/vec.h"

struct context;
struct str;

typedef VEC(vec_u8) vec_files;

/* Reads a file, or all plain files of a folder (names that start with a dot are left
 * out), in the order of their names. `most`: bytes of a file that count. False after a
 * message. */
bool corpus_read(struct context *ctx, const char *path, uint32_t most, vec_files *out);
void corpus_release(vec_files *files);
/* Makes the folder unless it is there. False after a message. */
bool corpus_open(struct context *ctx, const char *folder);
/* Adds prefix and the name for this content to name. */
void corpus_name(const vec_u8 *bytes, const char *prefix, struct str *name);
/* Writes it unless it is there already (*added says). False after a message. */
bool corpus_add(struct context *ctx, const char *folder, const char *prefix, const vec_u8 *bytes, bool *added);

#endif
