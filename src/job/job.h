/* A job, as it lies in the broker: what to execute and how. */
#ifndef SHRIKE_JOB_JOB_H
#define SHRIKE_JOB_JOB_H

#include "job/piece.h"
#include "spread/broker.h"

enum { JOB_FILES_MOST = 10000, JOB_WORDS_MOST = 10000, JOB_FILE_MOST = 1 << 30 };

/* A file of the program: its bitcode (or data) lies in chunks, under its digest. Data come last. */
struct job_file {
    char *name;      /* as the user wrote it */
    char digest[65]; /* of the bitcode, hexadecimal */
    uint64_t size;
    enum job_role {
        JOB_FILE,
        JOB_STUB,
        JOB_UNIT,
        JOB_LAZY_UNIT,
        JOB_DATA /* which the program may read */
    } role;      /* front/front.h; units are of captured projects */
};

struct job {
    char *name;
    char *version;        /* of the shrike that made it */
    uint32_t command;     /* a bit of enum command */
    uint64_t fingerprint; /* of the program that the files make */
    bool is32;
    broker_words options, targets, arguments;
    char *property; /* the text of a property file; empty: none */
    VEC(struct job_file) files;
    VEC(struct piece) first; /* pieces that it begins with, group i being the i-th */
    uint64_t made;           /* seconds since 1970 */
};

void job_release(struct job *j);
void job_write(const struct job *j, vec_u8 *out);
/* A digest of what is executed and how. Pieces carry it: a job that has the name of an earlier one has other pieces,
 * so that no worker executes the earlier one's program for it, and no late result of the earlier one is taken for its
 * own. */
uint64_t job_identity(const struct job *j);
/* j not initialised. False: refused, and nothing is to be released. Its first pieces are its own. */
bool job_read(struct job *j, const uint8_t *at, const uint8_t *end);
/* Reads the broker's job of that name (j not initialised). False: there is none, or it was refused with a line in the
 * log. */
bool job_get(struct broker *b, struct log *log, const char *name, struct job *j);
/* A piece into the queue (again: also if it was put there not long ago); false after a message. */
bool job_put_piece(struct broker *b, const char *job, const struct piece *p, bool again);
/* As broker_next_result has it, read. RESULT_BAD: it was malformed, and is deleted. */
enum broker_result job_next_result(struct broker *b, const char *job, uint64_t *at, struct piece_result *r);

#endif
