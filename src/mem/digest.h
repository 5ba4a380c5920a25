/* A space in 128 bits, for engines that recognise states.
 *
 * The sum of hash values of all objects, relative to a space that it comes from: only
 * objects that may differ from those of that one are looked at, and what is as it was
 * there adds nothing. Two spaces that come from one and have the same digest have the
 * same objects with the same contents, but for an accident of probability 2^-128.
 */
#ifndef SHRIKE_MEM_DIGEST_H
#define SHRIKE_MEM_DIGEST_H

#include "base/map.h"
#include "mem/space.h"

struct digest {
    uint64_t a, b;
};

/* What objects of the common origin add, by number, as far as it was needed. */
struct digest_base {
    const struct space *origin;
    struct map known; /* number -> 1 + index */
    VEC(struct digest) parts;
    void (*keep)(void *owner, uint32_t expr); /* an expression that a digest stands for: its id must not be used again;
                                                 NULL: none may be met */
    void *owner;
};

/* False: the origin has symbolic bytes, which no digest would show. */
bool digest_base_init(struct digest_base *base, const struct space *origin);
/* Symbolic bytes and sizes are part of the digest. */
void digest_base_init_symbolic(struct digest_base *base, const struct space *origin,
                               void (*keep)(void *owner, uint32_t expr), void *owner);
void digest_base_release(struct digest_base *base);

/* All of the origin itself: where it is the same, what comes from it has the same digests. */
void digest_base_whole(struct digest_base *base, struct digest *out);
/* Folds v into *d. */
void digest_mix(struct digest *d, uint64_t v);
/* False: there are symbolic bytes, sizes, or too many bytes to look at. */
bool space_digest(struct digest_base *base, const struct space *s, struct digest *out);
/* The same without what belongs to the stack of the thread that runs. */
bool space_digest_shared(struct digest_base *base, const struct space *s, struct digest *out);

#endif
