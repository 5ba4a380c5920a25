/* The frame of all engines (engine/run.h): limits, ends of paths, errors told once, and verdicts that are earned. */
#include "test_lab.h"

#include "engine/engine.h"
#include "engine/run.h"

static const char program_text[] = "int __VERIFIER_nondet_int(void);\n"
                                   "void *malloc(unsigned long);\n"
                                   "void abort(void);\n"
                                   "void reach_error(void);\n"
                                   "static void lose(void) { malloc(7); }\n"
                                   "static void lose_more(void) { malloc(8); }\n"
                                   "int main(void) {\n"
                                   "    int way = __VERIFIER_nondet_int();\n"
                                   "    if (way == 1) reach_error();\n"
                                   "    if (way == 2) { lose(); return 0; }\n"
                                   "    if (way == 3) { lose_more(); abort(); }\n"
                                   "    return 0;\n"
                                   "}\n";

struct bench {
    struct lab l;
    struct covered covered;
    struct run r;
    struct listener to;
    VEC(uint32_t) bugs; /* kinds told */
    uint32_t paths;
    bool enough;
    VEC(struct state *) open;
};

static bool hear_bug(void *owner, struct exec *x) {
    struct bench *b = owner;
    vec_push(&b->bugs, (uint32_t)x->bug.kind);
    return !b->enough;
}

static bool hear_path(void *owner, struct exec *x, enum stop stop, bool new_code) {
    struct bench *b = owner;
    (void)x, (void)new_code;
    assert_true(stop == STOP_EXIT || stop == STOP_ABORT);
    b->paths++;
    return true;
}

static void on_bug(void *owner, struct exec *x) {
    struct bench *b = owner;
    (void)x;
    run_tell(&b->r);
}

static void mark(struct expr_pool *pool, void *owner) {
    (void)pool, (void)owner;
}

static const struct run_watch watch = {.bug = on_bug, .mark = mark};

static void set_up(struct bench *b) {
    *b = (struct bench){0};
    lab_open(&b->l, program_text, false);
    b->l.ctx.opt.search = "dfs"; /* there is no library here whose exit has a place in the code */
    covered_init(&b->covered, b->l.p);
    b->to = (struct listener){.bug = hear_bug, .path = hear_path, .owner = b};
    run_init(&b->r, &b->l.x, &b->to, &b->covered);
}

static void tear_down(struct bench *b) {
    run_check(&b->r);
    while (b->open.len) state_free(&b->l.x, vec_pop(&b->open));
    vec_release(&b->open);
    vec_release(&b->bugs);
    run_release(&b->r);
    covered_release(&b->covered);
    lab_close(&b->l);
}

/* The engine of src/engine/README.md: any state, to its end, then another. */
static enum run_end run_all(struct bench *b) {
    struct run *r = &b->r;
    run_watch(r, &watch, b);
    vec_push(&b->open, r->x->now);
    while (b->open.len && !run_is_over(r)) {
        struct state *st = vec_pop(&b->open);
        enum stop stop;
        run_take(r, st);
        do {
            stop = run_step(r);
            while (r->x->sym->forked.len) vec_push(&b->open, vec_pop(&r->x->sym->forked));
        } while (stop == STOP_FORKED || stop == STOP_SLICE);
        if (stop == STOP_LIMIT) {
            vec_push(&b->open, st);
            break;
        }
        run_ended(r, stop, false);
        run_take(r, NULL);
        state_free(r->x, st);
        run_round(r, b->open.len);
    }
    exec_switch(r->x, NULL);
    run_unwatch(r, &watch, b);
    return b->open.len ? RUN_STOPPED : run_end(r);
}

static uint32_t times_told(const struct bench *b, enum bug_kind kind) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->bugs.len; i++) n += b->bugs.data[i] == (uint32_t)kind;
    return n;
}

/* Errors in the middle of a path and at both kinds of end come out, and what ends well is counted. */
static void every_end_of_a_path_is_judged(void **unused) {
    (void)unused;
    struct bench b;
    set_up(&b);
    assert_int_equal(run_all(&b), RUN_EXHAUSTED);
    assert_int_equal(times_told(&b, BUG_ERROR_REACHED), 1);
    assert_int_equal(times_told(&b, BUG_LEAK), 2); /* at return, and at abort */
    assert_int_equal(b.r.counts.bugs, 3);
    assert_int_equal(b.r.counts.partial, 3);
    assert_int_equal(b.paths, b.r.counts.paths);
    assert_int_equal(b.l.x.sym->gaps.seen, 0);
    tear_down(&b);
}

/* Another path, or the engine's next run, that comes to the same error does not tell it again. */
static void an_error_is_told_once(void **unused) {
    (void)unused;
    struct bench b;
    set_up(&b);
    exec_error(&b.l.x, BUG_ASSERTION, "twice");
    run_tell(&b.r);
    run_tell(&b.r);
    assert_int_equal(b.r.counts.bugs, 1);
    b.l.x.wanted = 0; /* nobody asked for it: it ends the real program, too, so nothing is left out */
    run_tell(&b.r);
    assert_int_equal(b.r.counts.bugs, 1);
    assert_int_equal(b.l.x.sym->gaps.seen, 0);
    b.l.x.bug.kind = BUG_BOUNDS; /* but behind this one the real program may go on */
    run_tell(&b.r);
    assert_int_equal(b.r.counts.bugs, 1);
    assert_true(b.l.x.sym->gaps.seen & 1u << GAP_UNDEFINED);
    b.l.x.stop = STOP_NONE;
    tear_down(&b);
}

/* Whoever listens may have heard enough. That is no proof of anything. */
static void a_listener_may_stop_the_run(void **unused) {
    (void)unused;
    struct bench b;
    set_up(&b);
    b.enough = true;
    assert_int_equal(run_all(&b), RUN_STOPPED);
    assert_int_equal(b.r.counts.bugs, 1);
    assert_true(run_is_over(&b.r));
    tear_down(&b);
}

/* A limit is a gap and stays one, however the engine ends. */
static void a_limit_is_noted_and_stays(void **unused) {
    (void)unused;
    struct bench b;
    set_up(&b);
    b.l.x.max_instructions = b.l.x.instructions + 5;
    assert_int_equal(run_all(&b), RUN_STOPPED);
    assert_true(b.r.limited && b.l.x.sym->gaps.seen & 1u << GAP_LIMIT);
    sym_forget_gaps(&b.l.x, 0); /* as after something that was executed aside */
    assert_true(b.l.x.sym->gaps.seen & 1u << GAP_LIMIT);
    assert_int_equal(run_end(&b.r), RUN_STOPPED);
    tear_down(&b);
}

/* An engine that ends well has exhausted the program; one that is told to look for nothing has not. */
static void exhausted_is_the_engines_claim_and_no_gap_ours(void **unused) {
    (void)unused;
    struct bench b;
    bool exhausted = false;
    set_up(&b);
    assert_true(engine_run(ENGINE_EXPLORE, &b.r, &exhausted));
    assert_true(exhausted);
    assert_int_equal(b.l.x.sym->gaps.seen, 0);
    assert_int_equal(b.r.counts.bugs, 3);
    tear_down(&b);
    set_up(&b);
    b.enough = true;
    assert_true(engine_run(ENGINE_EXPLORE, &b.r, &exhausted));
    assert_false(exhausted);
    tear_down(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_end_of_a_path_is_judged),
        cmocka_unit_test(an_error_is_told_once),
        cmocka_unit_test(a_listener_may_stop_the_run),
        cmocka_unit_test(a_limit_is_noted_and_stays),
        cmocka_unit_test(exhausted_is_the_engines_claim_and_no_gap_ours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
