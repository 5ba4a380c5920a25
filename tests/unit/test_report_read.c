/* What the report layer reads: JSON of others, tests on the command line, source by eye. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/rng.h"
#include "base/str.h"
#include "test/inline.h"
#include "test/test.h"
#include "text/jsonread.h"
#include "text/source.h"
#include "text/xml.h"

/* ---- JSON ---- */

static const char log_text[] =
    "{\"a\": [1, -2.5e1, true, null, \"x\\u00fc\\ud83d\\ude00\\n\"], \"b\": {\"c\": {}}, \"d\": []}";

static void test_json_values(void **state) {
    (void)state;
    struct arena arena;
    struct str error = {0};
    arena_init(&arena);
    const struct json *v = json_read("t", log_text, strlen(log_text), &arena, &error);
    assert_non_null(v);
    const struct json *a = json_member(v, "a");
    assert_int_equal(a->kind, JSON_LIST);
    assert_true(a->first->number == 1 && a->first->next->number == -25);
    assert_int_equal(a->first->next->next->kind, JSON_BOOL);
    assert_int_equal(a->first->next->next->next->kind, JSON_NULL);
    assert_string_equal(a->first->next->next->next->next->text, "x\xc3\xbc\xf0\x9f\x98\x80\n");
    assert_int_equal(json_member(json_member(v, "b"), "c")->kind, JSON_OBJECT);
    assert_null(json_member(json_member(v, "d"), "c"));
    assert_string_equal(json_text(v, "nothing"), "");
    assert_int_equal(error.len, 0);
    arena_release(&arena);
}

static void refuse(const char *text, const char *message) {
    struct arena arena;
    struct str error = {0};
    arena_init(&arena);
    assert_null(json_read("t", text, strlen(text), &arena, &error));
    assert_string_equal(str_text(&error), message);
    str_release(&error);
    arena_release(&arena);
}

static void test_json_errors(void **state) {
    (void)state;
    refuse("", "t:1:1: the text ends too early");
    refuse("{\n \"a\" 1}", "t:2:6: expected :");
    refuse("[1,\n2", "t:2:2: expected , or ]");
    refuse("[1] x", "t:1:5: text after the value");
    refuse("\"\\ud800x\"", "t:1:8: a string that does not end, or an invalid escape");
    refuse("\"\\q\"", "t:1:4: a string that does not end, or an invalid escape");
    refuse("nul", "t:1:1: expected a value");
    refuse("-", "t:1:1: expected a value");
    char deep[1001];
    memset(deep, '[', 1000);
    deep[1000] = '\0';
    refuse(deep, "t:1:201: nested too deeply");
}

/* Any text is read, or refused with a message. */
static void test_json_mutations(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 7);
    for (int i = 0; i < 20000; i++) {
        char text[sizeof log_text];
        size_t n = strlen(log_text);
        memcpy(text, log_text, sizeof text);
        for (int k = 0; k < 3; k++) text[rng_below(&rng, n)] = (char)rng_below(&rng, 256);
        n = rng_below(&rng, n + 1);
        struct arena arena;
        struct str error = {0};
        arena_init(&arena);
        const struct json *v = json_read("t", text, n, &arena, &error);
        assert_true((v == NULL) == (error.len > 0));
        str_release(&error);
        arena_release(&arena);
    }
}

/* ---- tests on the command line ---- */

static void round_trip(enum test_input_kind kind, const char *name, const char *type, const void *bytes, uint32_t size) {
    struct test t = {0}, back = {0};
    struct str word = {0}, error = {0};
    test_add(&t, kind, name, type, bytes, size, 0);
    inline_add(&t.inputs.data[0], &word);
    assert_true(inline_read(str_text(&word), false, &back, &error));
    assert_int_equal(back.inputs.data[0].kind, kind);
    assert_int_equal(back.inputs.data[0].size, size);
    assert_memory_equal(back.inputs.data[0].bytes, bytes, size);
    str_release(&word);
    test_release(&t);
    test_release(&back);
}

static void test_inline(void **state) {
    (void)state;
    round_trip(TEST_WORD, "nondet_int", "int", "\xff\xff\xff\x80", 4);
    round_trip(TEST_WORD, "nondet_uchar", "unsigned char", "\xfe", 1);
    round_trip(TEST_WORD, "nondet_double", "double", "\x01\x02\x03\x04\x05\x06\xf0\x7f", 8);
    round_trip(TEST_WORD, "time", "long long", "\1\2\3\4\5\6\7\x80", 8);
    round_trip(TEST_WORD, "f", NULL, "\x01\x02\x03", 3);
    round_trip(TEST_BYTES, "it's = \" x", NULL, "a\0b\"'\\\xff", 7);
    round_trip(TEST_UNINIT, "y@3#0+4", "int", "\1\2\3\4", 4);
    round_trip(TEST_STDIN, "stdin", NULL, "", 0);
    static const char *const bad[] = {"", "int", "int=", "int=x", "int=4294967296", "struct s=1", "bytes x=1", "bytes x=\"a",
                                      "bytes x=\"a\"b"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct test t = {0};
        struct str error = {0};
        assert_false(inline_read(bad[i], false, &t, &error));
        assert_true(str_starts(str_text(&error), "--with '"));
        test_release(&t);
        str_release(&error);
    }
    struct str out = {0};
    inline_quote("it's", &out);
    assert_string_equal(str_text(&out), "'it'\\''s'");
    str_release(&out);
}

/* ---- source ---- */

static const char *const lines[] = {
    "if (s->count > s->room && i) x = a[i + 1].b;", /* 1 */
    "    unsigned n = (unsigned)nondet(1, \")\");", /* 2 */
    "for (int k = 0; k < f(i); k++) *p++ = v[k];",  /* 3 */
    "s->values[s->count++] += *q;",                 /* 4 */
};

static void expect(bool found, struct str *text, const char *wanted) {
    if (wanted) assert_string_equal(str_text(text), wanted);
    assert_int_equal(found, wanted != NULL);
    str_release(text);
}

static void test_source(void **state) {
    (void)state;
    char name[] = "test-source-XXXXXX";
    int fd = mkstemp(name);
    FILE *file = fdopen(fd, "w");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) fprintf(file, "%s\n", lines[i]);
    fclose(file);
    struct source s;
    struct str out = {0};
    const char *keyword;
    uint32_t close;
    source_init(&s);
    assert_int_equal(source_lines(&s, name), 4);
    expect(source_expression(&s, name, 1, 8, SOURCE_ELEMENT, &out), &out, "s->count");
    expect(source_expression(&s, name, 1, 34, SOURCE_ELEMENT, &out), &out, "a[i + 1]");
    expect(source_expression(&s, name, 1, 43, SOURCE_ELEMENT, &out), &out, "a[i + 1].b");
    expect(source_expression(&s, name, 4, 19, SOURCE_ELEMENT, &out), &out, "s->count");
    expect(source_expression(&s, name, 4, 26, SOURCE_ELEMENT, &out), &out, "*q");
    expect(source_expression(&s, name, 1, 1, SOURCE_ELEMENT, &out), &out, NULL);
    expect(source_expression(&s, name, 9, 1, SOURCE_ELEMENT, &out), &out, NULL);
    expect(source_call(&s, name, 2, 28, &close, &out), &out, "nondet(1, \")\")");
    assert_int_equal(close, 41);
    expect(source_assigned(&s, name, 2, 28, "nondet", &out), &out, "n");
    expect(source_assigned(&s, name, 2, 28, "nondet_int", &out), &out, NULL);
    expect(source_assigned(&s, name, 3, 21, "f", &out), &out, NULL);
    expect(source_condition(&s, name, 1, 24, &keyword, &out), &out, "s->count > s->room");
    assert_string_equal(keyword, "if");
    expect(source_condition(&s, name, 1, 5, &keyword, &out), &out, "s->count > s->room && i");
    expect(source_condition(&s, name, 3, 1, &keyword, &out), &out, "k < f(i)");
    assert_string_equal(keyword, "for");
    source_release(&s);
    unlink(name);
}

static void test_xml(void **state) {
    (void)state;
    struct str out = {0};
    xml_add(&out, "<a & \"b\">\n\x01\xff\xc3\xbc\xed\xa0\x80");
    assert_string_equal(str_text(&out), "&lt;a &amp; &quot;b&quot;&gt;&#10;??\xc3\xbc???");
    str_release(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_values), cmocka_unit_test(test_json_errors),
        cmocka_unit_test(test_json_mutations), cmocka_unit_test(test_inline),
        cmocka_unit_test(test_source), cmocka_unit_test(test_xml),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
