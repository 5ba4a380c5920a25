/* Output folders: names, ownership, locks, and files that are complete or absent. */
#include "test_report_util.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/context.h"
#include "exec/core/bug.h"
#include "report/folder.h"
#include "test/ktest.h"
#include "test/testcomp.h"
#include "test_files.h"
#include "test_ir_builder.h"

struct fixture {
    struct context ctx;
    temp_path dir;
    char old[4096];
    FILE *log;
    char *messages;
    size_t length;
};

/* Each test in an empty folder of its own, with messages kept. */
static int setup(void **state) {
    struct fixture *x = calloc(1, sizeof *x);
    context_init(&x->ctx);
    x->log = open_memstream(&x->messages, &x->length);
    log_init(&x->ctx.log, x->log);
    *state = x;
    return getcwd(x->old, sizeof x->old) && temp_folder(x->dir) && chdir(x->dir) == 0 ? 0 : -1;
}

static int teardown(void **state) {
    struct fixture *x = *state;
    bool failed = chdir(x->old) != 0 || !temp_folder_remove(x->dir);
    context_release(&x->ctx);
    fclose(x->log);
    free(x->messages);
    free(x);
    return failed || mem_live_bytes() != 0;
}

static void expect_messages(struct fixture *x, const char *text) {
    fflush(x->log);
    x->messages[x->length] = 0;
    assert_string_equal(x->messages, text);
    rewind(x->log);
}

static void expect_file(const char *path, const char *text) {
    struct str s = {0};
    assert_true(str_read_file(&s, path));
    assert_string_equal(str_text(&s), text);
    str_release(&s);
}

static bool exists(const char *path) { return access(path, F_OK) == 0; }

static void expect_link(const char *target) {
    char to[64] = "";
    assert_true(readlink("shrike-last", to, sizeof to - 1) > 0);
    assert_string_equal(to, target);
}

static void test_numbers(void **state) {
    struct fixture *x = *state;
    struct folder *first = folder_open(&x->ctx, NULL), *second = folder_open(&x->ctx, NULL);
    assert_string_equal(folder_name(first), "shrike-out-0");
    assert_string_equal(folder_name(second), "shrike-out-1");
    expect_link("shrike-out-1");
    struct str text = {0};
    str_add(&text, "hello\n");
    assert_true(folder_write(second, "info", &text));
    expect_file("shrike-last/info", "hello\n");
    str_add(&text, "again\n");
    assert_true(folder_write(second, "info", &text));
    expect_file("shrike-last/info", "hello\nagain\n");
    folder_close(first);
    folder_close(second);
    folder_close(NULL);
    /* A file of the user in place of the link is not touched. */
    unlink("shrike-last");
    assert_true(str_write_file("shrike-last", "mine", 4));
    first = folder_open(&x->ctx, NULL);
    assert_string_equal(folder_name(first), "shrike-out-2");
    expect_file("shrike-last", "mine");
    expect_messages(x, "shrike: warning: shrike-last is not a link that shrike made; left unchanged\n");
    folder_close(first);
    str_release(&text);
}

static void test_named(void **state) {
    struct fixture *x = *state;
    struct test t = {0};
    struct str text = {0};
    struct folder *f = folder_open(&x->ctx, "out");
    assert_non_null(f);
    assert_false(exists("shrike-last"));
    assert_null(folder_open(&x->ctx, "out"));
    expect_messages(x, "shrike: error: another run of shrike uses out\n");
    assert_int_equal(folder_add_test(f, &t, FORMAT_KTEST, NULL, NULL, NULL), 1);
    assert_int_equal(folder_add_test(f, &t, FORMAT_TESTCOMP, NULL, NULL, NULL), 2);
    assert_true(folder_write(f, "run.stats", &text));
    folder_close(f);
    assert_true(exists("out/test000001.ktest") && exists("out/testcase-000002.xml"));

    /* Again: our results go, what the user has put there stays. */
    static const char *const kept[] = {"out/notes", "out/tests.txt", "out/test1", "out/testcase-x.xml"};
    for (int i = 0; i < 4; i++) assert_true(str_write_file(kept[i], "x", 1));
    assert_true(str_write_file("out/.tmp-test000003.ktest", "KT", 2));
    f = folder_open(&x->ctx, "out");
    assert_non_null(f);
    assert_false(exists("out/test000001.ktest") || exists("out/testcase-000002.xml") || exists("out/run.stats") ||
                 exists("out/.tmp-test000003.ktest"));
    for (int i = 0; i < 4; i++) assert_true(exists(kept[i]));
    assert_int_equal(folder_tests(f), 0);
    folder_close(f);
}

static void test_refused(void **state) {
    struct fixture *x = *state;
    mkdir("empty", 0777);
    mkdir("full", 0777);
    mkdir("odd", 0777);
    assert_true(str_write_file("full/thesis.tex", "x", 1));
    assert_true(str_write_file("file", "x", 1));
    mkdir("odd/.shrike", 0777); /* a folder is not our mark */
    struct folder *f = folder_open(&x->ctx, "empty");
    assert_non_null(f);
    folder_close(f);
    expect_messages(x, "");
    assert_null(folder_open(&x->ctx, "full"));
    expect_messages(x, "shrike: error: full is neither empty nor an output folder of shrike\n");
    assert_true(exists("full/thesis.tex"));
    assert_false(exists("full/.shrike"));
    assert_null(folder_open(&x->ctx, "odd"));
    expect_messages(x, "shrike: error: odd is neither empty nor an output folder of shrike\n");
    assert_null(folder_open(&x->ctx, "file"));
    expect_messages(x, "shrike: error: file: Not a directory\n");
    assert_null(folder_open(&x->ctx, "no/such"));
    expect_messages(x, "shrike: error: no/such: No such file or directory\n");
}

static struct program *make_bug(struct bug *bug) {
    struct program *p = build_program();
    memset(bug, 0, sizeof *bug);
    bug->kind = BUG_BOUNDS;
    bug->pos = build_position(p, 9);
    str_add(&bug->message, "write of 1 byte behind 'a'");
    vec_push(&bug->stack, (struct bug_frame){"main", bug->pos});
    return p;
}

static void drop_bug(struct program *p, struct bug *bug) {
    str_release(&bug->message);
    vec_release(&bug->stack);
    program_free(p);
}

static void test_reports(void **state) {
    struct fixture *x = *state;
    struct test t = {0}, back = {0};
    struct bug bug;
    struct str error = {0};
    ktest_args args = {0};
    struct program *p = make_bug(&bug);
    struct folder *f = folder_open(&x->ctx, "out");
    folder_set_arguments(f, (const char *const[]){"prog.c", "-x"}, 2);
    test_add(&t, TEST_WORD, "x", "int", "\xfb\xff\xff\xff", 4, 0);
    assert_int_equal(folder_add_test(f, &t, FORMAT_KTEST, NULL, NULL, NULL), 1);
    assert_int_equal(folder_add_test(f, &t, FORMAT_KTEST, &bug, p, NULL), 2);
    assert_int_equal(folder_add_test(f, &t, FORMAT_TESTCOMP, &bug, p, NULL), 3);
    assert_int_equal(folder_tests(f), 3);
    expect_file("out/test000002.out-of-bounds.err",
                "src/prog.c:9:3: error: write of 1 byte behind 'a' [out-of-bounds]\n"
                "  src/prog.c does not exist; cannot show its text\n"
                "  in main at src/prog.c:9:3\n"
                "  with inputs\n"
                "    x = -5 (0xfffffffb)\n");
    expect_file("out/test000002.out-of-bounds.json",
                "{\"kind\":\"out-of-bounds\",\"message\":\"write of 1 byte behind 'a'\",\"file\":\"src/prog.c\","
                "\"line\":9,\"column\":3,\"cwe\":119,\"stack\":[{\"function\":\"main\",\"file\":\"src/prog.c\",\"line\":9,"
                "\"column\":3}],\"inputs\":[{\"name\":\"x\",\"kind\":\"word\",\"type\":\"int\",\"size\":4,"
                "\"value\":\"-5 (0xfffffffb)\",\"bytes\":\"fbffffff\"}]}\n");
    assert_true(exists("out/testcase-000003.out-of-bounds.err"));
    assert_true(ktest_read("out/test000002.ktest", &back, &args, &error));
    assert_same_test(&t, &back);
    assert_int_equal(args.len, 2);
    assert_string_equal(args.data[1], "-x");
    ktest_args_release(&args);
    test_release(&back);
    assert_true(testcomp_read("out/testcase-000003.xml", false, &back, &error));
    assert_same_test(&t, &back);
    expect_messages(x, "");
    test_release(&back);
    test_release(&t);
    folder_close(f);
    drop_bug(p, &bug);
}

/* A full disk, played by a limit on the size of files. */
static void test_no_room(void **state) {
    struct fixture *x = *state;
    struct str text = {0};
    struct folder *f = folder_open(&x->ctx, "out");
    struct rlimit old, small;
    str_add(&text, "old");
    assert_true(folder_write(f, "info", &text));
    for (int i = 0; i < 5000; i++) str_add(&text, "0123456789");
    getrlimit(RLIMIT_FSIZE, &old);
    small = (struct rlimit){4096, old.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    bool ok = folder_write(f, "info", &text);
    setrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, SIG_DFL);
    assert_false(ok);
    expect_messages(x, "shrike: error: out/info: File too large\n");
    expect_file("out/info", "old");
    assert_false(exists("out/.tmp-info"));
    folder_close(f);
    str_release(&text);
}

/* Writes until it is killed. */
static void write_forever(struct fixture *x) {
    struct test t = {0};
    struct bug bug;
    struct program *p = make_bug(&bug);
    struct folder *f = folder_open(&x->ctx, "out");
    char *bytes = memset(malloc(100000), 'x', 100000);
    test_add(&t, TEST_BYTES, "big", NULL, bytes, 100000, 0);
    while (f) folder_add_test(f, &t, folder_tests(f) % 2 ? FORMAT_KTEST : FORMAT_TESTCOMP, &bug, p, NULL);
    _exit(1);
}

static uint32_t check_complete(void) {
    uint32_t count = 0;
    DIR *dir = opendir("out");
    for (struct dirent *e; dir && (e = readdir(dir));) {
        if (e->d_name[0] == '.') continue;
        struct test t = {0};
        struct str error = {0}, path = {0}, text = {0};
        str_addf(&path, "out/%s", e->d_name);
        if (str_ends(e->d_name, ".ktest")) assert_true(ktest_read(path.data, &t, NULL, &error));
        if (str_ends(e->d_name, ".xml")) assert_true(testcomp_read(path.data, false, &t, &error));
        bool report = str_ends(e->d_name, ".err") || str_ends(e->d_name, ".json");
        if (report) {
            assert_true(str_read_file(&text, path.data));
            assert_true(str_ends(text.data, str_ends(path.data, ".err") ? " (100000 bytes)\n" : "}]}\n"));
            *strchr(path.data + 4, '.') = 0; /* and its test is there */
            str_clear(&text);
            str_addf(&text, "%s%s", path.data, str_starts(e->d_name, "testcase-") ? ".xml" : ".ktest");
            assert_true(exists(text.data));
        }
        count++;
        test_release(&t);
        str_release(&error);
        str_release(&path);
        str_release(&text);
    }
    if (dir) closedir(dir);
    return count;
}

static void test_killed(void **state) {
    struct fixture *x = *state;
    struct rng rng;
    uint32_t files = 0;
    rng_init(&rng, 5);
    for (int round = 0; round < 25; round++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (!child) write_forever(x);
        usleep((useconds_t)(3000 + rng_below(&rng, 30000)));
        kill(child, SIGKILL);
        int status;
        waitpid(child, &status, 0);
        assert_true(WIFSIGNALED(status)); /* it opened the folder, whatever the last one left */
        files += check_complete();
    }
    assert_true(files > 25);
    struct folder *f = folder_open(&x->ctx, "out");
    assert_non_null(f);
    assert_int_equal(check_complete(), 0);
    folder_close(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_numbers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_named, setup, teardown),
        cmocka_unit_test_setup_teardown(test_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(test_reports, setup, teardown),
        cmocka_unit_test_setup_teardown(test_no_room, setup, teardown),
        cmocka_unit_test_setup_teardown(test_killed, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
