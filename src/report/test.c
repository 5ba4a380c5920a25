#include "report/test.h"

#include <string.h>

#include "base/mem.h"

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

void test_add(struct test *t, enum test_input_kind kind, const char *name, const char *type,
              const void *bytes, uint32_t size, uint32_t pos) {
    struct test_input in = {kind, copy_text(name), copy_text(type), mem_alloc(size ? size : 1), size, pos};
    if (size) memcpy(in.bytes, bytes, size);
    vec_push(&t->inputs, in);
}
