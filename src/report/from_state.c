#include "report/from_state.h"

#include <string.h>

#include "exec/input.h"
#include "exec/sym.h"
#include "report/test.h"

static enum test_input_kind kind_of(enum input_kind kind) {
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

void test_from_state(struct exec *x, const struct state *st, struct test *t) {
    (void)x;
    VEC(const struct trail *) taken = {0};
    bool *read = mem_zalloc((st->inputs + 1) * sizeof *read);
    uint32_t *place = mem_zalloc((st->inputs + 1) * sizeof *place); /* in the test, of those that matter */
    for (const struct trail *e = st->trail; e; e = e->prev) {
        if (!e->is_part) vec_push(&taken, e);
        else read[e->input] = true;
    }
    for (uint32_t i = taken.len; i-- > 0;) {
        const struct trail *e = taken.data[i];
        if (!matters(e, read)) continue;
        place[e->input] = t->inputs.len;
        uint8_t *zeros = mem_zalloc(e->size + 1);
        test_add(t, kind_of(e->kind), e->name, e->type, zeros, e->size, e->pos);
        mem_free(zeros);
    }
    vec_release(&taken);
    for (const struct trail *e = st->trail; e; e = e->prev)
        if (e->is_part) put_part(st, e, &t->inputs.data[place[e->input]]);
    mem_free(read);
    mem_free(place);
}
