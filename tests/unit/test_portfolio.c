/* portfolio/portfolio.h with engines that do what a test wants: contradict each other, crash, hang, eat
 * memory. What the parent and the child print goes to files. */
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/context.h"
#include "base/str.h"
#include "engine/concolic/work.h"
#include "portfolio/portfolio.h"
#include "session/command.h"
#include "test_files.h"

/* What an engine does. */
enum act { SAYS_SAFE, SAYS_UNSAFE, SAYS_UNKNOWN, CRASHES, EXITS, HANGS, EATS, FINDS_THEN_CRASHES, FINDS_THEN_HANGS,
           FINDS_ONE_MORE, LATE_SAFE, REACHES_0, REACHES_1, SAYS_UNREACHABLE, INTERNAL, ASKS_TWICE, LATE_BOUNDED, SAYS_FINAL, FINDS_FINAL, CAME_FAR };

struct setup {
    struct context ctx;
    volatile sig_atomic_t interrupted;
    temp_path folder;
};

static void pause_ms(long ms) { nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL); }

static void find(struct gate *g, uint64_t confirmed, uint64_t what) {
    vec_u8 m = {0};
    mail_begin(&m, MAIL_FINDING);
    put_u64(&m, confirmed);
    put_u64(&m, what);
    gate_send(g, &m);
    vec_release(&m);
}

static void reach(struct gate *g, uint32_t id) {
    vec_u8 m = {0};
    mail_begin(&m, MAIL_TARGET);
    put_u64(&m, id);
    gate_send(g, &m);
    gate_reached(g, id);
    vec_release(&m);
}

static void on_merge(void *owner, enum mail kind, const uint8_t *p, const uint8_t *end) {
    uint64_t first, second = 0;
    (void)owner;
    if (!get_u64(&p, end, &first)) return;
    get_u64(&p, end, &second);
    printf("%s %d %d\n", kind == MAIL_FINDING ? "error" : "target", (int)first, (int)second);
}

static int say(void *s, struct gate *g, int status, bool complete, const char *word) {
    static const uint32_t both[] = {0, 1};
    struct gate_verdict v = {.status = status, .complete = complete, .bounded = strstr(word, "bound") != NULL,
                             .final = strstr(word, "final") != NULL, .came = strstr(word, "far") ? 7 : 3};
    if (strcmp(word, "UNREACHABLE") == 0) {
        v.unreachable = both;
        v.nunreachable = 2;
    }
    gate_wait(g, &v, on_merge, s);
    printf("%s\n", word);
    return status;
}

/* cmocka would catch the signal. */
static void crash(void) {
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}

static void eat(void) {
    for (;;) {
        size_t n = 16u << 20;
        char *p = malloc(n);
        if (p) memset(p, 1, n);
        pause_ms(5);
    }
}

static void hang(const struct setup *s) {
    while (!s->interrupted) pause_ms(10);
}

static volatile sig_atomic_t *flag; /* of the handler */
static void on_signal(int sig) {
    (void)sig;
    *flag = 1;
}

static int act(void *owner, int engine, struct gate *g) {
    struct setup *s = owner;
    switch (engine) {
    case SAYS_SAFE: return say(s, g, EXIT_FINE, true, "SAFE");
    case LATE_SAFE: pause_ms(300); return say(s, g, EXIT_FINE, true, "SAFE");
    case LATE_BOUNDED: pause_ms(300); return say(s, g, EXIT_FINE, true, "SAFE (bound 3)");
    case SAYS_UNSAFE: find(g, 1, 7); return say(s, g, EXIT_UNSAFE, true, "UNSAFE");
    case SAYS_UNKNOWN: return say(s, g, EXIT_UNKNOWN, false, "UNKNOWN");
    case SAYS_FINAL: return say(s, g, EXIT_UNKNOWN, false, "UNKNOWN final");
    case FINDS_FINAL: find(g, 1, 7); return say(s, g, EXIT_UNSAFE, false, "UNSAFE final");
    case CAME_FAR: return say(s, g, EXIT_UNKNOWN, false, "UNKNOWN far");
    case CRASHES: crash(); break;
    case EXITS: _exit(3);
    case HANGS: hang(s); return say(s, g, EXIT_UNKNOWN, false, "UNKNOWN hung");
    case EATS: eat(); break;
    case FINDS_THEN_CRASHES: find(g, 1, 7); crash(); break;
    case FINDS_THEN_HANGS: find(g, 1, 7); hang(s); return say(s, g, EXIT_UNSAFE, false, "UNSAFE");
    case FINDS_ONE_MORE: find(g, 1, 8); pause_ms(300); return say(s, g, EXIT_UNSAFE, true, "UNSAFE");
    case REACHES_0: reach(g, 0); hang(s); break;
    case REACHES_1: reach(g, 1); hang(s); break;
    case SAYS_UNREACHABLE: pause_ms(300); return say(s, g, EXIT_FINE, true, "UNREACHABLE");
    case INTERNAL: return say(s, g, EXIT_INTERNAL, false, "UNKNOWN internal");
    case ASKS_TWICE:
        gate_ask(g);
        pause_ms(50);
        gate_settled(g);
        gate_ask(g);
        gate_settled(g);
        return say(s, g, EXIT_FINE, true, "SAFE");
    default: return say(s, g, EXIT_UNKNOWN, false, "told");
    }
    return EXIT_WRONG;
}

/* ---- running a portfolio in a folder of its own ------------------------------------------------- */

static int setup(void **state) {
    struct setup *s = calloc(1, sizeof *s);
    context_init(&s->ctx);
    s->ctx.limits.interrupted = &s->interrupted;
    flag = &s->interrupted;
    signal(SIGINT, on_signal);
    *state = s;
    return temp_folder(s->folder) && chdir(s->folder) == 0 ? 0 : -1;
}

static int teardown(void **state) {
    struct setup *s = *state;
    bool failed = chdir("/") || !temp_folder_remove(s->folder);
    context_release(&s->ctx);
    free(s);
    return failed;
}

struct result {
    int status;
    struct str out, err;
    double seconds;
};

static int divert(int fd, const char *file) {
    fflush(NULL);
    int old = dup(fd), to = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
    dup2(to, fd);
    close(to);
    return old;
}

static void back(int fd, int old) {
    fflush(NULL);
    dup2(old, fd);
    close(old);
}

static void run(struct setup *s, struct result *r, uint32_t ntargets, int n, const int *acts) {
    struct portfolio_engine engines[PORTFOLIO_MOST];
    static const char *const names[] = {"first", "second", "third"};
    memset(r, 0, sizeof *r);
    for (int i = 0; i < n; i++) engines[i] = (struct portfolio_engine){names[i], acts[i], 1, 0, false};
    struct portfolio p = {.ctx = &s->ctx, .engines = engines, .nengines = (uint32_t)n, .ntargets = ntargets,
                          .processors = 3, .run = act, .owner = s};
    int out = divert(1, "out"), err = divert(2, "err");
    uint64_t from = clock_ns();
    r->status = portfolio_run(&p);
    r->seconds = (double)(clock_ns() - from) / 1e9;
    back(1, out);
    back(2, err);
    assert_true(str_read_file(&r->out, "out") && str_read_file(&r->err, "err"));
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* nobody is left */
}

#define RUN(s, r, ...) run(s, r, 0, (int)(sizeof((int[]){__VA_ARGS__}) / sizeof(int)), (int[]){__VA_ARGS__})
#define RUN_TARGETS(s, r, ...) run(s, r, 2, (int)(sizeof((int[]){__VA_ARGS__}) / sizeof(int)), (int[]){__VA_ARGS__})

static void done(struct result *r) {
    str_release(&r->out);
    str_release(&r->err);
}

static bool says(const struct str *text, const char *what) { return strstr(str_text(text), what) != NULL; }

/* ---- tests ------------------------------------------------------------------------------------------ */

static void first_definite(void **state) {
    struct result r;
    RUN(*state, &r, SAYS_UNKNOWN, HANGS, SAYS_SAFE);
    assert_int_equal(r.status, EXIT_FINE);
    assert_string_equal(str_text(&r.out), "SAFE\n");
    done(&r);
}

/* Nobody can change the answer: those who would still work do not. */
static void what_is_final_ends_all(void **state) {
    struct result r;
    RUN(*state, &r, HANGS, SAYS_FINAL, HANGS);
    assert_int_equal(r.status, EXIT_UNKNOWN);
    assert_string_equal(str_text(&r.out), "UNKNOWN final\n");
    done(&r);
    RUN(*state, &r, HANGS, FINDS_FINAL);
    assert_int_equal(r.status, EXIT_UNSAFE);
    done(&r);
}

static void who_came_furthest_tells(void **state) {
    struct result r;
    RUN(*state, &r, SAYS_UNKNOWN, CAME_FAR, SAYS_UNKNOWN);
    assert_int_equal(r.status, EXIT_UNKNOWN);
    assert_string_equal(str_text(&r.out), "UNKNOWN far\n");
    done(&r);
}

static void a_crash_ends_nothing(void **state) {
    struct result r;
    RUN(*state, &r, CRASHES, EXITS, LATE_SAFE);
    assert_int_equal(r.status, EXIT_FINE);
    assert_string_equal(str_text(&r.out), "SAFE\n");
    assert_true(says(&r.err, "first ended with signal 11"));
    assert_true(says(&r.err, "second ended without a verdict"));
    done(&r);
}

static void all_crash(void **state) {
    struct result r;
    RUN(*state, &r, CRASHES, CRASHES);
    assert_int_equal(r.status, EXIT_UNKNOWN);
    assert_string_equal(str_text(&r.out), "told\n");
    done(&r);
}

/* What was found by one that crashed is told by another, or by nobody's process. */
static void findings_outlive_their_engine(void **state) {
    struct result r;
    RUN(*state, &r, FINDS_THEN_CRASHES, CRASHES);
    assert_string_equal(str_text(&r.out), "error 1 7\ntold\n");
    done(&r);
    RUN(*state, &r, FINDS_THEN_CRASHES, SAYS_UNKNOWN);
    assert_string_equal(str_text(&r.out), "error 1 7\nUNKNOWN\n");
    done(&r);
}

static void errors_are_merged(void **state) {
    struct result r;
    RUN(*state, &r, FINDS_ONE_MORE, FINDS_THEN_HANGS);
    assert_int_equal(r.status, EXIT_UNSAFE);
    assert_string_equal(str_text(&r.out), "error 1 7\nUNSAFE\n");
    done(&r);
}

static void a_contradiction(void **state) {
    struct setup *s = *state;
    struct result r;
    struct stat st;
    RUN(s, &r, FINDS_THEN_HANGS, LATE_SAFE);
    assert_int_equal(r.status, EXIT_INTERNAL);
    assert_string_equal(str_text(&r.out), "UNKNOWN\n");
    assert_true(says(&r.err, "contradict each other: second says SAFE"));
    assert_true(says(&r.err, "contradict each other: first found an error: error-1"));
    assert_true(says(&r.err, "shrike-contradiction-0"));
    assert_int_equal(stat("shrike-contradiction-0/command", &st), 0);
    assert_true(st.st_size > 0);
    assert_int_equal(stat("shrike-contradiction-0/answers", &st), 0);
    done(&r);
}

/* What lies beyond the bound contradicts nothing; whoever tells gets to know it. */
static void a_bound_contradicts_nothing(void **state) {
    struct result r;
    RUN(*state, &r, FINDS_THEN_HANGS, LATE_BOUNDED);
    assert_int_equal(r.status, EXIT_FINE);
    assert_string_equal(str_text(&r.out), "error 1 7\nSAFE (bound 3)\n");
    done(&r);
}

/* An engine that crashed was right all the same. */
static void a_contradiction_with_the_dead(void **state) {
    struct result r;
    RUN(*state, &r, FINDS_THEN_CRASHES, LATE_SAFE);
    assert_int_equal(r.status, EXIT_INTERNAL);
    assert_string_equal(str_text(&r.out), "UNKNOWN\n");
    done(&r);
}

static void targets_of_two(void **state) {
    struct result r;
    RUN_TARGETS(*state, &r, REACHES_0, REACHES_1);
    assert_true(says(&r.out, "target 0 0\n") && says(&r.out, "target 1 0\n"));
    done(&r);
}

static void a_target_contradicts(void **state) {
    struct result r;
    RUN_TARGETS(*state, &r, REACHES_1, SAYS_UNREACHABLE);
    assert_int_equal(r.status, EXIT_INTERNAL);
    assert_true(says(&r.err, "second says UNREACHABLE"));
    assert_true(says(&r.err, "first reached target 1"));
    done(&r);
}

static void an_internal_error_is_told(void **state) {
    struct result r;
    RUN(*state, &r, HANGS, INTERNAL);
    assert_int_equal(r.status, EXIT_INTERNAL);
    assert_string_equal(str_text(&r.out), "UNKNOWN internal\n");
    done(&r);
}

static void the_time_limit_is_one(void **state) {
    struct setup *s = *state;
    struct result r;
    limits_set(&s->ctx.limits, 1, 0);
    RUN(s, &r, HANGS, HANGS, SAYS_UNKNOWN);
    assert_int_equal(r.status, EXIT_UNKNOWN);
    assert_string_equal(str_text(&r.out), "UNKNOWN\n");
    assert_true(r.seconds > 0.9 && r.seconds < 3);
    done(&r);
}

/* The greedy one ends alone. */
static void memory_is_shared(void **state) {
    struct setup *s = *state;
    struct result r;
    limits_set(&s->ctx.limits, 20, 200);
    RUN(s, &r, EATS, SAYS_UNKNOWN);
    assert_string_equal(str_text(&r.out), "UNKNOWN\n");
    assert_true(r.seconds < 15);
    done(&r);
}

static void an_interrupt_ends_in_order(void **state) {
    struct setup *s = *state;
    struct result r;
    pid_t parent = getpid(), helper = fork();
    if (helper == 0) {
        pause_ms(400);
        kill(parent, SIGINT);
        _exit(0);
    }
    struct portfolio_engine engines[] = {{"first", HANGS, 1, 0, false}, {"second", FINDS_THEN_HANGS, 1, 0, false}};
    struct portfolio p = {.ctx = &s->ctx, .engines = engines, .nengines = 2, .processors = 2, .run = act, .owner = s};
    int out = divert(1, "out");
    r.status = portfolio_run(&p);
    back(1, out);
    memset(&r.out, 0, sizeof r.out);
    assert_true(str_read_file(&r.out, "out"));
    assert_int_equal(waitpid(helper, NULL, 0), helper);
    assert_int_equal(r.status, EXIT_UNSAFE);
    assert_string_equal(str_text(&r.out), "UNSAFE\n");
    str_release(&r.out);
}

/* With one processor each gets its turn, and whoever asks gets an answer. */
static void turns(void **state) {
    struct setup *s = *state;
    struct portfolio_engine engines[] = {{"first", HANGS, 1, 0, false}, {"second", HANGS, 1, 0, false}, {"third", ASKS_TWICE, 1, 0, false}};
    struct portfolio p = {.ctx = &s->ctx, .engines = engines, .nengines = 3, .processors = 1, .run = act, .owner = s};
    int out = divert(1, "out");
    int status = portfolio_run(&p);
    back(1, out);
    assert_int_equal(status, EXIT_FINE);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(first_definite), TEST(what_is_final_ends_all), TEST(who_came_furthest_tells), TEST(a_crash_ends_nothing), TEST(all_crash), TEST(findings_outlive_their_engine),
        TEST(errors_are_merged), TEST(a_contradiction), TEST(a_contradiction_with_the_dead), TEST(a_bound_contradicts_nothing), TEST(targets_of_two),
        TEST(a_target_contradicts), TEST(an_internal_error_is_told), TEST(the_time_limit_is_one), TEST(memory_is_shared),
        TEST(an_interrupt_ends_in_order), TEST(turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
