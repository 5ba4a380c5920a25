/* What one engine proves of a loop, as a note for another engine (--engine=auto over --on).
 *
 * The invariant engine tells the conditions that it has proved at the head of a loop, under what was assumed there;
 * k-induction (engine/bmc/hints.h) tries them. Nothing in a note is believed: bmc proves it anew where it uses it, so
 * notes may be wrong, late, repeated or lost, and the engines need not have prepared the program in the same way. What
 * does not fit the program is refused with a line in the log.
 *
 * A note names the loop by its function and its header's block, which no preparation changes (ir/points.h, ir/bound.h),
 * and has the functions of all frames there; conditions speak of registers and words of memory (cond/factbytes.h).
 */
#ifndef SHRIKE_ENGINE_LOOPNOTES_H
#define SHRIKE_ENGINE_LOOPNOTES_H

#include "cond/factbytes.h"
#include "engine/share.h"

enum { LOOPNOTE_MOST_CONDS = 64 };

struct loopnote {
    uint32_t function, header;
    frame_functions frames; /* innermost first */
    cond_list conds;        /* over places of the run that reads it */
};

void loopnote_release(struct loopnote *t);
/* As a note. False: nothing is left of it that can travel. */
bool loopnote_write(struct exec *x, const struct places *places, const struct loopnote *t, vec_u8 *note);
/* t not initialised. LOOPNOTE_OTHER: a note of another kind. LOOPNOTE_REFUSED: it does not fit; nothing is to be
 * released then. */
enum loopnote_read { LOOPNOTE_REFUSED, LOOPNOTE_OTHER, LOOPNOTE_READ };
enum loopnote_read loopnote_read(struct exec *x, struct places *places, const uint8_t *p, const uint8_t *end,
                                 struct loopnote *t);
/* The functions of the state's frames. */
void loopnote_frames(const struct state *st, frame_functions *out);

#endif
