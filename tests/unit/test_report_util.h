/* What the tests of src/report share. */
#ifndef SHRIKE_TEST_REPORT_UTIL_H
#define SHRIKE_TEST_REPORT_UTIL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "base/str.h"
#include "test/test.h"

static inline bool same_type(const char *a, const char *b) {
    return a && b ? !strcmp(a, b) : a == b;
}

/* Positions apart, which no file keeps. */
static inline void assert_same_test(const struct test *a, const struct test *b) {
    assert_int_equal(a->inputs.len, b->inputs.len);
    for (uint32_t i = 0; i < a->inputs.len; i++) {
        const struct test_input *x = &a->inputs.data[i], *y = &b->inputs.data[i];
        assert_int_equal(x->kind, y->kind);
        assert_string_equal(x->name, y->name);
        assert_true(same_type(x->type, y->type));
        assert_int_equal(x->size, y->size);
        assert_memory_equal(x->bytes, y->bytes, x->size);
    }
}

/* One of each kind, in no particular order. */
static inline void fill_test(struct test *t) {
    test_add(t, TEST_WORD, "x", "int", "\xfb\xff\xff\xff", 4, 7);
    test_add(t, TEST_UNINIT, "y", "unsigned int", "\5\0\0\0", 4, 8);
    test_add(t, TEST_BYTES, "s", NULL, "ab\0c", 4, 0);
    test_add(t, TEST_ARG, "arg00", NULL, "-v", 3, 0);
    test_add(t, TEST_BYTES, "stdin", NULL, "so named by the program", 23, 0);
    test_add(t, TEST_STDIN, "stdin", NULL, "line\n", 5, 0);
    test_add(t, TEST_WORD, "x", NULL, "\1\2\3\4\5\6\7\x88", 8, 0);
    test_add(t, TEST_FILE, "A-data", NULL, "\xff?>", 3, 0);
    test_add(t, TEST_BYTES, "uninit:z", NULL, "", 0, 0);
}

/* Asserts the text and empties it. */
static inline void expect_text(struct str *s, const char *text) {
    assert_string_equal(str_text(s), text);
    str_clear(s);
}

#endif
