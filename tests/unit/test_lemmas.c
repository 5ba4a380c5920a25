/* Lemmas of DASH (engine/dash/lemmas.h), from one process to another. A lemma that says more there than where it was found is a
 * wrong proof. */
#include "expr/relate.h"
#include "test_lab.h"

#include "base/rng.h"
#include "engine/dash/lemma.h"
#include "engine/dash/lemmas.h"
#include "engine/share.h"

static const char program_text[] = "void reach_error(void);\n"
                                   "int count, other;\n"
                                   "int main(void) {\n"
                                   "    count = 0;\n"
                                   "    for (;;) {\n"
                                   "        count = count + 2;\n"
                                   "        other = 2 * count;\n"
                                   "        if (count == 7) reach_error();\n"
                                   "    }\n"
                                   "}\n";

typedef VEC(vec_u8) note_list;

/* One process, and what it has told and will hear. */
struct bench {
    struct lab l;
    struct run run;
    struct run_share share;
    struct share_notes notes;
    struct dash d;
    note_list kept, coming;
    struct expr_pool *pool;
    expr count, other;
    uint32_t head, root, way; /* the location, its first region, a region that a link leads to */
};

static void keep(void *owner, const vec_u8 *note) {
    struct bench *b = owner;
    vec_u8 copy = {0};
    for (uint32_t i = 0; i < note->len; i++) vec_push(&copy, note->data[i]);
    vec_push(&b->kept, copy);
}

static bool hear(void *owner, vec_u8 *note) {
    struct bench *b = owner;
    if (!b->coming.len) return false;
    vec_release(note);
    *note = vec_pop(&b->coming);
    return true;
}

static void set_up(struct bench *b) {
    *b = (struct bench){0};
    lab_open(&b->l, program_text, true);
    struct dash *d = &b->d;
    d->x = &b->l.x;
    d->r = &b->run;
    steady_init(&d->steady, b->l.p);
    wp_init(&d->wp, d->x, d->steady.varying);
    regions_init(&d->g, d->x, &d->wp, &d->steady);
    struct state *st = lab_to_point(&b->l);
    b->pool = d->x->sym->pool;
    b->count = lab_word(&b->l, &d->wp.places, "count", 4);
    b->other = lab_word(&b->l, &d->wp.places, "other", 4);
    b->head = regions_locate(&d->g, st, true);
    b->root = regions_find(&d->g, b->head, st);
    b->way = d->g.list.data[b->root].out.data[0].to;
    b->notes = (struct share_notes){.link = {.keep = keep, .hear = hear, .owner = b}};
    b->share.notes = &b->notes;
    b->run = (struct run){.x = d->x, .share = &b->share};
    d->lemmas = lemmas_new(d);
    assert_non_null(d->lemmas);
}

static void release_notes(note_list *list) {
    for (uint32_t i = 0; i < list->len; i++) vec_release(&list->data[i]);
    vec_release(list);
}

static void tear_down(struct bench *b) {
    regions_check(&b->d.g);
    lemmas_free(b->d.lemmas);
    regions_release(&b->d.g);
    wp_release(&b->d.wp);
    steady_release(&b->d.steady);
    release_notes(&b->kept);
    release_notes(&b->coming);
    lab_close(&b->l);
}

static expr is(struct bench *b, expr word, uint64_t v) { return expr_eq(b->pool, word, expr_const(b->pool, 32, v)); }

static uint32_t kid(const struct bench *b, uint32_t r, int side) { return b->d.g.list.data[r].kids[side]; }

/* What one has kept comes to the other. */
static void pass(struct bench *from, struct bench *to) {
    for (uint32_t i = from->kept.len; i-- > 0;) {
        vec_u8 copy = {0};
        for (uint32_t k = 0; k < from->kept.data[i].len; k++) vec_push(&copy, from->kept.data[i].data[k]);
        vec_push(&to->coming, copy);
    }
    lemmas_turn(&to->d);
}

static void a_lemma_says_the_same_elsewhere(void **unused) {
    (void)unused;
    struct bench a;
    struct lemma l, read;
    vec_u8 bytes = {0};
    set_up(&a);
    regions_split(&a.d.g, a.root, is(&a, a.count, 5));
    regions_split(&a.d.g, kid(&a, a.root, 0), is(&a, a.other, 3));
    lemma_make(&a.d, kid(&a, kid(&a, a.root, 0), 1), a.way, NULL, NULL, &l);
    assert_int_equal(l.before.len, 2);
    assert_true(lemma_write(&a.d, &l, &bytes));
    assert_int_equal(lemma_read(&a.d, &read, bytes.data, bytes.data + bytes.len), LEMMA_READ);
    assert_true(lemma_same(&l, &read));
    lemma_release(&l);
    lemma_release(&read);
    vec_release(&bytes);
    tear_down(&a);
}

/* The region that was split there was not split here: it is now, and only the part that the lemma is about has lost its link. */
static void what_was_not_split_is_split_as_there(void **unused) {
    (void)unused;
    struct bench a, b;
    set_up(&a);
    set_up(&b);
    regions_split(&a.d.g, a.root, is(&a, a.count, 5));
    dash_drop(&a.d, kid(&a, a.root, 0), a.way, NULL, NULL);
    lemmas_end(&a.d);
    assert_int_equal(a.kept.len, 1);
    pass(&a, &b);
    assert_true(kid(&b, b.root, 0) != 0);
    uint32_t lost = 0;
    for (int side = 0; side < 2; side++) {
        cond_list conds = {0};
        regions_conds(&b.d.g, kid(&b, b.root, side), &conds, NULL);
        bool linked = regions_link(&b.d.g, kid(&b, b.root, side), b.way);
        assert_true(linked == expr_same(conds.data[0], is(&b, b.count, 5)));
        lost += !linked;
        vec_release(&conds);
    }
    assert_int_equal(lost, 1);
    tear_down(&a);
    tear_down(&b);
}

/* Here regions were split otherwise: those that do not say what the lemma needs keep their links, others lose them. */
static void no_region_loses_a_link_that_was_not_proved(void **unused) {
    (void)unused;
    struct bench a, b;
    set_up(&a);
    set_up(&b);
    regions_split(&a.d.g, a.root, is(&a, a.count, 5));
    dash_drop(&a.d, kid(&a, a.root, 1), a.way, NULL, NULL);
    lemmas_end(&a.d);
    regions_split(&b.d.g, b.root, is(&b, b.other, 1));
    uint32_t left = kid(&b, b.root, 0), right = kid(&b, b.root, 1);
    regions_split(&b.d.g, left, is(&b, b.count, 5));
    pass(&a, &b);
    assert_int_equal(kid(&b, right, 0), 0);
    assert_non_null(regions_link(&b.d.g, right, b.way));
    assert_non_null(regions_link(&b.d.g, kid(&b, left, 0), b.way));
    assert_null(regions_link(&b.d.g, kid(&b, left, 1), b.way));
    pass(&a, &b); /* said again */
    assert_non_null(regions_link(&b.d.g, right, b.way));
    tear_down(&a);
    tear_down(&b);
}

/* The target was split here as well: only the part that has the lemma's condition is meant. */
static void only_the_part_of_the_target_is_meant(void **unused) {
    (void)unused;
    struct bench a, b;
    set_up(&a);
    set_up(&b);
    regions_split(&a.d.g, a.way, is(&a, a.count, 9));
    dash_drop(&a.d, a.root, kid(&a, a.way, 1), NULL, NULL);
    lemmas_end(&a.d);
    pass(&a, &b);
    assert_non_null(regions_link(&b.d.g, b.root, b.way)); /* it is all of them here */
    regions_split(&b.d.g, b.way, is(&b, b.count, 9));
    pass(&a, &b);
    assert_non_null(regions_link(&b.d.g, b.root, kid(&b, b.way, 0)));
    tear_down(&a);
    tear_down(&b);
}

/* Nothing leads elsewhere, as all steps lead to these: whoever does not know one of them cannot say so. */
static void elsewhere_is_where_the_graph_does_not_show(void **unused) {
    (void)unused;
    struct bench a;
    struct lemma l;
    set_up(&a);
    lemma_make(&a.d, a.root, REGION_ELSEWHERE, NULL, NULL, &l);
    assert_int_equal(l.ways.len, a.d.g.locs.data[a.head].ways.len);
    assert_true(lemma_hits(&a.d, &l, REGION_ELSEWHERE));
    assert_false(lemma_hits(&a.d, &l, REGION_ERROR));
    vec_push(&l.ways, a.head);
    bool known = false;
    const vec_u32 *ways = &a.d.g.locs.data[a.head].ways;
    for (uint32_t i = 0; i < ways->len; i++) known |= ways->data[i] == a.head;
    assert_true(lemma_hits(&a.d, &l, REGION_ELSEWHERE) == known);
    lemma_release(&l);
    tear_down(&a);
}

/* A run that has left something out says nothing. */
static void who_has_a_gap_keeps_silent(void **unused) {
    (void)unused;
    struct bench a;
    set_up(&a);
    a.d.x->sym->gaps.seen |= 1u << GAP_SOLVER;
    dash_drop(&a.d, a.root, a.way, NULL, NULL);
    lemmas_end(&a.d);
    assert_int_equal(a.kept.len, 0);
    a.d.x->sym->gaps.seen = 0;
    tear_down(&a);
}

/* Notes that were changed by somebody who knows the sums: refused, or about some regions of the program. */
static void broken_notes_do_no_harm(void **unused) {
    (void)unused;
    struct bench a, b;
    struct rng rng;
    rng_init(&rng, 1);
    set_up(&a);
    set_up(&b);
    b.l.ctx.log.level = LOG_ERROR;
    regions_split(&a.d.g, a.root, is(&a, a.count, 5));
    regions_split(&a.d.g, a.way, is(&a, a.other, 9));
    dash_drop(&a.d, kid(&a, a.root, 0), kid(&a, a.way, 1), NULL, NULL);
    dash_drop(&a.d, kid(&a, a.root, 1), REGION_ERROR, NULL, NULL);
    dash_drop(&a.d, kid(&a, a.root, 1), REGION_ELSEWHERE, NULL, NULL);
    lemmas_end(&a.d);
    assert_int_equal(a.kept.len, 1);
    const vec_u8 *good = &a.kept.data[0];
    for (uint32_t trial = 0; trial < 3000; trial++) {
        vec_u8 note = {0};
        uint32_t n = rng_below(&rng, 8) ? good->len : (uint32_t)rng_below(&rng, good->len);
        for (uint32_t i = 0; i < n; i++) vec_push(&note, good->data[i]);
        for (uint64_t k = rng_below(&rng, 3); n > 24 && k < 3; k++) note.data[24 + rng_below(&rng, n - 24)] = (uint8_t)rng_next(&rng);
        vec_push(&b.coming, note);
        lemmas_turn(&b.d);
    }
    regions_check(&b.d.g);
    tear_down(&a);
    tear_down(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lemma_says_the_same_elsewhere),
        cmocka_unit_test(what_was_not_split_is_split_as_there),
        cmocka_unit_test(no_region_loses_a_link_that_was_not_proved),
        cmocka_unit_test(only_the_part_of_the_target_is_meant),
        cmocka_unit_test(elsewhere_is_where_the_graph_does_not_show),
        cmocka_unit_test(who_has_a_gap_keeps_silent),
        cmocka_unit_test(broken_notes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
