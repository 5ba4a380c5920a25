#include "certify/state.h"

#include <string.h>

enum { MOST_ELEMENTS = 64, MOST_ARRAY = 1 << 16 }; /* bytes of an object that is made an array term */

/* ---- states ----------------------------------------------------------------------------------------------- */

struct walk_state *walk_state_new(void) { return MEM_NEW(struct walk_state); }

static void copy_frame(struct walk_state *to, const struct walk_frame *f) {
    struct walk_frame c = *f;
    c.regs = MEM_NEW_ARRAY(term, f->nregs ? f->nregs : 1);
    memcpy(c.regs, f->regs, f->nregs * sizeof *f->regs);
    vec_push(&to->frames, c);
}

struct walk_state *walk_state_copy(const struct walk_state *st) {
    struct walk_state *c = walk_state_new();
    for (uint32_t i = 0; i < st->frames.len; i++) copy_frame(c, &st->frames.data[i]);
    for (uint32_t i = 0; i < st->objects.len; i++) {
        st->objects.data[i]->refs++;
        vec_push(&c->objects, st->objects.data[i]);
    }
    for (uint32_t i = 0; i < st->pc.len; i++) vec_push(&c->pc, st->pc.data[i]);
    for (uint32_t i = 0; i < st->cuts.len; i++) vec_push(&c->cuts, st->cuts.data[i]);
    c->next_address = st->next_address;
    c->blocks = st->blocks;
    c->pins = st->pins;
    c->arriving = st->arriving;
    return c;
}

void held_release(struct held_object *o) {
    if (--o->refs) return;
    vec_release(&o->words);
    mem_free(o);
}

void walk_state_free(struct walk_state *st) {
    if (!st) return;
    for (uint32_t i = 0; i < st->frames.len; i++) mem_free(st->frames.data[i].regs);
    for (uint32_t i = 0; i < st->objects.len; i++) held_release(st->objects.data[i]);
    vec_release(&st->frames);
    vec_release(&st->objects);
    vec_release(&st->pc);
    vec_release(&st->cuts);
    mem_free(st);
}

void walk_push_frame(struct walk_state *st, const struct function *fn, const term *consts) {
    struct walk_frame f = {.fn = fn, .pc = fn->blocks[0].first, .from = UINT32_MAX, .nregs = fn->nslots};
    f.regs = mem_zalloc((fn->nslots ? fn->nslots : 1) * sizeof *f.regs);
    for (uint32_t i = 0; i < fn->nconsts; i++) f.regs[i] = consts[i];
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
    mem_free(vec_last(&st->frames).regs);
    (void)vec_pop(&st->frames);
}

/* ---- objects ----------------------------------------------------------------------------------------------- */

static struct held_object *insert(struct walk_state *st, struct held_object o) {
    struct held_object *new = MEM_NEW(struct held_object);
    *new = o;
    new->refs = 1;
    new->live = true;
    vec_push(&st->objects, new);
    uint32_t i = st->objects.len - 1;
    for (; i && st->objects.data[i - 1]->base > o.base; i--) st->objects.data[i] = st->objects.data[i - 1];
    st->objects.data[i] = new;
    return new;
}

void held_forget(struct terms *t, struct held_object *o) {
    vec_clear(&o->words);
    o->bytes = NULL;
    o->array = term_sym(t, TERM_ARRAY);
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
    uint32_t lo = 0, hi = st->objects.len;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (st->objects.data[mid]->base < base) lo = mid + 1;
        else hi = mid;
    }
    return lo < st->objects.len && st->objects.data[lo]->base == base ? lo : UINT32_MAX;
}

struct held_object *held_own(struct walk_state *st, uint32_t i) {
    struct held_object *o = st->objects.data[i];
    if (o->refs == 1) return o;
    struct held_object *c = MEM_NEW(struct held_object);
    *c = *o;
    c->refs = 1;
    c->words.data = NULL, c->words.len = c->words.cap = 0;
    for (uint32_t k = 0; k < o->words.len; k++) vec_push(&c->words, o->words.data[k]);
    o->refs--;
    st->objects.data[i] = c;
    return c;
}

/* ---- words ---------------------------------------------------------------------------------------------------- */

/* The first word that ends behind off. */
static uint32_t word_at(const struct held_object *o, uint64_t off) {
    uint32_t lo = 0, hi = o->words.len;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (o->words.data[mid].off + o->words.data[mid].size <= off) lo = mid + 1;
        else hi = mid;
    }
    return lo;
}

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
        if (w->off <= off && off + n <= w->off + w->size) return term_extract(t, w->value, 8 * (uint32_t)(off - w->off), 8 * n);
    }
    term value = byte_at(t, o, off);
    for (uint32_t k = 1; k < n; k++) value = term_concat(t, byte_at(t, o, off + k), value);
    return value;
}

static void put_word(struct held_object *o, struct held_word w) {
    uint32_t i = word_at(o, w.off);
    vec_push(&o->words, w);
    memmove(o->words.data + i + 1, o->words.data + i, (o->words.len - 1 - i) * sizeof w);
    o->words.data[i] = w;
}

/* Removes [off, off + n) from the words; what sticks out stays. */
static void clear_range(struct terms *t, struct held_object *o, uint64_t off, uint32_t n) {
    uint32_t i = word_at(o, off);
    while (i < o->words.len && o->words.data[i].off < off + n) {
        struct held_word w = o->words.data[i];
        memmove(o->words.data + i, o->words.data + i + 1, (--o->words.len - i) * sizeof w);
        uint64_t end = w.off + w.size;
        if (w.off < off) {
            uint32_t left = (uint32_t)(off - w.off);
            put_word(o, (struct held_word){w.off, left, term_extract(t, w.value, 0, 8 * left)});
            i++;
        }
        if (end > off + n) {
            uint32_t right = (uint32_t)(end - off - n);
            put_word(o, (struct held_word){off + n, right, term_extract(t, w.value, 8 * (w.size - right), 8 * right)});
            break;
        }
    }
}

void held_write(struct terms *t, struct held_object *o, uint64_t off, uint32_t n, term value) {
    assert(n && n <= 8 && off <= o->size && n <= o->size - off && term_width(t, value) == 8 * n && o->refs == 1);
    clear_range(t, o, off, n);
    put_word(o, (struct held_word){off, n, value});
}

/* ---- arrays --------------------------------------------------------------------------------------------------- */

static term store_word(struct terms *t, term array, term off, uint32_t n, term value) {
    for (uint32_t k = 0; k < n; k++)
        array = term_store(t, array, term_binary(t, TERM_BADD, off, term_const(t, 64, k)), term_extract(t, value, 8 * k, 8));
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

/* Elements that overlap are written one after the other; each keeps what it has unless it is the one. */
static void choose_to_write(struct terms *t, struct held_object *o, term off, uint32_t n, uint32_t stride, term value) {
    assert(stride == n);
    for (uint64_t at = 0; at + n <= o->size; at += stride) {
        term here = term_binary(t, TERM_EQ, off, term_const(t, 64, at));
        held_write(t, o, at, n, term_ite(t, here, value, held_read(t, o, at, n)));
    }
}

bool held_read_at(struct terms *t, const struct held_object *o, term off, uint32_t n, term *value) {
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
    if (elements(t, o, off, n) == n) return choose_to_write(t, o, off, n, n, value), true;
    term a = held_array(t, o);
    if (!a.id) return false;
    vec_clear(&o->words);
    o->bytes = NULL;
    o->array = store_word(t, a, off, n, value);
    return true;
}
