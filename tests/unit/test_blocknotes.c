/* What other workers say they have covered (engine/blocknotes.h): it steers searches, and is in nothing that is reported,
 * whatever comes in. */
#include "test_lab.h"

#include "base/rng.h"
#include "engine/blocknotes.h"
#include "engine/covered.h"

static const char program[] = "int __VERIFIER_nondet_int(void);\n"
                              "static int twice(int k) { return k > 3 ? 2 * k : k; }\n"
                              "int main(void) {\n"
                              "    int k = __VERIFIER_nondet_int();\n"
                              "    if (k == 1) k = twice(5);\n"
                              "    else if (k == 2) k = 7;\n"
                              "    while (k-- > 0) if (k == 4) k = 2;\n"
                              "    return k;\n"
                              "}\n";

enum { MOST_NOTES = 64, WORDS = 1 << 12 };

/* Notes on their way. */
struct post {
    vec_u8 notes[MOST_NOTES];
    uint32_t in, out;
    _Atomic uint64_t board[WORDS];
    struct notes_link link;
    struct blocknotes_hooks hooks;
};

static void post_tell(void *owner, const vec_u8 *note) {
    struct post *p = owner;
    assert_true(p->in < MOST_NOTES);
    copy_bytes(&p->notes[p->in++], note);
}

static bool post_hear(void *owner, vec_u8 *note) {
    struct post *p = owner;
    if (p->out == p->in) return false;
    vec_clear(note);
    copy_bytes(note, &p->notes[p->out++]);
    return true;
}

static struct post *post_new(void) {
    struct post *p = MEM_NEW(struct post);
    memset(p, 0, sizeof *p);
    p->link = (struct notes_link){.tell = post_tell, .hear = post_hear, .owner = p};
    p->hooks = (struct blocknotes_hooks){.link = &p->link, .board = p->board, .words = WORDS};
    return p;
}

static void post_free(struct post *p) {
    for (uint32_t i = 0; i < p->in; i++) vec_release(&p->notes[i]);
    mem_free(p);
}

/* A piece of work on the program. */
struct piecer {
    struct covered c;
    struct blocknotes h;
};

static void piecer_begin(struct piecer *w, struct lab *l, enum engine engine, struct post *post) {
    covered_init(&w->c, l->p);
    blocknotes_init(&w->h, &w->c, engine, &post->hooks, &l->ctx.log);
}

static void piecer_end(struct piecer *w) {
    blocknotes_end(&w->h);
    blocknotes_release(&w->h);
    covered_release(&w->c);
}

static void cover(struct piecer *w, const vec_points *blocks, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; i++) covered_block(&w->c, w->c.p->functions.data[blocks->data[i].function], blocks->data[i].pc);
}

static uint32_t missing(const struct covered *c) {
    vec_points left = {0};
    covered_missing(c, &left);
    uint32_t n = left.len;
    vec_release(&left);
    return n;
}

/* All blocks that are sought. */
static void all_blocks(struct lab *l, vec_points *out) {
    struct covered c;
    covered_init(&c, l->p);
    covered_missing(&c, out);
    covered_release(&c);
    assert_true(out->len > 12);
}

/* One covers a part and ends; another hears of it, and a third finds it on the board. */
static void it_steers_and_is_not_counted(void **unused) {
    (void)unused;
    struct lab l;
    struct piecer a, b, c;
    vec_points all = {0};
    struct post *post = post_new(), *other = post_new();
    lab_open(&l, program, false);
    all_blocks(&l, &all);
    piecer_begin(&a, &l, ENGINE_EXPLORE, post);
    piecer_begin(&b, &l, ENGINE_EXPLORE, other);
    cover(&a, &all, 0, 8);
    assert_int_equal(a.c.found, a.c.changes);
    piecer_end(&a);
    assert_true(post->in > 0);
    for (uint32_t i = 0; i < post->in; i++) post_tell(other, &post->notes[i]);
    blocknotes_turn(&b.h);
    assert_int_equal(missing(&b.c), all.len - 8);
    assert_int_equal(b.c.heard, 8);
    assert_int_equal(b.c.changes + b.c.found + b.c.counts[0].blocks + b.c.counts[1].blocks, 0);
    for (uint32_t i = 0; i < all.len; i++) assert_false(covered_has_block(&b.c, l.p->functions.data[all.data[i].function], all.data[i].pc));
    cover(&b, &all, 4, 10); /* four of these were heard of */
    assert_int_equal(b.c.found, 2);
    assert_int_equal(b.c.changes, 6);
    assert_int_equal(missing(&b.c), all.len - 10);
    vec_u8 note = {0};
    blocknotes_write(&b.c, ENGINE_EXPLORE, &note); /* what it has covered itself, and nothing else */
    piecer_begin(&c, &l, ENGINE_EXPLORE, other);
    assert_int_equal(c.c.heard, 8);
    piecer_end(&b);
    piecer_end(&c);
    struct post *fresh = post_new();
    piecer_begin(&c, &l, ENGINE_EXPLORE, fresh);
    assert_true(blocknotes_take(&c.h, note.data, note.data + note.len));
    assert_int_equal(c.c.heard, 6);
    piecer_end(&c);
    piecer_begin(&c, &l, ENGINE_EXPLORE, other); /* b's are on its board by now */
    assert_int_equal(c.c.heard, 10);
    piecer_end(&c);
    vec_release(&note);
    vec_release(&all);
    post_free(post);
    post_free(other);
    post_free(fresh);
    lab_close(&l);
}

static bool take(struct piecer *w, const vec_u8 *note) { return blocknotes_take(&w->h, note->data, note->data + note->len); }

/* What does not fit the program is refused as a whole; nothing brings anybody down. */
static void nonsense_is_refused(void **unused) {
    (void)unused;
    struct lab l;
    struct piecer w;
    struct rng rng;
    vec_points all = {0};
    vec_u8 note = {0}, bad = {0};
    struct post *post = post_new();
    uint32_t taken = 0;
    lab_open(&l, program, false);
    all_blocks(&l, &all);
    struct covered c;
    covered_init(&c, l.p);
    for (uint32_t i = 0; i < all.len; i++) covered_block(&c, l.p->functions.data[all.data[i].function], all.data[i].pc);
    blocknotes_write(&c, ENGINE_EXPLORE, &note);
    covered_release(&c);
    piecer_begin(&w, &l, ENGINE_EXPLORE, post);
    for (uint32_t n = 0; n < note.len; n++) assert_false(blocknotes_take(&w.h, note.data, note.data + n));
    copy_bytes(&bad, &note);
    vec_push(&bad, 1);
    assert_false(take(&w, &bad));
    assert_int_equal(w.c.heard, 0); /* nothing of these was believed */
    vec_clear(&bad);
    blocknotes_write(&w.c, ENGINE_CONCOLIC, &bad);
    assert_true(take(&w, &bad)); /* another engine's: not for us */
    rng_init(&rng, 5);
    for (uint32_t i = 0; i < 200000; i++) {
        vec_clear(&bad);
        copy_bytes(&bad, &note);
        for (uint64_t k = rng_below(&rng, 4) + 1; k; k--) bad.data[rng_below(&rng, bad.len)] = (uint8_t)rng_below(&rng, 256);
        taken += take(&w, &bad);
        if (i % 4096 == 0) covered_check(&w.c);
    }
    assert_true(taken > 0 && taken < 200000);
    assert_true(take(&w, &note) && take(&w, &note)); /* twice says nothing more */
    assert_int_equal(w.c.heard, all.len);
    assert_int_equal(missing(&w.c), 0);
    assert_int_equal(w.c.changes, 0);
    piecer_end(&w);
    vec_release(&note);
    vec_release(&bad);
    vec_release(&all);
    post_free(post);
    lab_close(&l);
}

/* A board that somebody has written over says nothing that is not in the program. */
static void a_broken_board_does_no_harm(void **unused) {
    (void)unused;
    struct lab l;
    struct piecer w;
    vec_points all = {0};
    struct post *post = post_new();
    lab_open(&l, program, false);
    all_blocks(&l, &all);
    for (uint32_t i = 0; i < WORDS; i++) atomic_store(&post->board[i], UINT64_MAX);
    piecer_begin(&w, &l, ENGINE_EXPLORE, post);
    assert_int_equal(w.c.heard, all.len);
    covered_check(&w.c);
    piecer_end(&w);
    post->hooks.words = 0; /* too small for the program: it goes without */
    piecer_begin(&w, &l, ENGINE_EXPLORE, post);
    assert_int_equal(w.c.heard, 0);
    piecer_end(&w);
    vec_release(&all);
    post_free(post);
    lab_close(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_steers_and_is_not_counted),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(a_broken_board_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
