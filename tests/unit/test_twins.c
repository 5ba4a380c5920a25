/* States that are known again, and those that only look so. */
#include "engine/interpolate/twins.h"
#include "exec/decide/fork.h"
#include "exec/run/loop.h"
#include "exec/run/program.h"
#include "exec/sym/input.h"
#include "expr/arith.h"
#include "ir/bound.h"
#include "ir/edit.h"
#include "ir/live.h"
#include "ir/points.h"
#include "test_program.h"

/* Two paths come to the loop in `wait`: they differ in what DIFFER says. */
static const char text[] = "int __VERIFIER_nondet_int(void);\n"
                           "int global, other, *volatile p;\n"
                           "static __attribute__((noinline)) int wait(int n) {\n"
                           "    int rounds = 0;\n"
                           "    while (__VERIFIER_nondet_int()) rounds = rounds * n + global;\n"
                           "    return rounds;\n"
                           "}\n"
                           "int main(void) {\n"
                           "    int in = __VERIFIER_nondet_int(), local = 0;\n"
                           "    p = &global;\n"
                           "    if (in > 5) {\n"
                           "        p = &other, p = &global;\n" /* no select */
                           "        FIRST;\n"
                           "    } else {\n"
                           "        p = &global;\n"
                           "        SECOND;\n"
                           "    }\n"
                           "    return AFTER;\n"
                           "}\n";

enum { MOST = 16 };

struct bench {
    struct context ctx;
    struct program *p;
    struct exec x;
    struct twins *twins;
    struct state *at[MOST]; /* states at heads of loops */
    uint32_t n;
};

static void begin(struct bench *b, const char *first, const char *second, const char *after, uint32_t bound) {
    static const char *const argv[] = {"program"};
    struct str whole = {0}, error = {0};
    *b = (struct bench){0};
    context_init(&b->ctx);
    str_addf(&whole, "#define FIRST %s\n#define SECOND %s\n#define AFTER %s\n%s", first, second, after, text);
    b->p = program_from(&b->ctx, str_text(&whole), "-DNOTHING", true);
    str_release(&whole);
    if (bound) assert_true(bound_apply(b->p, &(struct bound_wish){.all = bound}, &error));
    assert_true(points_add(b->p, true, false) > 0);
    split_edges(b->p);
    exec_init(&b->x, &b->ctx, b->p, 1u << CHECK_ASSERT, &fork_decider);
    sym_init(&b->x, ignore_bug, NULL);
    exec_begin(&b->x, 1, argv);
    b->twins = twins_new(&b->x);
    assert_non_null(b->twins);
}

static void end(struct bench *b) {
    twins_free(b->twins);
    exec_switch(&b->x, NULL);
    for (uint32_t i = 0; i < b->n; i++) state_free(&b->x, b->at[i]);
    for (uint32_t i = 0; i < b->x.sym->forked.len; i++) state_free(&b->x, b->x.sym->forked.data[i]);
    sym_release(&b->x);
    exec_release(&b->x);
    program_free(b->p);
    context_release(&b->ctx);
    assert_int_equal(mem_live_bytes(), 0);
}

/* Runs x->now to the next head of a loop of the user's; false if it ends before. */
static bool to_head(struct bench *b) {
    for (;;) {
        b->x.now->points = 1;
        b->x.stop = STOP_NONE;
        enum stop stop = exec_loop(&b->x);
        if (stop == STOP_POINT && b->x.now->top->pc->aux) return true;
        if (stop == STOP_POINT)
            b->x.now->top->pc++;
        else if (stop != STOP_FORKED)
            return false;
    }
}

/* The first heads that the two paths come to. */
static void to_heads(struct bench *b) {
    struct state *now = b->x.now;
    assert_true(to_head(b));
    b->at[b->n++] = now;
    assert_int_equal(b->x.sym->forked.len, 1);
    exec_switch(&b->x, vec_pop(&b->x.sym->forked));
    b->at[b->n++] = b->x.now;
    assert_true(to_head(b));
    exec_switch(&b->x, NULL);
}

/* Keeps the first; is the second known then? */
static bool second_is_known(struct bench *b) {
    assert_false(twins_known(b->twins, b->at[0]));
    twins_keep(b->twins);
    assert_true(twins_known(b->twins, b->at[0]));
    return twins_known(b->twins, b->at[1]);
}

static bool paths_meet(const char *first, const char *second, const char *after) {
    struct bench b;
    begin(&b, first, second, after, 0);
    to_heads(&b);
    bool known = second_is_known(&b);
    end(&b);
    return known;
}

/* ---- whole paths -------------------------------------------------------------------------------------- */

/* Inputs that nobody can read any more, and what is known about them, do not matter. */
static void conditions_on_the_past(void **unused) {
    (void)unused;
    assert_true(paths_meet("(void)0", "(void)0", "wait(3)"));
    assert_true(paths_meet("local = 2", "__VERIFIER_nondet_int(); local = 2", "wait(3) + local"));
    assert_true(paths_meet("*p = 8", "*p = 9; *p = 8", "wait(3) + *p"));
}

static void memory(void **unused) {
    (void)unused;
    assert_false(paths_meet("*p = 8", "*p = 9", "wait(3) + *p"));
    assert_false(paths_meet("p = &other", "p = &global", "wait(3) + *p"));
}

static void registers(void **unused) {
    (void)unused;
    assert_false(paths_meet("local = 2", "local = 3", "wait(3) + local"));
    assert_false(paths_meet("local = 2", "local = 3", "wait(local)"));
    assert_true(paths_meet("local = 2", "local = 3", "(*p = local, *p = 0, wait(3))")); /* not read below */
}

static void call_stacks(void **unused) {
    (void)unused;
    assert_false(paths_meet("local = wait(3)", "local = wait(3)", "local"));
}

/* An input that is read again below, in a register or in memory: what the path knows about it counts. */
static void inputs_still_read(void **unused) {
    (void)unused;
    static const char *const after[] = {"wait(3) + (in == 7)", "(*p = in, wait(3)) + *p"};
    for (int i = 0; i < 2; i++) {
        struct bench b;
        begin(&b, "(void)0", "(void)0", after[i], 0);
        to_heads(&b);
        for (int k = 0; k < 4; k++) {
            assert_false(twins_known(b.twins, b.at[k % 2]));
            twins_keep(b.twins);
        }
        end(&b);
    }
}

/* Standard input may be asked for again, with what is known about it. */
static void standard_input(void **unused) {
    (void)unused;
    struct bench b;
    begin(&b, "(void)0", "(void)0", "wait(3)", 0);
    b.x.sym->stdin_size = expr_const(b.x.sym->pool, 32, 4);
    assert_null(twins_new(&b.x));
    b.x.sym->stdin_size = (expr){0};
    b.at[b.n++] = b.x.now;
    end(&b);
}

/* ---- one state, changed by hand ----------------------------------------------------------------------- */

/* A state at the loop's head is kept; a fork of it is at[1]. */
static void keep_one(struct bench *b, uint32_t bound) {
    begin(b, "(void)0", "(void)0", "wait(3)", bound);
    b->at[b->n++] = b->x.now;
    assert_true(to_head(b));
    b->at[b->n++] = state_fork(&b->x, b->at[0]);
    exec_switch(&b->x, NULL);
    assert_true(second_is_known(b));
}

/* Exactly the registers that are read below count, in every frame. */
static void every_register(void **unused) {
    (void)unused;
    struct bench b;
    keep_one(&b, 0);
    struct live *live = live_new(b.p);
    uint32_t counted = 0;
    for (struct frame *f = b.at[1]->top; f; f = f->caller) {
        struct bitset read;
        bitset_init(&read);
        live_at(live, f->fn, (uint32_t)(f->pc - f->fn->code), &read);
        for (uint32_t slot = f->fn->nconsts; slot < f->fn->nslots; slot++) {
            f->regs[slot] ^= 1; /* also the kept one's, below the top: its digest is long known */
            assert_int_equal(twins_known(b.twins, b.at[1]), !bitset_has(&read, slot));
            f->regs[slot] ^= 1;
            counted += bitset_has(&read, slot);
        }
        bitset_release(&read);
    }
    assert_true(counted > 1);
    assert_true(twins_known(b.twins, b.at[1]));
    live_free(live);
    end(&b);
}

static void symbolic_registers(void **unused) {
    (void)unused;
    struct bench b;
    keep_one(&b, 0);
    struct frame *f = b.at[1]->top;
    uint32_t refused = 0, sym = expr_sym(b.x.sym->pool, 32, "x").id;
    for (uint32_t slot = f->fn->nconsts; slot < f->fn->nslots; slot++) {
        frame_set(f, slot, f->regs[slot], sym);
        refused += !twins_known(b.twins, b.at[1]);
        frame_set(f, slot, f->regs[slot], 0);
    }
    assert_true(refused > 0);
    assert_true(twins_known(b.twins, b.at[1]));
    end(&b);
}

/* What else a frame has. */
static void frames(void **unused) {
    (void)unused;
    struct bench b;
    keep_one(&b, 0);
    struct frame *f = b.at[1]->top;
#define COUNTS(what)                                 \
    do {                                             \
        what++;                                      \
        assert_false(twins_known(b.twins, b.at[1])); \
        what--;                                      \
        assert_true(twins_known(b.twins, b.at[1]));  \
    } while (0)
    COUNTS(f->pc); /* the jump behind the point: the same is read below */
    COUNTS(f->ret_slot);
    COUNTS(f->ret_count);
    COUNTS(f->stack_base);
    COUNTS(f->varargs);
    COUNTS(f->active);
    COUNTS(b.at[1]->space.next_number);
    end(&b);
}

/* Where it would be found again: not while a setjmp waits, nor at the end of the program. */
static void no_comparison(void **unused) {
    (void)unused;
    struct bench b;
    keep_one(&b, 0);
    vec_push(&b.at[1]->jumps, (struct jump_target){0});
    assert_false(twins_known(b.twins, b.at[1]));
    vec_clear(&b.at[1]->jumps);
    b.at[1]->phase = PHASE_EXIT;
    assert_false(twins_known(b.twins, b.at[1]));
    b.at[1]->phase = PHASE_MAIN;
    assert_true(twins_known(b.twins, b.at[1]));
    end(&b);
}

/* ---- the table ---------------------------------------------------------------------------------------- */

static void only_what_is_kept(void **unused) {
    (void)unused;
    struct bench b;
    keep_one(&b, 0);
    b.at[1]->top->ret_slot++;
    assert_false(twins_known(b.twins, b.at[1]));
    assert_false(twins_known(b.twins, b.at[1])); /* nobody said that it will be explored */
    assert_false(twins_known(b.twins, NULL));
    twins_keep(b.twins); /* nothing to be kept */
    assert_false(twins_known(b.twins, b.at[1]));
    twins_keep(b.twins);
    assert_true(twins_known(b.twins, b.at[1]));
    assert_true(twins_known(b.twins, b.at[0])); /* still */
    end(&b);
}

static void clearing_forgets(void **unused) {
    (void)unused;
    struct bench b;
    keep_one(&b, 0);
    twins_clear(b.twins);
    assert_false(twins_known(b.twins, b.at[0]));
    twins_clear(b.twins);
    twins_keep(b.twins); /* what was asked about before is forgotten, too */
    assert_false(twins_known(b.twins, b.at[0]));
    twins_keep(b.twins);
    assert_true(twins_known(b.twins, b.at[1]));
    end(&b);
}

static void nothing_is_known_without_a_table(void **unused) {
    (void)unused;
    struct bench b;
    keep_one(&b, 0);
    twins_clear(NULL);
    twins_keep(NULL);
    assert_false(twins_known(NULL, b.at[0]));
    assert_false(twins_are_possible(NULL));
    twins_free(NULL);
    end(&b);
}

static void most_are_concrete(void **unused) {
    (void)unused;
    for (int symbolic = 0; symbolic < 2; symbolic++) {
        struct bench b;
        begin(&b, "(void)0", "(void)0", symbolic ? "wait(in)" : "wait(3)", 0);
        to_heads(&b);
        for (int i = 0; i < 15; i++) twins_known(b.twins, b.at[i % 2]);
        assert_false(twins_are_possible(b.twins)); /* too few to tell */
        twins_known(b.twins, b.at[0]);
        assert_int_equal(twins_are_possible(b.twins), !symbolic);
        end(&b);
    }
}

/* With a bound: a state is left out for one that has as many rounds left, or more. */
static void rounds_count(void **unused) {
    (void)unused;
    struct bench b;
    keep_one(&b, 9);
    uint32_t slot = b.p->bounds->loops[1].slot;
    for (uint32_t i = 1; i <= b.p->bounds->nloops; i++)
        if (b.p->bounds->loops[i].function == b.at[0]->top->fn->id) slot = b.p->bounds->loops[i].slot;
    uint64_t *rounds = &b.at[1]->top->regs[slot];
    twins_clear(b.twins);
    *rounds = 4;
    assert_false(twins_known(b.twins, b.at[1]));
    twins_keep(b.twins);
    *rounds = 5;
    assert_true(twins_known(b.twins, b.at[1]));
    *rounds = 4;
    assert_true(twins_known(b.twins, b.at[1]));
    *rounds = 3;
    assert_false(twins_known(b.twins, b.at[1]));
    twins_keep(b.twins); /* it stands for all with more rounds behind them from now on */
    assert_true(twins_known(b.twins, b.at[1]));
    *rounds = 2;
    assert_false(twins_known(b.twins, b.at[1]));
    end(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_on_the_past), cmocka_unit_test(memory),
        cmocka_unit_test(registers),              cmocka_unit_test(call_stacks),
        cmocka_unit_test(inputs_still_read),      cmocka_unit_test(standard_input),
        cmocka_unit_test(every_register),         cmocka_unit_test(symbolic_registers),
        cmocka_unit_test(frames),                 cmocka_unit_test(no_comparison),
        cmocka_unit_test(only_what_is_kept),      cmocka_unit_test(clearing_forgets),
        cmocka_unit_test(nothing_is_known_without_a_table),
        cmocka_unit_test(most_are_concrete),      cmocka_unit_test(rounds_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
