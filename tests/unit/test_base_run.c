/* Options, statistics, messages, limits: what a run's context is made of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/context.h"
#include "base/mem.h"
#include "base/str.h"

static int no_live_bytes(void **state) {
    (void)state;
    return mem_live_bytes() == 0 ? 0 : -1;
}

/* ---- options ---- */

static enum option_result parse(struct options *opt, const char *first, const char *second, int *used,
                                struct str *error) {
    char a[64], b[64];
    snprintf(a, sizeof a, "%s", first);
    snprintf(b, sizeof b, "%s", second ? second : "");
    char *argv[] = {a, b, NULL};
    str_clear(error);
    return options_parse(opt, CMD_RUN, argv, second ? 2 : 1, used, error);
}

static void test_option_values(void **state) {
    (void)state;
    struct options opt;
    struct str error = {0};
    int used;
    options_init(&opt);
    assert_int_equal(opt.timeout, 0);
    assert_int_equal(opt.seed, 1);
    assert_int_equal(opt.log, LOG_WARNING);
    assert_false(opt.stats);
    assert_null(opt.json);
    assert_int_equal(parse(&opt, "--timeout=30", NULL, &used, &error), OPTION_OK);
    assert_int_equal(opt.timeout, 30);
    assert_int_equal(used, 1);
    assert_int_equal(parse(&opt, "--seed", "77", &used, &error), OPTION_OK);
    assert_int_equal(opt.seed, 77);
    assert_int_equal(used, 2);
    assert_int_equal(parse(&opt, "--log=debug", NULL, &used, &error), OPTION_OK);
    assert_int_equal(opt.log, LOG_DEBUG);
    assert_int_equal(parse(&opt, "--stats", "file.c", &used, &error), OPTION_OK);
    assert_true(opt.stats);
    assert_int_equal(used, 1);
    assert_int_equal(parse(&opt, "--no-stats", NULL, &used, &error), OPTION_OK);
    assert_false(opt.stats);
    options_release(&opt);
    str_release(&error);
}

static void test_option_keeps_value_by_pointer(void **state) {
    (void)state;
    struct options opt;
    struct str error = {0};
    int used;
    char word[] = "--json=out.json";
    char *argv[] = {word, NULL};
    options_init(&opt);
    assert_int_equal(options_parse(&opt, CMD_RUN, argv, 1, &used, &error), OPTION_OK);
    assert_ptr_equal(opt.json, word + 7);
    options_release(&opt);
    str_release(&error);
}

static void test_option_mistakes(void **state) {
    (void)state;
    static const struct { const char *word; enum option_result result; const char *says; } rows[] = {
        {"--nonsense", OPTION_UNKNOWN, "unknown option '--nonsense'"},
        {"--", OPTION_UNKNOWN, "unknown option"},
        {"--timeou=5", OPTION_UNKNOWN, "unknown option"},
        {"--no-timeout", OPTION_UNKNOWN, "unknown option"},
        {"--timeout=", OPTION_INVALID, "--timeout needs a whole number from 0 to"},
        {"--timeout=-1", OPTION_INVALID, "not '-1'"},
        {"--timeout=5s", OPTION_INVALID, "not '5s'"},
        {"--timeout=99999999999999999999", OPTION_INVALID, "--timeout needs"},
        {"--seed=x", OPTION_INVALID, "--seed needs a whole number of at least 0"},
        {"--timeout", OPTION_INVALID, "--timeout needs a value"},
        {"--log=loud", OPTION_INVALID, "--log needs one of error|warning|info|debug, not 'loud'"},
        {"--log=err", OPTION_INVALID, "not 'err'"},
        {"--stats=yes", OPTION_INVALID, "--stats takes no value"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct options opt;
        struct str error = {0};
        int used;
        options_init(&opt);
        assert_int_equal(parse(&opt, rows[i].word, NULL, &used, &error), rows[i].result);
        assert_non_null(strstr(str_text(&error), rows[i].says));
        assert_int_equal(opt.timeout, 0);
        options_release(&opt);
        str_release(&error);
    }
}

static void test_option_help(void **state) {
    (void)state;
    struct str help = {0};
    options_help(CMD_RUN, true, &help);
    assert_non_null(strstr(str_text(&help), "--timeout S"));
    assert_non_null(strstr(str_text(&help), "--log=error|warning|info|debug"));
    assert_non_null(strstr(str_text(&help), "[1]")); /* the seed's default */
    for (const char *line = help.data; *line;) { /* two spaces, then an option */
        assert_memory_equal(line, "  --", 4);
        line = strchr(line, '\n');
        assert_non_null(line);
        line++;
    }
    str_release(&help);
}

/* ---- statistics ---- */

static void sleep_ms(long ms) {
    struct timespec pause = {0, ms * 1000000};
    nanosleep(&pause, NULL);
}

static void test_timers(void **state) {
    (void)state;
    struct stats stats;
    stats_init(&stats);
    timer_start(&stats.t_total);
    sleep_ms(20);
    double open = timer_seconds(&stats.t_total);
    assert_true(open >= 0.019 && open < 5);
    timer_stop(&stats.t_total);
    double closed = timer_seconds(&stats.t_total);
    assert_true(closed >= open);
    sleep_ms(5);
    assert_true(timer_seconds(&stats.t_total) == closed);
    timer_start(&stats.t_total);
    timer_stop(&stats.t_total);
    assert_int_equal(stats.t_total.spans, 2);
    assert_true(timer_seconds(&stats.t_total) >= closed);
    uint64_t now = clock_ns();
    assert_true(clock_ns() >= now);
}

static void test_stats_text(void **state) {
    (void)state;
    struct stats stats;
    struct str out = {0};
    stats_init(&stats);
    stats_print(&stats, &out);
    assert_string_equal(str_text(&out), ""); /* what is zero is not shown */
    timer_start(&stats.t_total);
    timer_stop(&stats.t_total);
    stats_print(&stats, &out);
    assert_non_null(strstr(str_text(&out), "whole run"));
    str_clear(&out);
    stats_json(&stats, NULL, &out);
    assert_int_equal(out.data[0], '{');
    assert_int_equal(out.data[out.len - 1], '}');
    assert_non_null(strstr(str_text(&out), "\"run.total_s\":0."));
    assert_null(strstr(str_text(&out), ",,"));
    str_release(&out);
}

/* ---- messages ---- */

static void test_log(void **state) {
    (void)state;
    FILE *file = tmpfile();
    struct log log;
    assert_non_null(file);
    log_init(&log, file);
    assert_false(log.colour);
    log_error(&log, "broken %d", 1);
    log_warning(&log, "odd");
    log_info(&log, "quiet");
    log_debug(&log, "quieter");
    log.level = LOG_DEBUG;
    log_debug(&log, "now heard");
    log.colour = true;
    log_error(&log, "red");
    char text[512] = {0};
    rewind(file);
    size_t n = fread(text, 1, sizeof text - 1, file);
    assert_true(n > 0);
    assert_string_equal(text, "shrike: error: broken 1\nshrike: warning: odd\nshrike: debug: now heard\n"
                              "shrike: \033[31merror:\033[0m red\n");
    assert_int_equal(log.counts[LOG_ERROR], 2);
    assert_int_equal(log.counts[LOG_WARNING], 1);
    fclose(file);
}

/* ---- limits ---- */

static enum limit ask_often(struct limits *limits) {
    enum limit hit = LIMIT_NONE;
    for (int i = 0; i < 10000 && !hit; i++) hit = limits_hit(limits);
    return hit;
}

static void test_limit_none(void **state) {
    (void)state;
    struct limits limits;
    limits_init(&limits);
    limits_set(&limits, 0, 0);
    assert_int_equal(ask_often(&limits), LIMIT_NONE);
    assert_string_equal(limit_name(LIMIT_NONE), "none");
}

static void test_limit_time(void **state) {
    (void)state;
    struct limits limits;
    limits_init(&limits);
    limits_set(&limits, 1, 0);
    assert_int_equal(ask_often(&limits), LIMIT_NONE);
    limits.deadline_ns = clock_ns() - 1; /* as if the second were over */
    assert_int_equal(ask_often(&limits), LIMIT_TIME);
    limits.deadline_ns = 0;
    assert_int_equal(limits_look(&limits), LIMIT_TIME); /* stays */
    assert_string_equal(limit_name(LIMIT_TIME), "time limit");
}

static void test_limit_memory(void **state) {
    (void)state;
    struct limits limits;
    limits_init(&limits);
    limits_set(&limits, 0, 1);
    assert_int_equal(ask_often(&limits), LIMIT_NONE);
    void *big = mem_alloc(2 << 20);
    assert_int_equal(ask_often(&limits), LIMIT_MEMORY);
    mem_free(big);
    assert_int_equal(limits_look(&limits), LIMIT_MEMORY);
    assert_string_equal(limit_name(LIMIT_MEMORY), "memory limit");
}

static void test_limit_interrupt(void **state) {
    (void)state;
    volatile sig_atomic_t flag = 0;
    struct limits limits;
    limits_init(&limits);
    limits.interrupted = &flag;
    assert_int_equal(ask_often(&limits), LIMIT_NONE);
    flag = 1;
    assert_int_equal(ask_often(&limits), LIMIT_INTERRUPT);
    assert_string_equal(limit_name(LIMIT_INTERRUPT), "interrupted");
}

/* ---- context ---- */

static void test_context(void **state) {
    (void)state;
    struct context ctx;
    context_init(&ctx);
    ctx.opt.seed = 9;
    ctx.opt.log = LOG_DEBUG;
    ctx.opt.timeout = 100;
    context_apply_options(&ctx);
    struct rng same;
    rng_init(&same, 9);
    assert_int_equal(rng_next(&ctx.rng), rng_next(&same));
    assert_int_equal(ctx.log.level, LOG_DEBUG);
    assert_true(ctx.limits.deadline_ns > clock_ns());
    assert_true(ctx.limits.max_bytes > 0); /* what the machine has left */
    context_release(&ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_option_values, no_live_bytes),
        cmocka_unit_test_teardown(test_option_keeps_value_by_pointer, no_live_bytes),
        cmocka_unit_test_teardown(test_option_mistakes, no_live_bytes),
        cmocka_unit_test_teardown(test_option_help, no_live_bytes),
        cmocka_unit_test_teardown(test_timers, no_live_bytes),
        cmocka_unit_test_teardown(test_stats_text, no_live_bytes),
        cmocka_unit_test_teardown(test_log, no_live_bytes),
        cmocka_unit_test_teardown(test_limit_none, no_live_bytes),
        cmocka_unit_test_teardown(test_limit_time, no_live_bytes),
        cmocka_unit_test_teardown(test_limit_memory, no_live_bytes),
        cmocka_unit_test_teardown(test_limit_interrupt, no_live_bytes),
        cmocka_unit_test_teardown(test_context, no_live_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
