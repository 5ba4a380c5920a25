/* A corpus: a folder of plain files, one input each, as AFL++ and libFuzzer keep it.
 *
 * Files of ours are named by their content (the start of its SHA-256), so that the
 * same input is there once and several tools can work on one folder. A file is
 * written under another name and renamed.
 */
#ifndef SHRIKE_TEST_CORPUS_H
#define SHRIKE_TEST_CORPUS_H

#include <stdbool.h>

#include "base/vec.h"

struct context;
struct str;
struct strmap;

struct corpus_file {
    vec_u8 bytes;
    char *path;
};
typedef VEC(struct corpus_file) vec_files;

/* Reads a file, or all plain files of a folder (names that start with a dot are left
 * out), in the order of their names. `most`: bytes of a file that count. `known`: paths
 * that are left out, and to which those read are added; may be NULL. False after a
 * message. */
bool corpus_read(struct context *ctx, const char *path, uint32_t most, struct strmap *known, vec_files *out);
/* The folders that AFL++ keeps below `sync`: all files in `sync`/NAME/queue, for every
 * NAME but `own`. As corpus_read. */
bool corpus_read_others(struct context *ctx, const char *sync, const char *own, uint32_t most, struct strmap *known,
                        vec_files *out);
void corpus_release(vec_files *files);
/* Short files first. */
void corpus_sort(vec_files *files);
/* Makes the folder, and those that it is in, unless they are there. False after a message. */
bool corpus_open(struct context *ctx, const char *folder);
/* Adds prefix and the name for this content to name. */
void corpus_name(const vec_u8 *bytes, const char *prefix, struct str *name);
/* Writes it under this name. False after a message. */
bool corpus_put(struct context *ctx, const char *folder, const char *name, const vec_u8 *bytes);
/* Writes it under the name for its content unless it is there already (*added says). False after a message. */
bool corpus_add(struct context *ctx, const char *folder, const char *prefix, const vec_u8 *bytes, bool *added);

#endif
