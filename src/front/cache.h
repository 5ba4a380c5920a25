/* What clang made of a file, kept for the next time.
 *
 * An entry is known by the folder and the arguments of the compilation (KEY, a digest) and holds
 * for as long as all files that clang read have the content that they had: KEY.d has a line
 * DIGEST PATH for each, the bitcode itself (KEY.bc) being the first. */
#ifndef SHRIKE_FRONT_CACHE_H
#define SHRIKE_FRONT_CACHE_H

#include "base/map.h"
#include "base/vec.h"
#include "front/front.h"

struct str;

/* Digests of files that were looked at; zero it to begin. */
struct bitcode_cache {
    const char *folder; /* NULL: there is none, and nothing is found or kept */
    struct strmap numbers;
    VEC(char *) digests;
};
void cache_init(struct bitcode_cache *c, const char *folder);
void cache_release(struct bitcode_cache *c);
/* Adds the bitcode for this key. False if there is none that holds. */
bool cache_find(struct bitcode_cache *c, const char *key, struct str *bitcode);
/* depends: the file that clang wrote with -MD in this folder (NULL: the current one). Failures are
 * not told: the next run compiles again. */
void cache_keep(struct bitcode_cache *c, const char *key, const char *folder, const char *depends, const struct str *bitcode);
/* Adds the paths of the files that the entry depends on, one a line. */
void cache_add_reads(struct bitcode_cache *c, const char *key, struct str *out);
/* The same from what clang wrote with -MD in this folder. */
void cache_add_depends(const char *folder, const char *depends, struct str *out);
/* The key of one of the input's files. */
void cache_key(struct context *ctx, const struct front_input *input, int number, struct str *key);

#endif
