#include "exec/core/trail.h"

#include <assert.h>
#include <string.h>

#include "expr/keep.h"

void trail_release(struct trail *t) {
    while (t && --t->refs == 0) {
        struct trail *prev = t->prev;
        if (t->choice) {
            trail_release(t->choice->other);
            mem_free(t->choice);
        }
        mem_free(t);
        t = prev;
    }
}

/* ---- merged states ---------------------------------------------------------------------------------- */

void trail_choose(struct trail **trail, struct trail *other, expr guard, const struct trail_count *counts,
                  uint32_t ncounts) {
    assert(expr_is(guard));
    struct trail *t = mem_zalloc(sizeof *t);
    struct trail_choice *c = mem_zalloc(sizeof *c + ncounts * sizeof c->counts[0]);
    c->guard = guard.id;
    c->other = trail_retain(other);
    c->ncounts = ncounts;
    if (ncounts) memcpy(c->counts, counts, ncounts * sizeof c->counts[0]);
    t->refs = 1;
    t->prev = *trail;
    t->choice = c;
    uint32_t a = t->prev ? t->prev->depth : 0, b = other ? other->depth : 0;
    t->depth = (a > b ? a : b) + 1;
    *trail = t;
}

void trail_mark(struct expr_pool *pool, const struct trail *t) {
    assert(pool);
    VEC(const struct trail *) todo = {0};
    vec_push(&todo, t);
    while (todo.len) {
        for (t = vec_pop(&todo); t; t = t->prev) {
            if (!t->choice) continue;
            if (t->choice->mark == expr_pool_epoch(pool) + 1) break; /* and all before it */
            t->choice->mark = expr_pool_epoch(pool) + 1;
            expr_mark(pool, (expr){t->choice->guard});
            vec_push(&todo, t->choice->other);
        }
    }
    vec_release(&todo);
}

bool trail_parted_by_values(const struct trail *a, const struct trail *b) {
    while (a != b) {
        bool second = !a || (b && b->depth > a->depth);
        const struct trail **at = second ? &b : &a;
        const struct trail *t = *at;
        bool value =
            t->is_part || t->choice || t->kind == INPUT_WORD || t->kind == INPUT_BYTES || t->kind == INPUT_UNINIT;
        if (!value) return false;
        *at = t->prev;
    }
    return true;
}

void trail_under(struct expr_pool *pool, struct model *model, const struct trail *t, trail_list *entries,
                 vec_u64 *choices) {
    while (t) {
        const struct trail_choice *c = t->choice;
        if (!c) {
            vec_push(entries, t);
            t = t->prev;
            continue;
        }
        bool left = model_holds(model, pool, (expr){c->guard});
        vec_push(choices, (uint64_t)(uintptr_t)c | !left);
        t = left ? t->prev : c->other;
    }
}

/* Behind a merger counting went on from the larger number: back to that of the side taken. */
static uint32_t before_choice(uint64_t choice, uint32_t site, uint32_t instance) {
    const struct trail_choice *c = (const struct trail_choice *)(uintptr_t)(choice & ~UINT64_C(1));
    for (uint32_t i = 0; i < c->ncounts; i++) {
        const struct trail_count *n = &c->counts[i];
        if (n->site != site) continue;
        uint32_t most = n->left > n->right ? n->left : n->right, side = choice & 1 ? n->right : n->left;
        return instance >= most ? instance - (most - side) : instance;
    }
    return instance;
}

uint32_t trail_instance(const vec_u64 *choices, uint32_t site, uint32_t instance) {
    for (uint32_t i = 0; i < choices->len; i++) instance = before_choice(choices->data[i], site, instance);
    return instance;
}
