/* Names of literals and nogoods of other processes (engine/cdse/litnames.h, heard.h): two graphs of one program, made in
 * different orders, understand each other; what is malformed is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/context.h"
#include "base/mem.h"
#include "base/rng.h"
#include "engine/cdse/heard.h"
#include "test_program.h"

static const char program_text[] = "int __VERIFIER_nondet_int(void);\n"
                                   "void reach_error(void);\n"
                                   "static int twice(int x) { return x > 3 ? 2 * x : x; }\n"
                                   "static int down(int x) { return x > 0 ? down(x - 1) + 1 : 0; }\n"
                                   "int main(void) {\n"
                                   "    int n = __VERIFIER_nondet_int(), sum = down(n);\n"
                                   "    for (int i = 0; i < n; i++)\n"
                                   "        for (int k = 0; k < i; k++) sum = twice(sum) + twice(k);\n"
                                   "    if (sum == 3) reach_error();\n"
                                   "    return 0;\n"
                                   "}\n";

/* A process: its graph, names, and what it has heard. */
struct bench {
    struct context ctx;
    struct program *p;
    struct fcfg g;
    struct litnames names;
    struct heard heard;
};

static void set_up(struct bench *b) {
    *b = (struct bench){0};
    context_init(&b->ctx);
    b->p = program_from(&b->ctx, program_text, "-DHEARD", false);
    fcfg_init(&b->g, b->p, false, 1u << CHECK_ASSERT, false, 1000, 0);
    assert_int_equal(fcfg_start(&b->g, program_function(b->p, "main")), 0);
    litnames_init(&b->names, &b->g, (struct digest){1, 2});
    heard_init(&b->heard, &b->names);
}

static void tear_down(struct bench *b) {
    heard_release(&b->heard);
    litnames_release(&b->names);
    fcfg_release(&b->g);
    program_free(b->p);
    context_release(&b->ctx);
}

/* Gives a node its options and names, and then everything that is not cut below it, going through options as `rng` says. */
static void walk(struct bench *b, uint32_t node, struct rng *rng) {
    fcfg_expand(&b->g, node);
    if (!litnames_add(&b->names, node)) return;
    heard_named(&b->heard, fcfg_node(&b->g, node));
    uint32_t n = fcfg_node(&b->g, node)->noptions, from = n ? (uint32_t)rng_below(rng, n) : 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t o = (from + i) % n;
        if (fcfg_node(&b->g, node)->options[o].cut) continue;
        uint32_t target = fcfg_target(&b->g, node, o);
        if (target != NO_NODE) walk(b, target, rng);
    }
}

static void walk_all(struct bench *b, uint64_t seed) {
    struct rng rng;
    rng_init(&rng, seed);
    walk(b, 0, &rng);
}

/* What the node stands for, in words of the graph. */
static bool are_alike(const struct fcfg *a, uint32_t na, const struct fcfg *b, uint32_t nb) {
    const struct fnode *x = fcfg_node(a, na), *y = fcfg_node(b, nb);
    const struct fframe *fx = &a->frames.data[x->frame], *fy = &b->frames.data[y->frame];
    if (fx->fn->id != fy->fn->id || x->first != y->first || fx->depth != fy->depth || x->noptions != y->noptions) return false;
    uint32_t cx = x->context, cy = y->context;
    while (cx && cy) {
        struct fcontext p = fcfg_context(a, cx), q = fcfg_context(b, cy);
        if (p.loop != q.loop || p.count != q.count) return false;
        cx = p.parent;
        cy = q.parent;
    }
    if (cx || cy) return false;
    return fx->caller == NO_NODE || are_alike(a, fx->caller, b, fy->caller);
}

static uint32_t node_of(const struct fcfg *g, uint32_t literal) {
    for (uint32_t i = 0; i < g->nodes.len; i++)
        if (g->nodes.data[i].literal == literal) return i;
    return NO_NODE;
}

static void a_name_is_what_a_node_stands_for(void **unused) {
    (void)unused;
    struct bench a, b;
    set_up(&a);
    set_up(&b);
    walk_all(&a, 1);
    walk_all(&b, 2);
    assert_int_equal(a.g.nodes.len, b.g.nodes.len);
    assert_int_equal(a.names.known.len, a.g.literals); /* no two alike */
    bool moved = false;
    for (uint32_t i = 0; i < a.g.nodes.len; i++) {
        const struct fnode *n = fcfg_node(&a.g, i);
        uint32_t there = litnames_find(&b.names, litnames_of(&a.names, n->literal));
        assert_true(there && are_alike(&a.g, i, &b.g, node_of(&b.g, there)));
        moved |= there != n->literal;
        for (uint32_t k = 0; k < n->noptions; k++) {
            uint32_t option = litnames_find(&b.names, litnames_of(&a.names, n->options[k].literal));
            const struct fnode *m = fcfg_node(&b.g, node_of(&b.g, there));
            bool found = false;
            for (uint32_t j = 0; j < m->noptions; j++)
                found |= m->options[j].literal == option && m->options[j].kind == n->options[k].kind && m->options[j].code == n->options[k].code;
            assert_true(found);
        }
    }
    assert_true(moved); /* or nothing was tested */
    tear_down(&a);
    tear_down(&b);
    assert_int_equal(mem_live_bytes(), 0);
}

/* Literals of some node and its first option. */
static uint32_t pick(const struct bench *b, uint32_t node, uint32_t *literals) {
    const struct fnode *n = fcfg_node(&b->g, node);
    literals[0] = n->literal;
    if (!n->noptions) return 1;
    literals[1] = n->options[0].literal;
    return 2;
}

static void a_nogood_waits_until_all_is_known(void **unused) {
    (void)unused;
    struct bench a, b;
    vec_u8 bytes = {0};
    vec_u32 got = {0};
    uint32_t literals[2];
    set_up(&a);
    set_up(&b);
    walk_all(&a, 3);
    uint32_t told = 0;
    for (uint32_t i = 1; i < a.g.nodes.len; i += 3, told++) {
        uint32_t n = pick(&a, i, literals);
        assert_true(heard_write(&bytes, &a.names, literals, n, 0, i & 1));
    }
    assert_true(heard_read(&b.heard, bytes.data, bytes.data + bytes.len));
    assert_true(heard_read(&b.heard, bytes.data, bytes.data + bytes.len)); /* told twice, known once */
    assert_int_equal(b.heard.all.len, told);
    assert_null(heard_take(&b.heard, &got));
    walk_all(&b, 4);
    uint32_t taken = 0;
    for (const struct heard_nogood *g; (g = heard_take(&b.heard, &got)); taken++)
        for (uint32_t i = 0; i < got.len; i++) assert_true(got.data[i] && got.data[i] <= b.g.literals);
    assert_int_equal(taken, told);
    vec_release(&bytes);
    vec_release(&got);
    tear_down(&a);
    tear_down(&b);
    assert_int_equal(mem_live_bytes(), 0);
}

static void bounds_are_compared(void **unused) {
    (void)unused;
    struct bench a, b;
    vec_u8 low = {0}, high = {0};
    vec_u32 got = {0};
    uint32_t literals[2];
    set_up(&a);
    set_up(&b);
    walk_all(&a, 5);
    walk_all(&b, 6);
    uint64_t bit = 0;
    for (uint32_t i = 0; i < a.g.nodes.len; i++)
        for (uint32_t k = 0; k < a.g.nodes.data[i].noptions; k++) bit = bit ? bit : a.g.nodes.data[i].options[k].cut;
    assert_true(bit && bit != FCFG_FINAL);
    uint32_t n = pick(&a, 1, literals);
    assert_true(heard_write(&low, &a.names, literals, n, bit | FCFG_FINAL, false));
    fcfg_raise(&a.g, bit);
    assert_true(heard_write(&high, &a.names, literals, n, bit, false));
    assert_true(heard_read(&b.heard, low.data, low.data + low.len));
    const struct heard_nogood *g = heard_take(&b.heard, &got);
    assert_true(g && g->bounds == (bit | FCFG_FINAL) && got.len == n);
    fcfg_raise(&b.g, bit);
    heard_raised(&b.heard, bit);
    assert_null(heard_take(&b.heard, &got)); /* it was found with fewer rounds */
    assert_true(heard_read(&b.heard, high.data, high.data + high.len));
    assert_non_null(heard_take(&b.heard, &got));
    fcfg_raise(&b.g, bit);
    heard_raised(&b.heard, bit);
    assert_null(heard_take(&b.heard, &got));
    vec_release(&low);
    vec_release(&high);
    vec_release(&got);
    tear_down(&a);
    tear_down(&b);
    assert_int_equal(mem_live_bytes(), 0);
}

static void change(vec_u8 *bytes, struct rng *rng) {
    for (uint64_t i = 1 + rng_below(rng, 4); i > 0 && bytes->len; i--) {
        uint32_t at = (uint32_t)rng_below(rng, bytes->len);
        switch (rng_below(rng, 4)) {
        case 0: bytes->data[at] = (uint8_t)rng_next(rng); break;
        case 1: bytes->len = at; break;
        case 2: vec_push(bytes, (uint8_t)rng_next(rng)); break;
        default: bytes->data[at] ^= (uint8_t)(1u << rng_below(rng, 8));
        }
    }
}

/* Whatever comes in: no crash, nothing of what is refused, and never a literal that there is not. */
static void malformed_ones_are_refused_as_a_whole(void **unused) {
    (void)unused;
    struct bench a, b;
    struct rng rng;
    vec_u8 bytes = {0};
    vec_u32 got = {0};
    uint32_t literals[2], refused = 0;
    rng_init(&rng, 7);
    set_up(&a);
    set_up(&b);
    walk_all(&a, 8);
    walk_all(&b, 9);
    for (uint32_t round = 0; round < 3000; round++) {
        vec_clear(&bytes);
        for (uint32_t i = 0; i < 4; i++) {
            uint32_t n = pick(&a, (uint32_t)rng_below(&rng, a.g.nodes.len), literals);
            assert_true(heard_write(&bytes, &a.names, literals, n, rng_below(&rng, 2), false));
        }
        change(&bytes, &rng);
        uint32_t before = b.heard.all.len, names = b.heard.names.len;
        bool ok = heard_read(&b.heard, bytes.data, bytes.data + bytes.len);
        refused += !ok;
        if (!ok) assert_true(b.heard.all.len == before && b.heard.names.len == names);
        while (heard_take(&b.heard, &got)) {
            assert_true(got.len && got.len <= HEARD_LITERALS);
            for (uint32_t i = 0; i < got.len; i++) assert_true(got.data[i] && got.data[i] <= b.g.literals);
        }
    }
    assert_true(refused > 100);
    vec_release(&bytes);
    vec_release(&got);
    tear_down(&a);
    tear_down(&b);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_what_a_node_stands_for),
        cmocka_unit_test(a_nogood_waits_until_all_is_known),
        cmocka_unit_test(bounds_are_compared),
        cmocka_unit_test(malformed_ones_are_refused_as_a_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
