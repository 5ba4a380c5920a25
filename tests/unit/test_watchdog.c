/* The verdict comes after the time limit, whatever the rest of the process does. */
#include "base/watchdog.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/context.h"

enum how { NEVER_ENDS, FINDS_AND_NEVER_ENDS, CHILD_FINDS, CHILD_TELLS, TELLS, TOO_LATE };

static void spin(void) {
    for (;;) pause();
}

/* An engine in a process of its own. */
static void let_child(struct context *ctx, enum how how) {
    watchdog_expect(ctx, "UNKNOWN", 20);
    if (fork()) return;
    if (how == CHILD_FINDS) watchdog_expect(ctx, "UNSAFE", 10);
    else watchdog_tell(ctx, "SAFE", 0);
    _exit(0);
}

/* What the process does when its time limit comes. */
static void act(enum how how) {
    struct context ctx;
    context_init(&ctx);
    ctx.limits.deadline_ns = clock_ns();
    watchdog_start(&ctx);
    assert_non_null(ctx.watchdog);
    if (how == NEVER_ENDS) watchdog_expect(&ctx, "UNKNOWN", 20);
    if (how == FINDS_AND_NEVER_ENDS) watchdog_expect(&ctx, "UNSAFE", 10);
    if (how == CHILD_FINDS || how == CHILD_TELLS) let_child(&ctx, how);
    spin();
}

/* As act, but the verdict is told before the thread looks. */
static void tell(enum how how) {
    struct watchdog w = {.status = 20};
    struct context ctx;
    context_init(&ctx);
    ctx.watchdog = &w;
    watchdog_expect(&ctx, "UNKNOWN", 20);
    watchdog_claim(&ctx, 0);
    assert_true(w.told && w.status == 0);
    if (how == TOO_LATE) {
        alarm(1);
        watchdog_claim(&ctx, 0); /* does not return */
        _exit(3);
    }
    _exit(w.status);
}

static int run(enum how how, char *out, size_t size) {
    int ends[2], status;
    ssize_t got = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        if (how <= CHILD_TELLS) act(how);
        tell(how);
    }
    close(ends[1]);
    for (ssize_t n; (n = read(ends[0], out + got, size - 1 - (size_t)got)) > 0;) got += n;
    out[got] = 0;
    close(ends[0]);
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void test_ends_what_does_not_end(void **state) {
    char out[100];
    (void)state;
    assert_int_equal(run(NEVER_ENDS, out, sizeof out), 20);
    assert_string_equal(out, "UNKNOWN\n");
    assert_int_equal(run(FINDS_AND_NEVER_ENDS, out, sizeof out), 10);
    assert_string_equal(out, "UNSAFE\n");
}

static void test_knows_what_other_processes_said(void **state) {
    char out[100];
    (void)state;
    assert_int_equal(run(CHILD_FINDS, out, sizeof out), 10);
    assert_string_equal(out, "UNSAFE\n");
    assert_int_equal(run(CHILD_TELLS, out, sizeof out), 0);
    assert_string_equal(out, "SAFE\n");
}

static void test_tells_once(void **state) {
    char out[100];
    (void)state;
    assert_int_equal(run(TELLS, out, sizeof out), 0);
    assert_string_equal(out, "");
    assert_int_equal(run(TOO_LATE, out, sizeof out), -14); /* by the alarm */
}

static void test_without_a_limit(void **state) {
    struct context ctx;
    (void)state;
    context_init(&ctx);
    watchdog_start(&ctx);
    assert_non_null(ctx.watchdog);
    assert_int_equal(ctx.watchdog->end_ns, 0); /* no thread that ends us */
    watchdog_expect(&ctx, "SAFE", 0);
    watchdog_claim(&ctx, 0);
    context_release(&ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends_what_does_not_end),
        cmocka_unit_test(test_knows_what_other_processes_said),
        cmocka_unit_test(test_tells_once),
        cmocka_unit_test(test_without_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
