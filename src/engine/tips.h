/* What one engine proves of a loop, as a tip for another engine elsewhere (--engine=auto over --on).
 *
 * The invariant engine tells the conditions that it has proved at the head of a loop, under what was assumed there; k-induction
 * (engine/bmc/hints.h) tries them. Nothing in a tip is believed: whoever uses one proves it anew where it is used, so tips
 * may be wrong, late, repeated or lost, and the engines need not have prepared the program in the same way. What does not fit
 * the program is refused with a line in the log.
 *
 * A tip names the loop by its function and its header's block, which no preparation changes (ir/points.h, ir/bound.h), and
 * has the functions of all frames there; conditions speak of registers and words of memory (cond/factbytes.h).
 */
#ifndef SHRIKE_ENGINE_TIPS_H
#define SHRIKE_ENGINE_TIPS_H

#include "cond/factbytes.h"
#include "engine/share.h"

enum { TIPS_MOST_CONDS = 64 };

struct tip {
    uint32_t function, header;
    frame_functions frames; /* innermost first */
    cond_list conds;        /* over places of whoever reads it */
};

void tip_release(struct tip *t);
/* As a note. False: nothing is left of it that can travel. */
bool tip_write(struct exec *x, const struct places *places, const struct tip *t, vec_u8 *note);
/* t not initialised. TIP_OTHER: a note of another kind. TIP_REFUSED: it does not fit; nothing is to be released then. */
enum tip_read { TIP_REFUSED, TIP_OTHER, TIP_READ };
enum tip_read tip_read(struct exec *x, struct places *places, const uint8_t *p, const uint8_t *end, struct tip *t);
/* The functions of the state's frames. */
void tip_frames(const struct state *st, frame_functions *out);

#endif
