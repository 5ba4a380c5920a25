/* Nogoods as bytes, and those that were heard from other processes.
 *
 * A nogood is written as the names of its literals (litnames.h). One that holds only because loops are not unrolled
 * further goes with the bounds that it was found with: it holds wherever these are no larger, because what is cut there
 * is cut here. Of the user's bounds (FCFG_FINAL) it is said that they are needed; they are the same everywhere.
 *
 * A nogood with a literal that is not known here forbids nothing yet. It waits at that literal, and when it is known at
 * the next one that is not, until all are: then it is ready. One whose bounds are exceeded is left out.
 *
 * Invariant: each nogood that is not ready, taken or left out is in the list of exactly one name, which is not known.
 */
#ifndef SHRIKE_ENGINE_CDSE_HEARD_H
#define SHRIKE_ENGINE_CDSE_HEARD_H

#include "base/bytes.h"
#include "engine/cdse/litnames.h"

enum { HEARD_LITERALS = 32 /* of one nogood, at most */ };

struct heard_nogood {
    uint32_t first, n; /* in heard.names */
    uint32_t values;   /* in heard.values: bounds, one for each bit but FCFG_FINAL */
    uint32_t next;     /* 1 + the next that waits at the same name */
    uint64_t bounds;
    bool way;   /* no path can go that way at all; else: it leads to no error */
    bool ready; /* has been so: all literals are known */
};

struct heard {
    const struct litnames *names_here;
    VEC(struct heard_nogood) all;
    VEC(struct digest) names;
    vec_u32 values;
    struct map waiting; /* first half of a name -> 1 + number of the first that waits there */
    struct map seen;    /* digests of what was heard: most comes more than once */
    vec_u32 ready;      /* numbers, to be taken */
};

void heard_init(struct heard *h, const struct litnames *names);
void heard_release(struct heard *h);

/* Literals (1 to HEARD_LITERALS) that no path holds all of. False: one of them has no name, and nothing was written. */
bool heard_write(vec_u8 *out, const struct litnames *names, const uint32_t *literals, uint32_t n, uint64_t bounds,
                 bool way);
/* All nogoods up to the end, unless one of them is malformed or does not fit the program's bounds: then none, and
 * false. */
bool heard_read(struct heard *h, const uint8_t *p, const uint8_t *end);

/* The literals of a node have got names. */
void heard_named(struct heard *h, const struct fnode *node);
/* Loops of these bits were unrolled further, and what holds only because of them was forgotten: what holds nevertheless
 * is ready again. */
void heard_raised(struct heard *h, uint64_t bits);
/* The next nogood that is ready and holds here: its literals, at most HEARD_LITERALS. NULL: none is. */
const struct heard_nogood *heard_take(struct heard *h, vec_u32 *literals);

#endif
