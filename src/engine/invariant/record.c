/* What is known of heads, and which symbols a state has. */
#include <assert.h>
#include <string.h>

#include "engine/invariant/call.h"
#include "engine/invariant/inside.h"
#include "exec/sym/cells.h"
#include "exec/sym/decide.h"
#include "exec/sym/vast.h"
#include "solver/path.h"

static void key_of(const struct state *st, vec_u32 *key) {
    for (const struct frame *f = st->top; f; f = f->caller) {
        vec_push(key, f->fn->id);
        vec_push(key, (uint32_t)(f->pc - f->fn->code));
    }
}

static bool same_key(const vec_u32 *a, const vec_u32 *b) {
    return a->len == b->len && memcmp(a->data, b->data, a->len * sizeof *a->data) == 0;
}

/* How often has the state come through a cut with this key? Its symbols are taken then. */
static uint32_t count_passages(const struct invariant *e, const struct state *st, const vec_u32 *key) {
    uint32_t n = 0;
    for (uint32_t at = st->mark; at; at = e->passages.data[at - 1].before)
        n += same_key(&e->records.data[e->passages.data[at - 1].record]->key, key);
    return n;
}

/* struct guesses.instances, of the same owner: what the passages of st assume of cells. */
static void record_instances(void *owner, const struct state *st, expr e, cond_list *out);

static struct head_record *record_new(struct invariant *e, vec_u32 key, uint32_t repeat) {
    struct head_record *rec = MEM_NEW(struct head_record);
    *rec = (struct head_record){.key = key, .repeat = repeat};
    blur_init(&rec->blur, &e->merger);
    rec->blur.whole = true;
    guesses_init(&rec->guesses, e->x, record_knows, NULL);
    rec->guesses.zeal = e->zeal;
    if (e->cells) rec->guesses.instances = record_instances;
    vec_push(&e->records, rec);
    return rec;
}

/* Takes the key. */
static struct head_record *record_find(struct invariant *e, const struct state *st, vec_u32 key) {
    uint32_t repeat = count_passages(e, st, &key);
    for (uint32_t i = 0; i < e->records.len; i++) {
        if (e->records.data[i]->repeat != repeat || !same_key(&e->records.data[i]->key, &key)) continue;
        vec_release(&key);
        return e->records.data[i];
    }
    return record_new(e, key, repeat);
}

struct head_record *record_of(struct invariant *e, const struct state *st) {
    vec_u32 key = {0};
    key_of(st, &key);
    return record_find(e, st, key);
}

void records_release(struct invariant *e) {
    for (uint32_t i = 0; i < e->records.len; i++) {
        struct head_record *rec = e->records.data[i];
        vec_release(&rec->key);
        blur_release(&rec->blur);
        guesses_release(&rec->guesses);
        call_release(rec);
        mem_free(rec);
    }
    vec_clear(&e->records);
    while (e->passages.len) {
        forall_list cells = vec_pop(&e->passages).cells;
        vec_release(&cells);
    }
    map_clear(&e->makers);
    map_clear(&e->assumed);
}

static uint32_t number_of(const struct invariant *e, const struct head_record *rec) {
    uint32_t i = 0;
    while (e->records.data[i] != rec) i++;
    return i;
}

struct head_record *record_of_call(struct invariant *e, const struct state *st, const struct head_record *rec) {
    vec_u32 key = {0};
    vec_push(&key, UINT32_MAX); /* no function has this number */
    vec_push(&key, number_of(e, rec));
    return record_find(e, st, key);
}

uint32_t passage_add(struct invariant *e, const struct state *st, const struct head_record *rec) {
    vec_push(&e->passages, (struct passage){st->mark, number_of(e, rec), {0}});
    return e->passages.len;
}

void record_symbols(struct invariant *e, const struct head_record *rec) {
    for (uint32_t i = 0; i < rec->blur.parts.len; i++)
        map_put(&e->makers, expr_symbol(e->x->sym->pool, rec->blur.parts.data[i].any).id, 1 + number_of(e, rec));
}

static void learn_inputs(struct invariant *e) {
    const struct symbolic *sy = e->x->sym;
    for (; e->parts_seen < sy->parts.len; e->parts_seen++) {
        const struct input_symbol *part = &sy->parts.data[e->parts_seen];
        map_put(&e->inputs, expr_symbol(sy->pool, part->e).id, 1 + (uint64_t)part->input);
    }
}

bool record_knows(void *owner, symbol s) {
    const struct known_at *at = owner;
    struct invariant *e = at->e;
    learn_inputs(e);
    uint64_t input = map_get(&e->inputs, s.id, 0), maker = map_get(&e->makers, s.id, 0);
    if (input) return input - 1 < at->st->inputs;
    if (maker && at->also && e->records.data[maker - 1] == at->also) return true;
    if (vast_knows(e->x, at->st, s)) return true;
    if (cells_input(e->x, s)) return cells_input(e->x, s) - 1 < at->st->inputs;
    for (uint32_t i = at->st->mark; maker && i; i = e->passages.data[i - 1].before)
        if (e->passages.data[i - 1].record == maker - 1) return true;
    return false;
}

static void instances(struct invariant *e, const struct state *st, expr about, cond_list *out) {
    forall_list all = {0};
    for (uint32_t at = st->mark; at; at = e->passages.data[at - 1].before) {
        const forall_list *cells = &e->passages.data[at - 1].cells;
        vec_append(&all, cells->data, cells->len);
    }
    forall_instances(e->x->sym->pool, &all, about, out);
    vec_release(&all);
}

static void record_instances(void *owner, const struct state *st, expr e, cond_list *out) {
    const struct known_at *at = owner;
    instances(at->e, st, e, out);
}

static bool is_assumed(const struct state *st, expr cond) {
    enum { NEWEST = 64 };
    uint32_t n = pathcond_len(st->pc);
    for (uint32_t i = n > NEWEST ? n - NEWEST : 0; i < n; i++)
        if (expr_same(pathcond_at(st->pc, i), cond)) return true;
    return false;
}

bool record_read(void *owner, struct exec *x, expr value) {
    struct invariant *e = owner;
    cond_list list = {0};
    bool ok = true;
    instances(e, x->now, value, &list);
    for (uint32_t i = 0; ok && i < list.len; i++) {
        if (is_assumed(x->now, list.data[i])) continue;
        map_put(&e->assumed, list.data[i].id, 1);
        ok = sym_assume(x, list.data[i]);
    }
    vec_release(&list);
    return ok;
}
