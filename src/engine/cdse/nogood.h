/* Nogoods: sets of literals that no path may hold all of (the negation of a clause).
 *
 * A nogood waits at one of its literals that the path does not hold. When that becomes
 * true it moves to another such literal; if there is none the path holds all of it. The
 * last literal is then taken back at once, so going back costs nothing.
 *
 * A nogood that holds only because some loops are not unrolled further says which (see
 * fcfg.h): bits of `bounds`.
 *
 * Invariants: (1) a nogood is in the list of exactly one of its literals; (2) that one is
 * not true, but between a push that found it complete and the pop that follows.
 */
#ifndef SHRIKE_ENGINE_CDSE_NOGOOD_H
#define SHRIKE_ENGINE_CDSE_NOGOOD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

struct nogood {
    struct nogood *next; /* that waits at the same literal */
    uint64_t bounds;
    uint32_t n;
    uint32_t literals[];
};

typedef VEC(struct nogood *) nogood_list;

struct nogoods {
    struct arena arena; /* what is forgotten stays there */
    nogood_list all;
    nogood_list waiting; /* by literal: the first of a list */
    vec_u8 is_true;      /* by literal */
    vec_u32 marks;       /* by literal: the last call of nogoods_tidy that saw it */
    uint32_t mark;
};

void nogoods_init(struct nogoods *db);
void nogoods_release(struct nogoods *db);
/* Invariant (1), where asserts are on; linear. */
void nogoods_check(const struct nogoods *db);
/* n literals, each once. All but the last may be true; if the last is, it is the next to
 * be popped. The result belongs to db. */
struct nogood *nogoods_add(struct nogoods *db, const uint32_t *literals, uint32_t n, uint64_t bounds);
/* The path holds the literal from now on. Not NULL: a nogood that it holds completely;
 * the literal must be popped next. */
struct nogood *nogoods_push(struct nogoods *db, uint32_t literal);
void nogoods_pop(struct nogoods *db, uint32_t literal);
static inline bool nogoods_is_true(const struct nogoods *db, uint32_t literal) {
    return literal < db->is_true.len && db->is_true.data[literal];
}
/* Forgets all that hold only because of one of these bounds. No literal may be true. */
void nogoods_forget(struct nogoods *db, uint64_t bounds);
/* Gathers literals of several sets, each once and without those that are left out. */
void nogoods_begin(struct nogoods *db);
void nogoods_leave_out(struct nogoods *db, uint32_t literal);
void nogoods_gather(struct nogoods *db, const uint32_t *literals, uint32_t n, vec_u32 *to);
/* Removes doubles; returns how many are left. */
uint32_t nogoods_tidy(struct nogoods *db, uint32_t *literals, uint32_t n);

#endif
