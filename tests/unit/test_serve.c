/* What a language server reads: frames, places, functions, settings. Anything may come in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/rng.h"
#include "serve/frame.h"
#include "serve/functions.h"
#include "serve/position.h"
#include "serve/settings.h"
#include "text/jsonread.h"

/* ---- frames --------------------------------------------------------------------------------------------------- */

/* All messages, each in brackets; "!" for what was broken. */
static void take_all(struct frames *f, struct str *out) {
    const char *data;
    size_t size;
    for (enum frame_result r; (r = frames_next(f, &data, &size)) != FRAME_NONE;) {
        if (r == FRAME_BROKEN) str_add(out, "!");
        else str_add(out, "["), str_add_len(out, data, size), str_add(out, "]");
    }
}

static void expect_frames(const char *bytes, const char *wanted) {
    size_t len = strlen(bytes);
    for (size_t step = 1; step <= len; step++) {
        struct frames f;
        struct str out = {0};
        frames_init(&f);
        for (size_t at = 0; at < len; at += step) {
            frames_feed(&f, bytes + at, len - at < step ? len - at : step);
            take_all(&f, &out);
        }
        assert_string_equal(str_text(&out), wanted);
        frames_release(&f);
        str_release(&out);
    }
}

static void test_frames(void **state) {
    (void)state;
    expect_frames("Content-Length: 2\r\n\r\nabContent-Length: 0\r\n\r\nContent-Length:3\r\n\r\nxyz", "[ab][][xyz]");
    expect_frames("content-length: 1\nContent-Type: utf\n\na", "[a]");
    expect_frames("Content-Length: 1\r\n\r\n", "");
    expect_frames("Nothing\r\n\r\nContent-Length: 1\r\n\r\na", "![a]");
    expect_frames("Content-Length: -1\r\n\r\nContent-Length: 1\r\n\r\na", "![a]");
    expect_frames("Content-Length: 1\r\nContent-Length: 1\r\n\r\na", "![a]"); /* the second may be right */
    expect_frames("{broken}Content-Length: 1\r\n\r\na", "![a]");
    expect_frames("Content-Length: 99999999999999999999999\r\n\r\nContent-Length: 1\r\n\r\na", "![a]");
    expect_frames("Content-Length: 2000000000000\r\n\r\nContent-Length: 1\r\n\r\na", "![a]");
}

/* One that is too large to be kept is left out, and what follows it is read. */
static void test_large_frame(void **state) {
    (void)state;
    enum { SIZE = FRAME_MOST + 1000, STEP = 1 << 20 };
    struct frames f;
    struct str head = {0}, out = {0};
    char *block = calloc(1, STEP);
    frames_init(&f);
    str_addf(&head, "Content-Length: %d\r\n\r\n", SIZE);
    frames_feed(&f, str_text(&head), head.len);
    take_all(&f, &out);
    for (size_t left = SIZE; left;) {
        size_t n = left < STEP ? left : STEP;
        frames_feed(&f, block, n);
        take_all(&f, &out);
        left -= n;
        assert_true(f.bytes.cap < 2 * FRAME_HEADER_MOST);
    }
    frames_feed(&f, "Content-Length: 1\r\n\r\na", 22);
    take_all(&f, &out);
    assert_string_equal(str_text(&out), "![a]");
    assert_false(frames_is_within(&f));
    frames_release(&f);
    str_release(&head);
    str_release(&out);
    free(block);
}

static void add_noise(struct rng *rng, struct str *out) {
    static const char *const words[] = {"Content-Length: ", "content-length:", "\r\n", "\r\n\r\n", "\n\n", "12", "3", "0", "99999999", "18446744073709551617",
                                        "{\"a\":1}", "[[[", "\"\\ud800\"", "Content-Type: x", "\xff\xfe", " ", "-", "1e999", "null", ":"};
    for (uint64_t n = rng_below(rng, 30); n; n--) {
        if (rng_below(rng, 4)) str_add(out, words[rng_below(rng, sizeof words / sizeof *words)]);
        else str_add_char(out, (char)rng_below(rng, 256));
    }
}

/* However the bytes are cut, the messages are the same; each call takes something or says that it waits; what was read
 * as a message is read as JSON or refused. A whole message at the end is heard, if the noise leaves nothing open. */
static void test_noise(void **state) {
    (void)state;
    struct rng rng;
    const char *trials = getenv("SERVE_TRIALS");
    rng_init(&rng, 1);
    for (uint64_t i = trials ? strtoull(trials, NULL, 10) : 20000; i; i--) {
        struct frames whole, cut;
        struct str noise = {0}, one = {0}, other = {0};
        add_noise(&rng, &noise);
        frames_init(&whole);
        frames_init(&cut);
        if (noise.len) frames_feed(&whole, noise.data, noise.len);
        take_all(&whole, &one);
        for (size_t at = 0; at < noise.len;) {
            size_t n = 1 + (size_t)rng_below(&rng, noise.len - at);
            frames_feed(&cut, noise.data + at, n);
            take_all(&cut, &other);
            at += n;
        }
        assert_string_equal(str_text(&one), str_text(&other));
        const char *data;
        size_t size;
        frames_feed(&cut, "\r\n\r\n\r\n\r\n", 8); /* ends any header */
        frames_feed(&cut, noise.data, noise.len);
        for (enum frame_result r; (r = frames_next(&cut, &data, &size)) != FRAME_NONE;) {
            struct arena arena;
            struct str error = {0};
            arena_init(&arena);
            const struct json *value = r == FRAME_MESSAGE ? json_read("m", data, size, &arena, &error) : NULL;
            assert_true(r == FRAME_BROKEN || value || error.len);
            arena_release(&arena);
            str_release(&error);
        }
        frames_release(&whole);
        frames_release(&cut);
        str_release(&noise);
        str_release(&one);
        str_release(&other);
    }
}

/* ---- places --------------------------------------------------------------------------------------------------- */

static void expect_path(const char *uri, const char *path) {
    struct str out = {0};
    assert_int_equal(uri_path(uri, &out), path != NULL);
    if (path) assert_string_equal(str_text(&out), path);
    str_release(&out);
}

static void test_uris(void **state) {
    (void)state;
    expect_path("file:///a/b.c", "/a/b.c");
    expect_path("file://localhost/a%20b%c3%a4.c", "/a b\xc3\xa4.c");
    expect_path("file:///a%2", "/a%2");
    expect_path("file:///a%zz#x", "/a%zz");
    expect_path("file:///a%00b", NULL);
    expect_path("file://host/a", NULL);
    expect_path("untitled:1", NULL);
    expect_path("", NULL);
    for (int c = 1; c < 256; c++) {
        const char path[] = {'/', (char)c, '/', '\0'};
        struct str uri = {0};
        uri_add(path, &uri);
        expect_path(str_text(&uri), path);
        assert_null(strpbrk(str_text(&uri), " \"#?\\"));
        str_release(&uri);
    }
}

static void test_columns(void **state) {
    (void)state;
    const char line[] = "a\xc2\xb5\xf0\x9f\x98\x80z\xff\xe2\x82";
    size_t len = strlen(line);
    assert_int_equal(position_units(line, len, 1, false), 1);
    assert_int_equal(position_units(line, len, 3, false), 2);
    assert_int_equal(position_units(line, len, 7, false), 4);
    assert_int_equal(position_units(line, len, 8, false), 5);
    assert_int_equal(position_units(line, len, 100, false), 8);
    assert_int_equal(position_units(line, len, 7, true), 7);
    assert_int_equal(position_units(line, len, 100, true), len);
    assert_int_equal(position_token_end("  abc_1+", 8, 2), 7);
    assert_int_equal(position_token_end("  abc_1+", 8, 7), 8);
    assert_int_equal(position_token_end("ab", 2, 9), 2);
}

static void test_moved_lines(void **state) {
    (void)state;
    const char *old = "a\nb\nc\nd\n", *grown = "a\nb\nx\ny\nc\nd\n", *changed = "a\nB\nc\nd\n";
    assert_int_equal(text_line_before(old, old, 2), 2);
    assert_int_equal(text_line_before(old, grown, 1), 1);
    assert_int_equal(text_line_before(old, grown, 4), 2);
    assert_int_equal(text_line_before(old, grown, 5), 3);
    assert_int_equal(text_line_before(grown, old, 3), 5);
    assert_int_equal(text_line_before(old, changed, 0), 0);
    assert_int_equal(text_line_before(old, changed, 1), UINT32_MAX);
    assert_int_equal(text_line_before(old, changed, 2), 2);
    size_t len;
    assert_null(text_line("a\nb", 2, &len));
    assert_memory_equal(text_line("a\r\nbc\r\n", 1, &len), "bc", 2);
    assert_int_equal(len, 2);
}

/* Whatever is said of a line, it is the same line. */
static void test_moved_lines_at_random(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 2);
    for (int i = 0; i < 5000; i++) {
        struct str a = {0}, b = {0};
        for (uint64_t n = rng_below(&rng, 12); n; n--) str_add_char(&a, "ab\n"[rng_below(&rng, 3)]);
        for (uint64_t n = rng_below(&rng, 12); n; n--) str_add_char(&b, "ab\n"[rng_below(&rng, 3)]);
        for (uint32_t line = 0; line < 8; line++) {
            size_t len_a, len_b;
            uint32_t was = text_line_before(str_text(&a), str_text(&b), line);
            const char *now = text_line(str_text(&b), line, &len_b);
            if (was == UINT32_MAX || !now) continue;
            const char *then = text_line(str_text(&a), was, &len_a);
            assert_non_null(then);
            assert_int_equal(len_a, len_b);
            assert_memory_equal(then, now, len_a);
        }
        str_release(&a);
        str_release(&b);
    }
}

/* ---- functions ------------------------------------------------------------------------------------------------ */

static void expect_functions(const char *text, const char *wanted) {
    function_list found = {0};
    struct str out = {0};
    functions_find(text, &found);
    for (uint32_t i = 0; i < found.len; i++)
        str_addf(&out, "%s:%u-%u ", found.data[i].name, found.data[i].first, found.data[i].last);
    assert_string_equal(str_text(&out), wanted);
    functions_release(&found);
    str_release(&out);
}

static void test_functions(void **state) {
    (void)state;
    expect_functions("int f(void) { return 1; }", "f:0-0 ");
    expect_functions("static\nint\nf(int (*g)(int), char c)\n{\n  if (c) { g('}'); }\n  return \"}{\"[0];\n}\nint g(void){}\n", "f:0-6 g:7-7 ");
    expect_functions("int f(void);\nint x = sizeof(int);\nstruct s { int (*h)(void); };\nenum { A = (1) };\n", "");
    expect_functions("// int f() {\n/* int g() { */\n#define H() {\\\n {\nint k() {}\n", "k:4-4 ");
    expect_functions("__attribute__((noinline)) int f(void) __attribute__((unused)) { }", "f:0-0 ");
    expect_functions("int a[] = { 1, (2) };\nint f(void) { int b[] = {1}; return b[0]; }", "f:1-1 ");
    expect_functions("int f(void) {", "f:0-0 ");
    expect_functions("}}}) int f(void) { }", "f:0-0 ");
    expect_functions("", "");
}

/* ---- settings ------------------------------------------------------------------------------------------------- */

static void expect_settings(const char *text, const char *words, const char *complaint) {
    struct arena arena;
    struct str error = {0}, wrong = {0}, out = {0};
    struct settings s;
    arena_init(&arena);
    settings_init(&s);
    settings_read(&s, json_read("s", text, strlen(text), &arena, &error), &wrong);
    for (uint32_t i = 0; i < s.options.len; i++) str_addf(&out, "%s ", s.options.data[i]);
    assert_string_equal(str_text(&out), words);
    if (*complaint) assert_non_null(strstr(str_text(&wrong), complaint));
    else assert_int_equal(wrong.len, 0);
    settings_release(&s);
    arena_release(&arena);
    str_release(&error);
    str_release(&wrong);
    str_release(&out);
}

static void test_settings(void **state) {
    (void)state;
    expect_settings("{}", "--timeout=60 --invariants ", "");
    expect_settings("null", "--timeout=60 --invariants ", "");
    expect_settings("{\"timeout\":5,\"engine\":\"bmc\",\"checks\":[\"memory\",\"div\"],\"confirm\":false}",
                    "--timeout=60 --invariants --timeout=5 --engine=bmc --check=memory,div --no-confirm ", "");
    expect_settings("{\"engine\":\"none\"}", "--timeout=60 --invariants ", "shrike.engine: --engine");
    expect_settings("{\"timeout\":-1}", "--timeout=60 --invariants ", "shrike.timeout");
    expect_settings("{\"checks\":[1]}", "--timeout=60 --invariants ", "shrike.checks");
    expect_settings("{\"arguments\":[\"-DX\",\"--json\",\"--\"]}", "--timeout=60 --invariants -DX ", "shrike.arguments");
    expect_settings("{\"arguments\":[\"--bound\",\"3\",\"-Iinclude\",\"--property=p.prp\",\"--no-simplify\"]}",
                    "--timeout=60 --invariants --bound 3 -Iinclude --property=p.prp --no-simplify ", "");
    static const char *const harmful[] = {"--unsafe-native", "--external=native", "--html=/x", "--output=d", "@words", "-output-dir=d", "--on=nats://x",
                                          "--give=/etc/shadow", "--unknown", "--log-queries=d", "-"};
    for (size_t i = 0; i < sizeof harmful / sizeof *harmful; i++) {
        struct str text = {0};
        str_addf(&text, "{\"arguments\":[\"%s\"]}", harmful[i]);
        expect_settings(str_text(&text), "--timeout=60 --invariants ", harmful[i]);
        str_release(&text);
    }
    expect_settings("{\"arguments\":\"-DX\"}", "--timeout=60 --invariants ", "shrike.arguments");
    expect_settings("{\"verifyOnOpen\":7}", "--timeout=60 --invariants ", "shrike.verifyOnOpen");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frames),      cmocka_unit_test(test_large_frame), cmocka_unit_test(test_noise),
        cmocka_unit_test(test_uris),        cmocka_unit_test(test_columns),     cmocka_unit_test(test_moved_lines),
        cmocka_unit_test(test_moved_lines_at_random), cmocka_unit_test(test_functions), cmocka_unit_test(test_settings),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return failed || mem_live_bytes() != 0;
}
