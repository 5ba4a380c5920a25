/* Loop bounds: the changed program against what a bound means on a path. */
#include "test_ir_builder.h"

#include "base/bitset.h"
#include "base/str.h"
#include "ir/bound.h"
#include "ir/cfg.h"
#include "ir/ir.h"
#include "ir/loops.h"
#include "ir/print.h"

/* Random functions, each behind an entry that nothing jumps back to. */
static struct program *random_program(uint64_t seed, uint32_t n) {
    struct program *p = build_program();
    struct rng rng;
    rng_init(&rng, seed);
    struct function *f = build_random(p, "f", n, 1 + (uint32_t)rng_below(&rng, 5), &rng);
    for (uint32_t i = 0; i < f->ncode; i++) {
        if (ir_op_operands(f->code[i].op)[3] == 't' && f->code[i].c == 0) f->code[i].c = f->blocks[1].first;
        if (ir_op_operands(f->code[i].op)[0] == 't' && f->code[i].d == 0) f->code[i].d = f->blocks[1].first;
    }
    for (uint32_t i = 0; i < f->nswitches; i++) {
        struct ir_switch *s = &f->switches[i];
        for (uint32_t j = 0; j < s->ncases; j++)
            if (s->targets[j] == 0) s->targets[j] = f->blocks[1].first;
        if (s->otherwise == 0) s->otherwise = f->blocks[1].first;
        if (i % 2) continue;
        s->dense_len = s->ncases;
        s->dense = ARENA_ARRAY(&p->arena, uint32_t, s->ncases);
        memcpy(s->dense, s->targets, s->ncases * sizeof *s->dense);
    }
    cfg_build_all(p);
    assert_null(program_check(p));
    return p;
}

static bool counts(const struct function *f, uint32_t block) {
    return f->code[f->blocks[block].first].op == IR_BACK;
}

/* Without the counting blocks nothing that can be reached goes round. */
static void check_cycles_counted(const struct function *f) {
    vec_u32 waiting = {0}, ready = {0};
    uint32_t done = 0;
    vec_resize(&waiting, f->nblocks); /* predecessors still there */
    for (uint32_t b = 0; b < f->nblocks; b++)
        for (uint32_t i = 0; i < f->blocks[b].nsuccs && cfg_is_reachable(f, b); i++)
            waiting.data[f->blocks[b].succs[i]] += !counts(f, b);
    for (uint32_t b = 0; b < f->nblocks; b++)
        if (cfg_is_reachable(f, b) && !waiting.data[b]) vec_push(&ready, b);
    for (; ready.len; done++) {
        uint32_t b = vec_pop(&ready);
        for (uint32_t i = 0; i < f->blocks[b].nsuccs && !counts(f, b); i++)
            if (--waiting.data[f->blocks[b].succs[i]] == 0) vec_push(&ready, f->blocks[b].succs[i]);
    }
    assert_int_equal(done, f->cfg->nreachable);
    vec_release(&waiting);
    vec_release(&ready);
}

/* Jumps back by the meaning of the word: arrivals at the header from inside, since
 * the path was last outside. */
static bool takes(const struct loops *loops, uint32_t *jumps, uint32_t from, uint32_t to,
                  const uint32_t *limits) {
    bool fine = true;
    for (uint32_t l = 1; l <= loops->n; l++) {
        if (!loops_contains(loops, l, from) || !loops_contains(loops, l, to)) jumps[l] = 0;
        else if (loops->loops[l].header == to && ++jumps[l] > limits[l]) fine = false;
    }
    return fine;
}

/* Follows the edge in the changed function through the blocks that were added; false
 * if that is cut. */
static bool follow(const struct function *f, uint64_t *slots, uint32_t *at, uint32_t edge) {
    *at = f->blocks[*at].succs[edge];
    while (f->blocks[*at].added) {
        for (uint32_t pc = f->blocks[*at].first; pc < f->blocks[*at].end; pc++) {
            const struct insn *in = &f->code[pc];
            if (in->op == IR_MOVI) slots[in->d] = 0;
            if (in->op == IR_BACK && ++slots[in->d] > in->b) return false;
        }
        *at = f->blocks[*at].succs[0];
    }
    return true;
}

static void walk(const struct function *old, const struct function *new, const struct loops *loops,
                 const uint32_t *limits, struct rng *rng, uint32_t *cuts) {
    uint64_t *slots = mem_alloc_array(new->nslots, sizeof *slots);
    uint32_t *jumps = mem_zalloc((loops->n + 1) * sizeof *jumps), at = 0;
    for (uint32_t i = 0; i < new->nslots; i++) slots[i] = rng_next(rng); /* as in a recycled frame */
    for (uint32_t step = 0; step < 3000 && old->blocks[at].nsuccs; step++) {
        assert_int_equal(old->blocks[at].nsuccs, new->blocks[at].nsuccs);
        uint32_t edge = (uint32_t)rng_below(rng, old->blocks[at].nsuccs);
        uint32_t to = old->blocks[at].succs[edge], there = at;
        bool fine = takes(loops, jumps, at, to, limits);
        assert_int_equal(follow(new, slots, &there, edge), fine);
        if (!fine) {
            ++*cuts;
            break;
        }
        assert_int_equal(there, to);
        at = to;
    }
    mem_free(slots);
    mem_free(jumps);
}

static void test_random(void **state) {
    (void)state;
    uint32_t irreducible = 0, cuts = 0;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        uint32_t n = 3 + (uint32_t)seed % 40;
        struct program *before = random_program(seed, n), *after = random_program(seed, n);
        const struct function *old = before->functions.data[1], *new = after->functions.data[1];
        uint32_t limit = (uint32_t)seed % 7;
        struct bound_wish wish = {.all = limit};
        assert_true(bound_apply(after, &wish, NULL));
        const char *error = program_check(after);
        if (error) fail_msg("%s", error);
        check_cycles_counted(new);
        assert_memory_equal(&old->blocks[0].first, &new->blocks[0].first, sizeof(uint32_t));
        for (uint32_t b = 0; b < old->nblocks; b++) {
            assert_int_equal(old->blocks[b].first, new->blocks[b].first);
            assert_int_equal(old->blocks[b].end, new->blocks[b].end);
        }
        struct arena arena;
        arena_init(&arena);
        struct loops *loops = loops_build(&arena, before, old);
        uint32_t *limits = ARENA_ARRAY(&arena, uint32_t, loops->n + 1);
        for (uint32_t l = 1; l <= loops->n; l++) {
            limits[l] = limit;
            irreducible += loops->loops[l].irreducible;
        }
        assert_int_equal(after->bounds->nloops, loops->n);
        struct rng rng;
        rng_init(&rng, seed);
        for (int i = 0; i < 30; i++) walk(old, new, loops, limits, &rng, &cuts);
        arena_release(&arena);
        program_free(before);
        program_free(after);
    }
    print_message("%u irreducible loops, %u cuts\n", irreducible, cuts);
    assert_true(irreducible > 100 && cuts > 500);
    assert_int_equal(mem_live_bytes(), 0);
}

/* Two nested loops on lines 10-14 and 12. */
static struct program *nested(void) {
    struct program *p = build_program();
    struct builder b;
    struct function *f = build_declare(p, "main", 1, 0);
    build_begin(&b, p, f, NULL, 0, 1);
    static const uint32_t lines[] = {9, 10, 12, 14, 20};
    uint32_t pos[5];
    for (int i = 0; i < 5; i++) pos[i] = build_position(p, lines[i]);
    for (uint32_t i = 0; i < 5; i++) {
        b.pos = pos[i];
        build_block(&b, NULL);
        if (i == 0) build_jmp(&b, 1);
        if (i == 1) build_br(&b, 0, 2, 4);
        if (i == 2) build_br(&b, 0, 2, 3);
        if (i == 3) build_jmp(&b, 1);
        if (i == 4) build_ret(&b);
    }
    build_end(&b);
    p->entry = f->id;
    return p;
}

static void test_lines(void **state) {
    (void)state;
    const char *lines[] = {"prog.c:12=7"};
    struct program *p = nested();
    struct bound_wish wish = {.all = BOUND_NONE, .by_line = lines, .nby_line = 1};
    assert_true(bound_apply(p, &wish, NULL));
    assert_null(program_check(p));
    assert_int_equal(p->bounds->nloops, 1); /* the other one is not counted */
    const struct bound_loop *l = &p->bounds->loops[1];
    assert_int_equal(l->limit, 7);
    assert_int_equal(l->header, 2);
    struct str text = {0};
    bound_describe(p, 1, &text);
    assert_string_equal(str_text(&text), "the loop at src/prog.c:12 in main");
    bound_set_limit(p, 1, 9);
    const struct insn *back = &p->functions.data[1]->code[l->back_pc];
    assert_int_equal(back->op, IR_BACK);
    assert_int_equal(back->b, 9);
    struct printer printer;
    printer_init(&printer, p);
    str_clear(&text);
    print_insn(&printer, &text, p->functions.data[1], l->back_pc);
    assert_string_equal(str_text(&text), "%3 = back %3, loop 1, at most 9");
    printer_release(&printer);
    str_release(&text);
    program_free(p);
}

static void test_one_and_all(void **state) {
    (void)state;
    const char *lines[] = {"src/prog.c:10=0", "prog.c:12=4", "prog.c:12=5"};
    struct program *p = nested();
    struct bound_wish wish = {.all = 3, .by_line = lines, .nby_line = 3};
    assert_true(bound_apply(p, &wish, NULL));
    assert_int_equal(p->bounds->nloops, 2);
    for (uint32_t i = 1; i <= 2; i++) {
        const struct bound_loop *l = &p->bounds->loops[i];
        assert_int_equal(l->limit, l->header == 1 ? 0 : 5);
        assert_int_equal(p->functions.data[1]->code[l->back_pc].b, l->limit);
    }
    program_free(p);
    p = nested();
    wish = (struct bound_wish){.all = BOUND_NONE, .count_all = true};
    assert_true(bound_apply(p, &wish, NULL));
    assert_int_equal(p->bounds->nloops, 2);
    assert_int_equal(p->bounds->loops[1].limit, BOUND_NONE);
    assert_null(program_check(p));
    program_free(p);
    assert_int_equal(mem_live_bytes(), 0);
}

static void test_wrong_lines(void **state) {
    (void)state;
    static const struct {
        const char *line, *says;
    } wrong[] = {
        {"prog.c:30=1", "no loop at prog.c:30; loops nearby: src/prog.c:10-14 in main, src/prog.c:12 in main"},
        {"other.c:12=1", "no loop at other.c:12; loops nearby: src/prog.c:12 in main, src/prog.c:10-14 in main"},
        {"prog.c:12", "a bound of a loop is FILE:LINE=N, not 'prog.c:12'"},
        {"prog.c:0=3", NULL}, {"prog.c=3", NULL}, {":3=3", NULL}, {"prog.c:x=3", NULL},
        {"prog.c:12=", NULL}, {"prog.c:12=-1", NULL}, {"prog.c:12=4294967295", NULL},
        {"prog.c:12=99999999999999999999999", NULL}, {"", NULL}, {"=", NULL}, {":=", NULL},
    };
    for (uint32_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct program *p = nested();
        struct str error = {0};
        struct bound_wish wish = {.all = 3, .by_line = &wrong[i].line, .nby_line = 1};
        assert_false(bound_apply(p, &wish, &error));
        if (wrong[i].says && i != 1) assert_string_equal(str_text(&error), wrong[i].says);
        else assert_true(error.len > 0);
        assert_null(p->bounds);
        assert_int_equal(p->functions.data[1]->nblocks, 5);
        str_release(&error);
        program_free(p);
    }
    assert_int_equal(mem_live_bytes(), 0);
}

/* f calls g and itself, g calls f, h calls f. */
static void test_recursion(void **state) {
    (void)state;
    struct program *p = build_program();
    struct function *f = build_declare(p, "f", 0, 0), *g = build_declare(p, "g", 0, 0),
                    *h = build_declare(p, "h", 0, 0), *self = build_declare(p, "self", 0, 0);
    struct function *const callees[][2] = {{g, f}, {f, NULL}, {f, self}, {self, NULL}};
    for (uint32_t i = 0; i < 4; i++) {
        struct builder b;
        build_begin(&b, p, p->functions.data[i + 1], NULL, 0, 1);
        build_block(&b, NULL);
        for (int j = 0; j < 2 && callees[i][j]; j++) build_call(&b, 0, callees[i][j]->id, NULL, 0, 0);
        build_insn(&b, IR_RET, 0, 0, 0, 0);
        build_end(&b);
    }
    struct bound_wish wish = {.all = 3};
    assert_true(bound_apply(p, &wish, NULL));
    assert_int_equal(f->max_active, 4);
    assert_int_equal(g->max_active, 4);
    assert_int_equal(self->max_active, 4);
    assert_int_equal(h->max_active, 0);
    assert_int_equal(f->recursion, g->recursion);
    assert_int_not_equal(f->recursion, self->recursion);
    assert_int_not_equal(f->recursion, 0);
    assert_int_equal(h->recursion, 0);
    program_free(p);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),      cmocka_unit_test(test_lines),
        cmocka_unit_test(test_one_and_all), cmocka_unit_test(test_wrong_lines),
        cmocka_unit_test(test_recursion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
