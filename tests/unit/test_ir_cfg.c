/* Flow graph, dominators and loops against their definitions. */
#include "test_ir_builder.h"

#include "base/bitset.h"
#include "base/stats.h"
#include "ir/cfg.h"
#include "ir/dom.h"
#include "ir/ir.h"
#include "ir/loops.h"

/* ---- naive definitions */

/* Blocks reachable from `from` without entering `without` (NO_NODE: no such). */
static void reach(const struct function *f, uint32_t from, uint32_t without, struct bitset *seen) {
    vec_u32 work = {0};
    bitset_clear(seen);
    if (from != without) vec_push(&work, from);
    while (work.len) {
        uint32_t b = vec_pop(&work);
        if (!bitset_add(seen, b)) continue;
        for (uint32_t i = 0; i < f->blocks[b].nsuccs; i++)
            if (f->blocks[b].succs[i] != without) vec_push(&work, f->blocks[b].succs[i]);
    }
    vec_release(&work);
}

static void check_dominance(const struct function *f, const struct dom *dom) {
    struct bitset all = {0}, rest = {0};
    reach(f, 0, NO_NODE, &all);
    for (uint32_t a = 0; a < f->nblocks; a++) {
        reach(f, 0, a, &rest);
        for (uint32_t b = 0; b < f->nblocks; b++) {
            bool naive = bitset_has(&all, a) && bitset_has(&all, b) && !bitset_has(&rest, b);
            assert_int_equal(dom_dominates(dom, a, b), naive);
        }
    }
    for (uint32_t b = 0; b < f->nblocks; b++) {
        if (!bitset_has(&all, b) || b == 0) {
            assert_int_equal(dom->idom[b], NO_NODE);
            continue;
        }
        /* The immediate one is the only strict dominator that all others dominate. */
        uint32_t d = dom->idom[b];
        assert_true(d != b && dom_dominates(dom, d, b));
        for (uint32_t a = 0; a < f->nblocks; a++)
            if (a != b && dom_dominates(dom, a, b)) assert_true(dom_dominates(dom, a, d));
    }
    bitset_release(&all);
    bitset_release(&rest);
}

/* Can `from` get out of the function without entering `without`? */
static bool gets_out(const struct function *f, const struct dom *post, uint32_t from,
                     uint32_t without, struct bitset *seen) {
    reach(f, from, without, seen);
    for (int64_t b = bitset_next(seen, 0); b >= 0; b = bitset_next(seen, (uint32_t)b + 1))
        for (uint32_t e = post->preds.start[b]; e < post->preds.start[b + 1]; e++)
            if (post->preds.to[e] == f->nblocks) return true;
    return false;
}

static void check_post_dominance(const struct function *f, const struct dom *post) {
    struct bitset seen = {0};
    for (uint32_t b = 0; b < f->nblocks; b++) {
        if (!cfg_is_reachable(f, b)) {
            assert_int_equal(post->idom[b], NO_NODE);
            continue;
        }
        assert_true(post->idom[b] != NO_NODE);
        assert_true(gets_out(f, post, b, NO_NODE, &seen));
        for (uint32_t a = 0; a < f->nblocks; a++) {
            bool naive = cfg_is_reachable(f, a) && !gets_out(f, post, b, a, &seen);
            assert_int_equal(dom_dominates(post, a, b), naive);
        }
        /* Only ends and endless components lead to the exit. */
        if (f->blocks[b].nsuccs && graph_degree(&post->preds, b) > f->blocks[b].nsuccs) {
            struct bitset back = {0};
            reach(f, b, NO_NODE, &seen);
            for (int64_t x = bitset_next(&seen, 0); x >= 0;
                 x = bitset_next(&seen, (uint32_t)x + 1)) {
                reach(f, (uint32_t)x, NO_NODE, &back);
                assert_true(bitset_has(&back, b));
            }
            bitset_release(&back);
        }
    }
    bitset_release(&seen);
}

static bool in_frontier(const struct dom *dom, uint32_t a, uint32_t b) {
    if (dom->in[a] == NO_NODE || dom->in[b] == NO_NODE) return false;
    bool touches = false;
    for (uint32_t e = dom->preds.start[b]; e < dom->preds.start[b + 1]; e++)
        touches |= dom_dominates(dom, a, dom->preds.to[e]);
    return touches && !(a != b && dom_dominates(dom, a, b));
}

static void check_frontiers(const struct dom *dom, struct arena *arena, struct rng *rng) {
    struct graph frontiers;
    struct bitset row = {0}, joins = {0};
    dom_frontiers(dom, arena, &frontiers);
    for (uint32_t a = 0; a < dom->n; a++) {
        bitset_clear(&row);
        for (uint32_t e = frontiers.start[a]; e < frontiers.start[a + 1]; e++)
            assert_true(bitset_add(&row, frontiers.to[e]));
        for (uint32_t b = 0; b < dom->n; b++)
            assert_int_equal(bitset_has(&row, b), in_frontier(dom, a, b));
    }
    vec_u32 set = {0}, found = {0}, work = {0};
    for (uint32_t i = 0; i < 3; i++) vec_push(&set, dom->tree[rng_below(rng, dom->ntree)]);
    for (uint32_t i = 0; i < set.len; i++) vec_push(&work, set.data[i]);
    while (work.len) {
        uint32_t a = vec_pop(&work);
        for (uint32_t e = frontiers.start[a]; e < frontiers.start[a + 1]; e++)
            if (bitset_add(&joins, frontiers.to[e])) vec_push(&work, frontiers.to[e]);
    }
    dom_joins(dom, set.data, set.len, &found);
    assert_int_equal(found.len, bitset_count(&joins));
    for (uint32_t i = 0; i < found.len; i++) assert_true(bitset_has(&joins, found.data[i]));
    vec_release(&set);
    vec_release(&found);
    vec_release(&work);
    bitset_release(&row);
    bitset_release(&joins);
}

/* ---- loops */

/* Blocks on a cycle through h that stays within `region`. */
static void component_of(const struct function *f, uint32_t h, const struct bitset *region,
                         struct bitset *out) {
    vec_u32 work = {0};
    struct bitset forward = {0};
    bitset_clear(out);
    vec_push(&work, h);
    while (work.len) {
        uint32_t b = vec_pop(&work);
        if (!bitset_has(region, b) || !bitset_add(&forward, b)) continue;
        for (uint32_t i = 0; i < f->blocks[b].nsuccs; i++) vec_push(&work, f->blocks[b].succs[i]);
    }
    vec_push(&work, h);
    while (work.len) {
        uint32_t b = vec_pop(&work);
        if (!bitset_has(&forward, b) || !bitset_add(out, b)) continue;
        for (uint32_t i = 0; i < f->blocks[b].npreds; i++) vec_push(&work, f->blocks[b].preds[i]);
    }
    vec_release(&work);
    bitset_release(&forward);
}

static void check_loop(const struct function *f, const struct loops *loops, uint32_t l,
                       const struct dfs *dfs, const struct dom *dom) {
    const struct loop *loop = &loops->loops[l];
    struct bitset region = {0}, body = {0};
    uint32_t h = dfs->number[loop->header];
    for (uint32_t i = h; i <= dfs->last[h]; i++) bitset_add(&region, dfs->node[i]);
    component_of(f, loop->header, &region, &body);
    assert_int_equal(bitset_count(&body), loop->count);
    for (uint32_t b = 0; b < f->nblocks; b++)
        assert_int_equal(loops_contains(loops, l, b), bitset_has(&body, b));
    bool entered = false, dominates = true;
    for (uint32_t i = loop->first; i < loop->first + loop->count; i++) {
        uint32_t b = loops->members[i];
        dominates &= dom_dominates(dom, loop->header, b);
        for (uint32_t j = 0; j < f->blocks[b].npreds; j++)
            entered |= b != loop->header && cfg_is_reachable(f, f->blocks[b].preds[j]) &&
                       !bitset_has(&body, f->blocks[b].preds[j]);
    }
    assert_int_equal(loop->irreducible, entered);
    assert_int_equal(loop->irreducible, !dominates);
    if (loop->parent) {
        assert_true(loop->parent < l);
        assert_true(loops_contains(loops, loop->parent, loop->header));
        assert_int_equal(loop->depth, loops->loops[loop->parent].depth + 1);
    }
    bitset_release(&region);
    bitset_release(&body);
}

/* Without the back edges no cycle is left: a block never comes after itself. */
static void check_acyclic(const struct function *f, const struct loops *loops) {
    vec_edge edges = {0};
    for (uint32_t b = 0; b < f->nblocks; b++)
        for (uint32_t i = 0; cfg_is_reachable(f, b) && i < f->blocks[b].nsuccs; i++) {
            uint32_t to = f->blocks[b].succs[i];
            if (!loops_is_back_edge(loops, b, to)) vec_push(&edges, (struct edge){b, to});
            else assert_true(f->cfg->number[to] <= f->cfg->number[b]);
        }
    struct arena arena;
    arena_init(&arena);
    struct graph g;
    graph_init(&g, &arena, f->nblocks, edges.data, edges.len);
    uint32_t *scc = ARENA_ARRAY(&arena, uint32_t, f->nblocks);
    assert_int_equal(graph_sccs(&g, scc), f->nblocks);
    for (uint32_t i = 0; i < edges.len; i++) {
        assert_true(scc[edges.data[i].from] > scc[edges.data[i].to]);
        assert_true(edges.data[i].from != edges.data[i].to);
    }
    vec_release(&edges);
    arena_release(&arena);
}

static void check_innermost(const struct function *f, const struct loops *loops) {
    for (uint32_t b = 0; b < f->nblocks; b++) {
        uint32_t best = 0;
        for (uint32_t l = 1; l <= loops->n; l++)
            if (loops_contains(loops, l, b) &&
                loops->loops[l].depth > loops->loops[best].depth)
                best = l;
        assert_int_equal(loops->innermost[b], best);
    }
}

static void check_loops(struct program *p, const struct function *f, const struct dom *dom,
                        struct arena *arena) {
    struct loops *loops = loops_build(arena, p, f);
    struct dfs dfs;
    graph_dfs(&f->cfg->succs, arena, 0, &dfs);
    uint32_t headers = 0;
    for (uint32_t b = 0; b < f->nblocks; b++) {
        bool header = false;
        for (uint32_t i = 0; cfg_is_reachable(f, b) && i < f->blocks[b].npreds; i++) {
            uint32_t v = dfs.number[f->blocks[b].preds[i]], w = dfs.number[b];
            header |= v != NO_NODE && w <= v && v <= dfs.last[w];
        }
        headers += header;
    }
    assert_int_equal(loops->n, headers);
    for (uint32_t l = 1; l <= loops->n; l++) check_loop(f, loops, l, &dfs, dom);
    check_acyclic(f, loops);
    check_innermost(f, loops);
}

/* ---- random graphs */

static void check_order(const struct function *f) {
    struct bitset seen = {0};
    reach(f, 0, NO_NODE, &seen);
    assert_int_equal(bitset_count(&seen), f->cfg->nreachable);
    for (uint32_t i = 0; i < f->nblocks; i++) {
        assert_int_equal(f->cfg->number[f->cfg->order[i]], i);
        assert_int_equal(bitset_has(&seen, f->cfg->order[i]), i < f->cfg->nreachable);
    }
    bitset_release(&seen);
}

static void test_random(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 7);
    uint32_t natural = 0, irreducible = 0, nested = 0;
    for (uint32_t round = 0; round < 1500; round++) {
        struct program *p = build_program();
        uint32_t n = 1 + (uint32_t)rng_below(&rng, 30);
        struct function *f =
            build_random(p, "f", n, 1 + (uint32_t)rng_below(&rng, 12), &rng);
        assert_null(program_check(p));
        cfg_build(p, f);
        check_order(f);
        struct arena arena;
        arena_init(&arena);
        struct dom *dom = dom_build(&arena, f), *post = dom_build_post(&arena, f);
        check_dominance(f, dom);
        check_post_dominance(f, post);
        check_frontiers(dom, &arena, &rng);
        check_frontiers(post, &arena, &rng);
        check_loops(p, f, dom, &arena);
        struct loops *loops = loops_build(&arena, p, f);
        for (uint32_t l = 1; l <= loops->n; l++) {
            *(loops->loops[l].irreducible ? &irreducible : &natural) += 1;
            nested += loops->loops[l].depth > 2;
        }
        arena_release(&arena);
        program_free(p);
    }
    /* The test is worth little if these are rare. */
    assert_true(natural > 300 && irreducible > 300 && nested > 300);
    assert_int_equal(mem_live_bytes(), 0);
}

/* ---- known graphs */

static void test_edges(void **state) {
    (void)state;
    struct program *p = build_program();
    struct function *f = build_declare(p, "f", 1, 0);
    struct builder b;
    build_begin(&b, p, f, NULL, 0, 1);
    build_block(&b, "entry");
    build_switch(&b, 0, (uint32_t[]){2, 1, 2, 3}, 4, 1);
    build_block(&b, "one");
    build_br(&b, 0, 3, 3);
    build_block(&b, "two");
    build_insn(&b, IR_BSLT32I, 4, 0, 5, 1);
    build_block(&b, "three");
    build_br(&b, 0, 4, 1);
    build_block(&b, "four");
    build_ret(&b);
    build_block(&b, "dead");
    build_jmp(&b, 4);
    build_end(&b);
    assert_null(program_check(p));
    cfg_build(p, f);
    const struct ir_block *blocks = f->blocks;
    assert_int_equal(blocks[0].nsuccs, 3);
    assert_memory_equal(blocks[0].succs, ((uint32_t[]){2, 1, 3}), 12);
    assert_int_equal(blocks[1].nsuccs, 1);
    assert_int_equal(blocks[1].succs[0], 3);
    assert_memory_equal(blocks[2].succs, ((uint32_t[]){1, 4}), 8);
    assert_int_equal(blocks[3].nsuccs, 2);
    assert_memory_equal(blocks[3].succs, ((uint32_t[]){4, 1}), 8);
    assert_int_equal(blocks[4].nsuccs, 0);
    assert_int_equal(blocks[4].npreds, 3);
    assert_int_equal(blocks[1].npreds, 3);
    assert_false(cfg_is_reachable(f, 5));
    assert_int_equal(cfg_block_at(f, 2), 2);
    program_free(p);
}

/* for (...) { do { } while (...); } with source lines. */
static void test_loop_lines(void **state) {
    (void)state;
    struct program *p = build_program();
    struct function *f = build_declare(p, "f", 1, 0);
    struct builder b;
    build_begin(&b, p, f, NULL, 0, 1);
    build_block(&b, "entry");
    build_jmp(&b, 1);
    build_block(&b, "head");
    b.pos = build_position(p, 10);
    build_br(&b, 0, 2, 4);
    build_block(&b, "inner");
    b.pos = build_position(p, 12);
    build_insn(&b, IR_MOV, 1, 0, 0, 0);
    b.pos = build_position(p, 14);
    build_br(&b, 0, 2, 3);
    build_block(&b, "latch");
    b.pos = build_position(p, 10);
    build_jmp(&b, 1);
    build_block(&b, "end");
    b.pos = build_position(p, 17);
    build_ret(&b);
    build_end(&b);
    cfg_build(p, f);
    struct loops *loops = loops_build(&p->arena, p, f);
    assert_int_equal(loops->n, 2);
    assert_int_equal(loops->loops[1].header, 1);
    assert_int_equal(loops->loops[1].latch, 3);
    assert_int_equal(loops->loops[1].first_line, 10);
    assert_int_equal(loops->loops[1].last_line, 14);
    assert_int_equal(loops->loops[2].parent, 1);
    assert_int_equal(loops->loops[2].latch, 2);
    vec_edge exits = {0};
    loops_exits(loops, 1, UINT32_MAX, &exits);
    assert_int_equal(exits.len, 1);
    assert_int_equal(exits.data[0].from, 1);
    assert_int_equal(exits.data[0].to, 4);
    vec_release(&exits);
    struct {
        const char *file;
        uint32_t line, loop;
    } cases[] = {{"prog.c", 10, 1}, {"src/prog.c", 14, 2}, {"prog.c", 12, 2}, {"prog.c", 11, 2},
                 {"prog.c", 13, 2}, {"rog.c", 10, 0},      {"prog.c", 17, 0}, {"prog.c", 9, 1}};
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vec_u32 found = {0};
        loops_find_line(loops, p, cases[i].file, cases[i].line, &found);
        assert_int_equal(found.len, cases[i].loop ? 1 : 0);
        if (found.len) assert_int_equal(found.data[0], cases[i].loop);
        vec_release(&found);
    }
    program_free(p);
    assert_int_equal(mem_live_bytes(), 0);
}

/* ---- size */

enum { HUGE_BLOCKS = 100000 };

/* Deep nest: n heads, then n latches, each jumping back to its own head. */
static struct function *build_nest(struct program *p, uint32_t n) {
    struct function *f = build_declare(p, "nest", 1, 0);
    struct builder b;
    build_begin(&b, p, f, NULL, 0, 1);
    for (uint32_t i = 0; i < n; i++) {
        build_block(&b, NULL);
        if (i < n / 2) build_jmp(&b, i + 1);
        else if (i + 1 < n) build_br(&b, 0, n - 1 - i, i + 1);
        else build_ret(&b);
    }
    build_end(&b);
    return f;
}

/* Ladder in which every rung is a join: bad for simple dominator algorithms. */
static struct function *build_ladder(struct program *p, uint32_t n) {
    struct function *f = build_declare(p, "ladder", 1, 0);
    struct builder b;
    build_begin(&b, p, f, NULL, 0, 1);
    for (uint32_t i = 0; i < n; i++) {
        build_block(&b, NULL);
        if (i + 2 < n) build_br(&b, 0, i + 2, i ? i - 1 : i + 1);
        else build_ret(&b);
    }
    build_end(&b);
    return f;
}

static double analyse(struct program *p, struct function *f, uint32_t *nloops) {
    uint64_t start = clock_ns();
    struct arena arena;
    arena_init(&arena);
    cfg_build(p, f);
    dom_build(&arena, f);
    dom_build_post(&arena, f);
    *nloops = loops_build(&arena, p, f)->n;
    arena_release(&arena);
    return (double)(clock_ns() - start) / 1e9;
}

static void test_huge(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 3);
    struct program *p = build_program();
    struct function *functions[] = {
        build_nest(p, HUGE_BLOCKS), build_ladder(p, HUGE_BLOCKS),
        build_random(p, "near", HUGE_BLOCKS, 200, &rng),
        build_random(p, "far", HUGE_BLOCKS, HUGE_BLOCKS / 4, &rng)};
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t nloops;
        double seconds = analyse(p, functions[i], &nloops);
        print_message("%s: %u blocks, %u reachable, %u loops, %.3f s\n", functions[i]->name,
                      functions[i]->nblocks, functions[i]->cfg->nreachable, nloops, seconds);
        assert_true(functions[i]->cfg->nreachable > HUGE_BLOCKS / 2);
        assert_true(seconds < 5); /* generous: sanitizers, busy machines */
    }
    program_free(p);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_loop_lines),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_huge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
