/* A job, as it lies in the broker: what to execute and how, for whoever takes part. */
#ifndef SHRIKE_SPREAD_JOB_H
#define SHRIKE_SPREAD_JOB_H

#include "base/vec.h"
#include "spread/piece.h"

enum { JOB_NAME_MOST = 64, JOB_FILES_MOST = 10000, JOB_WORDS_MOST = 10000, JOB_FILE_MOST = 1 << 30, JOB_CHUNK = 512 * 1024 };

/* A file of the program: its bitcode (or data) lies in chunks, under its digest. Data come last. */
struct job_file {
    char *name;     /* as the user wrote it */
    char digest[65]; /* of the bitcode, hexadecimal */
    uint64_t size;
    enum job_role { JOB_FILE, JOB_STUB, JOB_UNIT, JOB_LAZY_UNIT, JOB_DATA /* which the program may read */ } role; /* front/front.h; units are of captured projects */
};

typedef VEC(char *) job_words;

struct spread_job {
    char *name;
    char *version;        /* of whoever made it */
    uint32_t command;     /* a bit of enum command */
    uint64_t fingerprint; /* of the program that the files make */
    bool is32;
    job_words options, targets, arguments;
    char *property; /* the text of a property file; empty: none */
    VEC(struct job_file) files;
    VEC(struct piece) first; /* pieces that it begins with, group i being the i-th */
    uint64_t made;           /* seconds since 1970 */
};

void spread_job_release(struct spread_job *j);
void spread_job_write(const struct spread_job *j, vec_u8 *out);
/* A digest of what is executed and how. Pieces carry it: a job that has the name of an earlier one has other pieces,
 * so that nobody executes the earlier one's program for it, and no late result of the earlier one is taken for its own. */
uint64_t spread_job_identity(const struct spread_job *j);
/* j not initialised. False: refused, and nothing is to be released. Its first pieces are its own. */
bool spread_job_read(struct spread_job *j, const uint8_t *at, const uint8_t *end);
/* May a job be called so? Letters, digits, - and _. */
bool spread_job_is_name(const char *text);

/* What became of it. */
enum job_status { JOB_OPEN, JOB_HALTED, JOB_OVER };
const char *job_status_name(enum job_status status);
bool job_status_find(const char *name, enum job_status *status);

#endif
