/* Evaluation under a model, with its memory of values. */
#include <string.h>

#include "expr/apply.h"
#include "expr/arith.h"
#include "expr/float.h"
#include "expr/float_value.h"
#include "expr/memory.h"

/* ---- one evaluation ------------------------------------------------------------------ */

/* The stack of nodes that wait for their operands. `at` is where a READ has got
 * to in its chain of stores. */
struct eval {
    struct model *model;
    struct expr_pool *pool;
    const struct expr_node *nodes;
    struct expr_memory *memory;
    struct expr_eval_stack *stack;
};

static void remember_words(struct eval *ev, uint32_t id, uint32_t width, const uint64_t *words) {
    if (width <= 64) {
        memory_put(ev->memory, id, words[0]);
        return;
    }
    uint32_t at = ev->memory->wide.len;
    vec_resize(&ev->memory->wide, at + bv_words(width));
    bv_copy(ev->memory->wide.data + at, words, width);
    memory_put_near(ev->memory, id, at);
}

static void eval_symbol(struct eval *ev, uint32_t id, const struct expr_node *n) {
    uint64_t words[BV_MAX_WORDS];
    model_get_wide(ev->model, (symbol){(uint32_t)n->aux}, words, bv_words(n->width));
    bv_cut(words, n->width);
    remember_words(ev, id, n->width, words);
}

/* Value of an operand of at most 64 bits. If it is not known yet, it is pushed,
 * and false returned. */
static inline bool operand(struct eval *ev, uint32_t id, uint64_t *value) {
    const struct expr_node *n = &ev->nodes[id];
    if (n->op == EXPR_CONST) {
        *value = n->aux;
        return true;
    }
    if (memory_has(ev->memory, id, n->width)) {
        *value = memory_value(ev->memory, id);
        return true;
    }
    vec_push(ev->stack, (struct expr_eval_frame){id, 0});
    return false;
}

/* The same for any width, copied to words. */
static bool operand_words(struct eval *ev, uint32_t id, uint64_t *words) {
    const struct expr_node *n = &ev->nodes[id];
    if (n->op == EXPR_CONST) {
        bv_copy(words, expr_const_words(ev->pool, (expr){id}), n->width);
        return true;
    }
    if (!operand(ev, id, words)) return false;
    if (n->width > 64) bv_copy(words, ev->memory->wide.data + words[0], n->width);
    return true;
}

static void eval_wide(struct eval *ev, uint32_t id, const struct expr_node *n) {
    assert(n->kids[0] && n->op != EXPR_ITE && n->op != EXPR_READ);
    uint64_t a[BV_MAX_WORDS], b[BV_MAX_WORDS], out[BV_MAX_WORDS];
    if (!operand_words(ev, n->kids[0], a)) return;
    if (n->kids[1] && !operand_words(ev, n->kids[1], b)) return;
    uint32_t low = n->op == EXPR_EXTRACT ? (uint32_t)n->aux : 0;
    apply_wide((enum expr_op)n->op, n->width, ev->nodes[n->kids[0]].width, low, a, b, out);
    remember_words(ev, id, n->width, out);
}

/* The processor's value, or that of the circuit. The latter makes nodes, so they may move. */
static void eval_float(struct eval *ev, uint32_t id, const struct expr_node *n) {
    uint64_t words[3][BV_MAX_WORDS], out[BV_MAX_WORDS];
    const uint64_t *kids[3] = {words[0], words[1], words[2]};
    uint32_t widths[3] = {0}, width = n->width;
    enum expr_op op = (enum expr_op)n->op;
    uint64_t aux = n->aux;
    for (int i = 0; i < expr_arity(op); i++) {
        widths[i] = ev->nodes[n->kids[i]].width;
        if (!operand_words(ev, n->kids[i], words[i])) return;
    }
    if (!float_apply(op, aux, width, widths, kids, out)) {
        expr k[3] = {0};
        for (int i = 0; i < expr_arity(op); i++) k[i] = expr_const_wide(ev->pool, widths[i], words[i]);
        expr node = expr_intern(ev->pool, op, width, aux, k[0], k[1], k[2]);
        expr value = float_circuit(ev->pool, node);
        assert(expr_is(value) && expr_is_const(ev->pool, value));
        bv_copy(out, expr_const_words(ev->pool, value), width);
        ev->nodes = ev->pool->nodes;
    }
    remember_words(ev, id, width, out);
}

/* Only the arm that the condition takes is evaluated. */
static void eval_ite(struct eval *ev, uint32_t id, const struct expr_node *n) {
    assert(n->op == EXPR_ITE && n->width > 0);
    uint64_t cond, words[BV_MAX_WORDS];
    if (!operand(ev, n->kids[0], &cond)) return;
    uint32_t arm = n->kids[cond ? 1 : 2];
    if (n->width <= 64) {
        if (operand(ev, arm, words)) memory_put(ev->memory, id, words[0]);
    } else if (operand_words(ev, arm, words)) {
        remember_words(ev, id, n->width, words);
    }
}

/* Follows the chain of stores from where the frame has got to. */
static void eval_read(struct eval *ev, uint32_t id, const struct expr_node *n, uint32_t at) {
    uint64_t index, value, place;
    uint32_t depth = ev->stack->len;
    if (!operand(ev, n->kids[1], &index)) return;
    for (;; ev->stack->data[depth - 1].at = at) {
        const struct expr_node *array = &ev->nodes[at];
        if (array->op == EXPR_STORE) {
            if (!operand(ev, array->kids[1], &place)) return;
            if (place == index) break;
            at = array->kids[0];
        } else if (array->op == EXPR_ITE) {
            if (!operand(ev, array->kids[0], &place)) return;
            at = array->kids[place ? 1 : 2];
        } else {
            break;
        }
    }
    const struct expr_node *array = &ev->nodes[at];
    assert(array->width == 0);
    if (array->op == EXPR_STORE) {
        if (!operand(ev, array->kids[2], &value)) return;
    } else if (array->op == EXPR_ARRAY_CONST) {
        value = expr_table_at(&ev->pool->tables.data[array->aux], index);
    } else {
        value = model_get_elem(ev->model, (symbol){(uint32_t)array->aux}, index);
    }
    memory_put(ev->memory, id, value & bv_mask(n->width));
}

static void eval_top(struct eval *ev) {
    struct expr_eval_frame frame = vec_last(ev->stack);
    const struct expr_node *n = &ev->nodes[frame.id];
    uint64_t a, b = 0;
    switch (n->op) {
    case EXPR_SYM: eval_symbol(ev, frame.id, n); return;
    case EXPR_ITE: eval_ite(ev, frame.id, n); return;
    case EXPR_READ: eval_read(ev, frame.id, n, frame.at ? frame.at : n->kids[0]); return;
    default: break;
    }
    if (float_op((enum expr_op)n->op)) {
        eval_float(ev, frame.id, n);
        return;
    }
    uint32_t kid_width = ev->nodes[n->kids[0]].width;
    if (n->width > 64 || kid_width > 64) {
        eval_wide(ev, frame.id, n);
        return;
    }
    if (!operand(ev, n->kids[0], &a)) return;
    bool decided = n->op == EXPR_AND && a == 0;
    if (n->kids[1] && !decided && !operand(ev, n->kids[1], &b)) return;
    memory_put(ev->memory, frame.id, apply_narrow((enum expr_op)n->op, n->width, kid_width, n->aux, a, b));
}

static void evaluate(struct model *m, struct expr_pool *pool, uint32_t root) {
    struct eval ev = {m, pool, pool->nodes, &pool->memory, &pool->eval_stack};
    vec_clear(ev.stack);
    vec_push(ev.stack, (struct expr_eval_frame){root, 0});
    while (ev.stack->len) {
        uint32_t id = vec_last(ev.stack).id;
        if (memory_has(ev.memory, id, ev.nodes[id].width)) (void)vec_pop(ev.stack);
        else eval_top(&ev);
        pool->work++;
    }
}

/* ---- interface ---------------------------------------------------------------------------- */

uint64_t model_eval(struct model *m, struct expr_pool *pool, expr e) {
    const struct expr_node *n = expr_node(pool, e);
    assert(n->width >= 1 && n->width <= 64);
    if (n->op == EXPR_CONST) return n->aux;
    memory_open(pool, m);
    if (!memory_has(&pool->memory, e.id, n->width)) evaluate(m, pool, e.id);
    return memory_value(&pool->memory, e.id);
}

void model_eval_wide(struct model *m, struct expr_pool *pool, expr e, uint64_t *words) {
    uint32_t width = expr_width(pool, e); /* circuits make nodes, so they may move */
    assert(width >= 1);
    if (expr_is_const(pool, e)) {
        bv_copy(words, expr_const_words(pool, e), width);
        return;
    }
    memory_open(pool, m);
    if (!memory_has(&pool->memory, e.id, width)) evaluate(m, pool, e.id);
    words[0] = memory_value(&pool->memory, e.id);
    if (width > 64) bv_copy(words, pool->memory.wide.data + words[0], width);
}
