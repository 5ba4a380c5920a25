/* Searchers on simulated states: order, distribution, determinism, coverage. */
#include "test_ir_builder.h"

#include <math.h>
#include <stdlib.h>

#include "base/bitset.h"
#include "base/stats.h"
#include "base/str.h"
#include "engine/covered.h"
#include "engine/search/nearness.h"
#include "engine/search/search.h"
#include "engine/search/sumtree.h"
#include "engine/search/tree.h"
#include "ir/cfg.h"
#include "ir/ir.h"

struct state {
    uint32_t id;
    struct search_item *item;
    struct tree_node *leaf;
    struct code_point frames[3];
    uint32_t nframes;
    uint64_t since_new;
    uint64_t setting;
};

static uint32_t frames_of(void *owner, const struct state *state, struct code_point *out,
                          uint32_t max) {
    (void)owner;
    for (uint32_t i = 0; i < state->nframes && i < max; i++) out[i] = state->frames[i];
    return state->nframes;
}

static uint64_t since_new_of(void *owner, const struct state *state) {
    (void)owner;
    return state->since_new;
}

static uint64_t setting_of(void *owner, const struct state *state) {
    (void)owner;
    return state->setting;
}

static const struct search_hooks hooks = {.frames = frames_of, .since_new = since_new_of, .settings = setting_of};

/* A program, its coverage, a tree and a searcher. */
struct sim {
    struct program *p;
    struct covered covered;
    struct tree tree;
    struct search_env env;
    struct search *search;
    VEC(struct state *) all;
};

/* main: a branch to a short and a long way to a block of their own. */
enum { SHORT_WAY = 4, LONG_WAY = 12 };

static void build_main(struct program *p) {
    struct builder b;
    struct function *f = build_declare(p, "main", 1, 0);
    build_begin(&b, p, f, NULL, 0, 1);
    build_block(&b, "entry");
    build_br(&b, 0, 1, 2);
    build_block(&b, "short");
    for (int i = 1; i < SHORT_WAY; i++) build_insn(&b, IR_MOV, 1, 0, 0, 0);
    build_jmp(&b, 3);
    build_block(&b, "long");
    for (int i = 1; i < LONG_WAY; i++) build_insn(&b, IR_MOV, 1, 0, 0, 0);
    build_jmp(&b, 4);
    build_block(&b, "goal1");
    build_jmp(&b, 5);
    build_block(&b, "goal2");
    build_jmp(&b, 5);
    build_block(&b, "end");
    build_ret(&b);
    build_end(&b);
    p->entry = f->id;
    assert_null(program_check(p));
    cfg_build_all(p);
}

static struct state *new_state(struct sim *sim, struct code_point at) {
    struct state *state = MEM_NEW(struct state);
    state->id = sim->all.len;
    state->frames[0] = at;
    state->nframes = 1;
    vec_push(&sim->all, state);
    return state;
}

static void sim_init(struct sim *sim, const char *list, uint64_t seed) {
    memset(sim, 0, sizeof *sim);
    sim->p = build_program();
    build_main(sim->p);
    covered_init(&sim->covered, sim->p);
    struct state *first = new_state(sim, (struct code_point){sim->p->entry, 0});
    tree_init(&sim->tree, first, false);
    first->leaf = sim->tree.root;
    sim->env = (struct search_env){.hooks = &hooks, .owner = sim, .tree = &sim->tree,
                                   .covered = &sim->covered, .p = sim->p, .seed = seed};
    struct str error = {0};
    sim->search = search_new(&sim->env, list, &error);
    if (!sim->search) fail_msg("%s", str_text(&error));
    first->item = search_add(sim->search, first);
    str_release(&error);
}

static void sim_release(struct sim *sim) {
    search_free(sim->search);
    tree_release(&sim->tree);
    covered_release(&sim->covered);
    program_free(sim->p);
    for (uint32_t i = 0; i < sim->all.len; i++) mem_free(sim->all.data[i]);
    vec_release(&sim->all);
    assert_int_equal(mem_live_bytes(), 0);
}

/* The state goes on in one leaf, a new one starts in the other. */
static struct state *sim_fork(struct sim *sim, struct state *state) {
    struct state *other = new_state(sim, state->frames[0]);
    struct state *both[2] = {state, other};
    struct tree_node *kids[2];
    other->since_new = state->since_new;
    tree_fork(&sim->tree, state->leaf, 2, both, kids);
    state->leaf = kids[0];
    other->leaf = kids[1];
    other->item = search_add(sim->search, other);
    return other;
}

static void sim_finish(struct sim *sim, struct state *state) {
    tree_finish(&sim->tree, state->leaf);
    search_remove(sim->search, state->item);
    state->leaf = NULL;
    state->item = NULL;
}

static uint32_t block_start(const struct sim *sim, uint32_t block) {
    return sim->p->functions.data[sim->p->entry]->blocks[block].first;
}

static void sim_put(struct sim *sim, struct state *state, uint32_t block) {
    state->frames[0] = (struct code_point){sim->p->entry, block_start(sim, block)};
}

static void sim_cover(struct sim *sim, uint32_t block) {
    covered_block(&sim->covered, sim->p->functions.data[sim->p->entry], block_start(sim, block));
}

/* ---- order */

/* Explores a full binary tree; gives the depths at which states were selected. */
static void explore(struct sim *sim, uint32_t depth, vec_u32 *depths) {
    while (search_count(sim->search)) {
        struct state *state = search_select(sim->search);
        assert_non_null(state->leaf);
        vec_push(depths, state->leaf->depth);
        if (state->leaf->depth == depth) sim_finish(sim, state);
        else {
            sim_fork(sim, state);
            search_touched(sim->search, state->item);
        }
    }
    assert_null(sim->tree.root);
}

static void test_dfs(void **unused) {
    (void)unused;
    struct sim sim;
    sim_init(&sim, "dfs", 1);
    uint32_t most = 0;
    while (search_count(sim.search)) {
        struct state *state = search_select(sim.search);
        uint32_t last = 0; /* the newest of the open ones */
        for (uint32_t i = 0; i < sim.all.len; i++)
            if (sim.all.data[i]->leaf) last = i;
        assert_int_equal(state->id, last);
        if (state->leaf->depth == 8) sim_finish(&sim, state);
        else {
            sim_fork(&sim, state);
            search_touched(sim.search, state->item);
        }
        if (search_count(sim.search) > most) most = search_count(sim.search);
    }
    assert_int_equal(most, 9);
    sim_release(&sim);
}

/* One that runs on and on without a fork lets all others go first. */
static void test_dfs_endless(void **unused) {
    (void)unused;
    struct sim sim;
    sim_init(&sim, "dfs", 1);
    struct state *first = search_select(sim.search);
    sim_fork(&sim, first);
    search_touched(sim.search, first->item);
    struct state *second = search_select(sim.search);
    assert_ptr_not_equal(first, second);
    search_touched(sim.search, second->item);
    assert_ptr_equal(search_select(sim.search), first);
    sim_fork(&sim, first);
    search_touched(sim.search, first->item);
    while (search_count(sim.search) > 1) {
        struct state *other = search_select(sim.search);
        assert_ptr_not_equal(other, second);
        sim_finish(&sim, other);
    }
    assert_ptr_equal(search_select(sim.search), second);
    sim_finish(&sim, second);
    sim_release(&sim);
}

static void test_bfs(void **unused) {
    (void)unused;
    struct sim sim;
    vec_u32 depths = {0};
    sim_init(&sim, "bfs", 1);
    explore(&sim, 8, &depths);
    assert_int_equal(depths.len, (1 << 9) - 1);
    for (uint32_t i = 1; i < depths.len; i++) assert_true(depths.data[i - 1] <= depths.data[i]);
    vec_release(&depths);
    sim_release(&sim);
}

/* ---- distribution */

/* Is `seen` of n what probability p gives? Five standard deviations. */
static void assert_share(uint32_t seen, uint32_t n, double p) {
    double expected = n * p, deviation = sqrt(n * p * (1 - p));
    if (fabs(seen - expected) > 5 * deviation + 1)
        fail_msg("%u of %u, expected %.0f", seen, n, expected);
}

/* Leaves at depths 1, 2, ..., n - 1, n - 1. */
static void grow_comb(struct sim *sim, uint32_t leaves) {
    for (uint32_t i = 1; i < leaves; i++) sim_fork(sim, vec_last(&sim->all));
}

static void draw(struct sim *sim, uint32_t n, uint32_t *seen) {
    memset(seen, 0, sim->all.len * sizeof *seen);
    for (uint32_t i = 0; i < n; i++) seen[search_select(sim->search)->id]++;
}

static void test_random_path(void **unused) {
    (void)unused;
    enum { N = 40000 };
    struct sim sim;
    uint32_t seen[16];
    sim_init(&sim, "random-path", 7);
    grow_comb(&sim, 6);
    draw(&sim, N, seen);
    for (uint32_t i = 0; i < sim.all.len; i++)
        assert_share(seen[i], N, ldexp(1, -(int)sim.all.data[i]->leaf->depth));
    /* With the first two leaves gone, the walk starts further down. */
    sim_finish(&sim, sim.all.data[0]);
    sim_finish(&sim, sim.all.data[1]);
    draw(&sim, N, seen);
    for (uint32_t i = 2; i < sim.all.len; i++)
        assert_share(seen[i], N, ldexp(4, -(int)sim.all.data[i]->leaf->depth));
    sim_release(&sim);
}

static void test_random_state(void **unused) {
    (void)unused;
    enum { N = 40000 };
    struct sim sim;
    uint32_t seen[16];
    sim_init(&sim, "random-state", 7);
    grow_comb(&sim, 12);
    sim_finish(&sim, sim.all.data[3]);
    sim_finish(&sim, sim.all.data[11]);
    draw(&sim, N, seen);
    for (uint32_t i = 0; i < sim.all.len; i++)
        assert_share(seen[i], N, sim.all.data[i]->leaf ? 0.1 : 0);
    sim_release(&sim);
}

/* One leaf beside a subtree of four: 1 to 1/16. */
static void test_subtree(void **unused) {
    (void)unused;
    enum { N = 40000 };
    struct sim sim;
    uint32_t seen[16];
    sim_init(&sim, "subtree", 7);
    struct state *a = sim_fork(&sim, sim.all.data[0]), *b = sim_fork(&sim, a);
    sim_fork(&sim, a);
    sim_fork(&sim, b);
    draw(&sim, N, seen);
    assert_share(seen[0], N, 16. / 17);
    for (uint32_t i = 1; i < 5; i++) assert_share(seen[i], N, 1. / 17 / 4);
    sim_release(&sim);
}

/* A hundred states wait at one place, one at another: both places have their turns. Where one of them leads to new
 * code it has more. */
static void test_places(void **unused) {
    (void)unused;
    enum { CROWD = 100, TURNS = 1000 };
    struct sim sim;
    sim_init(&sim, "places", 1);
    struct state *first = search_select(sim.search), *alone = sim_fork(&sim, first);
    sim_put(&sim, alone, 1);
    search_touched(sim.search, alone->item);
    for (int i = 0; i < CROWD; i++) sim_fork(&sim, first);
    uint32_t alone_drawn = 0;
    for (int i = 0; i < TURNS; i++) alone_drawn += search_select(sim.search) == alone;
    assert_in_range(alone_drawn, TURNS / 2 - 20, TURNS / 2 + 20);
    for (uint32_t block = 0; block < 3; block++) {
        while (search_select(sim.search) != alone) {}
        sim_cover(&sim, block);
    }
    alone_drawn = 0;
    for (int i = 0; i < TURNS / 4; i++) alone_drawn += search_select(sim.search) == alone;
    assert_true(alone_drawn > TURNS / 4 * 3 / 4);
    sim_finish(&sim, alone);
    for (int i = 0; i < TURNS; i++) assert_ptr_not_equal(search_select(sim.search), alone);
    sim_release(&sim);
}

/* Places below one call share the turns of that call, however many they are. */
static void test_places_below_a_call(void **unused) {
    (void)unused;
    enum { TURNS = 1000, INNER = 5 };
    struct sim sim;
    sim_init(&sim, "places", 1);
    struct state *outside = search_select(sim.search);
    for (uint32_t i = 0; i < INNER; i++) {
        struct state *st = sim_fork(&sim, outside);
        sim_put(&sim, st, i + 1);
        st->frames[1] = (struct code_point){sim.p->entry, block_start(&sim, 5)};
        st->nframes = 2;
        search_touched(sim.search, st->item);
    }
    uint32_t drawn = 0;
    for (int i = 0; i < TURNS; i++) drawn += search_select(sim.search) == outside;
    assert_in_range(drawn, TURNS / 2 - 20, TURNS / 2 + 20);
    sim_release(&sim);
}

/* A hundred states at a hundred places were told the same, one was told something else: both have their turns, and who
 * leads to new code has more. */
static void test_settings(void **unused) {
    (void)unused;
    enum { CROWD = 100, TURNS = 1000 };
    struct sim sim;
    sim_init(&sim, "settings", 1);
    struct state *first = search_select(sim.search), *alone = sim_fork(&sim, first);
    alone->setting = 1;
    search_touched(sim.search, alone->item);
    for (uint32_t i = 0; i < CROWD; i++) {
        struct state *st = sim_fork(&sim, first);
        st->frames[1] = (struct code_point){sim.p->entry, i};
        st->nframes = 2;
        search_touched(sim.search, st->item);
    }
    uint32_t drawn = 0;
    for (int i = 0; i < TURNS; i++) drawn += search_select(sim.search) == alone;
    assert_in_range(drawn, TURNS / 2 - 20, TURNS / 2 + 20);
    for (uint32_t block = 0; block < 3; block++) {
        while (search_select(sim.search) != alone) {}
        sim_cover(&sim, block);
    }
    drawn = 0;
    for (int i = 0; i < TURNS / 4; i++) drawn += search_select(sim.search) == alone;
    assert_true(drawn > TURNS / 4 * 3 / 4);
    alone->setting = 0; /* as all others now, at a place with one of them */
    search_touched(sim.search, alone->item);
    drawn = 0;
    for (int i = 0; i < TURNS; i++) drawn += search_select(sim.search) == alone;
    assert_true(drawn < TURNS / 20);
    sim_finish(&sim, alone);
    for (int i = 0; i < TURNS; i++) assert_ptr_not_equal(search_select(sim.search), alone);
    sim_release(&sim);
}

static void test_md2u(void **unused) {
    (void)unused;
    enum { N = 40000 };
    struct sim sim;
    uint32_t seen[16];
    sim_init(&sim, "md2u", 7);
    struct state *a = sim.all.data[0], *b = sim_fork(&sim, a), *c = sim_fork(&sim, b);
    for (uint32_t block = 0; block < 3; block++) sim_cover(&sim, block);
    sim_cover(&sim, 5);
    sim_put(&sim, a, 1);
    sim_put(&sim, b, 2);
    sim_put(&sim, c, 5); /* nothing new from here on */
    for (uint32_t i = 0; i < 3; i++) search_touched(sim.search, sim.all.data[i]->item);
    for (uint32_t i = 0; i < 100; i++) search_select(sim.search); /* it aims anew */
    draw(&sim, N, seen);
    double near = 1. / (SHORT_WAY * SHORT_WAY), far = 1. / (LONG_WAY * LONG_WAY);
    assert_share(seen[0], N, near / (near + far));
    assert_share(seen[1], N, far / (near + far));
    assert_true(seen[2] <= 5);
    /* When goal1 is reached, the short way leads nowhere. */
    sim_cover(&sim, 3);
    for (uint32_t i = 0; i < 100; i++) search_select(sim.search);
    draw(&sim, N, seen);
    assert_true(seen[1] > N - 200);
    sim_release(&sim);
}

static void test_covnew(void **unused) {
    (void)unused;
    enum { N = 40000 };
    struct sim sim;
    uint32_t seen[16];
    sim_init(&sim, "covnew", 7);
    struct state *a = sim.all.data[0], *b = sim_fork(&sim, a), *c = sim_fork(&sim, b);
    for (uint32_t block = 0; block < 6; block++) sim_cover(&sim, block);
    a->since_new = 1002; /* weighs 1/4 */
    b->since_new = 1010; /* weighs 1/100 */
    c->since_new = UINT64_MAX;
    for (uint32_t i = 0; i < 3; i++) search_touched(sim.search, sim.all.data[i]->item);
    for (uint32_t i = 0; i < 100; i++) search_select(sim.search);
    draw(&sim, N, seen);
    assert_share(seen[0], N, 25. / 26);
    assert_share(seen[1], N, 1. / 26);
    assert_true(seen[2] <= 5);
    sim_release(&sim);
}

/* Goals behind a return count by the whole stack, whatever its depth. */
static uint32_t deep_frames(void *owner, const struct state *state, struct code_point *out,
                            uint32_t max) {
    const uint32_t *stack = owner; /* depth, function */
    for (uint32_t i = 0; i < stack[0] && i < max; i++)
        out[i] = i + 1 < stack[0] ? (struct code_point){stack[1], 1} : state->frames[0];
    return stack[0];
}

static void test_nearness(void **unused) {
    (void)unused;
    struct program *p = build_program();
    build_main(p);
    struct function *f = build_declare(p, "f", 1, 0), *main_ = p->functions.data[p->entry];
    struct builder b;
    build_begin(&b, p, f, NULL, 0, 1);
    build_block(&b, NULL);
    build_call(&b, 0, f->id, (uint32_t[]){0}, 1, 0);
    build_ret(&b);
    build_end(&b);
    cfg_build_all(p);
    struct covered covered;
    covered_init(&covered, p);
    for (uint32_t block = 0; block < main_->nblocks; block++)
        if (block != 4) covered_block(&covered, main_, main_->blocks[block].first);
    covered_block(&covered, f, 0);
    uint32_t stack[2] = {1, f->id};
    struct search_hooks deep = {.frames = deep_frames, .since_new = since_new_of};
    struct search_env env = {.hooks = &deep, .owner = stack, .covered = &covered, .p = p};
    struct nearness *n = nearness_new(&env);
    struct state at = {.frames = {{main_->id, main_->blocks[2].first}}};
    for (; stack[0] <= 64; stack[0]++) /* one return in each frame */
        assert_int_equal(nearness_of(n, &at), LONG_WAY + stack[0] - 1);
    at.frames[0].pc = main_->blocks[5].first; /* past the goal */
    stack[0] = 3;
    assert_int_equal(nearness_of(n, &at), DIST_NEVER);
    stack[0] = 1000; /* not looked at to the end: it must only not fail */
    nearness_of(n, &at);
    assert_int_equal(nearness_aims(n), 1);
    for (uint32_t i = 0; i < 10; i++) assert_false(nearness_is_stale(n, 3)); /* nothing new */
    covered_block(&covered, main_, main_->blocks[4].first);
    assert_true(nearness_is_stale(n, 3));
    assert_false(nearness_is_stale(n, 30)); /* not paid for yet */
    nearness_free(n);
    covered_release(&covered);
    program_free(p);
    assert_int_equal(mem_live_bytes(), 0);
}

/* ---- lists, determinism, wear */

static void test_round_robin(void **unused) {
    (void)unused;
    struct sim sim;
    sim_init(&sim, "dfs,random-state,bfs", 3);
    grow_comb(&sim, 10);
    for (uint32_t i = 0; i < 50; i++) {
        assert_int_equal(search_select(sim.search)->id, 9);
        search_select(sim.search);
        assert_int_equal(search_select(sim.search)->id, 0);
    }
    sim_release(&sim);
}

static const char *const lists[] = {
    "dfs", "bfs", "random-path", "random-state", "covnew", "md2u", "subtree", "places", "settings",
    "random-path,covnew", "covnew,dfs,bfs,random-state,md2u,subtree,random-path", "dfs:4,random-path,covnew,places:8,settings:3",
};

/* A random exploration; returns a digest of what was selected. */
static uint64_t wear(const char *list, uint64_t seed) {
    struct sim sim;
    struct rng rng;
    uint64_t digest = 0;
    sim_init(&sim, list, seed);
    rng_init(&rng, 99);
    for (uint32_t i = 0; i < 3000 && search_count(sim.search); i++) {
        struct state *state = search_select(sim.search);
        assert_non_null(state->leaf);
        digest = digest * 1000003 + state->id;
        uint64_t what = rng_below(&rng, 10);
        if (what < 4) sim_fork(&sim, state);
        if (what == 5) sim_cover(&sim, (uint32_t)rng_below(&rng, 6));
        if (what > 6 && search_count(sim.search) > 3) sim_finish(&sim, state);
        if (!state->leaf) continue;
        sim_put(&sim, state, (uint32_t)rng_below(&rng, 6));
        state->since_new = rng_below(&rng, 5000);
        search_touched(sim.search, state->item);
    }
    assert_null(tree_check(&sim.tree));
    /* Every state comes out in the end. */
    while (search_count(sim.search)) sim_finish(&sim, search_select(sim.search));
    for (uint32_t i = 0; i < sim.all.len; i++) assert_null(sim.all.data[i]->leaf);
    sim_release(&sim);
    return digest;
}

static void test_determinism(void **unused) {
    (void)unused;
    for (uint32_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        uint64_t first = wear(lists[i], 5);
        void *noise = malloc(1000 + i); /* other addresses */
        assert_int_equal(wear(lists[i], 5), first);
        free(noise);
        if (i >= 2) assert_int_not_equal(wear(lists[i], 6), first);
    }
}

static void test_wrong_lists(void **unused) {
    (void)unused;
    static const char *const wrong[] = {
        "", "dsf", "dfs,", ",dfs", "df", "dfs,random", "dfs,dfs,dfs,dfs,dfs,dfs,dfs,dfs,dfs",
    };
    struct sim sim;
    sim_init(&sim, "dfs", 1);
    for (uint32_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct str error = {0};
        assert_null(search_new(&sim.env, wrong[i], &error));
        assert_true(error.len > 0);
        str_release(&error);
    }
    sim_release(&sim);
}

/* ---- the parts */

static void test_sumtree(void **unused) {
    (void)unused;
    enum { N = 100000, HANDLES = 300 };
    struct sumtree t;
    struct rng rng;
    double weights[HANDLES] = {0}, sum = 0;
    uint32_t handles[HANDLES], seen[HANDLES] = {0};
    sumtree_init(&t);
    rng_init(&rng, 11);
    for (uint32_t i = 0; i < HANDLES; i++) handles[i] = UINT32_MAX;
    for (uint32_t step = 0; step < 20000; step++) {
        uint32_t i = (uint32_t)rng_below(&rng, HANDLES);
        double weight = ldexp((double)(1 + rng_below(&rng, 1000)), -(int)rng_below(&rng, 60));
        if (handles[i] == UINT32_MAX) handles[i] = sumtree_add(&t, weights[i] = weight);
        else if (rng_below(&rng, 3)) sumtree_set(&t, handles[i], weights[i] = weight);
        else {
            sumtree_remove(&t, handles[i]);
            handles[i] = UINT32_MAX;
            weights[i] = 0;
        }
    }
    uint32_t by_handle[2 * HANDLES];
    for (uint32_t i = 0; i < HANDLES; i++) {
        sum += weights[i];
        if (handles[i] == UINT32_MAX) continue;
        assert_true(sumtree_weight(&t, handles[i]) == weights[i]);
        by_handle[handles[i]] = i;
    }
    for (uint32_t i = 0; i < N; i++) seen[by_handle[sumtree_draw(&t, &rng)]]++;
    for (uint32_t i = 0; i < HANDLES; i++) assert_share(seen[i], N, weights[i] / sum);
    sumtree_release(&t);
    assert_int_equal(mem_live_bytes(), 0);
}

static void test_covered(void **unused) {
    (void)unused;
    struct sim sim;
    sim_init(&sim, "dfs", 1);
    const struct function *f = sim.p->functions.data[sim.p->entry];
    struct covered *c = &sim.covered;
    struct covered_counts *user = &c->counts[0];
    vec_points missing = {0};
    assert_int_equal(user->all_blocks, 6);
    assert_int_equal(user->all_edges, 6);
    assert_int_equal(user->all_functions, 1);
    assert_true(covered_block(c, f, block_start(&sim, 0)));
    assert_false(covered_block(c, f, block_start(&sim, 0)));
    assert_true(covered_block(c, f, block_start(&sim, 4)));
    assert_int_equal(c->changes, 2);
    assert_int_equal(user->blocks, 2);
    assert_int_equal(user->functions, 1);
    covered_missing(c, &missing);
    assert_int_equal(missing.len, 4);
    assert_int_equal(missing.data[0].pc, block_start(&sim, 1));
    assert_int_equal(missing.data[3].pc, block_start(&sim, 5));
    uint32_t edge = covered_edge_number(f, 0, 2);
    assert_false(covered_has_edge(c, f, edge));
    assert_true(covered_edge(c, f, edge));
    assert_false(covered_edge(c, f, edge));
    assert_false(covered_has_edge(c, f, covered_edge_number(f, 0, 1)));
    assert_int_equal(user->edges, 1);
    assert_true(covered_share(user) > 0.33 && covered_share(user) < 0.34);
    vec_release(&missing);
    sim_release(&sim);
}

/* Library models count neither as user code nor as a goal; added blocks, which are ways of branches, are a goal only. */
static void test_covered_library(void **unused) {
    (void)unused;
    struct program *p = build_program();
    build_main(p);
    struct rng rng;
    rng_init(&rng, 4);
    struct function *lib = build_random(p, "lib", 30, 4, &rng), *user = p->functions.data[p->entry];
    lib->runtime = true;
    user->blocks[1].added = true;
    cfg_build_all(p);
    struct covered c;
    covered_init(&c, p);
    assert_int_equal(c.counts[0].all_blocks, 5);
    assert_int_equal(c.counts[0].all_edges, 5);
    assert_int_equal(c.counts[1].all_blocks, lib->cfg->nreachable);
    assert_false(covered_block(&c, user, user->blocks[1].first));
    assert_false(covered_block(&c, lib, 0));
    assert_int_equal(c.changes, 1);
    assert_int_equal(c.ways, 1);
    assert_int_equal(c.counts[0].blocks, 0);
    assert_int_equal(c.counts[1].blocks, 1);
    for (uint32_t f = 1; f < p->functions.len; f++)
        for (uint32_t b = 0; b < p->functions.data[f]->nblocks; b++) {
            const struct function *fn = p->functions.data[f];
            covered_block(&c, fn, fn->blocks[b].first);
            for (uint32_t i = 0; i < fn->blocks[b].nsuccs; i++)
                covered_edge(&c, fn, covered_edge_number(fn, b, fn->blocks[b].succs[i]));
        }
    for (int i = 0; i < 2; i++) {
        assert_int_equal(c.counts[i].blocks, c.counts[i].all_blocks);
        assert_int_equal(c.counts[i].edges, c.counts[i].all_edges);
        assert_int_equal(c.counts[i].functions, 1);
    }
    vec_points missing = {0};
    covered_missing(&c, &missing);
    assert_int_equal(missing.len, 0);
    vec_release(&missing);
    covered_release(&c);
    program_free(p);
    assert_int_equal(mem_live_bytes(), 0);
}

/* Selecting among many states is cheap, and so is aiming anew now and then. */
static void test_many(void **unused) {
    (void)unused;
    enum { STATES = 100000, SELECTS = 300000 };
    for (uint32_t k = 0; k < 7; k++) {
        struct sim sim;
        sim_init(&sim, lists[k], 1);
        while (sim.all.len < STATES) sim_fork(&sim, sim.all.data[sim.all.len / 3]);
        uint64_t start = clock_ns();
        for (uint32_t i = 0; i < SELECTS; i++) {
            struct state *state = search_select(sim.search);
            if (i % 50000 == 0) sim_cover(&sim, i / 50000);
            search_touched(sim.search, state->item);
        }
        uint64_t ns = (clock_ns() - start) / SELECTS;
        print_message("%s: %u ns for select and touched\n", lists[k], (unsigned)ns);
        assert_true(ns < 50000);
        sim_release(&sim);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dfs),          cmocka_unit_test(test_dfs_endless), cmocka_unit_test(test_bfs),
        cmocka_unit_test(test_random_path),  cmocka_unit_test(test_random_state),
        cmocka_unit_test(test_subtree),      cmocka_unit_test(test_md2u),
        cmocka_unit_test(test_covnew),       cmocka_unit_test(test_round_robin),
        cmocka_unit_test(test_determinism),  cmocka_unit_test(test_wrong_lists),
        cmocka_unit_test(test_sumtree),      cmocka_unit_test(test_covered),
        cmocka_unit_test(test_covered_library), cmocka_unit_test(test_nearness),
        cmocka_unit_test(test_places),       cmocka_unit_test(test_places_below_a_call), cmocka_unit_test(test_settings),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
