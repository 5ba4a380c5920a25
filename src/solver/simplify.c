/* Rewriting with what a path condition is known to fix, and the chain's first
 * layer, which answers where nothing but a constant is left. */
#include "base/context.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "solver/chain.h"
#include "solver/known.h"
#include "solver/pmap.h"

uint64_t symbols_signature(const struct symbol_set *set) {
    if (set->len > 24) return ~UINT64_C(0);
    uint64_t sig = 0;
    for (uint32_t i = 0; i < set->len; i++) sig |= UINT64_C(1) << (set->ids[i] & 63);
    return sig;
}

void rewrite_release(struct rewrite *r) {
    vec_release(&r->memo);
    vec_release(&r->stack);
}

void rewrite_forget(struct rewrite *r) { r->version = UINT64_MAX; }

/* Stamps are never reused, so results of other versions are simply not seen. */
static void begin(struct rewrite *r, uint64_t version) {
    if (r->version == version) return;
    r->version = version;
    r->stamp++;
}

static expr *find_memo(struct rewrite *r, expr e) {
    if (e.id >= r->memo.len || r->memo.data[e.id].stamp != r->stamp) return NULL;
    return &r->memo.data[e.id].result;
}

static void set_memo(struct rewrite *r, expr e, expr result) {
    if (e.id >= r->memo.len) vec_resize(&r->memo, e.id + e.id / 2 + 64);
    r->memo.data[e.id] = (struct rewrite_memo){r->stamp, result};
}

/* What the facts say about e itself, or none. */
static expr fact_about(const struct known *k, expr e, bool defined_only) {
    uint32_t v = pmap_get(k->facts, e.id, 0);
    if (defined_only && !(v & 1)) return EXPR_NONE;
    return (expr){v >> 1};
}

/* Pushes the first kid without a result; false if all have one. */
static bool push_missing_kid(struct solver *s, expr e) {
    const struct expr_node *n = expr_node(s->pool, e);
    bool missing = false;
    for (int i = 0; i < 3 && n->kids[i]; i++) {
        if (find_memo(&s->rewrite, (expr){n->kids[i]})) continue;
        vec_push(&s->rewrite.stack, n->kids[i]);
        missing = true;
    }
    return missing;
}

static expr rebuild(struct solver *s, expr e) {
    const struct expr_node *n = expr_node(s->pool, e);
    expr kids[3] = {{0}};
    bool changed = false;
    for (int i = 0; i < 3 && n->kids[i]; i++) {
        kids[i] = *find_memo(&s->rewrite, (expr){n->kids[i]});
        changed |= kids[i].id != n->kids[i];
    }
    if (!changed) return e;
    return expr_build(s->pool, (enum expr_op)n->op, n->width, n->aux, kids);
}

/* One step for the expression on top of the stack: its result is found, or what
 * it needs is pushed. A fact's value is rewritten in turn: a symbol in it may have
 * a fixed value that was learned later. */
static void rewrite_step(struct solver *s, const struct known *k, bool defined_only) {
    struct rewrite *r = &s->rewrite;
    expr e = {vec_last(&r->stack)};
    if (find_memo(r, e)) {
        (void)vec_pop(&r->stack);
        return;
    }
    expr fact = fact_about(k, e, defined_only);
    if (expr_is(fact) && !expr_is_const(s->pool, fact)) {
        expr *done = find_memo(r, fact);
        if (!done) {
            vec_push(&r->stack, fact.id);
            return;
        }
        fact = *done;
    }
    if (!expr_is(fact)) {
        if (push_missing_kid(s, e)) return;
        fact = rebuild(s, e);
    }
    (void)vec_pop(&r->stack);
    set_memo(r, e, fact);
}

static expr rewrite(struct solver *s, const struct known *k, expr e, bool defined_only) {
    if (!k || !k->facts || !(s->layers & LAYER_SIMPLIFY)) return e;
    if (!(symbols_signature(expr_symbols(s->pool, e)) & k->facts_signature)) return e;
    struct rewrite *r = &s->rewrite;
    begin(r, k->version << 1 | defined_only);
    vec_push(&r->stack, e.id);
    while (r->stack.len) rewrite_step(s, k, defined_only);
    return *find_memo(r, e);
}

expr known_rewrite(struct solver *s, const struct known *k, expr e) { return rewrite(s, k, e, false); }

expr known_rewrite_defined(struct solver *s, const struct known *k, expr e) { return rewrite(s, k, e, true); }

/* A condition whose negation is a constraint: only that form has a fact. */
static expr rewrite_negation(struct solver *s, const struct known *k, expr e) {
    expr fact = k ? fact_about(k, expr_not(s->pool, e), false) : EXPR_NONE;
    return expr_is(fact) ? expr_not(s->pool, fact) : e;
}

bool simplify_answer(struct solver *s, struct query *q) {
    const struct known *k = q->pc->known;
    q->reduced = known_rewrite(s, k, q->reduced);
    if (!expr_is_const(s->pool, q->reduced)) q->reduced = rewrite_negation(s, k, q->reduced);
    if (!expr_is_const(s->pool, q->reduced)) return false;
    s->ctx->stats.queries_simplify++;
    q->answer = expr_is_true(s->pool, q->reduced) ? ANSWER_SAT : ANSWER_UNSAT;
    return true;
}
