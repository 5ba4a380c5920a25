#include "test/test.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"

static char *copy_text(const char *text) {
    if (!text) return NULL;
    size_t n = strlen(text) + 1;
    return memcpy(mem_alloc(n), text, n);
}

void test_release(struct test *t) {
    for (uint32_t i = 0; i < t->inputs.len; i++) {
        mem_free(t->inputs.data[i].name);
        mem_free(t->inputs.data[i].type);
        mem_free(t->inputs.data[i].bytes);
    }
    vec_release(&t->inputs);
}

void test_add(struct test *t, enum test_input_kind kind, const char *name, const char *type, const void *bytes,
              uint32_t size, uint32_t pos) {
    struct test_input in = {kind, copy_text(name), copy_text(type), mem_alloc(size ? size : 1), size, pos};
    if (size) memcpy(in.bytes, bytes, size);
    vec_push(&t->inputs, in);
}

static const char *const kind_names[] = {
    [TEST_WORD] = "word",   [TEST_BYTES] = "bytes", [TEST_UNINIT] = "uninitialised", [TEST_ARG] = "argument",
    [TEST_STDIN] = "stdin", [TEST_FILE] = "file",   [TEST_SCHEDULE] = "schedule",
};

const char *test_kind_name(enum test_input_kind kind) {
    assert(kind <= TEST_SCHEDULE);
    return kind_names[kind];
}

bool test_kind_find(const char *name, enum test_input_kind *kind) {
    for (uint32_t k = 0; k <= TEST_SCHEDULE; k++)
        if (!strcmp(kind_names[k], name)) {
            *kind = (enum test_input_kind)k;
            return true;
        }
    return false;
}

bool test_is_external(const struct test_input *in, struct str *name) {
    const char *end = strstr(in->name, "()"), *start = end;
    bool ours = end && in->kind == TEST_BYTES && (!end[2] || strcmp(end, "() is not NULL") == 0);
    if (!ours) return false;
    while (start > in->name && start[-1] != ' ' && start[-1] != '*') start--;
    if (name) str_add_len(name, start, (size_t)(end - start));
    return true;
}
