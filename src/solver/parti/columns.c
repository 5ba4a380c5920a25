
#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "expr/float.h"
#include "expr/float_value.h"
#include "expr/keep.h"
#include "solver/parti/arith.h"
#include "solver/parti/internal.h"

void columns_init(struct columns *c, struct parti *p) {
    memset(c, 0, sizeof *c);
    c->p = p;
}

void columns_release(struct columns *c) {
    vec_release(&c->nodes);
    vec_release(&c->vars);
    vec_release(&c->stack);
    mem_free(c->places);
    mem_free(c->data);
}

static void begin(struct columns *c) {
    vec_clear(&c->nodes);
    vec_clear(&c->vars);
    if (++c->stamp) return;
    memset(c->places, 0, c->places_len * sizeof *c->places);
    c->stamp = 1;
}

/* ---- planning --------------------------------------------------------------------------- */

static uint32_t place_of(const struct columns *c, uint32_t id) {
    if (id >= c->places_len || c->places[id].stamp != c->stamp) return COLUMN_NONE;
    return c->places[id].column;
}

static void give_place(struct columns *c, uint32_t id) {
    if (id >= c->places_len) {
        uint32_t len = id + 1024 + id / 2;
        c->places = mem_realloc(c->places, len * sizeof *c->places);
        memset(c->places + c->places_len, 0, (len - c->places_len) * sizeof *c->places);
        c->places_len = len;
    }
    c->places[id].stamp = c->stamp;
    c->places[id].column = c->nodes.len;
}

static bool supported(const struct expr_node *n) {
    if (n->width == 0 || n->width > 64) return false;
    return n->op != EXPR_GUARD && !float_op((enum expr_op)n->op);
}

static void add_node(struct columns *c, expr e, uint32_t var) {
    const struct expr_node *n = expr_node(c->p->pool, e);
    struct column_node node = {.op = n->op, .width = n->width, .var = var, .aux = n->aux};
    for (int i = 0; i < 3 && n->kids[i] && var == NO_VAR; i++) {
        if (n->op == EXPR_READ && i == 0) node.array = (expr){n->kids[0]};
        else node.kids[i] = place_of(c, n->kids[i]);
    }
    if (var != NO_VAR) vec_push(&c->vars, (struct column_var){var, c->nodes.len});
    give_place(c, e.id);
    vec_push(&c->nodes, node);
}

/* Pushes operands without a place; false if one is not supported. */
static bool push_operands(struct columns *c, expr e) {
    const struct expr_pool *pool = c->p->pool;
    const struct expr_node *n = expr_node(pool, e);
    for (int i = 0; i < 3 && n->kids[i]; i++) {
        const struct expr_node *kid = expr_node(pool, (expr){n->kids[i]});
        if (n->op == EXPR_READ && i == 0) {
            if (kid->op != EXPR_ARRAY_CONST) return false;
        } else if (place_of(c, n->kids[i]) == COLUMN_NONE) {
            vec_push(&c->stack, n->kids[i]);
        }
    }
    return true;
}

uint32_t columns_add(struct columns *c, expr e, uint32_t most) {
    c->first = 0;
    vec_clear(&c->stack);
    vec_push(&c->stack, e.id);
    while (c->stack.len) {
        expr top = {vec_last(&c->stack)};
        const struct expr_node *n = expr_node(c->p->pool, top);
        uint32_t before = c->stack.len;
        if (place_of(c, top.id) != COLUMN_NONE) {
            (void)vec_pop(&c->stack);
            continue;
        }
        if (!supported(n) || c->nodes.len >= most) return COLUMN_NONE;
        uint32_t var = view_leaf(&c->p->base, top);
        if (var == NO_VAR && !push_operands(c, top)) return COLUMN_NONE;
        if (c->stack.len > before) continue;
        add_node(c, top, var);
        (void)vec_pop(&c->stack);
    }
    return place_of(c, e.id);
}

uint32_t columns_plan(struct columns *c, expr e, uint32_t most) {
    uint32_t epoch = expr_pool_epoch(c->p->pool);
    if (c->first == e.id && c->epoch == epoch && c->nodes.len <= most) return place_of(c, e.id);
    begin(c);
    uint32_t root = columns_add(c, e, most);
    spend(c->p, c->nodes.len / 4);
    c->first = root == COLUMN_NONE ? 0 : e.id;
    c->epoch = epoch;
    return root;
}

void columns_room(struct columns *c, uint32_t n) {
    c->len = n;
    size_t want = (size_t)c->nodes.len * n;
    if (want <= c->data_len) return;
    mem_free(c->data);
    c->data_len = want + want / 2;
    c->data = MEM_NEW_ARRAY(uint64_t, c->data_len);
}

/* ---- running ------------------------------------------------------------------------------ */

static void run_binary(const struct column_node *n, uint32_t width, uint32_t len, const uint64_t *restrict a,
                       const uint64_t *restrict b, uint64_t *restrict out) {
    uint64_t mask = mask_of(width), sign = sign_of(width);
#define EACH(value)                                      \
    for (uint32_t i = 0; i < len; i++) out[i] = (value); \
    return
    switch (n->op) {
    case EXPR_ADD: EACH((a[i] + b[i]) & mask);
    case EXPR_AND: EACH(a[i] & b[i]);
    case EXPR_OR: EACH(a[i] | b[i]);
    case EXPR_XOR: EACH(a[i] ^ b[i]);
    case EXPR_EQ: EACH(a[i] == b[i]);
    case EXPR_ULT: EACH(a[i] < b[i]);
    case EXPR_ULE: EACH(a[i] <= b[i]);
    case EXPR_SLT: EACH((a[i] ^ sign) < (b[i] ^ sign));
    case EXPR_SLE: EACH((a[i] ^ sign) <= (b[i] ^ sign));
    default: EACH(concrete_binary(n->op, width, a[i], b[i]));
    }
#undef EACH
}

static void run_table(struct columns *c, const struct column_node *n, const uint64_t *index, uint64_t *out) {
    uint32_t count;
    uint64_t rest;
    const uint64_t *elems = expr_table(c->p->pool, n->array, &count, &rest);
    for (uint32_t i = 0; i < c->len; i++) out[i] = index[i] < count ? elems[index[i]] : rest;
}

static void run_cast(struct columns *c, const struct column_node *n, const uint64_t *a, uint64_t *out) {
    uint64_t mask = mask_of(n->width);
    uint32_t from = c->nodes.data[n->kids[0]].width;
    for (uint32_t i = 0; i < c->len; i++) {
        switch (n->op) {
        case EXPR_NOT: out[i] = ~a[i] & mask; break;
        case EXPR_NEG: out[i] = -a[i] & mask; break;
        case EXPR_EXTRACT: out[i] = a[i] >> n->aux & mask; break;
        case EXPR_SEXT: out[i] = (uint64_t)to_signed(a[i], from) & mask; break;
        default: out[i] = a[i];
        }
    }
}

static void run_node(struct columns *c, const struct column_node *n, uint64_t *out) {
    if (n->op == EXPR_CONST) {
        for (uint32_t i = 0; i < c->len; i++) out[i] = n->aux;
        return;
    }
    const uint64_t *a = columns_at(c, n->kids[n->op == EXPR_READ]);
    const uint64_t *b = columns_at(c, n->kids[1]), *e = columns_at(c, n->kids[2]);
    switch (n->op) {
    case EXPR_NOT:
    case EXPR_NEG:
    case EXPR_EXTRACT:
    case EXPR_ZEXT:
    case EXPR_SEXT: run_cast(c, n, a, out); return;
    case EXPR_READ: run_table(c, n, a, out); return;
    case EXPR_ITE:
        for (uint32_t i = 0; i < c->len; i++) out[i] = a[i] ? b[i] : e[i];
        return;
    case EXPR_CONCAT: {
        uint32_t low = c->nodes.data[n->kids[1]].width;
        for (uint32_t i = 0; i < c->len; i++) out[i] = a[i] << low | b[i];
        return;
    }
    default: run_binary(n, c->nodes.data[n->kids[0]].width, c->len, a, b, out);
    }
}

void columns_run(struct columns *c) {
    spend(c->p, c->nodes.len * (c->len / 16 + 1) / 4);
    for (vec_each(uint32_t, i, &c->nodes))
        if (c->nodes.data[i].var == NO_VAR) run_node(c, &c->nodes.data[i], columns_at(c, i));
}
