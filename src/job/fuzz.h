/* Fuzzing over a broker: the first piece of a job, and what a worker does with any piece (job/execute.h). */
#ifndef SHRIKE_JOB_FUZZ_H
#define SHRIKE_JOB_FUZZ_H

#include "engine/concolic/work.h"
#include "job/piece.h"
#include "session/session.h"
#include "test/corpus.h"

struct run_share;

enum fuzz_input { FUZZ_AUTO, FUZZ_STDIN, FUZZ_STREAM, FUZZ_FILE }; /* as --input lists them */

/* Where the bytes of inputs go. --input says it, or is AUTO for a program that may take either; of a job it never is.
 */
enum seed_kind fuzz_kind(const struct session *s);

/* In which sizes a seed is run: the search does not change the size of a file. Returns how many. */
enum { FUZZ_SIZES = 3 };
uint32_t fuzz_sizes(enum seed_kind kind, uint32_t len, uint32_t sizes[FUZZ_SIZES]);

/* The piece that a job begins with: all seeds, or random inputs if there are none. False: these are more than fit. */
bool fuzz_first_piece(const vec_files *seeds, enum seed_kind kind, struct piece *p);

struct fuzz_piece {
    /* An error, as struct generations_hooks has it, and an input that was the first to execute these blocks. */
    void (*bug)(void *owner, struct exec *x, const vec_u8 *file);
    void (*input)(void *owner, const vec_u8 *file, const vec_u64 *blocks);
    void *owner;
    uint64_t number;                /* random changes follow from it */
    uint64_t generations, diverged; /* found out */
};
/* Executes a share in a session that has begun; fills s->exhausted and the counts of s->run. */
void fuzz_execute(struct session *s, const struct run_share *share, struct fuzz_piece *w);

#endif
