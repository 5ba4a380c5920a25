/* The abstraction of DASH (engine/dash/regions.h): regions that tests have reached, and links that nobody
 * has refuted. A link that is lost is a wrong proof. */
#include "expr/arith.h"
#include "expr/relate.h"
#include "test_lab.h"

#include "engine/dash/regions.h"

static const char program_text[] = "void reach_error(void);\n"
                                   "int count;\n"
                                   "int main(void) {\n"
                                   "    count = 0;\n"
                                   "    for (;;) {\n"
                                   "        count = count + 2;\n"
                                   "        if (count == 7) reach_error();\n"
                                   "    }\n"
                                   "}\n";

struct bench {
    struct lab l;
    struct steady steady;
    struct wp wp;
    struct regions g;
    struct expr_pool *pool;
    expr count;
    uint32_t head; /* where the loop begins */
    uint32_t root; /* all states there */
};

/* A test has come to the head of the loop, with count == 0. */
static void set_up(struct bench *b) {
    lab_open(&b->l, program_text, true);
    steady_init(&b->steady, b->l.p);
    wp_init(&b->wp, &b->l.x, b->steady.varying);
    regions_init(&b->g, &b->l.x, &b->wp, &b->steady);
    struct state *st = lab_to_point(&b->l);
    b->pool = b->l.x.sym->pool;
    b->count = lab_word(&b->l, &b->wp.places, "count", 4);
    b->head = regions_locate(&b->g, st, true);
    assert_true(b->head > 0);
    b->root = regions_find(&b->g, b->head, st);
    vec_push(&b->g.list.data[b->root].seen, state_fork(&b->l.x, st));
}

static void tear_down(struct bench *b) {
    regions_check(&b->g);
    regions_release(&b->g);
    wp_release(&b->wp);
    steady_release(&b->steady);
    lab_close(&b->l);
}

static expr is(struct bench *b, uint64_t v) { return expr_eq(b->pool, b->count, expr_const(b->pool, 32, v)); }

static uint32_t kid(const struct bench *b, uint32_t r, int side) { return b->g.list.data[r].kids[side]; }

/* At first a place is one region, and whatever follows in the program may follow. */
static void a_place_is_one_region_at_first(void **unused) {
    (void)unused;
    struct bench b;
    uint32_t from, to;
    set_up(&b);
    assert_int_equal(regions_locate(&b.g, b.l.x.now, false), b.head); /* the same place is the same */
    assert_int_equal(b.root, b.g.locs.data[b.head].root);
    assert_true(regions_search(&b.g, REGION_ERROR, &from, &to)); /* nothing is known yet */
    assert_int_equal(from, b.root);
    assert_false(b.g.list.data[to].seen.len);
    tear_down(&b);
}

/* A predicate parts the states: those seen go where they belong, and both parts keep all links. */
static void splitting_loses_no_link(void **unused) {
    (void)unused;
    struct bench b;
    set_up(&b);
    uint32_t ways = b.g.list.data[b.root].out.len, sources = b.g.list.data[b.root].in.len;
    uint32_t way = b.g.list.data[b.root].out.data[0].to;
    regions_split(&b.g, b.root, is(&b, 5));
    for (int side = 0; side < 2; side++) {
        assert_int_equal(b.g.list.data[kid(&b, b.root, side)].out.len, ways);
        assert_int_equal(b.g.list.data[kid(&b, b.root, side)].in.len, sources);
        assert_non_null(regions_link(&b.g, kid(&b, b.root, side), way));
    }
    assert_int_equal(b.g.list.data[kid(&b, b.root, 0)].seen.len, 1); /* count is 0 */
    assert_int_equal(b.g.list.data[kid(&b, b.root, 1)].seen.len, 0);
    assert_int_equal(regions_find(&b.g, b.head, b.l.x.now), kid(&b, b.root, 0));
    cond_list conds = {0};
    regions_conds(&b.g, kid(&b, b.root, 0), &conds, NULL);
    assert_int_equal(conds.len, 1);
    assert_true(expr_same(conds.data[0], expr_not(b.pool, is(&b, 5))));
    vec_release(&conds);
    tear_down(&b);
}

/* The proof is done when no way is left from a region that a test has reached to an error. */
static void without_a_way_there_is_nothing_to_find(void **unused) {
    (void)unused;
    struct bench b;
    uint32_t from, to, links = 0;
    set_up(&b);
    while (regions_search(&b.g, REGION_ERROR, &from, &to)) {
        regions_unlink(&b.g, from, to);
        assert_true(++links < 100);
    }
    assert_true(links > 0);
    regions_unlink_all(&b.g, b.root, b.root); /* of the rest, what a core would say */
    assert_null(regions_link(&b.g, b.root, b.root));
    tear_down(&b);
}

/* What is not decided is left alone: no way leads over it, but it is not refuted, and parts inherit that. */
static void a_stuck_link_is_no_way_and_no_proof(void **unused) {
    (void)unused;
    struct bench b;
    uint32_t from, to, other_from, other_to;
    set_up(&b);
    assert_true(regions_search(&b.g, REGION_ERROR, &from, &to));
    regions_stick(&b.g, from, to);
    if (regions_search(&b.g, REGION_ERROR, &other_from, &other_to)) assert_false(other_from == from && other_to == to);
    regions_split(&b.g, from, is(&b, 9));
    for (int side = 0; side < 2; side++) {
        const struct link *l = regions_link(&b.g, kid(&b, from, side), to == from ? kid(&b, from, side) : to);
        assert_true(l && l->stuck);
    }
    tear_down(&b);
}

/* A way that is found late, to a place that was split before, leads to every part of it. (To link the place as
 * it was once is to lose the link: nobody looks there any more.) */
static void a_late_way_leads_to_all_parts(void **unused) {
    (void)unused;
    struct bench b;
    set_up(&b);
    uint32_t other = 0; /* a place from which no step leads back to the loop's head by itself */
    for (uint32_t i = 1; i < b.g.locs.len && !other; i++)
        if (i != b.head && !regions_link(&b.g, b.g.locs.data[i].root, b.root)) other = i;
    assert_true(other > 0);
    regions_split(&b.g, b.root, is(&b, 5));
    regions_split(&b.g, kid(&b, b.root, 0), is(&b, 6));
    regions_add_way(&b.g, other, b.head);
    uint32_t from = b.g.locs.data[other].root, left = kid(&b, b.root, 0);
    assert_non_null(regions_link(&b.g, from, kid(&b, b.root, 1)));
    assert_non_null(regions_link(&b.g, from, kid(&b, left, 0)));
    assert_non_null(regions_link(&b.g, from, kid(&b, left, 1)));
    assert_null(regions_link(&b.g, from, b.root));
    tear_down(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_place_is_one_region_at_first),
        cmocka_unit_test(splitting_loses_no_link),
        cmocka_unit_test(without_a_way_there_is_nothing_to_find),
        cmocka_unit_test(a_stuck_link_is_no_way_and_no_proof),
        cmocka_unit_test(a_late_way_leads_to_all_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
