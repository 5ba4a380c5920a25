#include "session/finding.h"

#include <assert.h>
#include <string.h>

#include "base/bytes.h"
#include "base/str.h"
#include "story/story.h"

static void add_text(vec_u8 *out, const char *text) { put_bytes(out, (const uint8_t *)text, strlen(text)); }

static void put_input(vec_u8 *out, const struct test_input *in) {
    put_u64(out, in->kind);
    add_text(out, in->name);
    put_u64(out, in->type != NULL);
    add_text(out, in->type ? in->type : "");
    put_bytes(out, in->bytes, in->size);
    put_u64(out, in->pos);
}

void test_write(const struct test *t, vec_u8 *out) {
    put_u64(out, t->inputs.len);
    for (uint32_t i = 0; i < t->inputs.len; i++) put_input(out, &t->inputs.data[i]);
}

void finding_write(const struct finding *f, vec_u8 *out) {
    assert(f->bug.kind != BUG_NONE);
    put_u64(out, f->confirmed | (uint64_t)f->ordinary << 1 | (uint64_t)f->other << 2);
    put_u64(out, (uint64_t)f->stdin_size);
    put_u64(out, f->bug.kind);
    put_u64(out, f->bug.pos);
    put_u64(out, f->bug.address);
    add_text(out, str_text(&f->bug.message));
    put_u64(out, f->bug.stack.len);
    for (uint32_t i = 0; i < f->bug.stack.len; i++) {
        add_text(out, f->bug.stack.data[i].function);
        put_u64(out, f->bug.stack.data[i].pos);
    }
    test_write(&f->test, out);
}

static bool get_word(const uint8_t **at, const uint8_t *end, uint32_t *word) {
    uint64_t v;
    if (!get_u64(at, end, &v)) return false;
    *word = (uint32_t)v;
    return true;
}

/* With a zero behind. */
static bool take_text(const uint8_t **at, const uint8_t *end, vec_u8 *text) {
    vec_clear(text);
    if (!get_bytes(at, end, text)) return false;
    vec_push(text, 0);
    return true;
}

static bool get_stack(struct bug *bug, struct program *p, const uint8_t **at, const uint8_t *end, vec_u8 *text) {
    uint32_t n, pos;
    if (!get_word(at, end, &n)) return false;
    for (uint32_t i = 0; i < n; i++) {
        if (!take_text(at, end, text) || !get_word(at, end, &pos) || pos >= p->positions.len) return false;
        vec_push(&bug->stack, (struct bug_frame){arena_strdup(&p->arena, (const char *)text->data), pos});
    }
    return true;
}

static bool get_input(struct test *t, const struct program *p, const uint8_t **at, const uint8_t *end) {
    uint32_t kind, typed, pos;
    vec_u8 name = {0}, type = {0}, bytes = {0};
    bool ok = get_word(at, end, &kind) && take_text(at, end, &name) && get_word(at, end, &typed) &&
              take_text(at, end, &type) && get_bytes(at, end, &bytes) && get_word(at, end, &pos) &&
              kind <= TEST_SCHEDULE && pos < p->positions.len;
    if (ok)
        test_add(t, (enum test_input_kind)kind, (const char *)name.data, typed ? (const char *)type.data : NULL,
                 bytes.data, bytes.len, pos);
    vec_release(&name);
    vec_release(&type);
    vec_release(&bytes);
    return ok;
}

bool test_read(struct test *t, const struct program *p, const uint8_t **at, const uint8_t *end) {
    assert(*at <= end);
    uint32_t n = 0;
    bool ok = get_word(at, end, &n);
    for (uint32_t i = 0; ok && i < n; i++) ok = get_input(t, p, at, end);
    return ok;
}

static bool get_bug(struct bug *bug, struct program *p, const uint8_t **at, const uint8_t *end) {
    uint32_t kind;
    vec_u8 text = {0};
    bool ok = get_word(at, end, &kind) && kind < BUG_KINDS && get_word(at, end, &bug->pos) &&
              get_u64(at, end, &bug->address) && take_text(at, end, &text);
    bug->kind = (enum bug_kind)(ok ? kind : 0);
    if (ok) str_add(&bug->message, (const char *)text.data);
    ok = ok && bug->pos < p->positions.len && get_stack(bug, p, at, end, &text);
    vec_release(&text);
    return ok;
}

bool finding_read(struct finding *f, struct program *p, const uint8_t **at, const uint8_t *end) {
    assert(*at <= end);
    uint64_t confirmed, size;
    memset(f, 0, sizeof *f);
    bool ok = get_u64(at, end, &confirmed) && get_u64(at, end, &size) && get_bug(&f->bug, p, at, end) &&
              test_read(&f->test, p, at, end);
    if (ok) {
        f->confirmed = confirmed & 1;
        f->ordinary = confirmed >> 1 & 1;
        f->other = confirmed >> 2 & 1;
        f->stdin_size = (int64_t)size;
        return true;
    }
    finding_release(f);
    memset(f, 0, sizeof *f);
    return false;
}

void finding_release(struct finding *f) {
    str_release(&f->bug.message);
    vec_release(&f->bug.stack);
    test_release(&f->test);
    story_free(f->story);
}
