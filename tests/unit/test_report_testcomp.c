/* Test-Comp suites: exact texts, round trips, other tools' files, damaged files. */
#include "test_report_util.h"

#include <stdio.h>
#include <unistd.h>

#include "base/sha256.h"
#include "test/testcomp.h"

#define PROLOG                                                                             \
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"                       \
    "<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" " \
    "\"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n"

static void test_sha256(void **state) {
    (void)state;
    struct str out = {0};
    sha256_add(&out, "", 0);
    expect_text(&out, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    sha256_add(&out, "abc", 3);
    expect_text(&out, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    /* The examples of FIPS 180-4 for two blocks and for a million bytes. */
    sha256_add(&out, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56);
    expect_text(&out, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    char *many = memset(malloc(1000000), 'a', 1000000);
    sha256_add(&out, many, 1000000);
    expect_text(&out, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(many);
    str_release(&out);
}

static void test_metadata(void **state) {
    (void)state;
    struct str out = {0};
    char path[] = P_tmpdir "/shrike-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, "abc", 3) == 3);
    close(fd);
    struct testcomp_suite suite = {.producer = "shrike <&>", .specification = "COVER( \"x\" )", .program = path,
                                   .is32 = true, .time = 1700000000};
    testcomp_metadata(&suite, &out);
    unlink(path);
    char expected[2000];
    snprintf(expected, sizeof expected,
             "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
             "<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" "
             "\"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n"
             "<test-metadata>\n"
             "  <sourcecodelang>C</sourcecodelang>\n"
             "  <producer>shrike &lt;&amp;&gt;</producer>\n"
             "  <specification>COVER( &quot;x&quot; )</specification>\n"
             "  <programfile>%s</programfile>\n"
             "  <programhash>ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad</programhash>\n"
             "  <entryfunction>main</entryfunction>\n"
             "  <architecture>32bit</architecture>\n"
             "  <creationtime>2023-11-14T22:13:20Z</creationtime>\n"
             "</test-metadata>\n", path);
    expect_text(&out, expected);
    str_release(&out);
}

static void test_exact_text(void **state) {
    (void)state;
    struct test t = {0};
    struct str out = {0};
    testcomp_write(&t, false, &out);
    expect_text(&out, PROLOG "<testcase>\n</testcase>\n");
    fill_test(&t);
    test_add(&t, TEST_WORD, "<a&b>\"\n\1", "float", "\0\0\xc0\x3f", 4, 0);
    testcomp_write(&t, true, &out);
    expect_text(&out, PROLOG
                "<?shrike uninitialised \"y\" \"\\005\\0\\0\\0\"?>\n"
                "<?shrike argument \"arg00\" \"-v\\0\"?>\n"
                "<?shrike stdin \"stdin\" \"line\\n\"?>\n"
                "<?shrike file \"A-data\" \"\\377\\077>\"?>\n"
                "<testcase coversError=\"true\">\n"
                "  <input variable=\"x\" type=\"int\">-5</input>\n"
                "  <input variable=\"s\" type=\"unsigned char[4]\">&quot;ab\\0c&quot;</input>\n"
                "  <input variable=\"stdin\" type=\"unsigned char[23]\">&quot;so named by the program&quot;</input>\n"
                "  <input variable=\"x\">9801809732607083009</input>\n"
                "  <input variable=\"uninit:z\" type=\"unsigned char[0]\">&quot;&quot;</input>\n"
                "  <input variable=\"&lt;a&amp;b&gt;&quot;&#10;?\" type=\"float\">1.5</input>\n"
                "</testcase>\n");
    test_release(&t);
    str_release(&out);
}

/* What no call returned comes first. */
static void move_others_first(struct test *t) {
    struct test sorted = {0};
    for (int calls = 0; calls < 2; calls++)
        for (uint32_t i = 0; i < t->inputs.len; i++)
            if ((t->inputs.data[i].kind <= TEST_BYTES) == calls) vec_push(&sorted.inputs, t->inputs.data[i]);
    vec_release(&t->inputs);
    *t = sorted;
}

static void test_round_trip(void **state) {
    (void)state;
    struct test t = {0}, back = {0};
    struct str out = {0}, error = {0};
    fill_test(&t);
    mem_free(t.inputs.data[1].type); /* uninitialised values keep none here */
    t.inputs.data[1].type = NULL;
    test_add(&t, TEST_WORD, "\xc3\xb6&#1;\"\t", "long", "\xff\xff\xff\xff", 4, 0);
    test_add(&t, TEST_WORD, "nan", "double", "\1\0\0\0\0\0\xf8\x7f", 8, 0);
    test_add(&t, TEST_WORD, "", "unsigned __int128", "\1\2\3\4\5\6\7\0\1\2\3\4\5\6\7\x99", 16, 0);
    testcomp_write(&t, false, &out);
    if (!testcomp_parse("t.xml", str_text(&out), true, &back, &error)) print_error("%s\n", error.data);
    expect_text(&error, "");
    move_others_first(&t);
    assert_same_test(&t, &back);
    test_release(&t);
    test_release(&back);
    str_release(&out);
    str_release(&error);
}

static void test_other_tools(void **state) {
    (void)state;
    struct test t = {0}, expected = {0};
    struct str error = {0};
    test_add(&expected, TEST_WORD, "", NULL, "\xff\xff\xff\xff\xff\xff\xff\xff", 8, 0);
    test_add(&expected, TEST_WORD, "", NULL, "\x10\0\0\0\0\0\0\0", 8, 0);
    test_add(&expected, TEST_WORD, "", "double", "\0\0\0\0\0\0\xf8\x3f", 8, 0);
    test_add(&expected, TEST_WORD, "v", "struct s", "a\0\0\0\0\0\0\0", 8, 0);
    test_add(&expected, TEST_WORD, "", "unsigned char", "\xff", 1, 0);
    test_add(&expected, TEST_WORD, "", NULL, "\1\0\0\0\0\0\0\0", 8, 0);
    assert_true(testcomp_parse("t", "\xef\xbb\xbf<?xml version='1.0'?><!-- <testcase> -->\n<testcase coversError = 'true' >"
                               "<input>-1</input><input> 0x10\n</input><input>1.5</input><!-- > -->"
                               "<input type='struct s'\nvariable = \"v\">'a'</input >"
                               "<input type=\"unsigned char\"><![CDATA[255]]></input>"
                               "<input type=\"\">tr<!--x-->&#117;&#x65;</input>"
                               "</testcase >\n<!-- end -->\n", false, &t, &error));
    assert_same_test(&t, &expected);
    test_release(&t);
    test_release(&expected);
    assert_true(testcomp_parse("t", "<testcase/>", false, &t, &error));
    assert_int_equal(t.inputs.len, 0);
    str_release(&error);
}

static void test_messages(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"", "t: byte 0: not a test case: no <testcase> here"},
        {"<testcases/>", "t: byte 0: not a test case: no <testcase> here"},
        {"<testcase>", "t: byte 10: neither <input> nor </testcase>"},
        {"<testcase", "t: byte 0: not a test case: no <testcase> here"},
        {"<testcase ", "t: byte 10: the file ends within a tag"},
        {"<testcase a>", "t: byte 11: not an attribute"},
        {"<testcase a=b>", "t: byte 12: an attribute without quotes"},
        {"<testcase><input>1", "t: byte 18: the file ends too early"},
        {"<testcase><input/>", "t: byte 18: an input without a value"},
        {"<testcase><input>x</input>", "t: byte 26: not a value of its type"},
        {"<testcase><input type='unsigned char'>300</input>", "t: byte 49: not a value of its type"},
        {"<testcase><input type='unsigned char[2]'>\"a\"</input>", "t: byte 52: not a literal of that size"},
        {"<testcase><input>&x;</input>", "t: byte 18: not a reference"},
        {"<testcase><input>&#0;</input>", "t: byte 20: not a character reference"},
        {"<testcase><input>&#x110000;</input>", "t: byte 25: no such character"},
        {"<testcase><input><b/></input>", "t: byte 17: an element within an input"},
        {"<testcase></testcase><more/>", "t: byte 21: something follows </testcase>"},
        {"<?shrike argument \"a\"?><testcase/>", "t: byte 21: not an input of another kind"},
        {"<!-- ", "t: byte 4: a comment that does not end"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct test t = {0};
        struct str error = {0};
        bool ok = testcomp_parse("t", cases[i][0], false, &t, &error);
        if (ok) print_error("%s\n", cases[i][0]);
        assert_false(ok);
        expect_text(&error, cases[i][1]);
        assert_int_equal(t.inputs.len, 0);
        str_release(&error);
    }
}

static void test_mutants(void **state) {
    (void)state;
    struct test t = {0};
    struct str out = {0};
    struct rng rng;
    rng_init(&rng, 4);
    fill_test(&t);
    test_add(&t, TEST_WORD, "<&>", "double", "\1\0\0\0\0\0\xf8\x7f", 8, 0);
    testcomp_write(&t, true, &out);
    size_t live = mem_live_bytes();
    uint32_t accepted = 0, rejected = 0;
    static const char special[] = "<>&;\"'?!-[]/\\#x0 \n=";
    for (int round = 0; round < 50000; round++) {
        struct test back = {0};
        struct str error = {0};
        char *mutant = malloc(out.len + 1);
        memcpy(mutant, out.data, out.len + 1);
        for (uint64_t k = 1 + rng_below(&rng, 3); k > 0; k--) {
            size_t n = strlen(mutant), at = n ? rng_below(&rng, n) : 0;
            switch (n ? rng_below(&rng, 4) : 4) {
            case 0: mutant[at] = (char)rng_next(&rng); break;
            case 1: mutant[at] = special[rng_below(&rng, sizeof special - 1)]; break;
            case 2: memmove(mutant + at, mutant + at + 1, n - at); break;
            case 3: if (rng_below(&rng, 4) == 0) mutant = realloc(mutant, at + 1), mutant[at] = 0; break;
            default: break;
            }
        }
        bool ok = testcomp_parse("m", mutant, false, &back, &error);
        assert_int_equal(ok, error.len == 0);
        if (ok) accepted++;
        else rejected++;
        test_release(&back);
        str_release(&error);
        free(mutant);
        assert_int_equal(mem_live_bytes(), live);
    }
    assert_true(accepted > 1000 && rejected > 1000);
    test_release(&t);
    str_release(&out);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sha256), cmocka_unit_test(test_metadata), cmocka_unit_test(test_exact_text),
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_other_tools), cmocka_unit_test(test_messages),
        cmocka_unit_test(test_mutants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
