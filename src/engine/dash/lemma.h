/* Lemmas: why a link of the abstraction was dropped, in a form that other processes understand.
 *
 *     No step leads from a state at `from` in which all of `before` holds to one at `to` in which all of `after` does
 *     (or into an error, or elsewhere: to what the graph does not show).
 *
 * That is a theorem about steps of the program: it speaks of all states at the location, reachable or not, and of no
 * regions, so it is true whatever the abstraction of a process that hears it looks like by then, and however late it
 * comes. A region below others has all their conditions, so the lemma is about it as well: it is about every link from
 * a region whose conditions include `before` to one whose conditions include `after`. That is compared term by term;
 * what is implied in other ways is not seen, which costs only work.
 *
 * That nothing leads elsewhere means: all steps lead to locations that the graph has. Where calls go through pointers
 * graphs know different ones. So such a lemma says to which (`ways`), and is about no graph that lacks one of them as a
 * way from there.
 *
 * As bytes: locations as functions and instructions, conditions as in cond/factbytes.h. What is read is not trusted to
 * be well-formed; what does not fit the program is refused.
 */
#ifndef SHRIKE_ENGINE_DASH_LEMMA_H
#define SHRIKE_ENGINE_DASH_LEMMA_H

#include "base/bytes.h"
#include "engine/dash/dash.h"

struct lemma {
    uint32_t from;           /* a location */
    uint32_t to;             /* another one; 0: see goal */
    uint32_t goal;           /* REGION_ERROR or REGION_ELSEWHERE; REGION_NONE: see to */
    cond_list before, after; /* the conditions of a region, that of its last split first */
    vec_u32 ways;            /* of a lemma about REGION_ELSEWHERE */
};

enum lemma_word {
    LEMMA_READ,
    LEMMA_STRANGE, /* of locations that are not known here; well-formed as far as was read: what follows is not */
    LEMMA_REFUSED
};

/* What was proved of two nodes of the abstraction, by some of their conditions; NULL: all. */
void lemma_make(struct dash *d, uint32_t from, uint32_t to, const cond_list *before, const cond_list *after,
                struct lemma *l);
void lemma_release(struct lemma *l);
/* Appends it. False: it cannot be said elsewhere (cond/factbytes.h), and nothing was appended. */
bool lemma_write(struct dash *d, const struct lemma *l, vec_u8 *out);
/* l, not initialised, is to be released if it was READ. */
enum lemma_word lemma_read(struct dash *d, struct lemma *l, const uint8_t *p, const uint8_t *end);

/* Are both about the same locations, with the same conditions? */
bool lemma_same(const struct lemma *a, const struct lemma *b);
/* Is it about links from its location to this region? */
bool lemma_hits(struct dash *d, const struct lemma *l, uint32_t to);
/* Appends what of `before` the region does not have, the first to be split by first. False: the region has the contrary
 * of something, and the lemma is not about it. */
bool lemma_missing(struct dash *d, const struct lemma *l, uint32_t region, cond_list *missing);
void lemma_mark(struct expr_pool *pool, const struct lemma *l);

#endif
