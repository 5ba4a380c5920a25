/* What the interpreter claims, confirmed by the compiled program: the way of
 * verify and test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/context.h"
#include "base/str.h"
#include "exec/core/exec.h"
#include "exec/decide/fork.h"
#include "exec/library/builtin.h"
#include "exec/run/program.h"
#include "front/front.h"
#include "replay/replay.h"
#include "test/test.h"
#include "test_files.h"

static const char source[] = "int nondet_int(void);\n"
                             "static int get(int *p, int i) {\n"
                             "    return p[i]; }\n"
                             "int main(void) {\n"
                             "    int a[4] = {0}, i = 4;\n"
                             "    return get(a, i) + nondet_int(); }\n";

static void program_path(struct str *path) {
    temp_path name;
    int fd = temp_file(name, ".c");
    assert_true(fd >= 0);
    close(fd);
    str_add(path, name);
    assert_true(str_write_file(path->data, source, sizeof source - 1));
}

static struct replay_library read_library(struct str *bytes) {
    assert_true(str_read_file(bytes, "build/replay/replay64.o"));
    const unsigned char *data = (const unsigned char *)bytes->data;
    return (struct replay_library){data, data + bytes->len, data, data};
}

static enum replay_result run(struct replay *r, const struct test *t, const struct bug *bug, struct program *p) {
    struct str what = {0};
    enum replay_result result = replay_run(r, t, bug, p, &what);
    assert_true(what.len > 0);
    str_release(&what);
    return result;
}

static void trace_runs(struct replay *r, const struct test *t) {
    struct replay_trace one = {0}, two = {0};
    struct str error = {0};
    assert_true(replay_trace(r, t, NULL, &one, &error));
    assert_true(replay_trace(r, t, NULL, &two, &error));
    assert_int_equal(one.count, 2); /* main and get have a block each */
    assert_int_equal(one.ids.len, 2);
    assert_int_not_equal(one.ids.data[0], one.ids.data[1]);
    assert_true(one.hash == two.hash);
    assert_int_equal(access(replay_trace_bitcode(r), R_OK), 0);
    replay_trace_release(&one);
    replay_trace_release(&two);
    str_release(&error);
}

static void confirm(struct context *ctx, struct program *p, const struct front_input *input,
                    struct bug *bug) {
    struct str bytes = {0}, error = {0};
    struct replay_library library = read_library(&bytes);
    struct replay *r = replay_new(ctx, input, &library, &error);
    assert_non_null(r);
    struct test t = {0};
    assert_int_equal(run(r, &t, bug, p), REPLAY_CONFIRMED);
    assert_int_equal(run(r, &t, NULL, p), REPLAY_CONFIRMED);
    bug->kind = BUG_DIVISION;
    assert_int_equal(run(r, &t, bug, p), REPLAY_DIFFERENT);
    bug->kind = BUG_EXTERNAL;
    assert_int_equal(run(r, &t, bug, p), REPLAY_UNABLE);
    bug->kind = BUG_BOUNDS;
    bug->pos = bug->stack.data[1].pos; /* the caller's */
    assert_int_equal(run(r, &t, bug, p), REPLAY_DIFFERENT);
    test_add(&t, TEST_WORD, "x", "int", "abcd", 4, 0);
    trace_runs(r, &t);
    test_release(&t);
    replay_free(r);
    str_release(&bytes);
    str_release(&error);
}

static void interpreter_and_native(void **state) {
    (void)state;
    size_t live = mem_live_bytes();
    struct context ctx;
    context_init(&ctx);
    struct str path = {0}, none = {0};
    program_path(&path);
    const char *file = path.data;
    struct front_input input = {.files = &file, .nfiles = 1, .entry = "main", .builtin = builtin_find,
                                .is_error = builtin_is_error};
    struct program *p = front_load(&ctx, &input);
    assert_non_null(p);
    check_set checks;
    assert_true(checks_parse(NULL, &checks, &none));
    struct exec x;
    exec_init(&x, &ctx, p, checks, &fork_decider);
    exec_program(&x, 1, &file);
    assert_int_equal(x.stop, STOP_BUG);
    assert_int_equal(x.bug.kind, BUG_BOUNDS);
    confirm(&ctx, p, &input, &x.bug);
    exec_release(&x);
    program_free(p);
    context_release(&ctx);
    unlink(path.data);
    str_release(&path);
    assert_int_equal(mem_live_bytes(), live);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(interpreter_and_native)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
