/* shrike replay: runs a test natively, under sanitizers. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "cli/commands.h"
#include "cli/find.h"
#include "cli/trace.h"
#include "exec/core/check.h"
#include "replay/replay.h"
#include "session/entry.h"
#include "session/library.h"
#include "test/inline.h"
#include "test/ktest.h"
#include "test/test.h"

static enum bug_kind kind_named(const char *slug, size_t len) {
    static const enum bug_kind all[] = {
#define BUG(name, slug, check) BUG_##name,
#include "exec/core/bug_kinds.def"
#undef BUG
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strlen(bug_slug(all[i])) == len && memcmp(bug_slug(all[i]), slug, len) == 0) return all[i];
    return BUG_NONE;
}

/* "KIND" or "KIND:FILE:LINE"; the file's name goes into *file. */
static bool parse_claim(const char *text, struct str *file, struct replay_claim *claim) {
    size_t len = strcspn(text, ":");
    claim->kind = kind_named(text, len);
    if (!claim->kind || !text[len]) return claim->kind != BUG_NONE;
    const char *name = text + len + 1, *colon = strrchr(name, ':');
    if (!colon || colon == name) return false;
    char *end;
    unsigned long line = strtoul(colon + 1, &end, 10);
    str_add_len(file, name, (size_t)(colon - name));
    claim->file = str_text(file);
    claim->line = (uint32_t)line;
    return end != colon + 1 && !*end && line > 0 && line < UINT32_MAX;
}

static void show_output(struct replay *r) {
    struct str out = {0}, err = {0};
    replay_output(r, &out, &err);
    fwrite(str_text(&out), 1, out.len, stderr);
    fwrite(str_text(&err), 1, err.len, stderr);
    str_release(&out);
    str_release(&err);
}

/* False: the path is not the recorded one, or there is no trace. */
static bool show_trace(struct context *ctx, struct replay *r, const struct test *t, const char *name) {
    struct replay_trace trace = {0};
    struct str text = {0};
    bool ok = replay_trace(r, t, NULL, &trace, &text), same = ok;
    if (ok) {
        str_addf(&text, "trace: %" PRIu64 " blocks, hash %016" PRIx64 "\n", trace.count, trace.hash);
        same = trace_compare(name, &trace, &text);
        fputs(str_text(&text), stdout);
    } else {
        log_error(&ctx->log, "no trace: %s", str_text(&text));
    }
    replay_trace_release(&trace);
    str_release(&text);
    return same;
}

static int status_of(enum replay_result result) {
    switch (result) {
    case REPLAY_CONFIRMED:
    case REPLAY_ORDINARY: return EXIT_UNSAFE;
    case REPLAY_NOT_CONFIRMED: return EXIT_FINE;
    default: return EXIT_UNKNOWN;
    }
}

/* What several tests say together: an error, else a doubt, else nothing. */
static int worse(int a, int b) {
    if (a == EXIT_WRONG || b == EXIT_WRONG) return EXIT_WRONG;
    if (a == EXIT_UNSAFE || b == EXIT_UNSAFE) return EXIT_UNSAFE;
    return a > b ? a : b;
}

/* The inputs of --with. */
static bool read_with(const struct context *ctx, bool is32, struct test *t, struct str *error) {
    for (uint32_t i = 0; i < ctx->opt.with.len; i++)
        if (!inline_read(ctx->opt.with.data[i], is32, t, error)) return false;
    return true;
}

/* Says what is wrong before the program is compiled. */
static bool can_read_with(const struct context *ctx, bool is32, struct str *error) {
    struct test t = {0};
    bool ok = read_with(ctx, is32, &t, error);
    test_release(&t);
    return ok;
}

/* name NULL: the test is on the command line. */
static int run_test(struct context *ctx, struct replay *r, const char *name, bool is32,
                    const struct replay_claim *claim) {
    struct test t = {0};
    struct str text = {0};
    int status = EXIT_WRONG;
    if (name ? ktest_read(name, &t, NULL, &text) : read_with(ctx, is32, &t, &text)) {
        enum replay_result result = replay_run_claim(r, &t, claim, NULL, &text);
        status = status_of(result);
        if (ctx->opt.show_output) show_output(r);
        if (ctx->opt.trace && name && !show_trace(ctx, r, &t, name)) status = EXIT_WRONG;
        printf("%s\n%s\n", str_text(&text), replay_result_name(result));
    } else {
        log_error(&ctx->log, "%s", str_text(&text));
    }
    test_release(&t);
    str_release(&text);
    return status;
}

/* Can all tests be read? Says which cannot, before the program is compiled. */
static bool readable(struct context *ctx, const char *const *tests, uint32_t n) {
    struct str error = {0};
    bool ok = true;
    for (uint32_t i = 0; i < n && ok; i++) {
        struct test t = {0};
        ok = ktest_read(tests[i], &t, NULL, &error);
        test_release(&t);
    }
    if (!ok) log_error(&ctx->log, "%s", str_text(&error));
    str_release(&error);
    return ok;
}

/* line->files has the program; the tests follow behind it. */
static int run_tests(struct context *ctx, const struct command_line *line, uint32_t ntests,
                     const struct replay_claim *claim) {
    static const struct replay_library library = {replay64, replay64_end, replay32, replay32_end};
    struct front_input input;
    struct str headers = {0}, error = {0};
    const char *const *tests = line->files.data + line->files.len;
    if (!entry_prepare(ctx, line)) return EXIT_WRONG;
    command_input(ctx, line, &input, &headers);
    struct replay *r = replay_new(ctx, &input, &library, &error);
    int status = r ? EXIT_FINE : EXIT_WRONG;
    if (!r) log_error(&ctx->log, "%s", str_text(&error));
    if (r && !ntests) status = run_test(ctx, r, NULL, line->is32, claim);
    for (uint32_t i = 0; r && i < ntests && !limits_look(&ctx->limits); i++) {
        if (ntests > 1) printf("%s\n", tests[i]);
        status = worse(status, run_test(ctx, r, tests[i], line->is32, claim));
        fflush(stdout);
    }
    replay_free(r);
    str_release(&headers);
    str_release(&error);
    return status;
}

/* Takes the tests off the files: the last one, and those before it that are called so. None if all are C: a program
 * that takes no inputs needs none, and reports say so. */
static uint32_t take_tests(struct command_line *line) {
    uint32_t n = 1;
    if (front_kind_of(vec_last(&line->files)) == FRONT_C) return 0;
    while (n + 1 < line->files.len && str_ends(line->files.data[line->files.len - n - 1], ".ktest")) n++;
    line->files.len -= n;
    return n;
}

int cli_replay(struct context *ctx, struct command_line *line) {
    struct str error = {0}, file = {0};
    struct replay_claim claim = {0};
    check_set checks;
    int status = EXIT_WRONG;
    if (line->files.len < 2 && !ctx->opt.with.len && front_kind_of(line->files.data[0]) != FRONT_C)
        str_add(&error, "usage: shrike replay FILE... TEST.ktest... (or --with INPUT...)");
    else if (ctx->opt.expect && !parse_claim(ctx->opt.expect, &file, &claim))
        str_addf(&error, "--expect: '%s' is not KIND or KIND:FILE:LINE", ctx->opt.expect);
    else if (checks_parse(ctx->opt.check, &checks, &error) && can_read_with(ctx, line->is32, &error)) {
        uint32_t ntests = ctx->opt.with.len ? 0 : take_tests(line);
        struct units u;
        units_init(&u);
        if (readable(ctx, line->files.data + line->files.len, ntests) && cli_find(ctx, line, ntests, &u))
            status = run_tests(ctx, line, ntests, ctx->opt.expect ? &claim : NULL);
        units_release(&u);
    }
    if (error.len) log_error(&ctx->log, "%s", str_text(&error));
    str_release(&file);
    str_release(&error);
    return status;
}
