#include "certify/state.h"

#include <string.h>

enum { MOST_ELEMENTS = 64, MOST_ARRAY = 1 << 16 }; /* bytes of an object that is made an array term */

/* ---- states ------------------------------------------------------------------------------------------ */

struct walk_state *walk_state_copy(const struct walk_state *st) {
    struct walk_state *c = MEM_NEW(struct walk_state);
    *c = *st;
    vec_own(&c->frames);
    vec_own(&c->objects);
    vec_own(&c->pc);
    vec_own(&c->cuts);
    for (uint32_t i = 0; i < c->frames.len; i++) vec_own(&c->frames.data[i].regs);
    for (uint32_t i = 0; i < c->objects.len; i++) c->objects.data[i]->refs++;
    return c;
}

void held_release(struct held_object *o) {
    if (--o->refs) return;
    vec_release(&o->words);
    mem_free(o);
}

void walk_state_free(struct walk_state *st) {
    if (!st) return;
    for (uint32_t i = 0; i < st->frames.len; i++) vec_release(&st->frames.data[i].regs);
    for (uint32_t i = 0; i < st->objects.len; i++) held_release(st->objects.data[i]);
    vec_release(&st->frames);
    vec_release(&st->objects);
    vec_release(&st->pc);
    vec_release(&st->cuts);
    mem_free(st);
}

void walk_push_frame(struct walk_state *st, const struct function *fn, const term *consts) {
    struct walk_frame f = {.fn = fn, .pc = fn->blocks[0].first, .from = UINT32_MAX};
    vec_resize(&f.regs, fn->nslots);
    for (uint32_t i = 0; i < fn->nconsts; i++) f.regs.data[i] = consts[i];
    vec_push(&st->frames, f);
}

void walk_pop_frame(struct walk_state *st) {
    uint32_t depth = st->frames.len - 1, n = 0;
    for (uint32_t i = 0; i < st->objects.len; i++) {
        struct held_object *o = st->objects.data[i];
        if (o->kind == HELD_LOCAL && o->depth == depth) held_release(o);
        else st->objects.data[n++] = o;
    }
    st->objects.len = n;
    vec_release(&vec_last(&st->frames).regs);
    (void)vec_pop(&st->frames);
}

/* ---- objects ----------------------------------------------------------------------------------------- */

static bool object_is_below(const void *o, uint64_t base) { return (*(struct held_object *const *)o)->base < base; }

static struct held_object *insert(struct walk_state *st, struct held_object o) {
    struct held_object *new = MEM_NEW(struct held_object);
    *new = o;
    new->refs = 1;
    new->live = true;
    vec_insert(&st->objects, vec_place(&st->objects, object_is_below, o.base), new);
    return new;
}

void held_become(struct held_object *o, term array) {
    vec_clear(&o->words);
    o->bytes = NULL;
    o->array = array;
}

void held_forget(struct terms *t, struct held_object *o) {
    held_become(o, term_sym(t, TERM_ARRAY));
    if (o->size == 1 || o->size == 2 || o->size == 4 || o->size == 8)
        held_write(t, o, 0, (uint32_t)o->size, term_sym(t, 8 * (uint32_t)o->size));
}

struct held_object *held_new(struct terms *t, struct walk_state *st, bool is32, enum held_kind kind, uint64_t size) {
    const uint64_t gap = is32 ? 1u << 13 : UINT64_C(1) << 32, end = is32 ? 0xf0000000u : UINT64_C(0x7fffffff) << 32;
    uint64_t base = st->next_address;
    if (size > gap * 0x8000 || base > end || size > end - base) return NULL;
    st->next_address = base + (size / gap + 2) * gap;
    struct held_object *o = insert(st, (struct held_object){.kind = kind, .base = base, .size = size});
    held_forget(t, o);
    return o;
}

struct held_object *held_place(struct walk_state *st, uint64_t base, uint64_t size) {
    return insert(st, (struct held_object){.kind = HELD_GLOBAL, .base = base, .size = size});
}

uint32_t held_find(const struct walk_state *st, uint64_t base) {
    uint32_t i = vec_place(&st->objects, object_is_below, base);
    return i < st->objects.len && st->objects.data[i]->base == base ? i : UINT32_MAX;
}

struct held_object *held_own(struct walk_state *st, uint32_t i) {
    struct held_object *o = st->objects.data[i];
    if (o->refs == 1) return o;
    struct held_object *c = MEM_NEW(struct held_object);
    *c = *o;
    c->refs = 1;
    vec_own(&c->words);
    o->refs--;
    st->objects.data[i] = c;
    return c;
}

/* ---- words ------------------------------------------------------------------------------------------- */

static bool word_ends_at(const void *word, uint64_t off) {
    const struct held_word *w = word;
    return w->off + w->size <= off;
}

/* The first word that ends behind off. */
static uint32_t word_at(const struct held_object *o, uint64_t off) { return vec_place(&o->words, word_ends_at, off); }

static term base_byte(struct terms *t, const struct held_object *o, uint64_t off) {
    if (o->array.id) return term_select(t, o->array, term_const(t, 64, off));
    return term_const(t, 8, o->bytes ? o->bytes[off] : 0);
}

static term byte_at(struct terms *t, const struct held_object *o, uint64_t off) {
    uint32_t i = word_at(o, off);
    if (i == o->words.len || o->words.data[i].off > off) return base_byte(t, o, off);
    return term_extract(t, o->words.data[i].value, 8 * (uint32_t)(off - o->words.data[i].off), 8);
}

term held_read(struct terms *t, const struct held_object *o, uint64_t off, uint32_t n) {
    assert(n && n <= 8 && off <= o->size && n <= o->size - off);
    uint32_t i = word_at(o, off);
    if (i < o->words.len) {
        const struct held_word *w = &o->words.data[i];
        if (w->off <= off && off + n <= w->off + w->size)
            return term_extract(t, w->value, 8 * (uint32_t)(off - w->off), 8 * n);
    }
    term value = byte_at(t, o, off);
    for (uint32_t k = 1; k < n; k++) value = term_concat(t, byte_at(t, o, off + k), value);
    return value;
}

static void put_word(struct held_object *o, uint64_t off, uint32_t n, term value) {
    vec_insert(&o->words, word_at(o, off), (struct held_word){off, n, value});
}

/* Removes [off, off + n) from the words; what sticks out stays. */
static void clear_range(struct terms *t, struct held_object *o, uint64_t off, uint32_t n) {
    uint32_t i = word_at(o, off);
    while (i < o->words.len && o->words.data[i].off < off + n) {
        struct held_word w = o->words.data[i];
        uint32_t left = w.off < off ? (uint32_t)(off - w.off) : 0,
                 right = w.off + w.size > off + n ? (uint32_t)(w.off + w.size - off - n) : 0;
        vec_remove(&o->words, i);
        if (left) put_word(o, w.off, left, term_extract(t, w.value, 0, 8 * left));
        if (right) put_word(o, off + n, right, term_extract(t, w.value, 8 * (w.size - right), 8 * right));
        i += left > 0;
    }
}

void held_write(struct terms *t, struct held_object *o, uint64_t off, uint32_t n, term value) {
    assert(n && n <= 8 && off <= o->size && n <= o->size - off && term_width(t, value) == 8 * n && o->refs == 1);
    clear_range(t, o, off, n);
    put_word(o, off, n, value);
}

/* ---- arrays ------------------------------------------------------------------------------------------ */

static term store_word(struct terms *t, term array, term off, uint32_t n, term value) {
    for (uint32_t k = 0; k < n; k++)
        array = term_store(t, array, term_binary(t, TERM_BADD, off, term_const(t, 64, k)),
                           term_extract(t, value, 8 * k, 8));
    return array;
}

term held_array(struct terms *t, const struct held_object *o) {
    if (o->size > MOST_ARRAY) return (term){0};
    term a = o->array.id ? o->array : term_zeros(t);
    for (uint64_t i = 0; o->bytes && i < o->size; i++)
        if (o->bytes[i]) a = term_store(t, a, term_const(t, 64, i), term_const(t, 8, o->bytes[i]));
    for (uint32_t i = 0; i < o->words.len; i++) {
        const struct held_word *w = &o->words.data[i];
        a = store_word(t, a, term_const(t, 64, w->off), w->size, w->value);
    }
    return a;
}

/* The largest power of two, up to 8, that surely divides a. */
static uint32_t stride_of(const struct terms *t, term a, int deep) {
    const struct term_node *n = term_at(t, a);
    term x = {n->kid[0]}, y = {n->kid[1]}, z = {n->kid[2]};
    if (n->op == TERM_CONST) return n->aux & 7 ? (uint32_t)(n->aux & -n->aux & 7) : 8;
    if (deep > 20) return 1;
    if (n->op == TERM_ZEXT || n->op == TERM_SEXT) return stride_of(t, x, deep + 1);
    bool sum = n->op == TERM_BADD || n->op == TERM_BSUB, product = n->op == TERM_BMUL, one_of = n->op == TERM_ITE;
    if (!sum && !product && !one_of) return 1;
    uint32_t p = stride_of(t, one_of ? z : x, deep + 1), q = stride_of(t, y, deep + 1);
    if (product) return p * q > 8 ? 8 : p * q;
    return p < q ? p : q;
}

/* Is the place one of few elements of n bytes? Then how far apart they are; else 0. */
static uint32_t elements(const struct terms *t, const struct held_object *o, term off, uint32_t n) {
    uint32_t stride = stride_of(t, off, 0);
    if (stride > n) stride = n;
    return o->size >= n && (o->size - n) / stride < MOST_ELEMENTS ? stride : 0;
}

/* The offset is inside, so the last element needs no question. */
static term choose(struct terms *t, const struct held_object *o, term off, uint32_t n, uint32_t stride) {
    uint64_t last = (o->size - n) / stride * stride;
    term value = held_read(t, o, last, n);
    for (uint64_t at = last; at >= stride; at -= stride) {
        term here = term_binary(t, TERM_EQ, off, term_const(t, 64, at - stride));
        value = term_ite(t, here, held_read(t, o, at - stride, n), value);
    }
    return value;
}

/* Elements of n bytes side by side: each keeps what it has unless it is the one. */
static void choose_to_write(struct terms *t, struct held_object *o, term off, uint32_t n, term value) {
    for (uint64_t at = 0; at + n <= o->size; at += n) {
        term here = term_binary(t, TERM_EQ, off, term_const(t, 64, at));
        held_write(t, o, at, n, term_ite(t, here, value, held_read(t, o, at, n)));
    }
}

bool held_read_at(struct terms *t, const struct held_object *o, term off, uint32_t n, term *value) {
    if (term_is_const(t, off)) return *value = held_read(t, o, term_value(t, off), n), true;
    uint32_t stride = elements(t, o, off, n);
    if (stride) return *value = choose(t, o, off, n, stride), true;
    term a = held_array(t, o);
    if (!a.id) return false;
    *value = term_select(t, a, off);
    for (uint32_t k = 1; k < n; k++)
        *value = term_concat(t, term_select(t, a, term_binary(t, TERM_BADD, off, term_const(t, 64, k))), *value);
    return true;
}

bool held_write_at(struct terms *t, struct held_object *o, term off, uint32_t n, term value) {
    if (term_is_const(t, off)) return held_write(t, o, term_value(t, off), n, value), true;
    if (elements(t, o, off, n) == n) return choose_to_write(t, o, off, n, value), true;
    term a = held_array(t, o);
    if (!a.id) return false;
    held_become(o, store_word(t, a, off, n, value));
    return true;
}
