/* NATS JetStream, as far as we need it. No other folder sees its library.
 *
 *   stream SHRIKE_WORK      shrike.work.JOB.PIECE     a queue: a piece is gone when it is acknowledged
 *   stream SHRIKE_RESULTS   shrike.result.JOB.PIECE   the first result of a piece, never a second
 *                           shrike.part.JOB.PIECE.NONCE.N   of large ones
 *   stream SHRIKE_PROGRAMS  shrike.program.DIGEST.N   bitcode in chunks
 *   bucket shrike-jobs      JOB, JOB.status, JOB.verdict, JOB.covered
 *   bucket shrike-workers   one entry for each, which fades
 *   bucket shrike-facts     JOB.VERSION: what workers have found out that is to be kept, one behind the other
 *   shrike.note.JOB         notes between workers, not stored
 *
 * What jobs, pieces, results and notes say is for src/job: here they are bytes with names. Truth is in the results and
 * the job: what is in the queue can always be made again from them. Calls wait for a broker that is away, and fail
 * after PATIENCE_MS.
 */
#ifndef SHRIKE_SPREAD_BROKER_H
#define SHRIKE_SPREAD_BROKER_H

#include "base/bytes.h"
#include "base/log.h"
#include "base/str.h"

struct broker;
struct delivery;

enum {
    BROKER_PATIENCE_MS = 60000,
    BROKER_WORKER_SECONDS = 30,
    BROKER_JOB_NAME = 64,
    BROKER_CHUNK = 512 * 1024,
    BROKER_RESULT_BYTES = 1 << 28
};

typedef VEC(char *) broker_words;
void broker_words_release(broker_words *words);

struct broker_options {
    const char *url;    /* nats://[USER:PASSWORD@]HOST:PORT, several with commas between */
    const char *creds;  /* file; NULL: none */
    const char *tls_ca; /* file; NULL: none */
    int64_t replicas;
    int64_t ack_seconds;          /* after which a piece of a silent worker is handed out again; 0: as it was, or 30 */
    const char *role;             /* as the broker lists us */
    bool (*is_over)(void *owner); /* asked while we wait; NULL: never */
    void *owner;
};

/* Connects, and makes what is missing. NULL after a message. */
struct broker *broker_open(struct log *log, const struct broker_options *options);
void broker_close(struct broker *b);
/* After how long a silent worker's piece is handed out again. */
int64_t broker_ack_ms(const struct broker *b);

/* ---- programs and jobs; false after a message, or where there is no such thing ---- */
/* `size` bytes under their digest (hexadecimal). */
bool broker_put_program(struct broker *b, const char *digest, uint64_t size, const uint8_t *bytes);
/* False: they are not there, or damaged. */
bool broker_get_program(struct broker *b, const char *digest, uint64_t size, struct str *bytes);
/* May a job be called so? Letters, digits, - and _. */
bool broker_is_job_name(const char *text);
/* An open job. *taken: there is one of that name. */
bool broker_put_job(struct broker *b, const char *name, const vec_u8 *job, bool *taken);
bool broker_get_job(struct broker *b, const char *name, struct str *job);
/* What became of it. */
enum broker_status { BROKER_OPEN, BROKER_HALTED, BROKER_OVER };
const char *broker_status_name(enum broker_status status);
bool broker_set_status(struct broker *b, const char *job, enum broker_status status);
/* BROKER_OVER if there is no such job. False: the broker does not answer. */
bool broker_get_status(struct broker *b, const char *job, enum broker_status *status);
bool broker_set_verdict(struct broker *b, const char *job, const char *verdict);
void broker_get_verdict(struct broker *b, const char *job, struct str *verdict);
/* Names, sorted. */
bool broker_list_jobs(struct broker *b, broker_words *names);
/* The queue forgets its pieces; with `all`, so does everything else. */
bool broker_forget(struct broker *b, const char *job, bool all);

/* ---- notes between workers; what is lost is lost ---- */
/* From now on this process hears the notes of this job. */
void broker_listen(struct broker *b, const char *job);
void broker_tell_note(struct broker *b, const char *job, const uint8_t *bytes, uint32_t n);
/* The next one, as it came. False: there is none now. */
bool broker_hear_note(struct broker *b, vec_u8 *bytes);
/* A note for workers that begin later, in the place of the one before. Tried once: nothing rests on it. */
void broker_put_covered(struct broker *b, const char *job, const uint8_t *bytes, uint32_t n);
bool broker_get_covered(struct broker *b, const char *job, vec_u8 *bytes);

/* ---- a job's log of facts: notes under versions 1, 2, ...; it is removed with the job ---- */
enum { BROKER_MOST_FACTS = 1 << 16, BROKER_FACT_BYTES = 1 << 16 };
enum broker_kept { KEPT, KEPT_TAKEN, KEPT_FAILED };
/* KEPT_TAKEN: there is one with this version. */
enum broker_kept broker_keep_fact(struct broker *b, const char *job, uint64_t version, const uint8_t *bytes,
                                  uint32_t n);
/* As it was put there. False: there is none now, or the broker is away. */
bool broker_get_fact(struct broker *b, const char *job, uint64_t version, vec_u8 *bytes);

/* ---- work ---- */
/* A piece; again: also if it was put there not long ago. */
bool broker_put_work(struct broker *b, const char *job, const char *piece, const vec_u8 *bytes, bool again);
/* The next piece, or NULL after a while without one. */
struct delivery *broker_take(struct broker *b, int64_t milliseconds);
const char *delivery_job(const struct delivery *d);
const char *delivery_piece(const struct delivery *d); /* its name */
const uint8_t *delivery_bytes(const struct delivery *d, const uint8_t **end);
uint64_t delivery_count(const struct delivery *d); /* how often it was handed out, 1 at first */
void delivery_alive(struct delivery *d);           /* it is still being worked on */
/* Each ends it: done for good (if the broker hears of it), or to be handed out again later. */
void delivery_done(struct delivery *d);
void delivery_return(struct delivery *d, int64_t milliseconds);
/* Lets go of it without a word: it will be handed out again. */
void delivery_drop(struct delivery *d);

struct broker_queue {
    uint64_t waiting_pieces; /* of all jobs */
    uint64_t taken_pieces;
    uint64_t waiting_workers;
};
bool broker_look(struct broker *b, struct broker_queue *q);

/* ---- results ---- */
enum broker_put { PUT_FAILED, PUT_FIRST, PUT_KNOWN };
enum broker_put broker_put_result(struct broker *b, const char *job, const char *piece, const vec_u8 *bytes);
/* Is there a result of the piece? */
bool broker_has_result(struct broker *b, const char *job, const char *piece);
/* The next result of a job behind *at (0 at first), which moves on: the piece's name, and bytes. RESULT_NONE: there is
 * none now; RESULT_BAD: it is not whole, and was refused. */
enum broker_result { RESULT_NONE, RESULT_FOUND, RESULT_BAD, RESULT_FAILED };
enum broker_result broker_next_result(struct broker *b, const char *job, uint64_t *at, struct str *piece,
                                      struct str *bytes);
/* The result there is malformed: it is deleted, so that another can take its place, with a line in the log. */
void broker_refuse_result(struct broker *b, const char *job, const char *piece, uint64_t at);

/* ---- workers ---- */
void broker_show_worker(struct broker *b, const char *name, const char *text);
/* Lines "NAME TEXT", sorted. */
bool broker_list_workers(struct broker *b, broker_words *lines);

#endif
