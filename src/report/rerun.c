#include "report/rerun.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "exec/concolic.h"
#include "exec/input.h"
#include "ir/cfg.h"
#include "report/record.h"
#include "report/source.h"
#include "report/test.h"

enum { MOST_INSTRUCTIONS = 30000000, MOST_DECISIONS = 1 << 20 };
#define MOST_NS UINT64_C(5000000000) /* nobody waits longer for a story */

/* ---- the test's bytes -------------------------------------------------------------------------------- */

/* Inputs are told apart by their order; uninitialised storage by its name. */
struct feed {
    struct exec *x;
    const struct test *test;
    VEC(const struct test_input *) by_number; /* of those taken so far; NULL: none in the test */
    uint32_t next; /* of the test's inputs with an order */
    bool wrong;    /* the program takes other inputs than the test has */
};

/* Splits "NAME@LINE#N+OFFSET" into what is before the offset, and the offset. */
static size_t base_of(const char *name, uint64_t *offset) {
    const char *plus = strrchr(name, '+');
    char *end;
    *offset = 0;
    if (!plus || !plus[1]) return strlen(name);
    unsigned long value = strtoul(plus + 1, &end, 10);
    if (*end) return strlen(name);
    *offset = value;
    return (size_t)(plus - name);
}

static uint8_t uninitialised_byte(const struct feed *f, const char *name, uint32_t offset) {
    uint64_t start, at;
    size_t len = base_of(name, &start);
    for (uint32_t i = 0; i < f->test->inputs.len; i++) {
        const struct test_input *in = &f->test->inputs.data[i];
        if (in->kind != TEST_UNINIT || base_of(in->name, &at) != len || memcmp(in->name, name, len) != 0) continue;
        uint64_t wanted = start + offset;
        if (wanted >= at && wanted - at < in->size) return in->bytes[wanted - at];
    }
    return 0;
}

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

/* The test's next input that has an order. */
static const struct test_input *next_input(struct feed *f, enum input_kind kind) {
    while (f->next < f->test->inputs.len && f->test->inputs.data[f->next].kind == TEST_UNINIT) f->next++;
    if (f->next == f->test->inputs.len) return NULL;
    const struct test_input *in = &f->test->inputs.data[f->next++];
    if (in->kind != kind_of(kind)) f->wrong = true;
    return in;
}

static const struct trail *taken(const struct exec *x, uint32_t input) {
    const struct trail *t = x->now->trail;
    while (t && (t->is_part || t->input != input)) t = t->prev;
    return t;
}

static void catch_up(struct feed *f) {
    while (f->by_number.len < f->x->now->inputs) {
        const struct trail *t = taken(f->x, f->by_number.len);
        bool ordered = t && t->kind != INPUT_UNINIT;
        vec_push(&f->by_number, ordered ? next_input(f, t->kind) : NULL);
    }
}

static uint8_t byte_of(void *owner, uint32_t input, uint32_t offset) {
    struct feed *f = owner;
    catch_up(f);
    const struct trail *t = taken(f->x, input);
    if (!t) return 0;
    if (t->kind == INPUT_UNINIT) return uninitialised_byte(f, t->name, offset);
    const struct test_input *in = f->by_number.data[input];
    return in && offset < in->size ? in->bytes[offset] : 0;
}

/* ---- running ---------------------------------------------------------------------------------------------- */

static void on_block(void *owner, const struct function *fn, uint32_t pc) { record_block(owner, fn, pc); }

/* Errors are looked at when the run has ended. */
static void on_bug(void *owner, struct exec *x) {
    (void)owner;
    (void)x;
}

static uint32_t arguments_taken(const struct state *st) {
    uint32_t n = 0;
    for (const struct trail *t = st->trail; t; t = t->prev) n += !t->is_part && t->kind == INPUT_ARG;
    return n;
}

static uint32_t arguments_of(const struct test *t) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->inputs.len; i++) n += t->inputs.data[i].kind == TEST_ARG;
    return n;
}

/* Of the first states, goes on with the one that has as many arguments as the test. */
static void choose_start(struct exec *x, const struct test *test) {
    struct symbolic *sy = x->sym;
    uint32_t wanted = arguments_of(test);
    for (uint32_t i = 0; i < sy->forked.len && arguments_taken(x->now) != wanted; i++) {
        struct state *other = sy->forked.data[i];
        sy->forked.data[i] = x->now;
        exec_switch(x, other);
    }
    struct state *now = x->now;
    for (uint32_t i = 0; i < sy->forked.len; i++) {
        exec_switch(x, sy->forked.data[i]);
        exec_switch(x, NULL);
        state_free(x, sy->forked.data[i]);
    }
    vec_clear(&sy->forked);
    exec_switch(x, now);
}

static void first_model(struct exec *x, int64_t stdin_size) {
    const struct symbolic *sy = x->sym;
    model_release(x->now->model);
    x->now->model = model_new();
    if (stdin_size >= 0 && expr_is(sy->stdin_size) && !expr_is_const(sy->pool, sy->stdin_size))
        model_set(x->now->model, expr_symbol(sy->pool, sy->stdin_size), (uint64_t)stdin_size);
}

static enum stop run(struct exec *x) {
    uint64_t start = clock_ns();
    enum stop stop;
    do stop = exec_loop(x);
    while (stop == STOP_SLICE && x->instructions < MOST_INSTRUCTIONS && clock_ns() - start < MOST_NS &&
           !limits_hit(&x->ctx->limits));
    if ((stop == STOP_EXIT || stop == STOP_ABORT) && check_has(x->checks, CHECK_LEAK)) {
        exec_check_leaks(x);
        stop = x->stop;
    }
    return stop;
}

static bool same_place(const struct program *p, uint32_t pos, const struct program *other, uint32_t other_pos) {
    struct position a = p->positions.data[pos], b = other->positions.data[other_pos];
    return a.line == b.line && !strcmp(a.file ? p->files.data[a.file] : "", b.file ? other->files.data[b.file] : "");
}

static bool is_it(const struct rerun *r, const struct exec *x, enum stop stop) {
    return stop == STOP_BUG && x->bug.kind == r->bug->kind && same_place(r->p, x->bug.pos, r->bug_program, r->bug->pos);
}

static void scan(struct expr_pool *pool, void *owner) {
    struct exec *x = owner;
    if (x->now) sym_mark_state(x, x->now);
    concolic_mark(x->sym->concolic, pool);
}

struct story *rerun_story(const struct rerun *r, struct source *src) {
    struct exec x;
    struct feed feed = {.x = &x, .test = r->test};
    struct concolic record;
    exec_init(&x, r->ctx, r->p, r->checks);
    x.wanted = r->wanted;
    sym_init(&x, on_bug, NULL);
    concolic_init(&record, byte_of, &feed);
    record.most = MOST_DECISIONS;
    exec_begin(&x, r->argc, r->argv);
    choose_start(&x, r->test);
    x.sym->concolic = &record;
    first_model(&x, r->stdin_size);
    expr_pool_add_scanner(x.sym->pool, scan, &x);
    struct record *rec = record_new(&x, src, r->lines);
    exec_watch_blocks(&x, on_block, rec);
    enum stop stop = run(&x);
    exec_unwatch_blocks(&x);
    struct story *story = is_it(r, &x, stop) && !feed.wrong ? record_tell(rec) : NULL;
    record_free(rec);
    expr_pool_remove_scanner(x.sym->pool, scan, &x);
    x.sym->concolic = NULL;
    concolic_release(&record);
    vec_release(&feed.by_number);
    struct state *st = x.now;
    exec_switch(&x, NULL);
    state_free(&x, st);
    sym_release(&x);
    exec_release(&x);
    return story;
}
