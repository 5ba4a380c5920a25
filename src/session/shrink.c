#include "session/shrink.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "session/session.h"
#include "text/ctype.h"

enum { RUNS_MOST = 4000, ROUNDS_MOST = 8 };
#define SHRINK_NS UINT64_C(10000000000)

struct shrinking {
    struct session *s;
    struct finding *f;
    uint32_t runs;
    uint64_t until_ns;
    bool changed; /* in this round */
};

static bool is_ordered(enum test_input_kind kind) { return kind != TEST_UNINIT && kind != TEST_SCHEDULE; }

/* Drops the inputs behind the last one that is taken: they have no effect. */
static void drop_rest(struct test *t, uint32_t taken) {
    uint32_t kept = 0, seen = 0;
    for (uint32_t i = 0; i < t->inputs.len; i++) {
        struct test_input in = t->inputs.data[i];
        bool keep = !is_ordered(in.kind) || seen++ < taken;
        if (keep) t->inputs.data[kept++] = in;
        else mem_free(in.name), mem_free(in.type), mem_free(in.bytes);
    }
    t->inputs.len = kept;
}

/* Does the error still happen, the inputs being as they are now? Arguments are the command line's: they stay. */
static bool fails(struct shrinking *z) {
    uint32_t taken;
    if (z->runs >= RUNS_MOST || clock_ns() > z->until_ns || limits_look(&z->s->ctx->limits)) return false;
    z->runs++;
    if (!session_fails_again(z->s, z->f, false, &taken)) return false;
    drop_rest(&z->f->test, taken);
    z->changed = true;
    return true;
}

/* ---- bytes ------------------------------------------------------------------------------------------- */

/* The input with other bytes; they stay if the error does. i stays valid: what is dropped lies behind it. */
static bool try_bytes(struct shrinking *z, uint32_t i, const uint8_t *bytes, uint32_t size) {
    struct test_input *in = &z->f->test.inputs.data[i];
    if (in->size == size && memcmp(in->bytes, bytes, size) == 0) return false;
    uint8_t *old = in->bytes, *now = mem_alloc(size + 1u);
    uint32_t old_size = in->size;
    int64_t old_stdin = z->f->stdin_size;
    memcpy(now, bytes, size);
    in->bytes = now;
    in->size = size;
    if (in->kind == TEST_STDIN && old_stdin >= 0) z->f->stdin_size = size;
    bool ok = fails(z);
    if (!ok) {
        in->bytes = old;
        in->size = old_size;
        z->f->stdin_size = old_stdin;
    }
    mem_free(ok ? old : now);
    return ok;
}

/* What to try in the place of this byte: 0; in texts a letter, unless it is printable or ends an argument. */
static uint8_t plain_byte(const struct test_input *in, uint32_t at) {
    bool text = in->kind != TEST_BYTES && in->kind != TEST_WORD;
    if (!text) return 0;
    if (in->kind == TEST_ARG && !in->bytes[at]) return 0;
    return in->bytes[at] >= ' ' && in->bytes[at] < 127 ? in->bytes[at] : 'a';
}

/* Parts of the input, first large ones, then smaller. */
static void plain_parts(struct shrinking *z, uint32_t i) {
    for (uint32_t part = z->f->test.inputs.data[i].size; part; part /= 2)
        for (uint32_t at = 0; at < z->f->test.inputs.data[i].size; at += part) {
            const struct test_input *in = &z->f->test.inputs.data[i];
            uint8_t *bytes = mem_alloc(in->size + 1u);
            memcpy(bytes, in->bytes, in->size);
            for (uint32_t k = at; k < at + part && k < in->size; k++) bytes[k] = plain_byte(in, k);
            try_bytes(z, i, bytes, in->size);
            mem_free(bytes);
        }
}

/* How much of it may be left out: standard input of any size gets shorter, an argument ends earlier (its size stays,
 * zeros follow). */
static bool can_shorten(const struct shrinking *z, const struct test_input *in) {
    return in->kind == TEST_ARG || (in->kind == TEST_STDIN && z->f->stdin_size >= 0);
}

static uint32_t length_of(const struct test_input *in) {
    uint32_t n = 0;
    if (in->kind != TEST_ARG) return in->size;
    while (n < in->size && in->bytes[n]) n++;
    return n;
}

static void leave_out(struct shrinking *z, uint32_t i, uint32_t at, uint32_t part) {
    const struct test_input *in = &z->f->test.inputs.data[i];
    uint32_t len = length_of(in), end = at + part < len ? at + part : len;
    uint8_t *bytes = mem_zalloc(in->size + 1u);
    memcpy(bytes, in->bytes, at);
    memcpy(bytes + at, in->bytes + end, len - end);
    try_bytes(z, i, bytes, in->kind == TEST_ARG ? in->size : len - (end - at));
    mem_free(bytes);
}

/* From the end, since what comes last matters least. */
static void shorter(struct shrinking *z, uint32_t i) {
    for (uint32_t part = length_of(&z->f->test.inputs.data[i]); part; part /= 2)
        for (uint32_t at = length_of(&z->f->test.inputs.data[i]); at > 0;) {
            at = at > part ? at - part : 0;
            if (at < length_of(&z->f->test.inputs.data[i])) leave_out(z, i, at, part);
        }
}

/* ---- words ------------------------------------------------------------------------------------------- */

static uint64_t word_of(const struct test_input *in) {
    uint64_t v = 0;
    assert(in->size <= 8);
    memcpy(&v, in->bytes, in->size);
    return v;
}

static bool try_word(struct shrinking *z, uint32_t i, uint64_t v) {
    uint8_t bytes[8];
    memcpy(bytes, &v, 8);
    return try_bytes(z, i, bytes, z->f->test.inputs.data[i].size);
}

static int64_t signed_word(const struct test_input *in) {
    unsigned shift = 64 - 8 * in->size;
    return (int64_t)(word_of(in) << shift) >> shift;
}

/* Between low, which does not do, and what it is: half of it, as long as that does. */
static void towards(struct shrinking *z, uint32_t i, uint64_t low, bool negative) {
    const struct test_input *in = &z->f->test.inputs.data[i];
    uint64_t high = negative ? -(uint64_t)signed_word(in) : word_of(in);
    while (high - low > 1 && high > low) {
        uint64_t middle = low + (high - low) / 2;
        if (try_word(z, i, negative ? -middle : middle)) high = middle;
        else low = middle;
    }
}

static void smaller_integer(struct shrinking *z, uint32_t i, bool is_signed) {
    if (word_of(&z->f->test.inputs.data[i]) == 0 || try_word(z, i, 0)) return;
    bool negative = is_signed && signed_word(&z->f->test.inputs.data[i]) < 0;
    if (negative && try_word(z, i, -(uint64_t)signed_word(&z->f->test.inputs.data[i]))) negative = false;
    if (try_word(z, i, 1) || (negative && try_word(z, i, UINT64_MAX))) return;
    towards(z, i, 1, negative);
}

static bool try_double(struct shrinking *z, uint32_t i, double v) {
    uint64_t bits;
    memcpy(&bits, &v, 8);
    float single = (float)v;
    uint32_t word;
    memcpy(&word, &single, 4);
    return try_word(z, i, z->f->test.inputs.data[i].size == 4 ? word : bits);
}

/* 0, 1, -1, a power of 2, a whole number, then fewer digits. */
static void simpler_float(struct shrinking *z, uint32_t i) {
    const struct test_input *in = &z->f->test.inputs.data[i];
    uint64_t bits = word_of(in);
    double v;
    float single;
    memcpy(&v, &bits, 8);
    memcpy(&single, &bits, 4);
    if (in->size == 4) v = single;
    if (v == 0 || v == 1 || try_double(z, i, 0) || try_double(z, i, 1) || v == -1 || try_double(z, i, -1)) return;
    for (int k = 1; k < 64 && ldexp(1, k) < fabs(v); k++)
        if (try_double(z, i, ldexp(v < 0 ? -1 : 1, k))) return;
    if (isfinite(v)) try_double(z, i, trunc(v));
    for (unsigned cut = in->size == 4 ? 23 : 52; cut; cut /= 2)
        try_word(z, i, word_of(&z->f->test.inputs.data[i]) >> cut << cut);
}

static void smaller_word(struct shrinking *z, uint32_t i) {
    const struct test_input *in = &z->f->test.inputs.data[i];
    struct ctype type = ctype_find(in->type, z->s->line->is32);
    if (in->size > 8) plain_parts(z, i);
    else if (type.class == CTYPE_FLOAT && (in->size == 4 || in->size == 8)) simpler_float(z, i);
    else if (type.class == CTYPE_POINTER) try_word(z, i, 0); /* others would be made up */
    else smaller_integer(z, i, type.class == CTYPE_SIGNED);
}

/* ---- all --------------------------------------------------------------------------------------------- */

static void shrink_input(struct shrinking *z, uint32_t i) {
    const struct test_input *in = &z->f->test.inputs.data[i];
    if (!is_ordered(in->kind)) return;
    bool number = in->size == 1 || in->size == 2 || in->size == 4 || in->size == 8;
    if (in->kind == TEST_WORD) smaller_word(z, i);
    else if (in->kind == TEST_BYTES && number) smaller_integer(z, i, false); /* most are */
    else if (can_shorten(z, in)) shorter(z, i), plain_parts(z, i);
    else plain_parts(z, i);
}

static void copy_test(const struct test *from, struct test *to) {
    for (uint32_t i = 0; i < from->inputs.len; i++) {
        const struct test_input *in = &from->inputs.data[i];
        test_add(to, in->kind, in->name, in->type, in->bytes, in->size, in->pos);
    }
}

bool shrink_finding(struct session *s, struct finding *f, bool (*shows)(struct session *s, struct finding *f)) {
    assert(f->confirmed && !f->other);
    struct shrinking z = {.s = s, .f = f, .until_ns = clock_ns() + SHRINK_NS};
    struct test first = {0};
    struct str message = {0};
    int64_t stdin_size = f->stdin_size;
    uint32_t taken;
    bool any = false;
    copy_test(&f->test, &first);
    str_add(&message, str_text(&f->bug.message));
    bool able = session_fails_again(s, f, false, &taken);
    for (uint32_t round = 0; able && (z.changed || !round) && round < ROUNDS_MOST; round++) {
        z.changed = false;
        for (uint32_t i = 0; i < f->test.inputs.len; i++) shrink_input(&z, i);
        any |= z.changed;
    }
    if (!able)
        log_warning(&s->ctx->log,
                    "--minimise: could not repeat the run in the unsimplified program; the inputs are unchanged");
    bool ok = any && session_fails_again(s, f, true, &taken) && shows(s, f);
    if (any && !ok) { /* as it was */
        test_release(&f->test);
        f->test = first;
        first = (struct test){0};
        f->stdin_size = stdin_size;
        str_clear(&f->bug.message);
        str_add(&f->bug.message, str_text(&message));
    }
    test_release(&first);
    str_release(&message);
    return ok;
}
