#include "engine/dash/lemma.h"

#include <assert.h>

#include "cond/factbytes.h"
#include "expr/arith.h"
#include "expr/keep.h"

enum { MOST_WAYS = 1 << 10 };

static void copy_conds(struct dash *d, uint32_t node, const cond_list *some, cond_list *out) {
    if (some) conds_append(out, some);
    else regions_conds(&d->g, node, out, NULL);
}

void lemma_make(struct dash *d, uint32_t from, uint32_t to, const cond_list *before, const cond_list *after,
                struct lemma *l) {
    assert(from >= REGION_FIRST && to);
    *l = (struct lemma){.from = d->g.list.data[from].loc};
    copy_conds(d, from, before, &l->before);
    if (to >= REGION_FIRST) {
        l->to = d->g.list.data[to].loc;
        copy_conds(d, to, after, &l->after);
        return;
    }
    l->goal = to;
    const vec_u32 *ways = &d->g.locs.data[l->from].ways;
    for (uint32_t i = 0; to == REGION_ELSEWHERE && i < ways->len; i++) vec_push(&l->ways, ways->data[i]);
}

void lemma_release(struct lemma *l) {
    vec_release(&l->before);
    vec_release(&l->after);
    vec_release(&l->ways);
}

void lemma_mark(struct expr_pool *pool, const struct lemma *l) {
    for (uint32_t i = 0; i < l->before.len; i++) expr_mark(pool, l->before.data[i]);
    for (uint32_t i = 0; i < l->after.len; i++) expr_mark(pool, l->after.data[i]);
}

/* ---- writing ----------------------------------------------------------------------------------------- */

static void put_insn(vec_u8 *out, const struct function *fn, const struct insn *pc) {
    assert(fn && pc >= fn->code && pc <= fn->code + fn->ncode);
    put_var(out, fn->id);
    put_var(out, (uint64_t)(pc - fn->code));
}

/* Its frames, innermost first. */
static void put_location(struct dash *d, uint32_t loc, vec_u8 *out) {
    const struct location *l = &d->g.locs.data[loc];
    assert(loc && loc < d->g.locs.len);
    put_var(out, l->callers.len);
    put_insn(out, l->fn, l->pc);
    for (uint32_t i = l->callers.len; i-- > 0;)
        put_insn(out, regions_function_of(d->x->p, l->callers.data[i]), l->callers.data[i]);
}

static bool put_conds(struct dash *d, const cond_list *conds, vec_u8 *out) {
    struct fact *f = fact_new();
    conds_append(&f->conds, conds);
    bool ok = fact_write(d->x->sym->pool, &d->wp.places, f, out);
    fact_release(f);
    return ok;
}

bool lemma_write(struct dash *d, const struct lemma *l, vec_u8 *out) {
    uint32_t before = out->len;
    assert(!l->to == (l->goal == REGION_ERROR || l->goal == REGION_ELSEWHERE));
    if (l->ways.len > MOST_WAYS) return false;
    put_location(d, l->from, out);
    put_var(out, l->goal);
    if (l->to) put_location(d, l->to, out);
    put_var(out, l->ways.len);
    for (uint32_t i = 0; i < l->ways.len; i++) put_location(d, l->ways.data[i], out);
    bool ok = put_conds(d, &l->before, out) && (!l->to || put_conds(d, &l->after, out));
    if (!ok) out->len = before;
    return ok;
}

/* ---- reading ----------------------------------------------------------------------------------------- */

typedef VEC(const struct insn *) insn_list;

/* A return address may be just behind a function's last instruction, a place to go on at may not. */
static bool get_insn(struct dash *d, const uint8_t **p, const uint8_t *end, frame_functions *functions,
                     const struct insn **at) {
    uint64_t fn, pc;
    const struct program *program = d->x->p;
    if (!get_var(p, end, &fn) || !get_var(p, end, &pc) || !fn || fn >= program->functions.len) return false;
    const struct function *f = program->functions.data[fn];
    if (!ir_has_code(f) || pc >= (uint64_t)f->ncode + (functions->len > 0)) return false;
    vec_push(functions, f);
    *at = &f->code[pc];
    return true;
}

/* functions: innermost first. *loc: 0 if it is not known here. */
static bool get_location(struct dash *d, const uint8_t **p, const uint8_t *end, frame_functions *functions,
                         uint32_t *loc) {
    uint64_t n;
    insn_list callers = {0};
    const struct insn *pc = NULL;
    vec_clear(functions);
    if (!get_var(p, end, &n) || n > FRAMES_MOST) return false;
    bool ok = get_insn(d, p, end, functions, &pc);
    vec_resize(&callers, (uint32_t)n);
    for (uint32_t i = (uint32_t)n; ok && i-- > 0;) ok = get_insn(d, p, end, functions, &callers.data[i]);
    *loc = ok ? regions_known(&d->g, pc, callers.data, callers.len) : 0;
    vec_release(&callers);
    return ok;
}

/* Conditions in front of, or behind, a step. */
static bool get_conds(struct dash *d, const uint8_t **p, const uint8_t *end, const frame_functions *functions,
                      cond_list *out) {
    struct fact *f = fact_read(d->x, &d->wp.places, functions, p, end);
    bool ok = f && !f->arcs.len && !f->needs.len;
    if (ok) conds_append(out, &f->conds);
    fact_release(f);
    return ok;
}

static bool get_ways(struct dash *d, struct lemma *l, bool *strange, const uint8_t **p, const uint8_t *end) {
    uint64_t n;
    uint32_t way = 0;
    frame_functions functions = {0};
    bool ok = get_var(p, end, &n) && n <= (l->goal == REGION_ELSEWHERE ? MOST_WAYS : 0);
    for (uint64_t i = 0; ok && i < n; i++) {
        ok = get_location(d, p, end, &functions, &way);
        *strange |= !way;
        vec_push(&l->ways, way);
    }
    vec_release(&functions);
    return ok;
}

static bool read_lemma(struct dash *d, struct lemma *l, bool *strange, const uint8_t *p, const uint8_t *end) {
    frame_functions here = {0}, there = {0};
    uint64_t goal;
    bool ok = get_location(d, &p, end, &here, &l->from) && get_var(&p, end, &goal) && goal <= REGION_ELSEWHERE;
    if (ok) l->goal = (uint32_t)goal;
    ok = ok && (l->goal || get_location(d, &p, end, &there, &l->to)) && get_ways(d, l, strange, &p, end);
    *strange |= !l->from || (!l->goal && !l->to);
    ok = ok && get_conds(d, &p, end, &here, &l->before) && (l->goal || get_conds(d, &p, end, &there, &l->after)) &&
         p == end;
    vec_release(&here);
    vec_release(&there);
    return ok;
}

enum lemma_word lemma_read(struct dash *d, struct lemma *l, const uint8_t *p, const uint8_t *end) {
    bool strange = false;
    *l = (struct lemma){0};
    bool ok = read_lemma(d, l, &strange, p, end);
    assert(!ok || strange || (l->from && !l->to == (l->goal != REGION_NONE)));
    if (ok && !strange) return LEMMA_READ;
    lemma_release(l);
    return ok ? LEMMA_STRANGE : LEMMA_REFUSED;
}

/* ---- what it is about -------------------------------------------------------------------------------- */

static bool includes(const cond_list *all, const cond_list *some) {
    for (uint32_t i = 0; i < some->len; i++)
        if (!conds_have(all, some->data[i])) return false;
    return true;
}

bool lemma_same(const struct lemma *a, const struct lemma *b) {
    if (a->from != b->from || a->to != b->to || a->goal != b->goal || a->ways.len != b->ways.len) return false;
    for (uint32_t i = 0; i < a->ways.len; i++)
        if (a->ways.data[i] != b->ways.data[i]) return false;
    return includes(&a->before, &b->before) && includes(&b->before, &a->before) && includes(&a->after, &b->after) &&
           includes(&b->after, &a->after);
}

static bool are_ways(const struct location *l, const vec_u32 *ways) {
    for (uint32_t i = 0; i < ways->len; i++) {
        uint32_t k = 0;
        while (k < l->ways.len && l->ways.data[k] != ways->data[i]) k++;
        if (k == l->ways.len) return false;
    }
    return true;
}

bool lemma_hits(struct dash *d, const struct lemma *l, uint32_t to) {
    assert(l->from && to && to < d->g.list.len);
    if (l->goal) return to == l->goal && are_ways(&d->g.locs.data[l->from], &l->ways);
    if (to < REGION_FIRST || d->g.list.data[to].loc != l->to) return false;
    cond_list conds = {0};
    regions_conds(&d->g, to, &conds, NULL);
    bool hits = includes(&conds, &l->after);
    vec_release(&conds);
    return hits;
}

bool lemma_missing(struct dash *d, const struct lemma *l, uint32_t region, cond_list *missing) {
    struct expr_pool *pool = d->x->sym->pool;
    cond_list conds = {0};
    bool about = true;
    assert(d->g.list.data[region].loc == l->from);
    regions_conds(&d->g, region, &conds, NULL);
    for (uint32_t i = l->before.len; about && i-- > 0;) {
        expr cond = l->before.data[i];
        about = !conds_have(&conds, expr_not(pool, cond));
        if (about && !conds_have(&conds, cond) && !conds_have(missing, cond)) vec_push(missing, cond);
    }
    vec_release(&conds);
    assert(missing->len <= l->before.len);
    return about;
}
