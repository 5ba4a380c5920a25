#include "test/from_state.h"

#include <string.h>

#include "base/str.h"
#include "exec/core/threads.h"
#include "exec/sym/input.h"
#include "exec/sym/memory.h"
#include "exec/sym/merge.h"
#include "exec/sym/sym.h"
#include "test/test.h"

enum test_input_kind test_kind_of(enum input_kind kind) {
    switch (kind) {
    case INPUT_WORD: return TEST_WORD;
    case INPUT_BYTES: return TEST_BYTES;
    case INPUT_UNINIT: return TEST_UNINIT;
    case INPUT_ARG: return TEST_ARG;
    case INPUT_STDIN: return TEST_STDIN;
    case INPUT_FILE: break;
    }
    return TEST_FILE;
}

/* Of an input in a test: where it is there, and which of its bytes. */
enum { NO_PLACE = UINT32_MAX };
struct extract {
    uint32_t place, from, to;
};

struct extraction {
    struct exec *x;
    const struct state *st;
    trail_list all;   /* newest first */
    vec_u64 choices;  /* of merged states */
    struct map known; /* input -> 1 + index into extracts */
    VEC(struct extract) extracts;
    struct test *to;
    uint64_t bytes; /* of it so far */
};

static bool is_outside(const struct trail *e) { return e->input >= OUTSIDE_INPUT; }

/* Which bytes of an input were looked at. */
static void find_extents(struct extraction *z) {
    for (uint32_t i = 0; i < z->all.len; i++) {
        const struct trail *e = z->all.data[i];
        if (!e->is_part) continue;
        uint64_t *found = map_find(&z->known, e->input);
        if (!found) {
            vec_push(&z->extracts, (struct extract){NO_PLACE, e->offset, e->offset + e->size});
            map_put(&z->known, e->input, z->extracts.len);
            continue;
        }
        struct extract *one = &z->extracts.data[*found - 1];
        if (e->offset < one->from) one->from = e->offset;
        if (e->offset + e->size > one->to) one->to = e->offset + e->size;
    }
}

/* Fills in the bytes of a part; parts come newest first and do not overlap. */
static void put_part(const struct extraction *z, const struct trail *t) {
    const struct extract *one = &z->extracts.data[map_get(&z->known, t->input, 1) - 1];
    if (one->place == NO_PLACE) return;
    struct test_input *in = &z->to->inputs.data[one->place];
    uint64_t value = model_get(z->st->model, t->sym);
    uint32_t at = t->offset - one->from;
    for (uint32_t i = 0; i < t->size && at + i < in->size; i++) in->bytes[at + i] = (uint8_t)(value >> (8 * i));
}

/* In states that were merged the name of a storage depends on the path. */
static void name_taken(const struct extraction *z, const struct trail *e, const struct extract *one, struct str *name) {
    uint32_t instance = e->site ? trail_instance(&z->choices, e->site, e->instance) : 0;
    if (e->site && instance != e->instance) sym_storage_name(z->x, e->site, instance, e->site_offset, name);
    else str_add(name, e->name);
    if (one->from) str_addf(name, "+%u", one->from);
}

/* Inputs are whole, but of large storage that has no value, and of memory outside, what was looked at. */
static void widen(const struct trail *e, struct extract *one) {
    enum { LARGE_STORAGE = 65536 };
    bool large = e->kind == INPUT_UNINIT && e->size > LARGE_STORAGE;
    if (!large || e->site_offset) one->from = 0;
    if (!large) one->to = e->size;
}

/* Adds what was taken, with zeros for bytes. Uninitialised storage that was only copied has no say. */
static void add_taken(struct extraction *z, const struct trail *e) {
    uint64_t *found = map_find(&z->known, e->input);
    if (!found && e->kind == INPUT_UNINIT && !is_outside(e)) return;
    struct extract none = {0}, *one = found ? &z->extracts.data[*found - 1] : &none;
    if (!is_outside(e)) widen(e, one);
    z->bytes += one->to - one->from;
    z->to->partial |= z->bytes > (uint64_t)TEST_MOST_MB << 20;
    if (z->to->partial) return;
    one->place = z->to->inputs.len;
    struct str name = {0};
    name_taken(z, e, one, &name);
    uint8_t *zeros = mem_zalloc(one->to - one->from + 1);
    test_add(z->to, test_kind_of(e->kind), str_text(&name), e->type, zeros, one->to - one->from, e->pos);
    mem_free(zeros);
    str_release(&name);
}

static void add_turns(const struct thread_turn *t, struct str *out) {
    VEC(const struct thread_turn *) all = {0};
    for (; t; t = t->prev) vec_push(&all, t);
    while (all.len) {
        const struct thread_turn *one = vec_pop(&all);
        str_addf(out, "%s%u@%llu", out->len ? " " : "", one->thread, (unsigned long long)one->arrival);
    }
    vec_release(&all);
}

static void add_schedule(const struct exec *x, const struct state *st, struct test *to) {
    struct str text = {0};
    if (!st->threads) return;
    add_turns(st->turns, &text);
    if (x->stop == STOP_BUG && x->bug.kind == BUG_RACE)
        str_add(&text, text.len ? " race" : "race"); /* what follows is compared */
    test_add(to, TEST_SCHEDULE, "schedule", NULL, str_text(&text), (uint32_t)text.len, 0);
    str_release(&text);
}

void test_from_state(struct exec *x, const struct state *st, struct test *t) {
    struct extraction z = {.x = x, .st = st, .to = t};
    map_init(&z.known);
    trail_under(x->sym->pool, st->model, st->trail, &z.all, &z.choices);
    find_extents(&z);
    for (uint32_t i = z.all.len; i-- > 0;)
        if (!z.all.data[i]->is_part) add_taken(&z, z.all.data[i]);
    for (uint32_t i = 0; i < z.all.len; i++)
        if (z.all.data[i]->is_part) put_part(&z, z.all.data[i]);
    add_schedule(x, st, t);
    vec_release(&z.all);
    vec_release(&z.choices);
    vec_release(&z.extracts);
    map_release(&z.known);
}
