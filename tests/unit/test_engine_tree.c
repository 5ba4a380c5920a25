/* The execution tree against a tree that forgets nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/stats.h"
#include "base/vec.h"
#include "engine/search/tree.h"

struct naive {
    uint32_t up; /* 0: none */
    uint32_t nkids, open; /* open leaves below */
    uint32_t open_kids;
    uint32_t depth;
    bool closed;
};

struct model {
    VEC(struct naive) nodes; /* number 0 unused */
    VEC(struct tree_node *) leaves;
    bool keep, releasing;
};

/* A state is its node's number. */
static struct state *state_of(uint32_t id) { return (struct state *)(uintptr_t)id; }
static uint32_t id_of(const struct tree_node *node) { return (uint32_t)(uintptr_t)node->data; }

static void closed(void *owner, struct tree_node *node) {
    struct model *m = owner;
    struct naive *n = &m->nodes.data[id_of(node)];
    assert_false(n->closed);
    n->closed = true;
    if (m->releasing) return;
    if (m->keep) assert_int_equal(n->open, 0);
    else assert_true(n->open_kids <= 1);
    /* Whoever is above is still there. */
    if (node->up) assert_false(m->nodes.data[id_of(node->up)].closed);
}

static void add_leaf(struct model *m, struct tree_node *node, uint32_t up) {
    uint32_t id = m->nodes.len;
    vec_push(&m->nodes, (struct naive){.up = up, .open = 1,
                                       .depth = up ? m->nodes.data[up].depth + 1 : 0});
    node->data = (void *)(uintptr_t)id;
    node->state = state_of(id);
    vec_push(&m->leaves, node);
}

static void do_fork(struct tree *tree, struct model *m, uint32_t which, uint32_t n) {
    struct tree_node *leaf = m->leaves.data[which], *kids[40];
    struct state *states[40];
    uint32_t id = id_of(leaf);
    for (uint32_t i = 0; i < n; i++) states[i] = state_of(1);
    tree_fork(tree, leaf, n, states, kids);
    m->leaves.data[which] = vec_last(&m->leaves);
    m->leaves.len--;
    m->nodes.data[id].nkids = m->nodes.data[id].open_kids = n;
    for (uint32_t i = 0; i < n; i++) add_leaf(m, kids[i], id);
    for (uint32_t up = id; up; up = m->nodes.data[up].up) m->nodes.data[up].open += n - 1;
}

static void do_finish(struct tree *tree, struct model *m, uint32_t which) {
    struct tree_node *leaf = m->leaves.data[which];
    uint32_t id = id_of(leaf);
    m->leaves.data[which] = vec_last(&m->leaves);
    m->leaves.len--;
    for (uint32_t i = id; i; i = m->nodes.data[i].up) {
        m->nodes.data[i].open--;
        uint32_t up = m->nodes.data[i].up;
        if (up && m->nodes.data[i].open == 0) m->nodes.data[up].open_kids--;
    }
    tree_finish(tree, leaf);
}

/* Nearest node above that branches still. */
static uint32_t naive_parent(const struct model *m, uint32_t id) {
    uint32_t up = m->nodes.data[id].up;
    while (up && m->nodes.data[up].open_kids < 2) up = m->nodes.data[up].up;
    return up;
}

static void compare(const struct tree *tree, const struct model *m) {
    const char *error = tree_check(tree);
    if (error) fail_msg("%s", error);
    assert_int_equal(tree->nleaves, m->leaves.len);
    uint64_t held = 0;
    for (uint32_t i = 1; i < m->nodes.len; i++) {
        const struct naive *n = &m->nodes.data[i];
        bool holds = m->keep ? n->open > 0 : n->open > 0 && (!n->nkids || n->open_kids > 1);
        assert_int_equal(n->closed, !holds);
        held += holds;
    }
    assert_int_equal(tree->nnodes, held);
    for (uint32_t i = 0; i < m->leaves.len; i++) {
        const struct tree_node *node = m->leaves.data[i];
        assert_ptr_equal(node->state, state_of(id_of(node)));
        const struct naive *leaf = &m->nodes.data[id_of(node)];
        uint32_t parent = naive_parent(m, id_of(node));
        assert_int_equal(node->depth, leaf->depth);
        assert_int_equal(tree_alone(node),
                         leaf->depth - (parent ? m->nodes.data[parent].depth + 1 : 0));
        for (; node; node = node->parent) {
            const struct naive *n = &m->nodes.data[id_of(node)];
            assert_int_equal(node->open, n->open < TREE_MANY ? n->open : TREE_MANY);
            assert_int_equal(node->parent ? id_of(node->parent) : 0, naive_parent(m, id_of(node)));
            if (m->keep) assert_int_equal(node->up ? id_of(node->up) : 0, n->up);
        }
    }
}

static void random_operations(uint64_t seed, bool keep, uint32_t steps) {
    struct rng rng;
    struct tree tree;
    struct model m = {.keep = keep};
    rng_init(&rng, seed);
    tree_init(&tree, state_of(1), keep);
    tree.closed = closed;
    tree.owner = &m;
    vec_push(&m.nodes, (struct naive){.up = 0});
    add_leaf(&m, tree.root, 0);
    uint64_t eager = 3 + rng_below(&rng, 5); /* of 10: forks */
    bool deep = rng_below(&rng, 2);
    for (uint32_t i = 0; i < steps && m.leaves.len; i++) {
        uint32_t which = deep && rng_below(&rng, 4) ? m.leaves.len - 1
                                                    : (uint32_t)rng_below(&rng, m.leaves.len);
        bool wide = rng_below(&rng, 8) == 0;
        if (m.leaves.len == 1 || rng_below(&rng, 10) < eager)
            do_fork(&tree, &m, which, wide ? 3 + (uint32_t)rng_below(&rng, 37) : 2);
        else do_finish(&tree, &m, which);
        compare(&tree, &m);
    }
    while (m.leaves.len && rng_below(&rng, 50)) {
        do_finish(&tree, &m, (uint32_t)rng_below(&rng, m.leaves.len));
        compare(&tree, &m);
    }
    m.releasing = true;
    tree_release(&tree);
    for (uint32_t i = 1; i < m.nodes.len; i++) assert_true(m.nodes.data[i].closed);
    vec_release(&m.nodes);
    vec_release(&m.leaves);
    assert_int_equal(mem_live_bytes(), 0);
}

static void test_random(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) random_operations(seed, seed % 2, 120);
}

/* A million forks below one another, each leaving a leaf behind: fast both ways. */
static void test_deep(void **state) {
    (void)state;
    enum { DEPTH = 1000000 };
    for (int keep = 0; keep < 2; keep++) {
        struct tree tree;
        struct tree_node *kids[2], **behind = MEM_NEW_ARRAY(struct tree_node *, DEPTH);
        struct state *states[2] = {state_of(1), state_of(2)};
        uint64_t start = clock_ns();
        tree_init(&tree, states[0], keep);
        struct tree_node *at = tree.root;
        for (uint32_t i = 0; i < DEPTH; i++) {
            tree_fork(&tree, at, 2, states, kids);
            at = kids[i % 2];
            behind[i] = kids[!(i % 2)];
        }
        assert_int_equal(tree.max_depth, DEPTH);
        assert_null(tree_check(&tree));
        /* Leaves a long chain of forks that no longer branch; the first quarter is left
         * to tree_release. */
        for (uint32_t i = DEPTH / 4; i < DEPTH; i++) tree_finish(&tree, behind[i]);
        assert_int_equal(tree_alone(at), DEPTH - DEPTH / 4);
        assert_int_equal(tree.nleaves, DEPTH / 4 + 1);
        assert_int_equal(tree.nnodes, keep ? DEPTH / 4 * 2 + 1 + (DEPTH - DEPTH / 4)
                                           : DEPTH / 4 * 2 + 1);
        assert_null(tree_check(&tree));
        tree_release(&tree);
        mem_free(behind);
        assert_true(clock_ns() - start < 20 * UINT64_C(1000000000));
        assert_int_equal(mem_live_bytes(), 0);
    }
}

/* Depth first through a full binary tree: memory follows the open leaves. */
static void test_memory(void **state) {
    (void)state;
    struct tree tree;
    struct tree_node *kids[2];
    struct state *states[2] = {state_of(1), state_of(2)};
    tree_init(&tree, states[0], false);
    VEC(struct tree_node *) stack = {0};
    vec_push(&stack, tree.root);
    uint64_t most = 0;
    while (stack.len) {
        struct tree_node *node = vec_pop(&stack);
        if (node->depth == 18) {
            tree_finish(&tree, node);
            continue;
        }
        tree_fork(&tree, node, 2, states, kids);
        vec_push(&stack, kids[0]);
        vec_push(&stack, kids[1]);
        if (tree.nnodes > most) most = tree.nnodes;
        assert_true(tree.nnodes < 2 * tree.nleaves);
    }
    assert_int_equal(tree.finished, 1 << 18);
    assert_true(most < 64);
    assert_null(tree.root);
    tree_release(&tree);
    vec_release(&stack);
    assert_int_equal(mem_live_bytes(), 0);
}

/* Everybody waits elsewhere: the tree is empty, and begins again. */
static void restarts(void **state) {
    struct tree tree;
    struct tree_node *kids[2];
    struct state *states[] = {state_of(2), state_of(3)};
    (void)state;
    tree_init(&tree, state_of(1), false);
    tree_fork(&tree, tree.root, 2, states, kids);
    tree_finish(&tree, kids[0]);
    tree_finish(&tree, kids[1]);
    assert_null(tree.root);
    struct tree_node *root = tree_restart(&tree, state_of(4));
    assert_ptr_equal(tree.root, root);
    assert_ptr_equal(root->state, state_of(4));
    assert_null(tree_check(&tree));
    tree_fork(&tree, root, 2, states, kids);
    assert_int_equal(tree.nleaves, 2);
    assert_null(tree_check(&tree));
    tree_release(&tree);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(restarts), cmocka_unit_test(test_random),
        cmocka_unit_test(test_deep),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
