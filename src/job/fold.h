/* Which pieces of a job are done, and when all are.
 *
 * A job begins with its first pieces; a result names the pieces that were split off. A piece is *named* if it is a
 * first one or a child in the result of a named piece that was taken. The job is done when every named piece has a
 * result.
 *
 * Why that is right: a result says that everything below its piece was executed, but for what its children stand for.
 * By induction over the names taken, all executions of the program are below a named piece without result, or have been
 * executed; when no such piece is left, all have. No message is counted, so it does not matter whether one is lost (its
 * piece stays open, and is handed out again), repeated (the first result of a piece is the one that counts, a second
 * one may have been split in another way), or early (a result of a piece that is not named yet waits; if it is never
 * named, it was split off by a worker that died before it could say so, and the worker that did the work again has
 * covered the same executions).
 *
 * Two named pieces never stand for the same executions, as those of different parents lie apart and a generation is
 * part of the name. A result that names a piece which is named already is refused, and its piece counts as failed.
 */
#ifndef SHRIKE_JOB_FOLD_H
#define SHRIKE_JOB_FOLD_H

#include "base/map.h"
#include "job/piece.h"

enum fold_state { FOLD_OPEN, FOLD_DONE, FOLD_EARLY };

struct fold_item {
    enum fold_state state;
    struct piece piece;          /* of a named one, while it is open */
    struct piece_result *result; /* of one that is not named */
};

struct fold {
    struct strmap names; /* -> 1 + index */
    VEC(struct fold_item) items;
    uint64_t named, done, early;
    uint64_t open_in[64]; /* by group */
    /* The result of a named piece, once for each; in no particular order but parents first. */
    void (*absorb)(void *owner, const struct piece_result *r, uint32_t group);
    /* A piece was named that has no result so far. May be NULL. */
    void (*named_piece)(void *owner, const struct piece *p);
    void *owner;
};

void fold_init(struct fold *f);
void fold_release(struct fold *f);
/* A first piece of the job; p is taken over. */
void fold_begin(struct fold *f, struct piece *p);
/* A result has come in; taken over. False: it contradicts what is known, or came before (*again). */
bool fold_take(struct fold *f, struct piece_result *r, bool *again);
/* Is every named piece done? */
static inline bool fold_is_done(const struct fold *f) { return f->named && f->named == f->done; }
/* The next open piece from *cursor (0 at first) on; NULL: there is none. */
const struct piece *fold_next_open(const struct fold *f, uint32_t *cursor);

/* Which of several runs of the same program count, if some rest on others.
 *
 * A run has a name (its attempt) and says on which attempts it rests: states that these have claimed were left to them
 * (engine/interpolate/exchange.h, where it is said why that is right). It counts if it is complete and every attempt
 * that it rests on is the name of a run that counts. Runs that rest on one another count together; what rests on an
 * attempt that was not finished, or that another attempt at the same piece has replaced, does not.
 */
struct rests_run {
    bool complete;    /* nothing open, no gap: it would count if it rested on no other */
    uint64_t attempt; /* 0: no run can rest on it */
    const vec_u64 *on;
    bool counts; /* the answer */
};

/* Sets `counts` of all. */
void rests_judge(struct rests_run *runs, uint32_t n);

#endif
