/* Processes of a worker that execute.
 *
 *   slot (job/worker.c) ── talks to the broker, never executes
 *    └─ executor ── has the program of one job loaded, and waits
 *        └─ one process for each piece: begins with the executor's memory, executes, tells the slot, ends
 *
 * The executor and its children work on what came from the network: they are kept away from this machine's files
 * (base/seclude.h).
 *
 * So a piece that brings a process down, or takes more memory than there is, costs that piece and nothing else.
 */
#ifndef SHRIKE_JOB_EXECUTOR_H
#define SHRIKE_JOB_EXECUTOR_H

#include <stdatomic.h>
#include <sys/types.h>

#include "job/make.h"

/* In memory that slot and executing process share. */
enum { EXECUTOR_COVERED = 1 << 16 };
struct executor_board {
    _Atomic uint32_t wanted;      /* parts that others wait for */
    _Atomic uint64_t told, heard; /* bytes of notes that were sent there, and taken */
    _Atomic uint64_t
        covered[ENGINE_AUTO][EXECUTOR_COVERED]; /* what is known of the job, by engine (engine/blocknotes.h) */
};

struct executor {
    pid_t pid; /* 0: there is none */
    int fd;
    struct job job;    /* whose program it has */
    uint64_t identity; /* of the job */
    struct executor_board *board;
    struct str folder; /* the only one whose files it opens */
};

/* What comes from there: the kind, then bytes. */
enum executor_word {
    EXECUTOR_LOADED,   /* nothing more */
    EXECUTOR_REFUSED,  /* the job, for reasons in the log */
    EXECUTOR_NOTE,     /* for other workers on the job */
    EXECUTOR_KEEP,     /* a fact: a note for the log of the job */
    EXECUTOR_CHILD,    /* a piece (piece_write) that was split off */
    EXECUTOR_RESULT,   /* result_write */
    EXECUTOR_NONSENSE, /* the piece is malformed */
    EXECUTOR_DIED,     /* the process that executed has ended without a result */
};

/* Starts the process for a job (taken over), with its bitcode (taken over). False after a message. */
bool executor_start(struct executor *b, struct context *ctx, struct job *job, struct front_kept *kept);
/* Ends it, and what it executes, at once. */
void executor_stop(struct executor *b);
bool executor_give(struct executor *b, const struct piece *p);
/* Is there room for a note? The slot never waits for the executor. */
bool executor_has_room(const struct executor *b);
bool executor_tell(struct executor *b, const uint8_t *note, uint32_t n);
/* The next message within some milliseconds: 1; 0: none; -1: the executor is gone. */
int executor_hear(struct executor *b, int milliseconds, enum executor_word *kind, vec_u8 *bytes);

#endif
