#include "test/feed.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "exec/decide/follow.h"
#include "exec/sym/input.h"
#include "test/from_state.h"

/* ---- the test's bytes -------------------------------------------------------------------------------- */

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

static bool is_storage(const struct test_input *in, const char *name, size_t len, uint64_t *at) {
    return in->kind == TEST_UNINIT && base_of(in->name, at) == len && !memcmp(in->name, name, len);
}

/* Finds the first and the last of the test's inputs that are parts of the same storage. */
static void find_storage(const struct feed *f, struct fed_input *fed) {
    uint64_t start, at;
    size_t len = base_of(fed->storage, &start);
    for (uint32_t i = f->test->inputs.len; i-- > 0;) {
        if (!is_storage(&f->test->inputs.data[i], fed->storage, len, &at)) continue;
        fed->first = i;
        if (!fed->end) fed->end = i + 1;
    }
}

static uint8_t uninitialised_byte(const struct feed *f, const struct fed_input *fed, uint32_t offset) {
    uint64_t start, at;
    size_t len = base_of(fed->storage, &start);
    for (uint32_t i = fed->first; i < fed->end; i++) {
        const struct test_input *in = &f->test->inputs.data[i];
        if (!is_storage(in, fed->storage, len, &at)) continue;
        uint64_t wanted = start + offset;
        if (wanted >= at && wanted - at < in->size) return in->bytes[wanted - at];
    }
    return 0;
}

static bool has_no_order(enum test_input_kind kind) { return kind == TEST_UNINIT || kind == TEST_SCHEDULE; }

/* The test's next input that has an order. */
static const struct test_input *next_input(struct feed *f, enum input_kind kind) {
    while (f->next < f->test->inputs.len && has_no_order(f->test->inputs.data[f->next].kind)) f->next++;
    if (f->next == f->test->inputs.len) return NULL;
    const struct test_input *in = &f->test->inputs.data[f->next++];
    if (in->kind != test_kind_of(kind)) f->wrong = true;
    return in;
}

static const struct trail *taken(const struct exec *x, uint32_t input) {
    const struct trail *t = x->now->trail;
    while (t && (t->is_part || t->input != input)) t = t->prev;
    return t;
}

static struct fed_input feed_one(struct feed *f, const struct trail *t) {
    struct fed_input fed = {0};
    if (t && t->kind == INPUT_UNINIT) {
        fed.storage = t->name;
        find_storage(f, &fed);
    } else if (t) {
        fed.ordered = next_input(f, t->kind);
    }
    return fed;
}

static void catch_up(struct feed *f) {
    while (f->by_number.len < f->x->now->inputs) {
        struct fed_input fed = feed_one(f, taken(f->x, f->by_number.len));
        vec_push(&f->by_number, fed);
    }
}

uint8_t feed_byte(void *owner, uint32_t input, uint32_t offset) {
    struct feed *f = owner;
    catch_up(f);
    if (input >= f->by_number.len) return 0;
    const struct fed_input *fed = &f->by_number.data[input];
    if (fed->storage) return uninitialised_byte(f, fed, offset);
    return fed->ordered && offset < fed->ordered->size ? fed->ordered->bytes[offset] : 0;
}

/* ---- the start --------------------------------------------------------------------------------------- */

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

/* "THREAD@ARRIVAL THREAD@ARRIVAL ..." */
static void take_turns(struct exec *x, const struct test_input *in) {
    struct str text = {0};
    str_add_len(&text, (const char *)in->bytes, in->size);
    for (const char *at = str_text(&text); *at;) {
        char *end;
        uint32_t thread = (uint32_t)strtoul(at, &end, 10);
        if (*end != '@') break;
        vec_push(&x->threads.turns, ((struct thread_turn){.thread = thread, .arrival = strtoull(end + 1, &end, 10)}));
        at = end + strspn(end, " ");
    }
    str_release(&text);
}

void feed_start(struct feed *f, struct exec *x, const struct test *test, int64_t stdin_size) {
    *f = (struct feed){.x = x, .test = test};
    for (uint32_t i = 0; i < test->inputs.len; i++)
        if (test->inputs.data[i].kind == TEST_SCHEDULE) take_turns(x, &test->inputs.data[i]);
    choose_start(x, test);
    first_model(x, stdin_size);
}

void feed_release(struct feed *f) { vec_release(&f->by_number); }
