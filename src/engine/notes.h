/* Notes that runs of one engine in several processes tell one another: the envelope.
 *
 * Each process executes the whole program, in an order of its own (share.h: struct share_notes), and tells what it has
 * learned. What that is, and why another run may use it, is the engine's affair (interpolate/exchange.h,
 * cdse/sharing.h, dash/lemmas.h). The same for all of them:
 *
 *   - A note has the name of its process in front, so that a process passes its own over and knows when a new one is
 *     there, which has not heard earlier notes.
 *   - A note has a digest of what all runs begin with. The job has told notes of other programs and other options apart
 *     already (job/piece.h); this one tells apart runs that nevertheless begin with other states, or put variables at
 * other addresses: their notes are refused.
 *   - What a run finds out is a theorem only as long as the run is without flaw (notes_are_flawed): it has no error,
 * met no limit, and has no gap but those that the engine names. From then on it tells nothing any more.
 *   - Gaps that the engine names may go along with its notes; premises always do. They become gaps and premises of
 *     every run that hears the note, so no verdict rests on less than its theorems do.
 *   - What comes in is not trusted to be well-formed: a note that does not fit is refused, the first one with a line in
 * the log. Gaps and premises of a note that turns out to be malformed behind them stay: that makes a verdict weaker,
 * and nothing wrong.
 *
 * Nothing rests on a note's arrival: notes may get lost, come twice, late or in another order.
 */
#ifndef SHRIKE_ENGINE_NOTES_H
#define SHRIKE_ENGINE_NOTES_H

#include "engine/run.h"
#include "engine/share.h"
#include "mem/digest.h"

enum { NOTES_BYTES = 1 << 14 /* that one note is filled up to */, NOTES_NS = 20000000 /* between two notes */ };

struct notes {
    struct share_notes *to;
    struct run *r;
    uint64_t process;     /* a name that no other process has */
    struct digest origin; /* of what all runs begin with */
    uint32_t gaps;        /* bits: with these the run is without flaw */
    bool gaps_go_along;
    bool flawed;       /* the engine knows of a flaw */
    vec_u8 items;      /* of the next note */
    uint64_t since;    /* when the first of them was put there */
    vec_u64 processes; /* that were heard */
    bool retell;       /* one of them is new; for the engine to take back */
    uint64_t refused;
};

/* r->share->notes is there. */
void notes_init(struct notes *n, struct run *r, struct digest origin, uint32_t gaps, bool gaps_go_along);
void notes_release(struct notes *n);
/* Is what the run finds out perhaps no theorem: has it an error, has it come to its end or to a limit (facts that were
 * being settled then are none, and a limit may be hit before the run knows), looked at the bits of a NaN, which becomes
 * a gap at the end only, or a gap other than n->gaps? */
bool notes_are_flawed(const struct notes *n);
/* Sends all other processes what the engine says in head (NULL: nothing) and items; for an engine with a log of facts
 * it is kept there. Sends nothing if the run is flawed. */
void notes_send(struct notes *n, const vec_u8 *head, const vec_u8 *items);
/* n->items were `before` bytes, and something was added. True: enough for a note. */
bool notes_added(struct notes *n, uint32_t before);
/* Has the oldest of n->items waited long enough? */
bool notes_are_due(const struct notes *n);
/* Takes all notes of others that have come. take: what the engine says in one; false: it does not fit. */
void notes_hear(struct notes *n, bool (*take)(void *owner, uint64_t process, const uint8_t *p, const uint8_t *end),
                void *owner);

#endif
