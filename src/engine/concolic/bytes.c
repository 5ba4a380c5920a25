/* Where the bytes of inputs come from, and go to. */
#include <assert.h>

#include "base/hash.h"
#include "engine/concolic/inside.h"
#include "exec/sym/outside.h"

/* ---- what the program has taken ------------------------------------------------------------ */

/* Brings origins up to date; inputs are numbered in the order taken. */
static void look_back(struct runner *r) {
    const struct state *st = r->x->now;
    uint32_t known = r->origins.len;
    if (known >= st->inputs) return;
    vec_resize(&r->origins, st->inputs);
    for (const struct trail *t = st->trail; t; t = t->prev) {
        if (t->is_part) continue;
        if (t->input < known) break;
        r->origins.data[t->input] = (struct origin){t->kind, t->size, 0};
    }
    for (uint32_t i = known ? known : 1; i < r->origins.len; i++)
        r->origins.data[i].start = r->origins.data[i - 1].start + r->origins.data[i - 1].size;
}

static uint8_t random_byte(const struct runner *r, uint32_t input, uint32_t offset) {
    uint64_t h = hash_mix((uint64_t)r->x->ctx->opt.seed, input);
    const struct origin *o = &r->origins.data[input];
    bool word = o->kind == INPUT_WORD || (o->kind == INPUT_UNINIT && o->size <= 8);
    if (!word || h % 4 == 3) return (uint8_t)hash_mix(h, offset);
    /* Numbers are small more often than chance would have it. */
    if (offset) return 0;
    return (uint8_t)(h % 4 == 0 ? 0 : h % 4 == 1 ? (h >> 8) % 16 : h >> 8);
}

static bool from_seed(const struct runner *r, uint32_t input, uint32_t offset, uint8_t *byte) {
    const struct work *w = r->work;
    const struct origin *o = &r->origins.data[input];
    uint64_t at = offset;
    switch (w->kind) {
    case SEED_NONE: return false;
    case SEED_STDIN:
        if (o->kind != INPUT_STDIN) return false;
        break;
    case SEED_FILE:
        if (o->kind != INPUT_FILE) return false;
        break;
    case SEED_FUZZER:
        if (input > 1) return false;
        if (input == 1) { /* the size */
            *byte = offset < 4 ? (uint8_t)(w->seed.len >> (8 * offset)) : 0;
            return true;
        }
        break;
    case SEED_STREAM: at += o->start; break;
    }
    if (!w->seed.len) *byte = 0;
    else *byte = w->seed.data[at % w->seed.len]; /* what comes behind looks like what is before */
    return true;
}

uint8_t source_byte(void *owner, uint32_t input, uint32_t offset) {
    struct runner *r = owner;
    const struct work *w = r->work;
    uint8_t byte;
    if (input < w->inputs.len && offset < w->inputs.data[input].len) return w->inputs.data[input].data[offset];
    look_back(r);
    return from_seed(r, input, offset, &byte) ? byte : random_byte(r, input, offset);
}

uint64_t source_stdin_size(const struct runner *r, const struct work *w) {
    enum { RANDOM_SIZE = 16 };
    uint64_t lo = 0, hi = 0;
    sym_stdin(&r->x->ctx->opt, &lo, &hi);
    uint64_t size = RANDOM_SIZE;
    if (w->stdin_size >= 0) size = (uint64_t)w->stdin_size;
    else if (w->kind == SEED_STDIN) size = w->seed.len;
    return size < lo ? lo : size > hi ? hi : size;
}

expr source_size(const struct runner *r) {
    const struct symbolic *sy = r->x->sym;
    if (r->files == SEED_STDIN && expr_is(sy->stdin_size) && !expr_is_const(sy->pool, sy->stdin_size))
        return sy->stdin_size;
    for (const struct trail *t = r->files == SEED_FUZZER ? r->x->now->trail : NULL; t; t = t->prev)
        if (t->is_part && t->input == 1) return expr_of_symbol(sy->pool, t->sym);
    return EXPR_NONE;
}

/* ---- a run as bytes ---------------------------------------------------------------------------- */

static void add_bytes(struct runner *r, uint32_t input, uint64_t n, vec_u8 *out) {
    for (uint64_t i = 0; i < n; i++) vec_push(out, source_byte(r, input, (uint32_t)i));
}

static uint64_t fuzzer_size(struct runner *r) {
    uint64_t size = 0;
    for (uint32_t i = 0; i < 8 && i < r->origins.data[1].size; i++) size |= (uint64_t)source_byte(r, 1, i) << (8 * i);
    return size < r->origins.data[0].size ? size : r->origins.data[0].size;
}

void source_file(struct runner *r, vec_u8 *out) {
    look_back(r);
    if (r->files == SEED_FUZZER) {
        if (r->origins.len > 1) add_bytes(r, 0, fuzzer_size(r), out);
        return;
    }
    for (uint32_t i = 0; i < r->origins.len; i++) {
        const struct origin *o = &r->origins.data[i];
        if (r->files == SEED_STDIN && o->kind != INPUT_STDIN) continue;
        if (r->files == SEED_FILE && o->kind != INPUT_FILE) continue;
        add_bytes(r, i, o->size, out);
    }
}

/* Bytes of a part that was looked at. */
static void put_part(const struct trail *t, const struct model *m, struct work *out) {
    uint64_t words[EXPR_MAX_WIDTH / 64];
    uint32_t n = (t->size + 7) / 8;
    vec_u8 *in = &out->inputs.data[t->input];
    assert(n <= EXPR_MAX_WIDTH / 64);
    model_get_wide(m, t->sym, words, n);
    for (uint32_t i = 0; i < t->size && t->offset + i < in->len; i++)
        in->data[t->offset + i] = (uint8_t)(words[i / 8] >> (8 * (i % 8)));
}

/* What was looked at later is not in the path condition yet and stays as it is. */
void source_child(struct runner *r, const struct event *e, const struct model *m, struct work *out) {
    struct symbolic *sy = r->x->sym;
    const struct work *w = r->work;
    look_back(r);
    work_init(out);
    out->root = w->root;
    out->kind = w->kind;
    out->file_size = w->file_size;
    copy_bytes(&out->seed, &w->seed);
    out->stdin_size = w->stdin_size;
    if (expr_is(sy->stdin_size) && !expr_is_const(sy->pool, sy->stdin_size))
        out->stdin_size = (int64_t)model_get(m, expr_symbol(sy->pool, sy->stdin_size));
    for (uint32_t i = 0; i < r->origins.len; i++) {
        const struct origin *o = &r->origins.data[i];
        vec_u8 bytes = {0};
        uint64_t size = o->kind == INPUT_STDIN && out->stdin_size >= 0 ? (uint64_t)out->stdin_size : o->size;
        add_bytes(r, i, size, &bytes);
        vec_push(&out->inputs, bytes);
    }
    for (const struct trail *t = e->seen; t; t = t->prev)
        if (t->is_part) put_part(t, m, out);
}
