/* The invariants of pool and nodes, verified by assertion. */
#include "expr/build.h"
#include "expr/build_const.h"
#include "expr/keep.h"

#ifndef NDEBUG

static bool is_comparison(enum expr_op op) { return op >= EXPR_EQ && op <= EXPR_SLE; }

/* The forms that expr.h promises. */
static void check_form(const struct expr_pool *pool, const struct expr_node *n) {
    expr a = {n->kids[0]}, b = {n->kids[1]};
    enum expr_op op = (enum expr_op)n->op, below = expr_op(pool, a);
    static const bool commutative[] = {
#define OP(name, arity, smt, comm) comm,
#include "expr/ops.def"
#undef OP
    };
    if (commutative[op]) assert(!expr_is_const(pool, a));
    if (is_comparison(op)) assert(expr_width(pool, a) > 1 && !both_const(pool, a, b));
    switch (op) {
    case EXPR_NOT: assert(below == EXPR_EQ || (!is_comparison(below) && below != EXPR_NOT)); break;
    case EXPR_ULE:
    case EXPR_SLE: assert(!expr_is_const(pool, a) && !expr_is_const(pool, b)); break;
    case EXPR_SHL:
    case EXPR_LSHR:
    case EXPR_ASHR: assert(!expr_is_const(pool, b)); break;
    case EXPR_CONCAT: assert(below != EXPR_CONCAT && below != EXPR_ZEXT && !is_zero(pool, a)); break;
    case EXPR_ZEXT: assert(below != EXPR_ZEXT && below != EXPR_CONST); break;
    case EXPR_SEXT: assert(below != EXPR_SEXT && below != EXPR_ZEXT && below != EXPR_CONST); break;
    case EXPR_EXTRACT:
        assert(n->aux + n->width <= expr_width(pool, a));
        assert(below != EXPR_EXTRACT && below != EXPR_CONCAT && below != EXPR_CONST);
        break;
    case EXPR_ITE: assert(below != EXPR_NOT && below != EXPR_CONST && n->kids[1] != n->kids[2]); break;
    default: break;
    }
}

static void check_node(const struct expr_pool *pool, uint32_t id) {
    const struct expr_node *n = &pool->nodes[id];
    assert(n->op < EXPR_OPS && n->width <= EXPR_MAX_WIDTH);
    for (int i = 0; i < 3; i++) {
        assert((n->kids[i] != 0) == (i < expr_arity((enum expr_op)n->op)));
        assert(n->kids[i] < pool->len && n->kids[i] != id);
        assert(pool->nodes[n->kids[i]].op != EXPR_FREED);
    }
    bool array = n->op == EXPR_ARRAY_SYM || n->op == EXPR_ARRAY_CONST || n->op == EXPR_STORE ||
                 (n->op == EXPR_ITE && pool->nodes[n->kids[1]].width == 0);
    assert((n->width == 0) == array);
    assert(n->info == 0 || n->info == SYMBOLS_MANY || pool->sets.sets.data[n->info - 1]);
    check_form(pool, n);
}

static uint32_t check_chains(const struct expr_pool *pool) {
    uint32_t found = 0;
    for (uint32_t b = 0; b < pool->bucket_count; b++)
        for (uint32_t id = pool->buckets[b]; id; id = pool->nodes[id].next, found++)
            assert((expr_pool_hash(pool, &pool->nodes[id]) & (pool->bucket_count - 1)) == b);
    return found;
}

void expr_pool_check(const struct expr_pool *pool) {
    uint32_t alive = 0, freed = 0;
    for (uint32_t id = 1; id < pool->len; id++) {
        if (pool->nodes[id].op == EXPR_FREED) continue;
        check_node(pool, id);
        alive++;
    }
    for (uint32_t id = pool->free_head; id; id = pool->nodes[id].next) {
        assert(pool->nodes[id].op == EXPR_FREED);
        freed++;
    }
    assert(alive == pool->alive && alive + freed + 1 == pool->len);
    uint32_t chained = check_chains(pool);
    assert(chained == alive && pool->rewrite_depth == 0);
}

#else

void expr_pool_check(const struct expr_pool *pool) { (void)pool; }

#endif
