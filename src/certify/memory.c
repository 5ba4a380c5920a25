/* Where addresses lead, how they compare, and what is read and written there. */
#include "certify/memory.h"
#include "certify/walk.h"

enum { MOST_PINS = 16, MOST_BLOCK = 1 << 16 };

/* ---- one value at a time ----------------------------------------------------------------------------- */

static bool is_given(struct walk *w, const struct walk_state *st, term a, uint64_t *value) {
    for (uint32_t i = 0; i < st->pc.len; i++) {
        const struct term_node *n = term_at(&w->t, st->pc.data[i]);
        if (n->op != TERM_EQ || n->kid[0] != a.id || !term_is_const(&w->t, (term){n->kid[1]})) continue;
        *value = term_value(&w->t, (term){n->kid[1]});
        return true;
    }
    return false;
}

/* c is another way, which is walked as well, unless there are too many. */
static bool put_aside(struct walk *w, struct walk_state *st, term c) {
    if (st->pins >= MOST_PINS) return walk_incomplete(w, st, "an address or a size that may be many"), false;
    walk_fork(w, st, c)->pins++;
    return true;
}

bool walk_pin(struct walk *w, struct walk_state *st, term a, uint64_t *value) {
    struct terms *t = &w->t;
    if (term_is_const(t, a)) return *value = term_value(t, a), true;
    if (is_given(w, st, a, value)) return true;
    enum smt_answer answer = smt_ask(w->smt, &st->pc, term_bool(t, true), a, value);
    if (answer == SMT_UNKNOWN) walk_incomplete(w, st, "the solver does not know");
    if (answer != SMT_SAT) return false; /* unsat: no execution comes here */
    term is = term_binary(t, TERM_EQ, a, term_const(t, term_width(t, a), *value)), differs = term_not(t, is);
    if (walk_may(w, st, differs) && !put_aside(w, st, differs)) return false;
    st->pins = 0;
    walk_assume(w, st, is);
    return !w->over;
}

/* ---- addresses --------------------------------------------------------------------------------------- */

static bool has_condition(const struct walk_state *st, term c) {
    for (uint32_t i = 0; i < st->pc.len; i++)
        if (st->pc.data[i].id == c.id) return true;
    return false;
}

/* What an unknown pointer is said to be in c: p == ADDRESS, or one of several (then perhaps not that one). */
static term said_to_be(struct walk *w, const struct walk_state *st, term c, term a) {
    const struct term_node *n = term_at(&w->t, c);
    term x = {n->kid[0]}, y = {n->kid[1]};
    if (n->op == TERM_OR) {
        term v = said_to_be(w, st, x, a);
        return v.id ? v : said_to_be(w, st, y, a);
    }
    if (n->op != TERM_EQ || (x.id != a.id && y.id != a.id) || has_condition(st, term_not(&w->t, c))) return (term){0};
    term v = x.id == a.id ? y : x;
    return term_is_const(&w->t, v) || term_is_based(&w->t, v) ? v : (term){0};
}

/* A choice in a sum of addresses: what decides, and the sum either way. */
struct choice {
    term c, yes, no;
};

static bool choice_of_leaf(struct walk *w, const struct walk_state *st, term a, struct choice *ch) {
    const struct term_node *n = term_at(&w->t, a);
    if (n->op == TERM_ITE) return *ch = (struct choice){{n->kid[0]}, {n->kid[1]}, {n->kid[2]}}, n->based;
    if (n->op == TERM_CONST || n->based) return false;
    for (uint32_t i = 0; i < st->pc.len; i++) {
        term v = said_to_be(w, st, st->pc.data[i], a);
        if (v.id) return *ch = (struct choice){term_binary(&w->t, TERM_EQ, a, v), v, a}, true;
    }
    return false;
}

static bool choice_in(struct walk *w, const struct walk_state *st, term a, struct choice *ch) {
    struct terms *t = &w->t;
    enum term_op op = (enum term_op)term_at(t, a)->op;
    if (choice_of_leaf(w, st, a, ch)) return true;
    if (op != TERM_BADD && op != TERM_BSUB) return false;
    term x = {term_at(t, a)->kid[0]}, y = {term_at(t, a)->kid[1]};
    bool first = choice_in(w, st, x, ch);
    if (!first && (op == TERM_BSUB || !choice_in(w, st, y, ch))) return false;
    ch->yes = first ? term_binary(t, op, ch->yes, y) : term_binary(t, op, x, ch->yes);
    ch->no = first ? term_binary(t, op, ch->no, y) : term_binary(t, op, x, ch->no);
    return true;
}

/* Goes one of two ways; the other one is put aside if both are possible. False: st is over. */
static bool choose_way(struct walk *w, struct walk_state *st, term c, bool *way) {
    term not_c = term_not(&w->t, c);
    if (has_condition(st, c) || has_condition(st, not_c)) return *way = has_condition(st, c), true;
    bool yes, no;
    if (!walk_ways(w, st, c, &yes, &no) || (!yes && !no)) return false;
    if (yes && no && !put_aside(w, st, not_c)) return false;
    walk_assume(w, st, yes ? c : not_c);
    return *way = yes, true;
}

bool walk_resolve(struct walk *w, struct walk_state *st, term *address) {
    uint64_t object;
    term off;
    struct choice ch;
    bool way;
    while (!term_is_const(&w->t, *address) && !term_split(&w->t, *address, &object, &off)) {
        if (!choice_in(w, st, *address, &ch)) {
            if (walk_may(w, st, term_bool(&w->t, true))) walk_incomplete(w, st, "an address that may be many");
            return false;
        }
        if (!choose_way(w, st, ch.c, &way)) return false;
        *address = way ? ch.yes : ch.no;
    }
    st->pins = 0;
    return true;
}

term walk_address_of(struct walk *w, const struct held_object *o) {
    return term_zext(&w->t, term_base(&w->t, 8 * w->p->ptr_bytes, o->base), 64);
}

term walk_pointer(struct walk *w, term value) { return term_extract(&w->t, value, 0, 8 * w->p->ptr_bytes); }

uint32_t walk_object_at(struct walk *w, const struct walk_state *st, term address, term *off) {
    uint64_t object;
    return term_split(&w->t, address, &object, off) ? held_find(st, object) : UINT32_MAX;
}

/* May n bytes of it be accessed at all? */
static const char *refusal(const struct held_object *o, uint64_t n, bool write) {
    if (!o->live) return "an access to a dead object";
    if (write && o->readonly) return "a write to a constant";
    return n > o->size ? "an access beyond an object" : NULL;
}

static void no_object(struct walk *w, struct walk_state *st, term a) {
    uint64_t base;
    term off;
    bool based = term_split(&w->t, a, &base, &off);
    if (based && base - w->outside < 1u << 13) walk_incomplete(w, st, "an access to arguments of the program");
    else
        walk_wrong(w, st,
                   based ? "an access to a dead object, or to a function" : "an access through NULL, or to no object");
}

bool walk_aim(struct walk *w, struct walk_state *st, term address, uint64_t n, bool write, struct aimed *aim) {
    struct terms *t = &w->t;
    term a = walk_pointer(w, address), off;
    if (!walk_resolve(w, st, &a)) return false;
    uint32_t i = walk_object_at(w, st, a, &off);
    if (i == UINT32_MAX) return no_object(w, st, a), false;
    const struct held_object *o = st->objects.data[i];
    const char *why = refusal(o, n, write);
    if (why) return walk_wrong(w, st, why), false;
    off = term_zext(t, off, 64);
    *aim = (struct aimed){
        .object = i, .known = term_is_const(t, off), .at = term_is_const(t, off) ? term_value(t, off) : 0, .off = off};
    term inside = term_binary(t, TERM_ULE, off, term_const(t, 64, o->size - n));
    return walk_oblige(w, st, PROVE_MEMORY, term_not(t, inside), "an access beyond an object");
}

/* ---- comparisons ------------------------------------------------------------------------------------- */

/* Is the address surely in a living object, or (end) where it ends, or a function? */
static bool is_within(struct walk *w, const struct walk_state *st, uint64_t base, term off, bool end) {
    struct terms *t = &w->t;
    uint32_t i = held_find(st, base);
    if (i == UINT32_MAX) {
        for (uint32_t k = 1; k < w->p->functions.len; k++)
            if (w->p->functions.data[k]->address == base) return term_is(t, off, 0);
        return false;
    }
    const struct held_object *o = st->objects.data[i];
    if (!o->live && !end) return false;
    term size = term_const(t, term_width(t, off), o->size),
         inside = term_binary(t, end ? TERM_ULE : TERM_ULT, off, size);
    return term_is_const(t, inside) ? term_value(t, inside) : walk_must(w, st, inside);
}

static const struct ir_global *global_at(const struct walk *w, uint64_t base) {
    for (uint32_t i = 1; i < w->p->globals.len; i++)
        if (w->p->globals.data[i]->address == base) return w->p->globals.data[i];
    return NULL;
}

static uint8_t initial_byte(const struct ir_global *g, uint64_t i) { return g->data ? g->data[i] : 0; }

/* If the byte at `at_a` in the one were that at `at_b` in the other: have they the same bytes wherever both are? */
static bool same_bytes(const struct ir_global *a, uint64_t at_a, const struct ir_global *b, uint64_t at_b) {
    if (at_a > a->size || at_b > b->size) return true;
    uint64_t back = at_a < at_b ? at_a : at_b;
    for (uint64_t i = at_a - back, k = at_b - back; i < a->size && k < b->size; i++, k++)
        if (initial_byte(a, i) != initial_byte(b, k)) return false;
    return true;
}

/* C lets literals share storage, with one another and with constants: whether these two addresses are the same is
 * unknown. */
static bool may_share(const struct walk *w, uint64_t x, term off_x, uint64_t y, term off_y) {
    const struct ir_global *a = global_at(w, x), *b = global_at(w, y);
    if (!a || !b || !a->constant || !b->constant) return false;
    if (a == b) return a->literal == LITERAL_SEVERAL;
    if (!a->literal && !b->literal) return false;
    bool known = term_is_const(&w->t, off_x) && term_is_const(&w->t, off_y);
    return !known || same_bytes(a, term_value(&w->t, off_x), b, term_value(&w->t, off_y));
}

static term equal(struct walk *w, const struct walk_state *st, term a, term b, int *budget) {
    struct terms *t = &w->t;
    uint64_t x, y;
    term off_x, off_y;
    bool plain = (!term_is_based(t, a) && !term_is_based(t, b)) || --*budget < 0;
    if (plain) return term_binary(t, TERM_EQ, a, b);
    struct term_node n = *term_at(t, a);
    if (n.op == TERM_ITE)
        return term_ite(t, (term){n.kid[0]}, equal(w, st, (term){n.kid[1]}, b, budget),
                        equal(w, st, (term){n.kid[2]}, b, budget));
    if (term_at(t, b)->op == TERM_ITE) return equal(w, st, b, a, budget);
    bool at_x = term_split(t, a, &x, &off_x), at_y = term_split(t, b, &y, &off_y);
    if (at_x && at_y && may_share(w, x, off_x, y, off_y)) return term_sym(t, 0);
    bool differ = at_x && at_y && x != y && is_within(w, st, x, off_x, false) && is_within(w, st, y, off_y, false);
    differ = differ || (at_x && term_is(t, b, 0) && is_within(w, st, x, off_x, true));
    differ = differ || (at_y && term_is(t, a, 0) && is_within(w, st, y, off_y, true));
    return differ ? term_bool(t, false) : term_binary(t, TERM_EQ, a, b);
}

/* In one object what counts are the offsets. */
static term below(struct walk *w, const struct walk_state *st, enum term_op op, term a, term b) {
    uint64_t x, y;
    term off_x, off_y;
    bool one = term_split(&w->t, a, &x, &off_x) && term_split(&w->t, b, &y, &off_y) && x == y;
    if (one && is_within(w, st, x, off_x, true) && is_within(w, st, x, off_y, true))
        return term_binary(&w->t, op, off_x, off_y);
    return term_binary(&w->t, op, a, b);
}

term walk_compare(struct walk *w, const struct walk_state *st, enum term_op op, term a, term b) {
    int budget = 500;
    if (op == TERM_EQ) return equal(w, st, a, b, &budget);
    return op == TERM_ULT || op == TERM_ULE ? below(w, st, op, a, b) : term_binary(&w->t, op, a, b);
}

bool walk_load(struct walk *w, struct walk_state *st, term address, uint32_t n, term *value) {
    struct aimed aim;
    if (!walk_aim(w, st, address, n, false, &aim)) return false;
    if (!held_read_at(&w->t, st->objects.data[aim.object], aim.off, n, value))
        walk_incomplete(w, st, "an unknown place in a large object");
    return !w->over;
}

bool walk_store(struct walk *w, struct walk_state *st, term address, uint32_t n, term value) {
    struct aimed aim;
    if (!walk_aim(w, st, address, n, true, &aim)) return false;
    if (!held_write_at(&w->t, held_own(st, aim.object), aim.off, n, value))
        walk_incomplete(w, st, "an unknown place in a large object");
    return !w->over;
}

/* ---- blocks ------------------------------------------------------------------------------------------ */

/* How many bytes from `at` on are best taken together: up to the next border of words. */
static uint32_t piece(const struct held_object *o, uint64_t at, uint64_t left) {
    uint32_t n = left > 8 ? 8 : (uint32_t)left;
    for (uint32_t i = 0; i < o->words.len; i++) {
        const struct held_word *w = &o->words.data[i];
        if (w->off > at && w->off - at < n) n = (uint32_t)(w->off - at);
        if (w->off <= at && at < w->off + w->size && w->off + w->size - at < n) n = (uint32_t)(w->off + w->size - at);
    }
    return n;
}

/* Both ends of a copy, at known places. */
static bool aim_both(struct walk *w, struct walk_state *st, term to, term from, uint64_t n, bool may_overlap,
                     struct aimed *a, struct aimed *b) {
    if (!walk_aim(w, st, from, n, false, b) || !walk_aim(w, st, to, n, true, a)) return false;
    if (!a->known || !b->known) return walk_incomplete(w, st, "a copy from or to an unknown place"), false;
    bool bad = a->object == b->object && a->at < b->at + n && b->at < a->at + n && a->at != b->at && !may_overlap;
    if (bad) walk_incomplete(w, st, "a copy onto itself");
    return !bad;
}

bool walk_copy(struct walk *w, struct walk_state *st, term to, term from, term size, bool may_overlap) {
    uint64_t n;
    struct aimed a, b;
    if (!walk_pin(w, st, walk_pointer(w, size), &n)) return false;
    if (!n) return true;
    if (n > MOST_BLOCK) return walk_incomplete(w, st, "a copy of many bytes"), false;
    if (!aim_both(w, st, to, from, n, may_overlap, &a, &b)) return false;
    struct held_object *source = st->objects.data[b.object];
    source->refs++; /* stays as it is while the copy is made */
    struct held_object *o = held_own(st, a.object);
    for (uint64_t k = 0; k < n;) {
        uint32_t part = piece(source, b.at + k, n - k);
        held_write(&w->t, o, a.at + k, part, held_read(&w->t, source, b.at + k, part));
        k += part;
    }
    held_release(source);
    return true;
}

/* n bytes of this one; unknown ones, if there is none. */
static term repeated(struct terms *t, term byte, uint32_t n) {
    if (!byte.id) return term_sym(t, 8 * n);
    term v = byte;
    for (uint32_t i = 1; i < n; i++) v = term_concat(t, byte, v);
    return v;
}

bool walk_fill(struct walk *w, struct walk_state *st, term to, term byte, term size) {
    uint64_t n;
    struct aimed a;
    if (!walk_pin(w, st, walk_pointer(w, size), &n)) return false;
    if (!n) return true;
    if (!walk_aim(w, st, to, n, true, &a)) return false;
    struct held_object *o = held_own(st, a.object);
    bool all = a.known && n == o->size;
    if (all && !byte.id) return held_forget(&w->t, o), true;
    if (all && term_is(&w->t, byte, 0)) return held_become(o, (term){0}), true;
    if (!a.known || n > MOST_BLOCK)
        return walk_incomplete(w, st, "a block of many bytes, or at an unknown place"), false;
    for (uint64_t k = 0; k < n; k += 8) {
        uint32_t part = n - k > 8 ? 8 : (uint32_t)(n - k);
        held_write(&w->t, o, a.at + k, part, repeated(&w->t, byte, part));
    }
    return true;
}
