/* Where addresses lead, and what is read and written there. */
#include "certify/walk.h"

enum { MOST_PINS = 16, MOST_BLOCK = 1 << 16, NEAR = 1 << 12 };

/* ---- one value at a time ------------------------------------------------------------------------------------------------ */

static bool is_given(struct walk *w, const struct walk_state *st, term a, uint64_t *value) {
    for (uint32_t i = 0; i < st->pc.len; i++) {
        const struct term_node *n = term_at(&w->t, st->pc.data[i]);
        if (n->op != TERM_EQ || n->kid[0] != a.id || !term_is_const(&w->t, (term){n->kid[1]})) continue;
        *value = term_value(&w->t, (term){n->kid[1]});
        return true;
    }
    return false;
}

enum walk_step walk_pin(struct walk *w, struct walk_state *st, term a, uint64_t *value) {
    struct terms *t = &w->t;
    if (term_is_const(t, a)) return *value = term_value(t, a), WALK_ON;
    if (is_given(w, st, a, value)) return WALK_ON;
    enum smt_answer answer = smt_ask(w->smt, &st->pc, term_bool(t, true), a, value);
    if (answer == SMT_UNSAT) return WALK_ENDED; /* no execution comes here */
    if (answer == SMT_UNKNOWN) return walk_incomplete(w, st, "the solver does not know"), WALK_ENDED;
    term is = term_binary(t, TERM_EQ, a, term_const(t, term_width(t, a), *value)), differs = term_not(t, is);
    if (walk_may(w, st, differs)) {
        if (w->over) return WALK_ENDED;
        if (st->pins >= MOST_PINS) return walk_incomplete(w, st, "an address or a size that may be many"), WALK_ENDED;
        struct walk_state *other = walk_state_copy(st);
        other->pins++;
        walk_assume(w, other, differs);
        vec_push(&w->open, other);
    }
    st->pins = 0;
    walk_assume(w, st, is);
    return w->over ? WALK_ENDED : WALK_ON;
}

/* ---- addresses ------------------------------------------------------------------------------------------------------------- */

static enum walk_step bad_access(struct walk *w, struct walk_state *st, const char *what) {
    walk_oblige(w, st, PROVE_MEMORY, term_bool(&w->t, true), what);
    return WALK_ENDED;
}

/* May n bytes of it be accessed at all? */
static const char *refusal(const struct held_object *o, uint64_t n, bool write) {
    if (!o->live) return "an access to an object that is gone";
    if (write && o->readonly) return "a write to a constant";
    return n > o->size ? "an access beyond an object" : NULL;
}

static enum walk_step aim_at(struct walk *w, struct walk_state *st, uint64_t addr, uint64_t n, bool write, struct aimed *aim) {
    uint32_t i = held_find(st, addr, 0);
    if (addr - w->outside < 1u << 13) return walk_incomplete(w, st, "an access to arguments of the program"), WALK_ENDED;
    if (i == UINT32_MAX) return bad_access(w, st, addr < NEAR ? "an access through NULL" : "an access to no object");
    const struct held_object *o = st->objects.data[i];
    const char *why = refusal(o, n, write);
    if (why) return bad_access(w, st, why);
    if (addr - o->base > o->size - n) return bad_access(w, st, "an access beyond an object");
    *aim = (struct aimed){.object = i, .known = true, .at = addr - o->base, .off = term_const(&w->t, 64, addr - o->base)};
    return WALK_ON;
}

/* The constant summand of a pointer, if there is one. */
static bool summand(const struct terms *t, term a, uint64_t *c) {
    const struct term_node *n = term_at(t, a);
    if (n->op != TERM_BADD || !term_is_const(t, (term){n->kid[1]})) return false;
    *c = term_value(t, (term){n->kid[1]});
    return true;
}

/* Some place in the object that the address is a sum with. */
static enum walk_step aim_into(struct walk *w, struct walk_state *st, uint32_t i, term a, uint64_t n, bool write, struct aimed *aim) {
    struct terms *t = &w->t;
    const struct held_object *o = st->objects.data[i];
    const char *why = refusal(o, n, write);
    if (why) return bad_access(w, st, why);
    term off = term_zext(t, term_binary(t, TERM_BSUB, a, term_const(t, term_width(t, a), o->base)), 64);
    term inside = term_binary(t, TERM_ULE, off, term_const(t, 64, o->size - n));
    if (!walk_oblige(w, st, PROVE_MEMORY, term_not(t, inside), "an access beyond an object")) return WALK_ENDED;
    *aim = (struct aimed){.object = i, .known = term_is_const(t, off), .at = term_is_const(t, off) ? term_value(t, off) : 0, .off = off};
    return WALK_ON;
}

enum walk_step walk_aim(struct walk *w, struct walk_state *st, term address, uint64_t n, bool write, struct aimed *aim) {
    term a = term_extract(&w->t, address, 0, 8 * w->p->ptr_bytes);
    uint64_t c;
    if (term_is_const(&w->t, a)) return aim_at(w, st, term_value(&w->t, a), n, write, aim);
    uint32_t i = summand(&w->t, a, &c) ? held_find(st, c, NEAR) : UINT32_MAX;
    if (i != UINT32_MAX) return aim_into(w, st, i, a, n, write, aim);
    enum walk_step s = walk_pin(w, st, a, &c);
    return s == WALK_ON ? aim_at(w, st, c, n, write, aim) : s;
}

static enum walk_step too_large(struct walk *w, struct walk_state *st) {
    walk_incomplete(w, st, "an unknown place in a large object");
    return WALK_ENDED;
}

enum walk_step walk_load(struct walk *w, struct walk_state *st, term address, uint32_t n, term *value) {
    struct aimed aim;
    enum walk_step s = walk_aim(w, st, address, n, false, &aim);
    if (s != WALK_ON) return s;
    const struct held_object *o = st->objects.data[aim.object];
    if (aim.known) *value = held_read(&w->t, o, aim.at, n);
    else if (!held_read_at(&w->t, o, aim.off, n, value)) return too_large(w, st);
    return WALK_ON;
}

enum walk_step walk_store(struct walk *w, struct walk_state *st, term address, uint32_t n, term value) {
    struct aimed aim;
    enum walk_step s = walk_aim(w, st, address, n, true, &aim);
    if (s != WALK_ON) return s;
    struct held_object *o = held_own(st, aim.object);
    if (aim.known) held_write(&w->t, o, aim.at, n, value);
    else if (!held_write_at(&w->t, o, aim.off, n, value)) return too_large(w, st);
    return WALK_ON;
}

/* ---- blocks ------------------------------------------------------------------------------------------------------------------ */

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

static bool overlap(uint64_t a, uint64_t b, uint64_t n) { return a < b + n && b < a + n; }

/* Both ends of a copy; WALK_ON with known places only. */
static enum walk_step aim_both(struct walk *w, struct walk_state *st, term to, term from, uint64_t n, bool may_overlap, struct aimed *a, struct aimed *b) {
    enum walk_step s = walk_aim(w, st, from, n, false, b);
    if (s == WALK_ON) s = walk_aim(w, st, to, n, true, a);
    if (s != WALK_ON) return s;
    if (!a->known || !b->known) return walk_incomplete(w, st, "a copy from or to an unknown place"), WALK_ENDED;
    bool bad = a->object == b->object && overlap(a->at, b->at, n) && a->at != b->at && !may_overlap;
    if (bad) walk_incomplete(w, st, "a copy onto itself");
    return bad ? WALK_ENDED : WALK_ON;
}

enum walk_step walk_copy(struct walk *w, struct walk_state *st, term to, term from, term size, bool may_overlap) {
    uint64_t n;
    struct aimed a, b;
    enum walk_step s = walk_pin(w, st, term_extract(&w->t, size, 0, 8 * w->p->ptr_bytes), &n);
    if (s != WALK_ON || !n) return s;
    if (n > MOST_BLOCK) return walk_incomplete(w, st, "a copy of many bytes"), WALK_ENDED;
    s = aim_both(w, st, to, from, n, may_overlap, &a, &b);
    if (s != WALK_ON) return s;
    struct held_object *source = st->objects.data[b.object];
    source->refs++; /* stays as it is while the copy is made */
    struct held_object *o = held_own(st, a.object);
    for (uint64_t k = 0; k < n;) {
        uint32_t part = piece(source, b.at + k, n - k);
        held_write(&w->t, o, a.at + k, part, held_read(&w->t, source, b.at + k, part));
        k += part;
    }
    held_release(source);
    return WALK_ON;
}

static void fill(struct walk *w, struct held_object *o, uint64_t at, uint64_t n, term byte) {
    if (at == 0 && n == o->size && term_is(&w->t, byte, 0)) {
        vec_clear(&o->words);
        o->bytes = NULL;
        o->array = (term){0};
        return;
    }
    for (uint64_t k = 0; k < n;) {
        uint32_t part = n - k > 8 ? 8 : (uint32_t)(n - k);
        term v = byte;
        for (uint32_t i = 1; i < part; i++) v = term_concat(&w->t, byte, v);
        held_write(&w->t, o, at + k, part, v);
        k += part;
    }
}

enum walk_step walk_fill(struct walk *w, struct walk_state *st, term to, term byte, term size) {
    uint64_t n;
    struct aimed a;
    enum walk_step s = walk_pin(w, st, term_extract(&w->t, size, 0, 8 * w->p->ptr_bytes), &n);
    if (s != WALK_ON || !n) return s;
    s = walk_aim(w, st, to, n, true, &a);
    if (s != WALK_ON) return s;
    if (!a.known || n > MOST_BLOCK) return walk_incomplete(w, st, "a block of many bytes, or at an unknown place"), WALK_ENDED;
    fill(w, held_own(st, a.object), a.at, n, byte);
    return WALK_ON;
}

enum walk_step walk_unknown(struct walk *w, struct walk_state *st, term to, uint64_t size) {
    struct aimed a;
    if (!size) return WALK_ON;
    enum walk_step s = walk_aim(w, st, to, size, true, &a);
    if (s != WALK_ON) return s;
    struct held_object *o = held_own(st, a.object);
    if (a.known && a.at == 0 && size == o->size) return held_forget(&w->t, o), WALK_ON;
    if (!a.known || size > MOST_BLOCK) return walk_incomplete(w, st, "unknown bytes at an unknown place"), WALK_ENDED;
    for (uint64_t k = 0; k < size;) {
        uint32_t part = size - k > 8 ? 8 : (uint32_t)(size - k);
        held_write(&w->t, o, a.at + k, part, term_sym(&w->t, 8 * part));
        k += part;
    }
    return WALK_ON;
}
