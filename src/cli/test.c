/* shrike test: explores, and writes tests and bug reports into a folder. */
#include <assert.h>
#include <stdio.h>
#include <time.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/watchdog.h"
#include "cli/commands.h"
#include "cli/explore.h"
#include "cli/trace.h"
#include "exec/sym/errors.h"
#include "job/searches.h"
#include "portfolio/gate.h"
#include "portfolio/portfolio.h"
#include "report/coverage.h"
#include "report/folder.h"
#include "report/formats.h"
#include "report/outcome.h"
#include "session/minimise.h"
#include "session/session.h"
#include "test/from_state.h"
#include "test/shell.h"
#include "test/testcomp.h"

enum { ENGINE_TEST_AUTO = 1 }; /* among the choices of --engine */

struct tester {
    struct session s;
    struct folder *folder;
    enum test_format format;
    uint64_t skipped;   /* paths without a test, because they cover nothing new */
    bool failed;        /* the folder cannot be written */
    struct arena arena; /* for the names of tests */
    VEC(struct outcome_test) tests;
    struct minimiser minimiser; /* has a copy of every test, if wanted */
    uint64_t spare_ns;          /* of the time, for it */
    uint64_t looked_ns;         /* when look_around last did */
    bool met;                   /* an error that another process tells */
    struct searches *searches;  /* side by side; NULL: there is one */
    struct bitset known;        /* --on with --only-new: what the tests written execute */
};

/* Do the options need to know what each test executes? */
static bool wants_footprints(const struct tester *t) { return t->s.ctx->opt.minimise || t->s.ctx->opt.html; }

static void remember(struct tester *t, int64_t stdin_size, const struct test *test, uint32_t number, bool error) {
    struct test copy = {0};
    for (uint32_t i = 0; i < test->inputs.len; i++) {
        const struct test_input *in = &test->inputs.data[i];
        test_add(&copy, in->kind, in->name, in->type, in->bytes, in->size, in->pos);
    }
    minimiser_add(&t->minimiser, &copy, stdin_size, number, error);
}

/* Writes a test of the state in execution, with the finding that it ends in, or NULL. */
static void write_test(struct tester *t, int64_t stdin_size, const struct test *test, const struct finding *f,
                       enum path_end end) {
    const struct bug *bug = f ? &f->bug : NULL;
    char stem[FOLDER_STEM];
    struct str report = {0}, file = {0};
    folder_stem(t->folder, t->format, stem);
    str_addf(&file, "%s/%s.ktest", folder_name(t->folder), stem);
    if (f) session_report(&t->s, f, t->format == FORMAT_KTEST ? str_text(&file) : NULL, false, &report);
    struct test all = {0};
    if (t->format == FORMAT_SHELL) session_with_arguments(&t->s, test, &all); /* nothing adds them later */
    uint32_t number =
        folder_add_test(t->folder, t->format == FORMAT_SHELL ? &all : test, t->format, bug, t->s.p, str_text(&report));
    test_release(&all);
    vec_push(&t->tests,
             (struct outcome_test){.name = arena_strdup(&t->arena, stem), .error = bug ? t->s.findings.len : 0});
    if (t->searches) searches_wrote(t->searches, number, bug ? error_key(bug) : 0);
    str_release(&report);
    str_release(&file);
    if (wants_footprints(t)) remember(t, stdin_size, test, number, f != NULL);
    if (!number || (t->s.ctx->opt.trace_paths && !trace_write(t->folder, number, t->s.x.now->trace, end)))
        t->failed = true;
}

static bool on_bug(void *owner, struct exec *x) {
    struct tester *t = owner;
    if (t->searches && searches_told(t->searches, error_key(&x->bug))) return t->met = true;
    const struct finding *f = session_bug(&t->s, x);
    if (!f->test.partial) write_test(t, f->stdin_size, &f->test, f, PATH_TO_ERROR);
    if (f->confirmed && !f->excuse) watchdog_expect(t->s.ctx, "INCOMPLETE", EXIT_UNSAFE);
    return !t->failed && !(f->confirmed && !f->excuse && t->s.ctx->opt.stop_on_first_test);
}

static bool on_path(void *owner, struct exec *x, enum stop stop, bool new_code) {
    struct tester *t = owner;
    if (t->s.ctx->opt.only_new && !new_code) {
        t->skipped++;
        return true;
    }
    struct test test = {0};
    test_from_state(x, x->now, &test);
    if (test.partial) sym_gap(x, GAP_SIZE, "a test of more than 64 MB is not written");
    else
        write_test(t, session_stdin_size(x), &test, NULL,
                   stop == STOP_EXIT || stop == STOP_ABORT ? PATH_TO_END : PATH_CUT);
    test_release(&test);
    return !t->failed;
}

static void count_paths(struct tester *t) {
    const struct run_counts *n = &t->s.run.counts;
    if (t->searches) searches_count(t->searches, (struct searches_paths){n->paths, n->partial});
}

/* Takes over what the other searches have covered. */
static void look_around(struct tester *t) {
    enum { EVERY_NS = 50000000 };
    uint64_t now = t->searches ? clock_ns() : 0;
    if (!t->searches || now - t->looked_ns < EVERY_NS) return;
    t->looked_ns = now;
    if (searches_ends(t->searches))
        t->s.ctx->limits.deadline_ns = 1; /* as if the time were over: open paths leave tests */
    count_paths(t);
    covered_look(&t->s.covered);
}

static void on_progress(void *owner, const struct run *so_far) {
    struct tester *t = owner;
    look_around(t);
    session_progress(&t->s, so_far);
}

/* ---- others explore ------------------------------------------------------------------------------------ */

static void hear_finding(void *owner, const struct finding *f, const vec_u8 *file) {
    struct tester *t = owner;
    (void)file;
    write_test(t, f->stdin_size, &f->test, f, PATH_TO_ERROR);
    if (f->confirmed) watchdog_expect(t->s.ctx, "INCOMPLETE", EXIT_UNSAFE);
}

/* Does the test execute code that no written test does? (It was new to the worker that found it.) True also if it
 * cannot be run again. */
static bool is_new(struct tester *t, const struct test *test, int64_t stdin_size) {
    struct bitset footprint;
    bitset_init(&footprint);
    bool new = !minimiser_footprint(&t->s, test, stdin_size, &footprint) || bitset_union(&t->known, &footprint);
    bitset_release(&footprint);
    return new;
}

static void hear_test(void *owner, const struct test *test, int64_t stdin_size) {
    struct tester *t = owner;
    if (t->s.ctx->opt.only_new && !is_new(t, test, stdin_size)) t->skipped++;
    else write_test(t, stdin_size, test, NULL, PATH_CUT);
}

static bool explore(struct tester *t) {
    struct job_listener heard = {.finding = hear_finding, .test = hear_test, .owner = t};
    struct listener to = {.bug = on_bug, .path = on_path, .progress = on_progress, .owner = t};
    return t->s.ctx->opt.on ? job_explore(&t->s, engine_of_command(CMD_TEST), NULL, &heard)
                            : session_explore(&t->s, &to, NULL);
}

/* ---- what is written in the end ------------------------------------------------------------------------ */

static bool write_coverage(struct tester *t, struct coverage_summary *sum) {
    struct coverage cov;
    struct str text = {0};
    session_coverage(&t->s, &cov);
    *sum = coverage_summarize(&cov);
    sum->branches_unreachable = session_unreachable(&t->s, &cov);
    lcov_write(&cov, &text);
    bool ok = folder_write(t->folder, "coverage.info", &text);
    str_release(&text);
    coverage_release(&cov);
    return ok;
}

static bool write_runner(struct tester *t) {
    struct str text = {0};
    shell_write_all(&text);
    bool ok = folder_write(t->folder, "run-tests.sh", &text);
    str_release(&text);
    return ok;
}

static bool write_suite(struct tester *t) {
    if (t->format == FORMAT_SHELL) return write_runner(t);
    if (t->format != FORMAT_TESTCOMP) return true;
    struct testcomp_suite suite = {.producer = "shrike",
                                   .program = t->s.line->files.data[0],
                                   .specification = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
                                   .entry = t->s.ctx->opt.entry,
                                   .is32 = t->s.p->is32,
                                   .time = (long long)time(NULL)};
    struct str text = {0};
    testcomp_metadata(&suite, &text);
    bool ok = folder_write(t->folder, "metadata.xml", &text);
    str_release(&text);
    return ok;
}

static bool write_statistics(struct tester *t) {
    struct str text = {0};
    stats_print(&t->s.ctx->stats, &text);
    bool ok = folder_write(t->folder, "run.stats", &text);
    str_release(&text);
    return ok;
}

static double percent(uint32_t part, uint32_t all) { return all ? 100.0 * part / all : 0; }

/* A tenth of the time, up to ten seconds, is for choosing among the tests. */
static void spare_time(struct tester *t) {
    struct limits *limits = &t->s.ctx->limits;
    uint64_t now = clock_ns(), most = UINT64_C(10000000000);
    if (!wants_footprints(t) || limits->deadline_ns <= now) return;
    t->spare_ns = (limits->deadline_ns - now) / 10;
    if (t->spare_ns > most) t->spare_ns = most;
    limits->deadline_ns -= t->spare_ns;
}

/* What each test executes. */
static void find_footprints(struct tester *t) {
    struct limits *limits = &t->s.ctx->limits;
    if (!wants_footprints(t)) return;
    limits->deadline_ns += t->spare_ns;
    minimiser_run(&t->minimiser, &t->s, limits->deadline_ns);
    for (uint32_t i = 0; i < t->minimiser.tests.len; i++) {
        assert(i < t->tests.len);
        t->tests.data[i].footprint = &t->minimiser.tests.data[i].footprint;
    }
}

/* Removes tests that the others make superfluous. */
static void minimise(struct tester *t) {
    uint32_t left = 0;
    if (!t->s.ctx->opt.minimise) return;
    minimiser_choose(&t->minimiser);
    for (uint32_t i = 0; i < t->minimiser.tests.len; i++) {
        const struct candidate *c = &t->minimiser.tests.data[i];
        assert(i < t->tests.len);
        if (c->kept) t->tests.data[left++] = t->tests.data[i];
        else if (!folder_remove_test(t->folder, t->format, c->number)) t->failed = true;
    }
    t->tests.len = left;
}

static int verdict(const struct tester *t, struct str *text) {
    struct str scope = {0};
    struct verdict_facts f = session_facts(&t->s, &scope);
    str_clear(text);
    int status = verdict_test(&f, text);
    str_release(&scope);
    return status;
}

static void summarise_branches(const struct coverage_summary *sum) {
    uint32_t open = sum->branches - sum->branches_hit - sum->branches_unreachable;
    if (!sum->branches_unreachable) return;
    printf("of the branches %.1f %% are covered, %.1f %% proved unreachable, %.1f %% open\n",
           percent(sum->branches_hit, sum->branches), percent(sum->branches_unreachable, sum->branches),
           percent(open, sum->branches));
}

static void summarise(struct tester *t, const struct coverage_summary *sum) {
    struct searches_paths n = {t->s.run.counts.paths, t->s.run.counts.partial};
    if (t->searches) n = searches_paths(t->searches);
    printf("%llu path%s, %llu cut, %u errors (%u confirmed), %u test%s in %s\n", (unsigned long long)n.paths,
           n.paths == 1 ? "" : "s", (unsigned long long)n.partial, t->s.findings.len, t->s.confirmed, t->tests.len,
           t->tests.len == 1 ? "" : "s", folder_name(t->folder));
    printf("lines %u/%u, branches %u/%u, functions %u/%u covered%s\n", sum->lines_hit, sum->lines, sum->branches_hit,
           sum->branches, sum->functions_hit, sum->functions,
           t->s.ctx->opt.simplify ? " (of the simplified program)" : "");
    summarise_branches(sum);
    struct str text = {0};
    verdict(t, &text);
    if (session_extent(&t->s) == EXTENT_ALL) session_assumptions(&t->s, str_text(&text), EXIT_FINE);
    printf("%s\n", str_text(&text));
    job_tell_verdict(t->s.ctx, str_text(&text));
    str_release(&text);
}

/* ---- several searches ------------------------------------------------------------------------------- */

static void merge(void *owner, enum mail kind, const uint8_t *p, const uint8_t *end) {
    struct tester *t = owner;
    if (kind == MAIL_FINDING) session_merge(&t->s, p, end);
}

/* Which of the errors, from 1 on; 0: none. */
static uint32_t number_of(const struct tester *t, uint64_t error) {
    for (uint32_t i = 0; error && i < t->s.findings.len; i++)
        if (error_key(&t->s.findings.data[i].bug) == error) return i + 1;
    return 0;
}

/* What all have written, in order. */
static void list_tests(struct tester *t) {
    uint64_t error;
    char stem[FOLDER_STEM];
    t->tests.len = 0;
    for (uint32_t n = 1; n <= atomic_load(searches_numbers(t->searches)); n++) {
        if (!searches_has(t->searches, n, &error)) continue;
        folder_stem_of(n, t->format, stem);
        vec_push(&t->tests, (struct outcome_test){.name = arena_strdup(&t->arena, stem), .error = number_of(t, error)});
    }
}

/* Comes back in the process that tells the end, and knows what the others know. */
static void wait_for_others(struct tester *t, int status) {
    if (!t->searches) return;
    count_paths(t);
    covered_look(&t->s.covered); /* and be looked at */
    bool complete =
        session_extent(&t->s) == EXTENT_ALL || (t->s.confirmed > t->s.excused && t->s.ctx->opt.stop_on_first_test);
    struct gate_verdict v = {
        .status = t->met ? EXIT_UNSAFE : status, .complete = complete, .came = session_came(&t->s)};
    searches_arrive(t->searches, complete);
    gate_wait(t->s.gate, &v, merge, t);
    covered_look(&t->s.covered);
    list_tests(t);
}

/* ---- the run ------------------------------------------------------------------------------------------ */

static int status_of(const struct tester *t) {
    struct str text = {0};
    int status = verdict(t, &text);
    str_release(&text);
    return status;
}

static int run(struct tester *t) {
    struct coverage_summary sum;
    spare_time(t);
    if (!explore(t)) return EXIT_WRONG;
    find_footprints(t);
    minimise(t);
    wait_for_others(t, status_of(t));
    session_explain(&t->s);
    int status = status_of(t);
    if (t->failed || !write_coverage(t, &sum) || !write_suite(t) || !write_statistics(t)) return EXIT_WRONG;
    if (!session_write(&t->s, t->s.confirmed ? "bugs" : "tests", status, t->tests.data, t->tests.len))
        return EXIT_WRONG;
    watchdog_claim(t->s.ctx, status);
    summarise(t, &sum);
    return status;
}

static int run_member(void *owner, int member, struct gate *gate) {
    struct tester *t = owner;
    searches_enter(t->searches, &t->s, member, gate);
    if (!session_begin(&t->s)) return EXIT_WRONG;
    searches_join(t->searches, &t->s);
    if (member == PORTFOLIO_TELLER) t->s.run.stopped = true;
    return run(t);
}

/* Everything that is in execution is in the other processes. */
static int run_searches(struct tester *t) {
    folder_share(t->folder, searches_numbers(t->searches));
    int status = searches_run(&t->s, run_member, t);
    session_unload(&t->s);
    return status;
}

static int run_alone(struct tester *t) {
    t->s.search = searches_order(t->s.ctx);
    if (!session_begin(&t->s)) return EXIT_WRONG;
    int status = run(t);
    session_close(&t->s);
    return status;
}

static int submit(struct session *s, struct context *ctx, const struct command_line *line) {
    if (!session_load(s, ctx, line)) return EXIT_WRONG;
    int status = cli_submit(s, engine_of_command(CMD_TEST), NULL);
    session_unload(s);
    return status;
}

int cli_test(struct context *ctx, const struct command_line *line) {
    struct tester t = {.format = (enum test_format)ctx->opt.test_format};
    watchdog_expect(ctx, "INCOMPLETE", EXIT_UNKNOWN);
    ctx->opt.sym_time = ctx->opt.sym_time_test;
    if (ctx->opt.on && !job_is_possible(ctx, line)) return EXIT_WRONG;
    if (ctx->opt.on && ctx->opt.detach) return submit(&t.s, ctx, line);
    if (!session_load(&t.s, ctx, line)) return EXIT_WRONG;
    arena_init(&t.arena);
    t.folder = folder_open(ctx, ctx->opt.output);
    if (ctx->opt.engine_test == ENGINE_TEST_AUTO && !ctx->opt.on && !t.s.p->threads && searches_suits(ctx))
        t.searches = searches_new();
    int status = !t.folder ? EXIT_WRONG : t.searches ? run_searches(&t) : run_alone(&t);
    if (!t.folder) session_unload(&t.s);
    folder_close(t.folder);
    searches_free(t.searches);
    vec_release(&t.tests);
    minimiser_release(&t.minimiser);
    bitset_release(&t.known);
    arena_release(&t.arena);
    return status;
}
