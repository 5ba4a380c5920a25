/* Nogoods: sets of literals that no path may hold all of (the negation of a clause).
 *
 * Each counts how many of its literals the current path holds, so a path that would hold
 * all is seen when its last literal is added. `bounded`: true only as far as bounds go.
 *
 * Invariants: (1) holds == number of its literals that are true; (2) a literal is in a
 * nogood at most once; (3) a nogood is in the list of each of its literals.
 */
#ifndef SHRIKE_ENGINE_NOGOOD_H
#define SHRIKE_ENGINE_NOGOOD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

struct nogood {
    uint32_t n, holds;
    bool bounded;
    uint32_t literals[];
};

struct nogoods {
    VEC(struct nogood *) all;
    VEC(VEC(struct nogood *)) of; /* by literal */
    vec_u8 is_true;               /* by literal */
};

void nogoods_release(struct nogoods *db);
/* n literals, each once. The result belongs to db. */
struct nogood *nogoods_add(struct nogoods *db, const uint32_t *literals, uint32_t n, bool bounded);
/* The path holds the literal from now on; returns a nogood that it holds completely, or
 * NULL. */
struct nogood *nogoods_push(struct nogoods *db, uint32_t literal);
void nogoods_pop(struct nogoods *db, uint32_t literal);
/* Forgets all that are bounded. No literal may be true. */
void nogoods_forget_bounded(struct nogoods *db);
/* Sorts and removes doubles; returns how many are left. */
uint32_t nogood_tidy(uint32_t *literals, uint32_t n);

#endif
