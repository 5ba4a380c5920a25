/* Inputs as text and JSON: exact texts; types, values and literals read back. */
#include "test_report_util.h"

#include "base/stats.h"
#include "exec/core/bug.h"
#include "report/formats.h"
#include "report/outcome.h"
#include "test/inputs.h"
#include "test_ir_builder.h"
#include "text/ctype.h"
#include "text/quote.h"

static void expect_shown(enum test_input_kind kind, const char *type, const char *bytes, uint32_t size,
                         const char *text) {
    struct test t = {0};
    struct str out = {0};
    test_add(&t, kind, "v", type, bytes, size, 0);
    report_value(&t.inputs.data[0], &out);
    expect_text(&out, text);
    str_release(&out);
    test_release(&t);
}

static void test_words(void **state) {
    (void)state;
    expect_shown(TEST_WORD, "int", "\xfb\xff\xff\xff", 4, "-5 (0xfffffffb)");
    expect_shown(TEST_WORD, "unsigned int", "\xfb\xff\xff\xff", 4, "4294967291 (0xfffffffb)");
    expect_shown(TEST_WORD, "unsigned", "\7\0\0\0", 4, "7");
    expect_shown(TEST_WORD, "int", "\x0a\0\0\0", 4, "10 (0x0000000a)");
    expect_shown(TEST_WORD, "char", "a", 1, "97 ('a')");
    expect_shown(TEST_WORD, "char", "'", 1, "39 ('\\'')");
    expect_shown(TEST_WORD, "char", "\xff", 1, "-1 (0xff)");
    expect_shown(TEST_WORD, "unsigned char", "\xff", 1, "255 (0xff)");
    expect_shown(TEST_WORD, "_Bool", "\1", 1, "1");
    expect_shown(TEST_WORD, "short int", "\0\x80", 2, "-32768 (0x8000)");
    expect_shown(TEST_WORD, "unsigned long", "\xff\xff\xff\xff\xff\xff\xff\xff", 8,
                 "18446744073709551615 (0xffffffffffffffff)");
    expect_shown(TEST_WORD, "long", "\1\0\0\x80", 4, "-2147483647 (0x80000001)"); /* 32-bit program */
    expect_shown(TEST_WORD, "long long", "\0\0\0\0\0\0\0\x80", 8,
                 "-9223372036854775808 (0x8000000000000000)");
    expect_shown(TEST_WORD, "__int128", "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80", 16,
                 "-170141183460469231731687303715884105728 (0x80000000000000000000000000000000)");
    expect_shown(TEST_WORD, NULL, "\xff\xff", 2, "-1 (0xffff)");
    expect_shown(TEST_WORD, "void *", "\0\0\0\0\0\0\0\0", 8, "NULL");
    expect_shown(TEST_WORD, "char *", "\0\0\0\1\0\0\0\0", 8, "0x0000000001000000");
    expect_shown(TEST_WORD, "float", "\0\0\xc0\x3f", 4, "1.5 (0x3fc00000)");
    expect_shown(TEST_WORD, "float", "\1\0\xc0\x7f", 4, "0x7fc00001"); /* a NaN with a payload */
    expect_shown(TEST_WORD, "double", "\x9a\x99\x99\x99\x99\x99\xb9\x3f", 8,
                 "0.10000000000000001 (0x3fb999999999999a)");
    expect_shown(TEST_WORD, "double", "\0\0\0\0\0\0\0\x80", 8, "-0 (0x8000000000000000)");
    expect_shown(TEST_WORD, "long double", "\0\0\0\0\0\0\0\x80\xff\x3f\0\0\0\0\0\0", 16,
                 "0x0000000000003fff8000000000000000");
}

static void test_bytes(void **state) {
    (void)state;
    expect_shown(TEST_BYTES, NULL, "\xfb\xff\xff\xff", 4, "-5 (0xfffffffb)");
    expect_shown(TEST_BYTES, NULL, "ab\0c", 4, "1660969569 (0x63006261, \"ab\\0c\")");
    expect_shown(TEST_BYTES, "char[4]", "ab\0c", 4, "\"ab\\0c\" (4 bytes)");
    expect_shown(TEST_BYTES, NULL, "hello, world", 13, "\"hello, world\"");
    expect_shown(TEST_BYTES, NULL, "hello, world", 12, "\"hello, world\" (12 bytes)");
    expect_shown(TEST_BYTES, NULL, "say \"\\\"\n\t\0007\0x", 13, "\"say \\\"\\\\\\\"\\n\\t\\0007\\0x\" (13 bytes)");
    expect_shown(TEST_BYTES, NULL, "\1\2\xff", 3, "{0x01, 0x02, 0xff}");
    expect_shown(TEST_BYTES, NULL, "\0\0\0", 3, "{0x00, 0x00, 0x00}");
    expect_shown(TEST_BYTES, NULL, "", 0, "\"\" (0 bytes)");
    char many[100];
    memset(many, 1, sizeof many);
    expect_shown(TEST_BYTES, NULL, many, 17,
                 "{0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, "
                 "0x01, 0x01, ...} (17 bytes)");
    memset(many, 'x', sizeof many);
    expect_shown(TEST_STDIN, NULL, many, 100,
                 "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"... (100 bytes)");
    expect_shown(TEST_ARG, NULL, "\1", 2, "\"\\001\"");
    expect_shown(TEST_ARG, NULL, "", 1, "\"\"");
}

static void test_list(void **state) {
    (void)state;
    struct test t = {0};
    struct str out = {0};
    report_inputs(&t, &out);
    expect_text(&out, "");
    fill_test(&t);
    test_add(&t, TEST_WORD, "a\nb", "int", "\0\0\0\0", 4, 0);
    report_inputs(&t, &out);
    expect_text(&out, "  with inputs\n"
                      "    x = -5 (0xfffffffb)\n"
                      "    y = 5, uninitialised\n"
                      "    s = 1660969569 (0x63006261, \"ab\\0c\")\n"
                      "    arg00 = \"-v\"\n"
                      "    stdin = \"so named by the program\" (23 bytes)\n"
                      "    stdin = \"line\\n\" (5 bytes)\n"
                      "    x = -8644934341102468607 (0x8807060504030201)\n"
                      "    A-data = \"\\377?>\" (3 bytes)\n"
                      "    uninit:z = \"\" (0 bytes)\n"
                      "    a\\nb = 0\n");
    test_release(&t);
    for (char i = 0; i < 45; i++) test_add(&t, TEST_WORD, "i", "char", &i, 1, 0);
    report_inputs(&t, &out);
    const char *gap = strstr(out.data, "    ... 5 more ...\n");
    assert_non_null(gap);
    assert_non_null(strstr(gap, "i = 25 (0x19)\n"));
    assert_null(strstr(gap, "i = 24 (0x18)\n"));
    assert_non_null(strstr(out.data, "i = 19 (0x13)\n    ..."));
    test_release(&t);
    str_release(&out);
}

static void test_json(void **state) {
    (void)state;
    struct program *p = build_program();
    struct test t = {0};
    struct str out = {0};
    struct stats stats = {0};
    struct bug bug = {.kind = BUG_DIVISION, .pos = build_position(p, 9)};
    str_add(&bug.message, "division by \"zero\"");
    vec_push(&bug.stack, (struct bug_frame){"main", bug.pos});
    test_add(&t, TEST_WORD, "x", "int", "\xff\xff\xff\xff", 4, 0);
    test_add(&t, TEST_STDIN, "stdin", NULL, "\"\n", 2, 0);
#define STEM "{\"kind\":\"division-by-zero\",\"message\":\"division by \\\"zero\\\"\",\"file\":\"src/prog.c\"," \
             "\"line\":9,\"column\":3,\"cwe\":369,\"stack\":[{\"function\":\"main\",\"file\":\"src/prog.c\",\"line\":9," \
             "\"column\":3}]"
#define INPUTS ",\"inputs\":[{\"name\":\"x\",\"kind\":\"word\",\"type\":\"int\",\"size\":4," \
               "\"value\":\"-1 (0xffffffff)\",\"bytes\":\"ffffffff\"},{\"name\":\"stdin\",\"kind\":\"stdin\"," \
               "\"type\":null,\"size\":2,\"value\":\"\\\"\\\\\\\"\\\\n\\\" (2 bytes)\",\"bytes\":\"220a\"}]"
    report_bug_json(p, &bug, NULL, &out);
    expect_text(&out, STEM "}");
    report_bug_json(p, &bug, &t, &out);
    expect_text(&out, STEM INPUTS "}");
    struct outcome_case cases[] = {{.bug = &bug, .test = &t, .replay = "shrike replay", .fingerprint = "f1"},
                                   {.bug = &bug, .confirmed = true, .replay = "", .fingerprint = "f2", .excuse = "known"}};
    struct outcome o = {.command = "test", .scope = "", .version = "v", .verdict = "bug", .status = 10, .words = "shrike test p.c", .p = p,
                        .cases = cases, .ncases = 2, .stats = &stats};
    report_json_outcome(&o, NULL, &out);
    assert_true(str_starts(out.data, "{\"command\":\"test\",\"outcome\":\"bug\",\"status\":10,\"bugs\":[" STEM INPUTS
                                     ",\"confirmed\":false,\"fingerprint\":\"f1\",\"replay\":\"shrike replay\"}," STEM
                                     ",\"confirmed\":true,\"fingerprint\":\"f2\",\"suppressed\":{\"by\":\"baseline\",\"reason\":"
                                     "\"known\"}}],\"version\":\"v\",\"invocation\":\"shrike test p.c\","));
    assert_non_null(strstr(out.data, "\"assumptions\":[],\"gaps\":[],\"statistics\":{"));
    str_clear(&out);
    report_json("run", "exit", 0, p, NULL, &stats, &out);
    assert_true(str_starts(out.data, "{\"command\":\"run\",\"outcome\":\"exit\",\"status\":0,\"bugs\":[],"));
    str_release(&out);
    str_release(&bug.message);
    vec_release(&bug.stack);
    test_release(&t);
    program_free(p);
}

static void expect_type(const char *name, bool is32, enum ctype_class class, uint32_t size) {
    struct ctype type = ctype_find(name, is32);
    if (type.class != class || type.size != size) print_error("%s\n", name);
    assert_int_equal(type.class, class);
    assert_int_equal(type.size, size);
}

static void test_types(void **state) {
    (void)state;
    expect_type("int", false, CTYPE_SIGNED, 4);
    expect_type("unsigned", false, CTYPE_UNSIGNED, 4);
    expect_type("long unsigned int", false, CTYPE_UNSIGNED, 8);
    expect_type("long unsigned int", true, CTYPE_UNSIGNED, 4);
    expect_type("unsigned long long", true, CTYPE_UNSIGNED, 8);
    expect_type("const signed char", false, CTYPE_SIGNED, 1);
    expect_type("uchar", false, CTYPE_UNSIGNED, 1);
    expect_type("long double", false, CTYPE_FLOAT, 16);
    expect_type("long double", true, CTYPE_FLOAT, 12);
    expect_type("double", false, CTYPE_FLOAT, 8);
    expect_type("size_t", true, CTYPE_UNSIGNED, 4);
    expect_type("struct s *", true, CTYPE_POINTER, 4);
    expect_type("unsigned __int128", false, CTYPE_UNSIGNED, 16);
    expect_type("u32", false, CTYPE_UNSIGNED, 4);
    expect_type("struct s", false, CTYPE_UNKNOWN, 0);
    expect_type("", false, CTYPE_UNKNOWN, 0);
    expect_type(NULL, false, CTYPE_UNKNOWN, 0);
}

/* Random bits of every type, written and read. */
static void test_values_round_trip(void **state) {
    (void)state;
    static const char *const names[] = {"int", "unsigned char", "char", "long", "__int128", "float", "double",
                                        "unsigned __int128", "long double", "short", "void *", "_Bool"};
    struct rng rng;
    struct str text = {0};
    rng_init(&rng, 11);
    for (int round = 0; round < 50000; round++) {
        struct ctype type = ctype_find(names[rng_below(&rng, sizeof names / sizeof *names)], false);
        uint8_t bytes[16], back[16];
        for (int i = 0; i < 16; i++) bytes[i] = (uint8_t)rng_next(&rng);
        if (rng_below(&rng, 4) == 0) memset(bytes, rng_below(&rng, 2) ? 0xff : 0, 16);
        if (rng_below(&rng, 4) == 0) bytes[type.size - 1] = 0x80;
        ctype_add_value(&text, &type, bytes);
        assert_true(ctype_read(str_text(&text), &type, back));
        assert_memory_equal(bytes, back, type.size);
        str_clear(&text);
    }
    str_release(&text);
}

static void expect_read(const char *text, const char *type_name, const char *bytes) {
    struct ctype type = ctype_find(type_name, false);
    uint8_t got[CTYPE_MAX_SIZE];
    bool ok = ctype_read(text, &type, got);
    if (ok != !!bytes) print_error("%s as %s\n", text, type_name);
    assert_int_equal(ok, bytes != NULL);
    if (bytes) assert_memory_equal(got, bytes, type.size);
}

static void test_read_values(void **state) {
    (void)state;
    expect_read("-1", "int", "\xff\xff\xff\xff");
    expect_read("4294967295", "int", "\xff\xff\xff\xff");
    expect_read("+12u", "int", "\x0c\0\0\0");
    expect_read("0xFFul", "int", "\xff\0\0\0");
    expect_read("-2147483648", "int", "\0\0\0\x80");
    expect_read("-2147483649", "int", NULL);
    expect_read("4294967296", "int", NULL);
    expect_read("256", "unsigned char", NULL);
    expect_read("340282366920938463463374607431768211456", "unsigned __int128", NULL);
    expect_read("1000000000000000000000000000000000000000", "unsigned __int128", NULL);
    expect_read("'a'", "int", "a\0\0\0");
    expect_read("'\\n'", "char", "\n");
    expect_read("'\\''", "char", "'");
    expect_read("'\"'", "char", "\"");
    expect_read("'\\377'", "int", "\xff\xff\xff\xff");
    expect_read("'ab'", "int", NULL);
    expect_read("'", "int", NULL);
    expect_read("", "int", NULL);
    expect_read("-", "int", NULL);
    expect_read("0x", "int", NULL);
    expect_read("1.5", "int", NULL);
    expect_read("12 34", "int", NULL);
    expect_read("true", "_Bool", "\1");
    expect_read("1.5f", "float", "\0\0\xc0\x3f");
    expect_read("0x3fc00000", "float", "\0\0\xc0\x3f");
    expect_read("0x1.8p0", "float", "\0\0\xc0\x3f");
    expect_read("inf", "double", "\0\0\0\0\0\0\xf0\x7f");
    expect_read("1.5", "long double", "\0\0\0\0\0\0\0\xc0\xff\x3f\0\0\0\0\0\0");
    expect_read("one", "double", NULL);
}

static void test_quotes(void **state) {
    (void)state;
    struct rng rng;
    struct str text = {0}, back = {0};
    rng_init(&rng, 3);
    for (int round = 0; round < 20000; round++) {
        char bytes[12];
        size_t n = rng_below(&rng, sizeof bytes + 1);
        for (size_t i = 0; i < n; i++) bytes[i] = (char)(rng_below(&rng, 2) ? rng_next(&rng) : '0' + rng_below(&rng, 9));
        for (size_t i = 0; i < n; i++) if (!rng_below(&rng, 4)) bytes[i] = 0;
        quote_add(&text, bytes, n, round % 2 ? "?0" : NULL);
        if (round % 2) assert_null(strchr(text.data, '?'));
        const char *at = text.data;
        assert_true(quote_read(&at, &back));
        assert_int_equal(*at, 0);
        assert_int_equal(back.len, n);
        assert_memory_equal(str_text(&back), bytes, n);
        str_clear(&text);
        str_clear(&back);
    }
    static const char *const bad[] = {"", "x", "\"", "\"\\", "\"\\q\"", "\"\\400\"", "\"abc\\\""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *at = bad[i];
        assert_false(quote_read(&at, &back));
    }
    str_release(&text);
    str_release(&back);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words), cmocka_unit_test(test_bytes), cmocka_unit_test(test_list),
        cmocka_unit_test(test_json), cmocka_unit_test(test_types), cmocka_unit_test(test_values_round_trip),
        cmocka_unit_test(test_read_values), cmocka_unit_test(test_quotes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
