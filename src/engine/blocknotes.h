/* Workers on one job tell one another which blocks they have covered, by notes.
 *
 * A worker knows what it has executed in its piece. Without more it finds again, piece after piece, what others found
 * before. So a worker tells what it covers unless another has told it before, and what it hears counts as covered where
 * a search asks what is new (covered.h: covered_is_elsewhere): distances to uncovered code, rewards of places, scores
 * of inputs. It counts nowhere else. No worker leaves an execution, a test or an input out because of it, so it may be
 * lost, late, repeated or wrong: the worker that said it may die before its result is stored, and then another does its
 * piece again. Verdicts, paths and tests are those of a job without notes; which of several inputs is found first may
 * change.
 *
 * A note names blocks of user code, and on its edges, for one engine, for which the program was prepared. What does not
 * fit is refused as a whole, with a line in the log. A worker tells a block once; notes go out some milliseconds apart,
 * and at the end of a piece.
 *
 * What a worker knows survives its pieces on a board, in memory that they share: what was heard at once, what the piece
 * has covered when that is over. A process that crashes leaves no claim of its own there.
 */
#ifndef SHRIKE_ENGINE_BLOCKNOTES_H
#define SHRIKE_ENGINE_BLOCKNOTES_H

#include <stdatomic.h>

#include "base/log.h"
#include "engine/covered.h"
#include "engine/engine.h"
#include "engine/share.h"

struct blocknotes_hooks {
    const struct notes_link *link;
    _Atomic uint64_t *board; /* a bit for each instruction; NULL: there is none */
    uint32_t words;          /* of it; a program that needs more goes without */
};

struct blocknotes {
    struct covered *c;
    enum engine engine;
    struct log *log;
    const struct blocknotes_hooks *hooks;
    uint64_t *told;                  /* as covered.blocks */
    uint64_t told_at;                /* covered.found when the worker had told all of it */
    uint64_t next_ns;                /* no note before that */
    uint64_t ntold, nheard, refused; /* blocks; notes */
};

/* Nothing is covered so far; c, log and hooks outlive it. */
void blocknotes_init(struct blocknotes *h, struct covered *c, enum engine engine, const struct blocknotes_hooks *hooks,
                     struct log *log);
void blocknotes_release(struct blocknotes *h);
/* Now and then: hears, and tells if it is time. */
void blocknotes_turn(struct blocknotes *h);
/* The piece is over: tells the rest. */
void blocknotes_end(struct blocknotes *h);

/* All that is covered, as a note; of many blocks only the first ones. */
void blocknotes_write(const struct covered *c, enum engine engine, vec_u8 *note);
/* Takes a note up. False: it is refused. One for another engine, or of another kind, says nothing. */
bool blocknotes_take(struct blocknotes *h, const uint8_t *note, const uint8_t *end);

#endif
