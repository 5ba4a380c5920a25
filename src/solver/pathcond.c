#include "solver/pathcond.h"

#include <assert.h>

#include "base/context.h"
#include "expr/keep.h"
#include "solver/chain.h"
#include "solver/known.h"
#include "solver/parti.h"
#include "solver/path.h"

static struct pathcond *new_node(struct solver *s, struct pathcond *parent) {
    struct pathcond *pc = MEM_NEW(struct pathcond);
    pc->refs = 1;
    pc->solver = s;
    pc->parent = parent;
    pc->older = s->live;
    if (s->live) s->live->newer = pc;
    s->live = pc;
    s->ctx->stats.solver_pathconds++;
    return pc;
}

struct pathcond *pathcond_new(struct solver *s) {
    return new_node(s, NULL);
}

struct pathcond *pathcond_retain(struct pathcond *pc) {
    assert(pc->refs > 0);
    pc->refs++;
    return pc;
}

static void free_node(struct pathcond *pc) {
    struct solver *s = pc->solver;
    if (pc->newer) pc->newer->older = pc->older;
    else s->live = pc->older;
    if (pc->older) pc->older->newer = pc->newer;
    known_free(s, pc->known);
    domains_release(pc->domains);
    model_release(pc->model);
    mem_free(pc);
}

void pathcond_release(struct pathcond *pc) {
    while (pc) {
        assert(pc->refs > 0);
        if (--pc->refs) return;
        struct pathcond *parent = pc->parent;
        free_node(pc);
        pc = parent;
    }
}

/* Where the jump of a child of `parent` goes: over two jumps of equal length if
 * parent ends such a pair, else to parent. */
static struct pathcond *jump_from(struct pathcond *parent) {
    struct pathcond *j = parent->jump;
    if (j && j->jump && parent->len - j->len == j->len - j->jump->len) return j->jump;
    return parent;
}

struct pathcond *pathcond_add(struct solver *s, struct pathcond *pc, expr c) {
    assert(pc->solver == s && expr_width(s->pool, c) == 1);
    if (expr_is_true(s->pool, c)) return pc;
    solver_rests_on(s, c);
    struct pathcond *child = new_node(s, pc);
    child->len = pc->len + 1;
    child->jump = jump_from(pc);
    child->constraint = c;
    return child;
}

uint32_t pathcond_len(const struct pathcond *pc) { return pc->len; }

expr pathcond_at(const struct pathcond *pc, uint32_t i) {
    assert(i < pc->len);
    while (pc->len != i + 1) pc = pc->jump->len > i ? pc->jump : pc->parent;
    return pc->constraint;
}

struct pathcond *pathcond_common(struct pathcond *a, struct pathcond *b) {
    while (a->len > b->len) a = a->jump->len >= b->len ? a->jump : a->parent;
    while (b->len > a->len) b = b->jump->len >= a->len ? b->jump : b->parent;
    while (a != b) { /* equal lengths jump equally far */
        bool far = a->jump != b->jump;
        a = far ? a->jump : a->parent;
        b = far ? b->jump : b->parent;
    }
    return a;
}

expr pathcond_simplify(struct solver *s, struct pathcond *pc, expr e) {
    known_learn(s, pc);
    return known_rewrite(s, pc->known, e);
}

void pathconds_mark(struct solver *s) {
    for (struct pathcond *pc = s->live; pc; pc = pc->older) {
        if (expr_is(pc->constraint)) expr_mark(s->pool, pc->constraint);
        if (pc->known) known_mark(s->pool, pc->known);
    }
}

void pathconds_check_marked(const struct solver *s) {
    for (const struct pathcond *pc = s->live; pc; pc = pc->older) {
        const struct known *k = pc->known;
        for (uint32_t i = 0; k && i < k->nmade; i++) {
            const struct group *g = &s->groups.all.data[k->made[i]];
            assert(!expr_is(g->elem) || expr_is_marked(s->pool, g->elem));
            assert(!expr_is(g->value) || expr_is_marked(s->pool, g->value));
            (void)g;
        }
    }
}

void pathcond_check(const struct pathcond *pc) {
    for (; pc; pc = pc->parent) {
        assert(pc->refs > 0);
        assert(pc->len == (pc->parent ? pc->parent->len + 1 : 0));
        assert(!pc->parent || (pc->jump && pc->jump->len < pc->len));
        assert(!pc->known || !pc->parent || pc->parent->known);
        assert(!pc->newer || pc->newer->older == pc);
    }
}
