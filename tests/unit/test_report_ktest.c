/* .ktest files: exact bytes, round trips, files of KLEE, damaged files. */
#include "test_report_util.h"

#include <stdio.h>
#include <unistd.h>

#include "test/ktest.h"

#define BYTES(literal) literal, sizeof literal - 1

static void test_exact_bytes(void **state) {
    (void)state;
    struct test t = {0};
    struct str out = {0};
    test_add(&t, TEST_UNINIT, "u", NULL, "\1", 1, 0);
    test_add(&t, TEST_WORD, "x", "int", "\1\2\3\4", 4, 0);
    ktest_write(&t, (const char *const[]){"pr\xc3\xb6g.c", "-v"}, 2, &out);
    static const char expected[] =
        "KTEST\0\0\0\3" "\0\0\0\2" "\0\0\0\7pr??g.c" "\0\0\0\2-v" "\0\0\0\0" "\0\0\0\0"
        "\0\0\0\2" "\0\0\0\1x" "\0\0\0\4\1\2\3\4" "\0\0\0\10uninit:u" "\0\0\0\1\1"
        "SHRIKE\0\0\0\1" "\0\0\0\2" "\0\0\0\1\0\0\0\4word\0\0\0\3int"
        "\0\0\0\0\0\0\0\15uninitialised\0\0\0\0";
    assert_int_equal(out.len, sizeof expected - 1);
    assert_memory_equal(out.data, expected, out.len);
    str_release(&out);
    test_release(&t);
}

static void test_round_trip(void **state) {
    (void)state;
    struct test t = {0}, back = {0};
    struct str out = {0}, error = {0};
    ktest_args args = {0};
    fill_test(&t);
    ktest_write(&t, (const char *const[]){"prog"}, 1, &out);
    assert_true(ktest_parse("a.ktest", out.data, out.len, &back, &args, &error));
    expect_text(&error, "");
    assert_same_test(&t, &back);
    assert_int_equal(args.len, 1);
    assert_string_equal(args.data[0], "prog");
    ktest_args_release(&args);
    test_release(&t);
    test_release(&back);
    str_release(&out);
    str_release(&error);
}

static void test_files_of_klee(void **state) {
    (void)state;
    static const char file[] =
        "KTEST\0\0\0\3" "\0\0\0\1" "\0\0\0\1p" "\0\0\0\0" "\0\0\0\0" "\0\0\0\x0a"
        "\0\0\0\5arg00\0\0\0\2-\0" "\0\0\0\5stdin\0\0\0\1i" "\0\0\0\6A-data\0\0\0\1f"
        "\0\0\0\13A-data-stat\0\0\0\1s" "\0\0\0\12stdin-stat\0\0\0\1s"
        "\0\0\0\15model_version\0\0\0\4\1\0\0\0" "\0\0\0\1x\0\0\0\1x" "\0\0\0\4args\0\0\0\0"
        "\0\0\0\7my-stat\0\0\0\1y" "\0\0\0\10uninit:v\0\0\0\1z";
    struct test t = {0}, expected = {0};
    struct str error = {0};
    test_add(&expected, TEST_ARG, "arg00", NULL, "-", 2, 0);
    test_add(&expected, TEST_STDIN, "stdin", NULL, "i", 1, 0);
    test_add(&expected, TEST_FILE, "A-data", NULL, "f", 1, 0);
    test_add(&expected, TEST_BYTES, "x", NULL, "x", 1, 0);
    test_add(&expected, TEST_BYTES, "args", NULL, "", 0, 0);
    test_add(&expected, TEST_BYTES, "my-stat", NULL, "y", 1, 0);
    test_add(&expected, TEST_UNINIT, "v", NULL, "z", 1, 0);
    assert_true(ktest_parse("k", BYTES(file), &t, NULL, &error));
    assert_same_test(&t, &expected);
    test_release(&t);
    test_release(&expected);

    /* Version 1 had no symbolic arguments, and another magic is older still. */
    assert_true(ktest_parse("k", BYTES("BOUT\n\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\1x\0\0\0\1y"), &t, NULL, &error));
    assert_int_equal(t.inputs.len, 1);
    test_release(&t);
    str_release(&error);
}

static void expect_error(const char *data, size_t size, const char *message) {
    struct test t = {0};
    struct str error = {0};
    ktest_args args = {0};
    assert_false(ktest_parse("bad.ktest", data, size, &t, &args, &error));
    assert_string_equal(str_text(&error), message);
    assert_int_equal(t.inputs.len, 0);
    assert_int_equal(args.len, 0);
    str_release(&error);
}

#define HEAD "KTEST\0\0\0\3\0\0\0\0\0\0\0\0\0\0\0\0"

static void test_messages(void **state) {
    (void)state;
    expect_error(BYTES(""), "bad.ktest: byte 0: not a ktest file: it does not start with KTEST");
    expect_error(BYTES("KTEST\0\0"), "bad.ktest: byte 5: the file ends before the version");
    expect_error(BYTES("KTEST\0\0\0\4"), "bad.ktest: byte 5: unknown version 4");
    expect_error(BYTES("KTEST\0\0\0\3\xff\xff\xff\xff"),
                 "bad.ktest: byte 9: number of arguments is 4294967295, more than the file can hold");
    expect_error(BYTES("KTEST\0\0\0\3\0\0\0\1\0\0\0\5ab"),
                 "bad.ktest: byte 13: argument of 5 bytes, but only 2 are left");
    expect_error(BYTES(HEAD "\0\0\0\1\0\0\0\2a\0\0\0\0\0"), "bad.ktest: byte 25: a name contains a zero");
    expect_error(BYTES(HEAD "\0\0\0\1\0\0\0\1a\x7f\xff\xff\xff"),
                 "bad.ktest: byte 30: object of 2147483647 bytes, but only 0 are left");
    expect_error(BYTES(HEAD "\0\0\0\2\0\0\0\1a\0\0\0\1b"),
                 "bad.ktest: byte 21: number of objects is 2, more than the file can hold");
    expect_error(BYTES(HEAD "\0\0\0\0more"), "bad.ktest: byte 25: something follows the last object");
    expect_error(BYTES(HEAD "\0\0\0\0SHRIKE\0\0\0\2"),
                 "bad.ktest: byte 31: kinds of an unknown version");
    expect_error(BYTES(HEAD "\0\0\0\0SHRIKE\0\0\0\1\0\0\0\1"),
                 "bad.ktest: byte 35: not as many kinds as objects");
    expect_error(BYTES(HEAD "\0\0\0\1\0\0\0\0\0\0\0\0SHRIKE\0\0\0\1\0\0\0\1\0\0\0\1"),
                 "bad.ktest: byte 47: not a place, or taken");
    expect_error(BYTES(HEAD "\0\0\0\1\0\0\0\0\0\0\0\0SHRIKE\0\0\0\1\0\0\0\1\0\0\0\0\0\0\0\3wor"),
                 "bad.ktest: byte 51: not a kind of input");
}

static void test_missing_file(void **state) {
    (void)state;
    struct test t = {0};
    struct str error = {0};
    assert_false(ktest_read("no/such.ktest", &t, NULL, &error));
    expect_text(&error, "no/such.ktest: No such file or directory");
    assert_false(ktest_read("/", &t, NULL, &error));
    expect_text(&error, "/: Is a directory");
    str_release(&error);
}

/* Every way to cut a file off is an error, except behind the last object: there a
 * file of KLEE would end. */
static void test_cut_off(void **state) {
    (void)state;
    struct test t = {0}, back = {0};
    struct str out = {0}, error = {0};
    fill_test(&t);
    ktest_write(&t, (const char *const[]){"prog"}, 1, &out);
    size_t end = (size_t)((char *)memmem(out.data, out.len, "SHRIKE", 6) - out.data);
    for (size_t n = 0; n < out.len; n++) {
        char *copy = memcpy(malloc(n + !n), out.data, n); /* exact, so that sanitizers see overruns */
        assert_int_equal(ktest_parse("f", copy, n, &back, NULL, &error), n == end);
        assert_int_equal(error.len > 0, n != end);
        free(copy);
        test_release(&back);
        str_clear(&error);
    }
    test_release(&t);
    str_release(&out);
    str_release(&error);
}

/* Changed, deleted and repeated bytes: a test or a message, and nothing left over. */
static void test_mutants(void **state) {
    (void)state;
    struct test t = {0};
    struct str out = {0};
    struct rng rng;
    rng_init(&rng, 4);
    fill_test(&t);
    ktest_write(&t, (const char *const[]){"prog", "-x"}, 2, &out);
    size_t live = mem_live_bytes();
    uint32_t accepted = 0, rejected = 0;
    for (int round = 0; round < 100000; round++) {
        struct test back = {0};
        struct str error = {0}, mutant = {0};
        ktest_args args = {0};
        str_add_len(&mutant, out.data, out.len);
        for (uint64_t k = 1 + rng_below(&rng, 3); k > 0 && mutant.len; k--) {
            size_t at = rng_below(&rng, mutant.len);
            switch (rng_below(&rng, 3)) {
            case 0: mutant.data[at] = (char)rng_next(&rng); break;
            case 1: mutant.len = at; break;
            default: str_add_len(&mutant, out.data, at % (out.len + 1)); break;
            }
        }
        char *exact = malloc(mutant.len + !mutant.len);
        memcpy(exact, str_text(&mutant), mutant.len);
        bool ok = ktest_parse("m", exact, mutant.len, &back, &args, &error);
        free(exact);
        assert_int_equal(ok, error.len == 0);
        if (ok) accepted++;
        else rejected++;
        ktest_args_release(&args);
        test_release(&back);
        str_release(&error);
        str_release(&mutant);
        assert_int_equal(mem_live_bytes(), live);
    }
    assert_true(accepted > 1000 && rejected > 1000);
    test_release(&t);
    str_release(&out);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_bytes), cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_files_of_klee), cmocka_unit_test(test_messages),
        cmocka_unit_test(test_missing_file), cmocka_unit_test(test_cut_off),
        cmocka_unit_test(test_mutants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
