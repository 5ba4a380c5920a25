#include "report/steps.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/str.h"
#include "exec/concolic.h"
#include "ir/stores.h"

enum { MOST_STEPS = 10000 };

struct steps {
    struct exec x;
    struct concolic record;
    const struct test *test;
    struct str *out;
    uint64_t told;
};

/* ---- inputs -------------------------------------------------------------------------------------- */

static enum test_input_kind kind_of(enum input_kind kind) {
    static const enum test_input_kind kinds[] = {
        [INPUT_WORD] = TEST_WORD, [INPUT_BYTES] = TEST_BYTES, [INPUT_UNINIT] = TEST_UNINIT,
        [INPUT_ARG] = TEST_ARG, [INPUT_STDIN] = TEST_STDIN, [INPUT_FILE] = TEST_FILE};
    return kinds[kind];
}

/* Uninitialised storage is NAME@LINE#INSTANCE, and where a part of it became an input
 * +OFFSET: how far `name` begins behind `base`; -1: it is other storage. */
static int64_t offset_behind(const char *name, const char *base) {
    size_t n = strcspn(base, "+"), m = strcspn(name, "+");
    if (n != m || memcmp(name, base, n) != 0) return -1;
    int64_t a = name[m] ? atoll(name + m + 1) : 0, b = base[n] ? atoll(base + n + 1) : 0;
    return a - b;
}

/* Byte of an uninitialised variable; 0 if the test does not say. */
static uint8_t storage_byte(const struct test *t, const char *name, uint32_t offset) {
    for (uint32_t i = 0; i < t->inputs.len; i++) {
        const struct test_input *in = &t->inputs.data[i];
        int64_t behind = in->kind == TEST_UNINIT ? offset_behind(name, in->name) : -1;
        if (behind >= 0 && behind + offset < in->size) return in->bytes[behind + offset];
    }
    return 0;
}

/* Inputs of other kinds come in the order of the test. */
static uint8_t byte_of(void *owner, uint32_t input, uint32_t offset) {
    const struct steps *s = owner;
    const struct trail *taken = NULL;
    uint32_t before = 0;
    for (const struct trail *t = s->x.now->trail; t; t = t->prev)
        if (!t->is_part && t->input == input) taken = t;
    if (!taken) return 0;
    if (taken->kind == INPUT_UNINIT) return storage_byte(s->test, taken->name, offset);
    for (const struct trail *t = taken->prev; t; t = t->prev) before += !t->is_part && t->kind == taken->kind;
    for (uint32_t i = 0; i < s->test->inputs.len; i++) {
        const struct test_input *in = &s->test->inputs.data[i];
        if (in->kind != kind_of(taken->kind) || before--) continue;
        return offset < in->size ? in->bytes[offset] : 0;
    }
    return 0;
}

/* ---- assignments ----------------------------------------------------------------------------------- */

static uint64_t value_of(struct steps *s, uint32_t slot) {
    const struct frame *f = s->x.now->top;
    uint32_t sym = frame_sym(f, slot);
    return sym ? model_eval(s->x.now->model, s->x.sym->pool, (expr){sym}) : f->regs[slot];
}

static uint64_t address_of(struct steps *s, const struct insn *in) {
    uint64_t addr = value_of(s, in->a);
    if (stores_is_plain(in->op)) addr += (uint64_t)(int64_t)(int32_t)in->b;
    else addr += value_of(s, in->b) * in->aux + (uint64_t)(int64_t)(int32_t)in->c;
    return s->x.p->is32 ? (uint32_t)addr : addr;
}

static void tell_value(struct steps *s, uint64_t v, uint32_t size) {
    uint32_t bits = 8 * (size < 8 ? size : 8);
    if (bits < 64) v &= (UINT64_C(1) << bits) - 1;
    const struct mem_object *obj = size == s->x.p->ptr_bytes && v >= PAGE_SIZE ? space_find(&s->x.now->space, v) : NULL;
    if (obj && obj->name && v - obj->base <= obj->size) {
        str_addf(s->out, "&%s", obj->name);
        if (v != obj->base) str_addf(s->out, " + %" PRIu64, v - obj->base);
        return;
    }
    int64_t number = (int64_t)(v << (64 - bits)) >> (64 - bits);
    str_addf(s->out, "%" PRId64, number);
    if (number < 0) str_addf(s->out, " (unsigned: %" PRIu64 ")", v);
}

/* The store has just been executed; the state stands at the POINT behind it. */
static void tell_assignment(struct steps *s) {
    const struct insn *in = s->x.now->top->pc - 1;
    uint64_t addr = address_of(s, in);
    uint32_t size = stores_size(in);
    const struct mem_object *obj = space_find(&s->x.now->space, addr);
    if (!obj || !obj->name || s->told++ >= MOST_STEPS) return;
    str_addf(s->out, "    %s in %s: %s", program_where(s->x.p, in->pos), s->x.now->top->fn->name, obj->name);
    uint64_t off = addr - obj->base;
    if (obj->size > size && off % size == 0 && obj->size % size == 0) str_addf(s->out, "[%" PRIu64 "]", off / size);
    else if (off) str_addf(s->out, " + %" PRIu64, off);
    str_add(s->out, " = ");
    tell_value(s, value_of(s, stores_is_plain(in->op) ? in->c : in->d), size);
    str_add_char(s->out, '\n');
}

static void run(struct steps *s) {
    struct exec *x = &s->x;
    for (;;) {
        x->now->points = 1;
        enum stop stop = exec_loop(x);
        if (stop != STOP_POINT && stop != STOP_SLICE) return;
        if (limits_look(&x->ctx->limits)) return;
        if (stop == STOP_SLICE) continue;
        tell_assignment(s);
        x->now->top->pc++;
    }
}

static void on_bug(void *owner, struct exec *x) {
    (void)owner;
    (void)x;
}

void steps_tell(struct context *ctx, struct program *p, check_set checks, const struct test *t, int argc,
                const char *const *argv, struct str *out) {
    struct steps s = {.test = t, .out = out};
    stores_stop(p);
    exec_init(&s.x, ctx, p, checks);
    sym_init(&s.x, on_bug, &s);
    concolic_init(&s.record, byte_of, &s);
    s.record.most = UINT32_MAX;
    s.x.sym->concolic = &s.record;
    exec_begin(&s.x, argc, argv);
    str_add(out, "  assignments on the way\n");
    run(&s);
    if (s.told > MOST_STEPS) str_addf(out, "    (%" PRIu64 " more)\n", s.told - MOST_STEPS);
    if (s.x.stop == STOP_BUG) str_addf(out, "    %s: %s\n", program_where(p, s.x.bug.pos), str_text(&s.x.bug.message));
    for (uint32_t i = 0; i < s.x.sym->forked.len; i++) state_free(&s.x, s.x.sym->forked.data[i]);
    vec_clear(&s.x.sym->forked);
    s.x.sym->concolic = NULL;
    concolic_release(&s.record);
    struct state *last = s.x.now;
    exec_switch(&s.x, NULL);
    state_free(&s.x, last);
    sym_release(&s.x);
    exec_release(&s.x);
}
