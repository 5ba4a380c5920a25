/* Processes of a worker that execute.
 *
 *   slot ── talks to the broker, never executes
 *    └─ bench ── has the program of one job loaded, and waits
 *        └─ one process for each piece: begins with the bench's memory, executes, tells the slot, ends
 *
 * Bench and pieces work on what somebody else has sent: they are kept away from this machine's files (base/seclude.h).
 *
 * So a piece that brings a process down, or takes more memory than there is, costs that piece and nothing else.
 */
#ifndef SHRIKE_CLI_WORKSHOP_H
#define SHRIKE_CLI_WORKSHOP_H

#include <stdatomic.h>
#include <sys/types.h>

#include "session/errand.h"

/* In memory that slot and executing process share. */
enum { BENCH_COVERED = 1 << 16 };
struct bench_board {
    _Atomic uint32_t wanted; /* parts that others wait for */
    _Atomic uint64_t told, heard; /* bytes of notes that were sent there, and taken */
    _Atomic uint64_t covered[ENGINE_AUTO][BENCH_COVERED]; /* what is known of the job, by engine (engine/hearsay.h) */
};

struct bench {
    pid_t pid; /* 0: there is none */
    int fd;
    struct spread_job job; /* whose program it has */
    uint64_t identity;     /* of the job */
    struct bench_board *board;
    struct str folder; /* the only one whose files it opens */
};

/* What comes from there: the kind, then bytes. */
enum bench_mail {
    BENCH_LOADED,  /* nothing more */
    BENCH_REFUSED, /* the job, for reasons in the log */
    BENCH_NOTE,    /* to others who do the same */
    BENCH_KEEP,    /* a note that is to be kept */
    BENCH_CHILD,   /* a piece (piece_write) that was split off */
    BENCH_RESULT,  /* result_write */
    BENCH_NONSENSE, /* the piece is malformed */
    BENCH_DIED,    /* the process that executed has ended without a result */
};

/* Starts the process for a job (taken over), with its bitcode (taken over). False after a message. */
bool bench_start(struct bench *b, struct context *ctx, struct spread_job *job, struct front_kept *kept);
/* Ends it, and what it executes, at once. */
void bench_stop(struct bench *b);
bool bench_give(struct bench *b, const struct piece *p);
/* Is there room for a note? There is no waiting for whoever executes. */
bool bench_has_room(const struct bench *b);
bool bench_tell(struct bench *b, const uint8_t *note, uint32_t n);
/* The next message within some milliseconds: 1; 0: none; -1: the bench is gone. */
int bench_hear(struct bench *b, int milliseconds, enum bench_mail *kind, vec_u8 *bytes);

#endif
