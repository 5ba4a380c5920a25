/* Reports of the sanitizers as data, and what they say about a claim. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/str.h"
#include "ir/ir.h"
#include "replay/handover.h"
#include "replay/match.h"
#include "test/test.h"
#include "test_files.h"

static void read_report(struct observations *o, const char *text) {
    memset(o, 0, sizeof *o);
    arena_init(&o->arena);
    observe(o, text);
}

static void address_report(void **state) {
    (void)state;
    struct observations o;
    read_report(&o, "x\n==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x12 at pc 0x1\n"
                    "READ of size 4\n#FRAME 0|strlen|<null>|0|0\n#FRAME 1|get|/a/b.c|12|5\n\n"
                    "freed by thread T0 here:\n#FRAME 0|free|<null>|0|0\n#FRAME 1|main|/a/b.c|99|5\n");
    assert_int_equal(o.all.len, 1);
    const struct observation *seen = &o.all.data[0];
    assert_int_equal(seen->kind, BUG_USE_AFTER_FREE);
    assert_int_equal(seen->frames.len, 2);
    assert_string_equal(seen->text, "heap-use-after-free");
    struct strmap functions;
    strmap_init(&functions);
    assert_null(observation_user_frame(seen, &functions));
    strmap_put(&functions, "get", 1);
    assert_int_equal(observation_user_frame(seen, &functions)->line, 12);
    struct replay_claim claim = {.kind = BUG_USE_AFTER_FREE, .file = "b.c", .line = 12};
    assert_true(match_claim(seen, &claim, &functions));
    claim.kind = BUG_BOUNDS; /* what lies there is chance */
    assert_true(match_claim(seen, &claim, &functions));
    claim.kind = BUG_ASSERTION;
    assert_false(match_claim(seen, &claim, &functions));
    claim = (struct replay_claim){.kind = BUG_BOUNDS, .file = "b.c", .line = 99};
    assert_false(match_claim(seen, &claim, &functions));
    claim = (struct replay_claim){.kind = BUG_BOUNDS, .file = "c.c", .line = 12};
    assert_false(match_claim(seen, &claim, &functions));
    strmap_release(&functions);
    observations_release(&o);
}

static void several_reports(void **state) {
    (void)state;
    struct observations o;
    read_report(&o, "d/e.c:7:3: runtime error: shift exponent 40 is too large\n#FRAME 0|f|/d/e.c|7|9\n"
                    "SHRIKE: diverged: no more\n#FRAME 0|f|/d/e.c|8|9\n"
                    "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x1)\n"
                    "==1==Hint: address points to the zero page.\n"
                    "Direct leak of 3 byte(s) in 1 object(s) allocated from:\n#FRAME 0|malloc|<null>|0|0\n");
    assert_int_equal(o.all.len, 4);
    assert_int_equal(o.all.data[0].kind, BUG_SHIFT);
    assert_string_equal(o.all.data[0].said.file, "d/e.c");
    assert_int_equal(o.all.data[0].said.line, 7);
    assert_int_equal(o.all.data[0].said.column, 3);
    assert_int_equal(o.all.data[1].type, SEEN_DIVERGED);
    assert_string_equal(o.all.data[1].text, "no more");
    assert_int_equal(o.all.data[2].kind, BUG_NULL_DEREF);
    assert_true(o.all.data[2].crash);
    assert_int_equal(o.all.data[3].kind, BUG_LEAK);
    observations_release(&o);
}

static void broken_reports(void **state) {
    (void)state;
    static const char *const texts[] = {
        "", "\n", "#FRAME 0|a|b|1|2\n", "SHRIKE: ", "SHRIKE: x", ": runtime error: ", "a: runtime error: x",
        "SHRIKE: x: y\n#FRAME\n#FRAME \n#FRAME 0\n#FRAME 0|||\n#FRAME 0|a|b|c|d|e\n",
        "Hint: address points to the zero page", "ERROR: AddressSanitizer: "};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct observations o;
        read_report(&o, texts[i]);
        assert_true(o.all.len <= 1);
        observations_release(&o);
    }
}

static void files(void **state) {
    (void)state;
    assert_true(match_files("a.c", "./a.c"));
    assert_true(match_files("/x/y/a.c", "y/a.c"));
    assert_true(match_files("a.c", "/x/a.c"));
    assert_false(match_files("ba.c", "a.c"));
    assert_false(match_files("/x/a.c", "/y/a.c"));
    assert_false(match_files("x/a.c", "y/a.c"));
}

static void statements(void **state) {
    (void)state;
    temp_path path;
    int fd = temp_file(path, "");
    assert_true(fd >= 0);
    close(fd);
    static const char text[] = "x = f(a, /* ; */\n  \"};{\",\n  b); y = 1;\nz = ';' +\n 2; }\n";
    assert_true(str_write_file(path, text, sizeof text - 1));
    assert_true(match_statement(path, 1, 1, 3, 3));
    assert_true(match_statement(path, 3, 3, 1, 5));
    assert_false(match_statement(path, 1, 1, 3, 7)); /* y = 1 */
    assert_false(match_statement(path, 3, 7, 4, 1));
    assert_true(match_statement(path, 4, 1, 5, 2));
    assert_false(match_statement(path, 4, 1, 9, 1));
    assert_false(match_statement("/nonexistent", 1, 1, 2, 1));
    unlink(path);
}

/* The layout that replay/replay_rt.h describes. */
static void records(void **state) {
    (void)state;
    struct test t = {0};
    struct str out = {0};
    test_add(&t, TEST_WORD, "x", "int", "abcd", 4, 0);
    test_add(&t, TEST_UNINIT, "var@7#2+5", NULL, "z", 1, 0);
    test_add(&t, TEST_UNINIT, "a+b#c", NULL, "", 0, 0);
    handover_inputs(&t, NULL, &out);
    uint32_t head[6];
    memcpy(head, out.data, sizeof head);
    assert_int_equal(head[0], TEST_WORD);
    assert_int_equal(head[1], UINT32_MAX);
    assert_int_equal(head[4], 2);
    assert_int_equal(head[5], 4);
    assert_memory_equal(out.data + 24, "x\0\0\0abcd", 8);
    memcpy(head, out.data + 32, sizeof head);
    assert_int_equal(head[1], 7);
    assert_int_equal(head[2], 2);
    assert_int_equal(head[3], 5);
    assert_memory_equal(out.data + 32 + 24, "var\0z\0\0\0", 8);
    assert_memory_equal(out.data + 64 + 24, "a+b#c\0\0\0", 8);
    assert_int_equal(out.len, 96);
    str_release(&out);
    test_release(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(address_report), cmocka_unit_test(several_reports), cmocka_unit_test(broken_reports),
        cmocka_unit_test(files),          cmocka_unit_test(statements),      cmocka_unit_test(records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
