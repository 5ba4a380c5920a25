#include "test/from_state.h"

#include <string.h>

#include "base/str.h"
#include "exec/core/input.h"
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

/* Fills in the bytes of a part; parts come newest first and do not overlap. */
static void put_part(const struct state *st, const struct trail *t, struct test_input *in) {
    uint64_t value = model_get(st->model, t->sym);
    for (uint32_t i = 0; i < t->size && t->offset + i < in->size; i++)
        in->bytes[t->offset + i] = (uint8_t)(value >> (8 * i));
}

/* Uninitialised storage that was only copied has no say. */
static bool matters(const struct trail *taken, const bool *read) {
    return taken->kind != INPUT_UNINIT || read[taken->input];
}

/* Adds what was taken, with zeros for bytes. In states that were merged the name of a
 * storage depends on the path. */
static void add_taken(struct exec *x, const struct trail *e, const vec_u64 *choices, struct test *t) {
    struct str name = {0};
    uint8_t *zeros = mem_zalloc(e->size + 1);
    uint32_t instance = e->site ? trail_instance(choices, e->site, e->instance) : 0;
    bool renamed = e->site && instance != e->instance;
    if (renamed) sym_storage_name(x, e->site, instance, e->site_offset, &name);
    test_add(t, test_kind_of(e->kind), renamed ? str_text(&name) : e->name, e->type, zeros, e->size, e->pos);
    mem_free(zeros);
    str_release(&name);
}

void test_from_state(struct exec *x, const struct state *st, struct test *t) {
    trail_list all = {0};
    vec_u64 choices = {0};
    trail_under(x->sym->pool, st->model, st->trail, &all, &choices);
    bool *read = mem_zalloc((st->inputs + 1) * sizeof *read);
    uint32_t *place = mem_zalloc((st->inputs + 1) * sizeof *place); /* in the test, of those that matter */
    for (uint32_t i = 0; i < all.len; i++)
        if (all.data[i]->is_part) read[all.data[i]->input] = true;
    for (uint32_t i = all.len; i-- > 0;) {
        const struct trail *e = all.data[i];
        if (e->is_part || !matters(e, read)) continue;
        place[e->input] = t->inputs.len;
        add_taken(x, e, &choices, t);
    }
    for (uint32_t i = 0; i < all.len; i++)
        if (all.data[i]->is_part) put_part(st, all.data[i], &t->inputs.data[place[all.data[i]->input]]);
    vec_release(&all);
    vec_release(&choices);
    mem_free(read);
    mem_free(place);
}
