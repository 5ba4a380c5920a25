/* Independent groups: constraints that share no symbol, not even through others,
 * can be solved apart from each other.
 *
 * A group is a tree that only grows at its root: adding a constraint to some
 * groups makes a new root with the constraint and the old groups below, in
 * constant time and without touching them, so that forks share them. Which group
 * a symbol belongs to is a union-find forest in a persistent map: symbol -> either
 * another symbol of the same group, or the group.
 *
 * A member is a constraint, or the definition of a symbol that was replaced
 * everywhere: it constrains nothing, but a model of the group must give the
 * symbol its value.
 *
 * Groups live in one table by number (0: none). They belong to the path
 * condition that made them and are freed with it.
 */
#ifndef SHRIKE_SOLVER_GROUPS_H
#define SHRIKE_SOLVER_GROUPS_H

#include "base/vec.h"
#include "expr/expr.h"

struct bump;
struct pmap;

struct group {
    uint32_t count; /* constraints in the tree */
    uint32_t defs;  /* definitions in the tree */
    expr elem;      /* the constraint; or the symbol defined; or none */
    expr value;     /* of the symbol defined; or none */
    uint32_t kids[2];
    uint64_t stamp;   /* scratch of a search for distinct groups */
    uint64_t hash[2]; /* of the set of constraints: sums, so order is no matter */
};

struct group_table {
    VEC(struct group) all;
    uint32_t free; /* chain through kids[0] */
    uint64_t stamp;
    vec_u32 stack;
};

void groups_init(struct group_table *t);
void groups_release(struct group_table *t);
void groups_free_one(struct group_table *t, uint32_t g);

/* Where the members of a growing partition go. */
struct partition {
    struct pmap *members; /* symbol -> group or symbol, tagged */
    struct bump *bump;
    uint32_t owner;
    vec_u32 *made; /* groups made, for their owner to free */
};

/* Adds a constraint (value none), or the definition of `elem` as `value`. */
void groups_add(struct group_table *t, struct expr_pool *pool, struct partition *p, expr elem, expr value);
/* The group of symbol s, or 0. */
uint32_t groups_of(const struct pmap *members, uint32_t s);
/* Takes the whole group of symbol s out of the partition; its members are
 * appended to elems and values (in parallel). Its symbols belong to no group then. */
void groups_dissolve(struct group_table *t, struct expr_pool *pool, struct partition *p, uint32_t s, vec_expr *elems,
                     vec_expr *values);
/* Appends the distinct groups that the symbols belong to. */
void groups_touched(struct group_table *t, const struct pmap *members, const struct symbol_set *symbols,
                    vec_u32 *groups);
/* The same, leaving out those that earlier calls since the last groups_touched
 * (or change of t->stamp) found. */
void groups_touched_more(struct group_table *t, const struct pmap *members, const struct symbol_set *symbols,
                         vec_u32 *groups);
/* Appends all distinct groups. */
void groups_all(struct group_table *t, const struct pmap *members, vec_u32 *groups);
/* Appends the constraints of g, oldest first. */
void groups_collect(struct group_table *t, uint32_t g, vec_expr *constraints);
/* Appends the definitions in g: symbols and values. */
void groups_collect_defs(struct group_table *t, uint32_t g, vec_expr *symbols, vec_expr *values);

/* Two independent hashes of a constraint, summed up over a set. */
void group_hash(expr e, uint64_t hash[2]);

#endif
