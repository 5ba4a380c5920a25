/* The folders that a fuzzer shares with others: --corpus, where all fuzzers write, and --sync, where each fuzzer has a
 * folder of its own (AFL++'s layout: NAME/queue/id:N...). Other fuzzers may work on both at the same time. */
#ifndef SHRIKE_CLI_FUZZ_CORPUS_H
#define SHRIKE_CLI_FUZZ_CORPUS_H

#include "base/map.h"
#include "base/str.h"
#include "test/corpus.h"

struct fuzz_corpus {
    struct context *ctx;
    const char *folder, *sync; /* NULL: not asked for */
    struct str own;            /* our queue below sync */
    struct strmap known;       /* paths of files read */
    struct strmap contents;    /* of files that are in one of the folders, by name for content */
    uint64_t looked_ns;        /* when others' files were last looked for */
    uint64_t added;            /* files of ours in this run */
    uint64_t next;             /* number in our queue */
};

/* Reads what is there, from --seeds too, short ones first. False after a message. */
bool fuzz_corpus_open(struct fuzz_corpus *c, struct context *ctx, vec_files *seeds);
void fuzz_corpus_release(struct fuzz_corpus *c);
/* Keeps an input, unless it is there. False after a message. */
bool fuzz_corpus_add(struct fuzz_corpus *c, const vec_u8 *bytes);
/* Reads files that others have added since; looks once in a while only. */
void fuzz_corpus_look(struct fuzz_corpus *c, vec_files *out);
/* Removes a file of --corpus that is not needed. */
void fuzz_corpus_drop(struct fuzz_corpus *c, const char *path);

#endif
