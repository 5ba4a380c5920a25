#include "cond/factbytes.h"

#include <assert.h>

#include "base/map.h"
#include "expr/arith.h"
#include "expr/relate.h"

enum { MOST_NODES = 2000, MOST_ITEMS = 1000, MOST_WORD = 16 };

static const uint64_t MOST_ADDRESS = UINT64_C(1) << 63, MOST_WORK = UINT64_C(1) << 56;

/* ---- writing ----------------------------------------------------------------------------------------- */

struct writing {
    struct expr_pool *pool;
    const struct places *places;
    struct map numbers; /* expression -> its number, from 1 on */
    vec_u8 nodes;
    bool ok;
};

static void write_place(struct writing *w, expr e) {
    const struct place *at = places_find(w->places, expr_symbol(w->pool, e));
    w->ok =
        w->ok && at && !at->twin && (at->kind == PLACE_REGISTER || (at->size <= MOST_WORD && at->addr < MOST_ADDRESS));
    if (!w->ok) return;
    put_var(&w->nodes, at->kind);
    put_var(&w->nodes, at->kind == PLACE_REGISTER ? at->frame : at->addr);
    put_var(&w->nodes, at->kind == PLACE_REGISTER ? at->slot : at->size);
}

/* Operators that travel: see the header. */
static bool travels(enum expr_op op) { return op <= EXPR_ITE; }

static bool has_own_width(enum expr_op op) {
    return op == EXPR_CONST || op == EXPR_EXTRACT || op == EXPR_ZEXT || op == EXPR_SEXT;
}

/* Its operands are written. */
static void write_node(struct writing *w, expr e) {
    struct expr_node n = *expr_node(w->pool, e);
    enum expr_op op = (enum expr_op)n.op;
    w->ok = w->ok && travels(op) && n.width && (op != EXPR_CONST || n.width <= 64) && w->numbers.len < MOST_NODES;
    if (!w->ok) return;
    put_var(&w->nodes, op);
    if (has_own_width(op)) put_var(&w->nodes, n.width);
    if (op == EXPR_CONST || op == EXPR_EXTRACT) put_var(&w->nodes, n.aux);
    if (op == EXPR_SYM) write_place(w, e);
    for (int i = 0; i < expr_arity(op); i++) put_var(&w->nodes, map_get(&w->numbers, n.kids[i], 0));
    map_put(&w->numbers, e.id, w->numbers.len + 1);
}

static void write_expr(struct writing *w, expr root) {
    vec_u32 stack = {0};
    vec_push(&stack, root.id);
    while (w->ok && stack.len) {
        expr e = {vec_last(&stack)};
        uint32_t before = stack.len;
        if (!map_get(&w->numbers, e.id, 0)) {
            for (int i = 0; i < 3; i++) {
                uint32_t kid = expr_node(w->pool, e)->kids[i];
                if (kid && !map_get(&w->numbers, kid, 0)) vec_push(&stack, kid);
            }
            if (stack.len > before) continue;
            write_node(w, e);
        }
        (void)vec_pop(&stack);
    }
    vec_release(&stack);
}

static void put_items(const struct writing *w, const struct fact *f, vec_u8 *out) {
    put_var(out, w->numbers.len);
    vec_append(out, w->nodes.data, w->nodes.len);
    put_var(out, f->arcs.len);
    for (uint32_t i = 0; i < f->arcs.len; i++) {
        put_var(out, map_get(&w->numbers, f->arcs.data[i].word.id, 0));
        put_var(out, f->arcs.data[i].lo);
        put_var(out, f->arcs.data[i].hi);
    }
    put_var(out, f->conds.len);
    for (uint32_t i = 0; i < f->conds.len; i++) put_var(out, map_get(&w->numbers, f->conds.data[i].id, 0));
    put_var(out, f->needs.len);
    for (uint32_t i = 0; i < f->needs.len; i++) {
        put_var(out, f->needs.data[i].base);
        put_var(out, f->needs.data[i].size);
        put_var(out, f->needs.data[i].write);
    }
    put_var(out, f->work);
}

bool fact_write(struct expr_pool *pool, const struct places *places, const struct fact *f, vec_u8 *out) {
    struct writing w = {.pool = pool, .places = places};
    w.ok = !f->leads.len && f->arcs.len <= MOST_ITEMS && f->conds.len <= MOST_ITEMS && f->needs.len <= MOST_ITEMS;
    map_init(&w.numbers);
    for (uint32_t i = 0; w.ok && i < f->arcs.len; i++) write_expr(&w, f->arcs.data[i].word);
    for (uint32_t i = 0; w.ok && i < f->conds.len; i++) write_expr(&w, f->conds.data[i]);
    if (w.ok) put_items(&w, f, out);
    map_release(&w.numbers);
    vec_release(&w.nodes);
    return w.ok;
}

/* ---- reading ----------------------------------------------------------------------------------------- */

struct reading {
    struct exec *x;
    struct places *places;
    const frame_functions *frames;
    const uint8_t **p, *end;
    cond_list nodes; /* by number, from 1 on */
};

static bool get_below(struct reading *r, uint64_t limit, uint64_t *v) { return get_var(r->p, r->end, v) && *v < limit; }

static bool get_node(struct reading *r, expr *e) {
    uint64_t n;
    if (!get_below(r, (uint64_t)r->nodes.len + 1, &n) || !n) return false;
    *e = r->nodes.data[n - 1];
    return true;
}

/* A register that the frame has, or a word of memory, be it there or not. */
static expr read_place(struct reading *r) {
    uint64_t kind, at, rest;
    if (!get_below(r, 2, &kind)) return EXPR_NONE;
    if (kind == PLACE_MEMORY)
        return get_below(r, MOST_ADDRESS, &at) && get_below(r, MOST_WORD + 1, &rest) && rest
                   ? places_word(r->x, r->places, at, (uint32_t)rest)
                   : EXPR_NONE;
    if (!get_below(r, r->frames->len, &at)) return EXPR_NONE;
    const struct function *fn = r->frames->data[r->frames->len - 1 - at];
    return get_below(r, fn->nslots, &rest) && rest >= fn->nconsts
               ? places_register(r->x, r->places, (uint32_t)at, (uint32_t)rest)
               : EXPR_NONE;
}

/* Do the operands have widths that the operator takes? width, aux: what was read. */
static bool fits(struct expr_pool *pool, enum expr_op op, uint64_t width, uint64_t aux, const expr *kids) {
    uint32_t w[3] = {0};
    for (int i = 0; i < expr_arity(op); i++) w[i] = expr_width(pool, kids[i]);
    switch (op) {
    case EXPR_NOT:
    case EXPR_NEG: return true;
    case EXPR_EXTRACT: return width && aux < w[0] && width <= w[0] - aux;
    case EXPR_ZEXT:
    case EXPR_SEXT: return width >= w[0] && width <= EXPR_MAX_WIDTH;
    case EXPR_CONCAT: return w[0] + w[1] <= EXPR_MAX_WIDTH;
    case EXPR_ITE: return w[0] == 1 && w[1] == w[2];
    default: return w[0] == w[1];
    }
}

static expr read_node(struct reading *r) {
    uint64_t op, width = 0, aux = 0;
    expr kids[3] = {{0}};
    if (!get_var(r->p, r->end, &op) || op > EXPR_ITE) return EXPR_NONE;
    if (has_own_width((enum expr_op)op) && !get_below(r, EXPR_MAX_WIDTH + 1, &width)) return EXPR_NONE;
    if ((op == EXPR_CONST || op == EXPR_EXTRACT) && !get_var(r->p, r->end, &aux)) return EXPR_NONE;
    if (op == EXPR_CONST) return width && width <= 64 ? expr_const(r->x->sym->pool, (uint32_t)width, aux) : EXPR_NONE;
    if (op == EXPR_SYM) return read_place(r);
    for (int i = 0; i < expr_arity((enum expr_op)op); i++)
        if (!get_node(r, &kids[i])) return EXPR_NONE;
    if (!fits(r->x->sym->pool, (enum expr_op)op, width, aux, kids)) return EXPR_NONE;
    return expr_build(r->x->sym->pool, (enum expr_op)op, (uint32_t)width, aux, kids);
}

static bool read_nodes(struct reading *r) {
    uint64_t n;
    if (!get_below(r, MOST_NODES + 1, &n)) return false;
    for (uint64_t i = 0; i < n; i++) {
        expr e = read_node(r);
        if (!expr_is(e)) return false;
        vec_push(&r->nodes, e);
    }
    return true;
}

/* A condition that is true is left out; with one that is false the fact is refused: it is of no use. */
static bool add_cond(struct reading *r, struct fact *f, expr e) {
    struct expr_pool *pool = r->x->sym->pool;
    if (expr_width(pool, e) != 1 || expr_is_false(pool, e)) return false;
    if (!expr_is_true(pool, e)) vec_push(&f->conds, e);
    return true;
}

static bool is_word_of_arc(struct expr_pool *pool, const struct fact *f, expr e) {
    if (expr_is_const(pool, e) || (expr_op(pool, e) == EXPR_ADD && expr_is_const(pool, expr_kid(pool, e, 1))))
        return false;
    for (uint32_t i = 0; i < f->arcs.len; i++)
        if (expr_same(f->arcs.data[i].word, e)) return false;
    return true;
}

/* What the constructors have made another word of becomes a condition. */
static bool read_arc(struct reading *r, struct fact *f) {
    struct expr_pool *pool = r->x->sym->pool;
    struct arc a;
    if (!get_node(r, &a.word) || !get_var(r->p, r->end, &a.lo) || !get_var(r->p, r->end, &a.hi)) return false;
    uint32_t width = expr_width(pool, a.word);
    if (width > 64 || a.lo > arc_mask(width) || a.hi > arc_mask(width)) return false;
    if (!is_word_of_arc(pool, f, a.word)) return add_cond(r, f, arc_cond(pool, &a));
    vec_push(&f->arcs, a);
    return true;
}

static bool read_need(struct reading *r, struct fact *f) {
    struct need need;
    uint64_t write;
    if (!get_var(r->p, r->end, &need.base) || !get_var(r->p, r->end, &need.size) || !get_below(r, 2, &write))
        return false;
    need.write = write;
    for (uint32_t i = 0; i < f->needs.len; i++)
        if (f->needs.data[i].base == need.base) return false;
    vec_push(&f->needs, need);
    return true;
}

static bool read_items(struct reading *r, struct fact *f) {
    uint64_t n;
    expr e;
    if (!read_nodes(r) || !get_below(r, MOST_ITEMS + 1, &n)) return false;
    for (uint64_t i = 0; i < n; i++)
        if (!read_arc(r, f)) return false;
    if (!get_below(r, MOST_ITEMS + 1, &n)) return false;
    for (uint64_t i = 0; i < n; i++)
        if (!get_node(r, &e) || !add_cond(r, f, e)) return false;
    if (!get_below(r, MOST_ITEMS + 1, &n)) return false;
    for (uint64_t i = 0; i < n; i++)
        if (!read_need(r, f)) return false;
    return get_below(r, MOST_WORK + 1, &f->work);
}

struct fact *fact_read(struct exec *x, struct places *places, const frame_functions *frames, const uint8_t **p,
                       const uint8_t *end) {
    struct reading r = {.x = x, .places = places, .frames = frames, .p = p, .end = end};
    struct fact *f = fact_new();
    assert(frames->len);
    bool ok = read_items(&r, f);
    vec_release(&r.nodes);
    if (ok) {
        fact_check(x->sym->pool, f);
        return f;
    }
    fact_release(f);
    return NULL;
}
