/* A piece of work, as it travels: small, self-contained, and known by what it says.
 *
 * The key says what is to be done, in the words of its engine (job/execute.h); hints make that quicker and
 * change nothing. The name is a digest of the job's identity (job/job.h), key, engine and generation. So a piece that
 * is made twice, by two workers or by one after a crash, has one name only if it is the same work, and a result under a
 * name is one of that work, whatever worker did it. The generation is one more than that of the piece it was split
 * from: no piece is named among its own parts.
 *
 * Whatever comes from outside is read with limits: what is not whole, or too large, is refused. Pieces are known by
 * their digest; results and jobs end in a sum of what they say, so that damage is noticed (malice is not: what
 * may publish is believed).
 */
#ifndef SHRIKE_JOB_PIECE_H
#define SHRIKE_JOB_PIECE_H

#include <stdbool.h>

#include "base/bytes.h"

enum {
    PIECE_NAME = 32,
    PIECE_MOST_BYTES = 700000,
    PIECE_MOST_CHILDREN = 100000,
    PIECE_MOST_PARTS = 4096,
    PIECE_MOST_RESTS = 1 << 12
};

struct piece {
    char name[PIECE_NAME + 1]; /* hexadecimal digits */
    uint64_t job;              /* whose: its identity, not its name, which another job may have had */
    uint32_t engine;
    uint32_t generation;
    uint32_t group; /* which of the job's first pieces it comes from; no part of the name */
    vec_u8 key, hints;
};

void piece_release(struct piece *p);
/* With key and hints of its own. */
struct piece piece_copy(const struct piece *from);
/* Gives it its name. */
void piece_name(struct piece *p);
void piece_write(const struct piece *p, vec_u8 *out);
/* p not initialised; its name follows from the rest. False: refused, and nothing is to be released. */
bool piece_read(struct piece *p, const uint8_t **at, const uint8_t *end);
/* Is this a name? */
bool piece_is_name(const char *text);

/* A sum of the bytes from `from` on is put behind them; is it there? Then *end moves in front of it. */
void seal_put(vec_u8 *out, uint32_t from);
bool seal_get(const uint8_t *at, const uint8_t **end);

/* What came of a piece. */
struct piece_result {
    char name[PIECE_NAME + 1]; /* of the piece */
    bool exhausted;            /* all of it was done, but for the children */
    uint32_t gaps;             /* bits: 1 << enum gap */
    uint64_t paths, partial, instructions, findings, tests, milliseconds;
    VEC(struct piece) children; /* work that is left, for others */
    uint64_t attempt;           /* the name of this run, and ... */
    vec_u64 rests;              /* ... runs without which it does not count (job/fold.h) */
    vec_u8 body;                /* the rest (job/execute.h) */
};

void result_release(struct piece_result *r);
void result_write(const struct piece_result *r, vec_u8 *out);
/* r not initialised. False: refused, and nothing is to be released. */
bool result_read(struct piece_result *r, const uint8_t *at, const uint8_t *end);

/* Notes between workers on the same job, in bytes: what they say is their engine's affair (engine/share.h).
 *
 * A note carries the identity of its job (job/job.h), so that none of another program or of other options is ever
 * taken for one of this, and ends in a sum of its bytes. It is not stored: a worker that is not there does not hear it,
 * and nothing rests on its being heard.
 */
enum { NOTE_MOST_BYTES = 1 << 18 };

/* False: too large. */
bool note_write(vec_u8 *out, uint64_t job, const uint8_t *text, uint32_t n);
/* The text lies between *from and *to. False: refused. */
bool note_read(const uint8_t *at, const uint8_t *end, uint64_t job, const uint8_t **from, const uint8_t **to);

#endif
