#include "cond/spell.h"

#include <assert.h>
#include <stdio.h>

#include "base/str.h"
#include "expr/arith.h"
#include "expr/print.h"
#include "expr/relate.h"

enum { MOST_TEXT = 300 }; /* characters of one condition, about */

void spell_init(struct spell *s, struct exec *x, const struct places *places) {
    s->x = x;
    s->places = places;
    strmap_init(&s->names);
}

void spell_release(struct spell *s) { strmap_release(&s->names); }

/* ---- names of locations ------------------------------------------------------------------------- */

static const struct frame *frame_number(const struct state *st, uint32_t number) {
    const struct frame *f = st->top;
    for (uint32_t depth = st->depth; f && depth > number + 1; depth--) f = f->caller;
    return f;
}

static void name_register(const struct state *st, const struct place *place, struct str *out) {
    const struct frame *f = frame_number(st, place->frame);
    const char *name = NULL;
    for (uint32_t i = 0; f && i < f->fn->nvars && !name; i++)
        if (f->fn->vars[i].slot == place->slot) name = f->fn->vars[i].name;
    if (f && f != st->top) str_addf(out, "%s.", f->fn->name);
    if (name) str_add(out, name);
    else str_addf(out, "r%u_%u", place->frame, place->slot);
}

static void name_word(struct spell *s, const struct state *st, const struct place *place, struct str *out) {
    const struct mem_object *obj = space_find(&st->space, place->addr);
    if (!obj) {
        str_addf(out, "m%llx_%u", (unsigned long long)place->addr, place->size);
        return;
    }
    uint64_t off = place->addr - obj->base;
    if (obj->name) str_add(out, obj->name);
    else str_addf(out, "object%u@%u", obj->number, s->x->p->positions.data[obj->made_pos].line);
    if (obj->size == place->size) return;
    if (off % place->size == 0 && obj->size % place->size == 0)
        str_addf(out, "[%llu]", (unsigned long long)(off / place->size));
    else str_addf(out, "{%llu:%u}", (unsigned long long)off, place->size);
}

/* ---- expressions with these names ---------------------------------------------------------------- */

/* The low bits that e uses of the symbol: most slots hold narrower variables. */
static uint32_t bits_used(const struct expr_pool *pool, expr e, expr symbol_expr) {
    uint32_t used = 0;
    struct map seen;
    vec_u32 todo = {0};
    map_init(&seen);
    vec_push(&todo, e.id);
    while (todo.len) {
        uint32_t id = vec_pop(&todo);
        expr at = {id};
        if (!map_put(&seen, at.id, 1)) continue;
        if (expr_same(at, symbol_expr)) used = expr_width(pool, at);
        for (int i = 0; i < expr_arity(expr_op(pool, at)); i++) {
            expr kid = expr_kid(pool, at, i);
            uint32_t width = expr_width(pool, at);
            bool low = expr_op(pool, at) == EXPR_EXTRACT && expr_node(pool, at)->aux == 0;
            if (!low || !expr_same(kid, symbol_expr)) vec_push(&todo, kid.id);
            else if (width > used) used = width;
        }
    }
    vec_release(&todo);
    map_release(&seen);
    return used;
}

/* An expression of the location's width that reads as its name. */
static expr named(struct spell *s, const struct state *st, symbol sym, const struct place *place, uint32_t bits) {
    struct expr_pool *pool = s->x->sym->pool;
    struct str name = {0}, key = {0};
    if (place->kind == PLACE_REGISTER) name_register(st, place, &name);
    else name_word(s, st, place, &name);
    str_addf(&key, "%u/%u/%s", sym.id, bits, str_text(&name));
    uint32_t id = (uint32_t)strmap_get(&s->names, str_text(&key), 0);
    if (!id) {
        id = expr_sym(pool, bits, str_text(&name)).id;
        strmap_put(&s->names, str_text(&key), id);
    }
    str_release(&name);
    str_release(&key);
    return expr_zext(pool, (expr){id}, expr_width(pool, expr_of_symbol(pool, sym)));
}

static expr with_names(struct spell *s, const struct state *st, expr e) {
    struct expr_pool *pool = s->x->sym->pool;
    const struct symbol_set *set = expr_symbols(pool, e);
    VEC(expr) from = {0}, to = {0};
    for (uint32_t i = 0; i < set->len; i++) {
        symbol sym = {set->ids[i]};
        const struct place *place = places_find(s->places, sym);
        expr old = expr_of_symbol(pool, sym);
        uint32_t bits = place ? bits_used(pool, e, old) : 0;
        if (!bits) continue;
        vec_push(&from, old);
        vec_push(&to, named(s, st, sym, place, bits));
    }
    expr result = expr_substitute(pool, e, from.data, to.data, from.len);
    vec_release(&from);
    vec_release(&to);
    return result;
}

void spell_cond(struct spell *s, struct state *st, expr e, struct str *out) {
    struct str text = {0}; /* the printer measures from its start */
    expr_print_infix(s->x->sym->pool, with_names(s, st, e), MOST_TEXT, &text);
    str_add(out, str_text(&text));
    str_release(&text);
}

/* ---- arcs ------------------------------------------------------------------------------------------ */

/* How an arc is written: in front of it the word, in it numbers. */
struct arc_text {
    struct spell *spell;
    const struct state *st;
    const char *word;
    uint32_t w;
    struct str *out;
};

static bool add_pointer(const struct arc_text *t, uint64_t v) {
    const struct mem_object *obj = space_find(&t->st->space, v);
    if (!obj || obj->base != v) return false;
    struct place whole = {.kind = PLACE_MEMORY, .addr = obj->base, .size = (uint32_t)obj->size};
    str_add_char(t->out, '&');
    name_word(t->spell, t->st, &whole, t->out);
    return true;
}

static void add_number(const struct arc_text *t, uint64_t v, bool is_signed) {
    struct str *out = t->out;
    uint32_t w = t->w;
    int64_t number = (int64_t)(v << (64 - w)) >> (64 - w);
    if (w == 64 && (number > INT64_C(1) << 40 || number < -(INT64_C(1) << 40))) {
        if (!add_pointer(t, v)) str_addf(out, "0x%llx", (unsigned long long)v);
    } else if (is_signed) str_addf(out, "%lld", (long long)number);
    else str_addf(out, "%lluu", (unsigned long long)v);
}

static void add_bound(const struct arc_text *t, const char *sign, uint64_t v, bool is_signed) {
    str_addf(t->out, "%s %s ", t->word, sign);
    add_number(t, v, is_signed);
}

/* Both ends as comparisons; an end at the edge says nothing. */
static void add_ends(const struct arc_text *t, const struct arc *a, bool is_signed) {
    uint64_t m = UINT64_MAX >> (64 - t->w), least = is_signed ? (m >> 1) + 1 : 0, most = is_signed ? m >> 1 : m;
    if (a->lo != least) add_bound(t, ">=", a->lo, is_signed);
    if (a->lo != least && a->hi != most) str_add(t->out, " && ");
    if (a->hi != most) add_bound(t, "<=", a->hi, is_signed);
    if (a->lo == least && a->hi == most) str_add(t->out, "true");
}

static void add_arc(const struct arc_text *t, const struct arc *a) {
    uint64_t m = UINT64_MAX >> (64 - t->w), half = (m >> 1) + 1;
    if (a->lo == a->hi) {
        add_bound(t, "==", a->lo, true);
    } else if (((a->lo - 2) & m) == a->hi) {
        add_bound(t, "!=", (a->lo - 1) & m, true);
    } else if ((a->lo ^ half) <= (a->hi ^ half)) {
        add_ends(t, a, true);
    } else if (a->lo <= a->hi) {
        add_ends(t, a, false);
    } else { /* over both edges */
        str_add_char(t->out, '(');
        add_bound(t, "<=", a->hi, true);
        str_add(t->out, " || ");
        add_bound(t, ">=", a->lo, true);
        str_add_char(t->out, ')');
    }
}

static void spell_arc(struct spell *s, struct state *st, const struct arc *a, struct str *out) {
    struct expr_pool *pool = s->x->sym->pool;
    uint32_t w = expr_width(pool, a->word);
    struct str word = {0};
    assert(w > 0 && w <= 64);
    expr e = with_names(s, st, a->word);
    expr inner = expr_op(pool, e) == EXPR_ZEXT ? expr_kid(pool, e, 0) : e;
    bool plain = expr_op(pool, inner) == EXPR_SYM; /* zext64(x) reads as x */
    expr_print_infix(pool, plain ? inner : e, MOST_TEXT, &word);
    struct str text = {0};
    if (!plain) str_addf(&text, "(%s)", str_text(&word));
    struct arc_text t = {s, st, plain ? str_text(&word) : str_text(&text), w, out};
    add_arc(&t, a);
    str_release(&text);
    str_release(&word);
}

/* The upper half of a slot with a 32-bit word: always 0. */
static bool is_padding(const struct spell *s, const struct arc *a) {
    const struct expr_pool *pool = s->x->sym->pool;
    return !a->lo && !a->hi && expr_op(pool, a->word) == EXPR_EXTRACT && expr_node(pool, a->word)->aux == 32 &&
           expr_width(pool, a->word) == 32 && expr_op(pool, expr_kid(pool, a->word, 0)) == EXPR_SYM;
}

void spell_fact(struct spell *s, struct state *st, const struct fact *f, struct str *out) {
    const char *between = "";
    for (uint32_t i = 0; i < f->arcs.len; i++) {
        if (is_padding(s, &f->arcs.data[i])) continue;
        str_add(out, between);
        spell_arc(s, st, &f->arcs.data[i], out);
        between = " && ";
    }
    for (uint32_t i = 0; i < f->conds.len; i++, between = " && ") {
        str_add(out, between);
        spell_cond(s, st, f->conds.data[i], out);
    }
    for (uint32_t i = 0; i < f->needs.len; i++, between = " && ") {
        const struct need *n = &f->needs.data[i];
        struct place whole = {.kind = PLACE_MEMORY, .addr = n->base, .size = (uint32_t)n->size};
        str_addf(out, "%s%s(", between, n->write ? "writable" : "alive");
        name_word(s, st, &whole, out);
        str_add_char(out, ')');
    }
    for (uint32_t i = 0; i < f->leads.len; i++, between = " && ") {
        struct str pointer = {0};
        expr_print_infix(s->x->sym->pool, with_names(s, st, f->leads.data[i].pointer), MOST_TEXT, &pointer);
        str_addf(out, "%sfollowed(%s)", between, str_text(&pointer));
        str_release(&pointer);
    }
    if (!*between) str_add(out, "true");
}
