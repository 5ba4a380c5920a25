/* Digests of address spaces: equal contents in whatever way they came about, and any difference. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "mem/bytes.h"
#include "mem/digest.h"

enum { GLOBALS = 40, GLOBAL_SIZE = 21 /* no whole words */ };

/* The origin, and two spaces that come from it. */
struct bench {
    struct layout layout;
    struct space origin, a, b;
    struct digest_base base;
    uint64_t address[GLOBALS];
    uint64_t local, block; /* on the stack, on the heap */
};

static void poke(struct space *s, uint64_t addr, uint8_t byte) {
    struct fault fault;
    assert_int_equal(space_write(s, addr, &byte, 1, &fault), FAULT_NONE);
}

static uint8_t peek(struct space *s, uint64_t addr) {
    struct fault fault;
    uint8_t byte;
    assert_int_equal(space_read(s, addr, &byte, 1, &fault), FAULT_NONE);
    return byte;
}

static uint64_t block_of(struct space *s, uint64_t size) {
    struct mem_object *obj = space_alloc(s, OBJECT_HEAP, size, 8, 1);
    assert_non_null(obj);
    return obj->base;
}

static void release_block(struct space *s, uint64_t addr) {
    struct fault fault;
    assert_int_equal(space_free(s, addr, 1, &fault), FAULT_NONE);
}

static int setup(void **state) {
    struct bench *t = MEM_NEW(struct bench);
    layout_init(&t->layout, false);
    space_init(&t->origin, &t->layout);
    t->origin.track_init = true;
    t->origin.fill = 0xa5;
    for (uint32_t i = 0; i < GLOBALS; i++) {
        t->address[i] = layout_place(&t->layout, i + 1, 0, GLOBAL_SIZE, 8);
        space_add(&t->origin, i + 1, t->address[i], GLOBAL_SIZE, OBJECT_GLOBAL);
    }
    t->local = space_push(&t->origin, 64, 8, false)->base;
    t->block = block_of(&t->origin, 3 * PAGE_SIZE);
    assert_true(digest_base_init(&t->base, &t->origin));
    space_fork(&t->a, &t->origin);
    space_fork(&t->b, &t->origin);
    *state = t;
    return 0;
}

static int teardown(void **state) {
    struct bench *t = *state;
    digest_base_release(&t->base);
    space_release(&t->a);
    space_release(&t->b);
    space_release(&t->origin);
    layout_release(&t->layout);
    mem_free(t);
    return 0;
}

static struct digest digest_of(struct bench *t, const struct space *s) {
    struct digest d;
    assert_true(space_digest(&t->base, s, &d));
    return d;
}

static bool same(struct bench *t) {
    struct digest a = digest_of(t, &t->a), b = digest_of(t, &t->b);
    /* Half of it tells the same, so that neither is for show. */
    assert_int_equal(a.a == b.a, a.b == b.b);
    return a.a == b.a;
}

/* b becomes a fork of a, as a state does that has branched. */
static void fork_again(struct bench *t) {
    space_release(&t->b);
    space_fork(&t->b, &t->a);
}

/* ---- equal -------------------------------------------------------------------------------------------- */

static void order_does_not_matter(void **state) {
    struct bench *t = *state;
    for (uint32_t i = 0; i < GLOBALS; i++) poke(&t->a, t->address[i] + i % GLOBAL_SIZE, (uint8_t)i);
    for (uint32_t i = GLOBALS; i-- > 0;) poke(&t->b, t->address[i] + i % GLOBAL_SIZE, (uint8_t)i);
    assert_true(same(t));
}

/* What was written and written back is as in the origin; pages that were only copied, too. */
static void ways_back(void **state) {
    struct bench *t = *state;
    poke(&t->a, t->address[7], 9);
    assert_false(same(t));
    poke(&t->a, t->address[7], 0);
    assert_true(same(t));
    for (uint32_t i = 0; i < 3 * PAGE_SIZE; i++) { /* all is initialised: with a bitmap and without */
        poke(&t->a, t->block + i, 5);
        poke(&t->b, t->block + 3 * PAGE_SIZE - 1 - i, 5);
    }
    assert_true(same(t));
}

static void forks_do_not_matter(void **state) {
    struct bench *t = *state;
    struct digest before = digest_of(t, &t->a);
    fork_again(t);
    assert_true(same(t));
    poke(&t->b, t->local, 1);
    struct digest after = digest_of(t, &t->a); /* the other side sees nothing of it */
    assert_true(before.a == after.a && before.b == after.b);
    assert_false(same(t));
    poke(&t->a, t->local, 1);
    assert_true(same(t));
}

/* A fork forgets numbers that were taken from quarantine; they mean nothing any more. */
static void quarantine_is_as_long_as_it_looks(void **state) {
    struct bench *t = *state;
    for (uint32_t i = 0; i < SPACE_QUARANTINE + 8; i++) release_block(&t->a, block_of(&t->a, 1));
    uint64_t kept = block_of(&t->a, 1);
    assert_true(t->a.reuse_from > 0);
    fork_again(t);
    assert_int_equal(t->b.reuse_from, 0);
    assert_true(same(t));
    release_block(&t->b, kept);
    assert_false(same(t));
}

/* ---- different ---------------------------------------------------------------------------------------- */

static void every_byte_counts(void **state) {
    struct bench *t = *state;
    for (uint32_t i = 0; i < GLOBALS; i++)
        for (uint32_t k = 0; k < GLOBAL_SIZE; k++) {
            poke(&t->a, t->address[i] + k, (uint8_t)(1u << (i + k) % 8));
            assert_false(same(t));
            poke(&t->a, t->address[i] + k, 0);
        }
    assert_true(same(t));
}

/* The same byte elsewhere: in another place, in another variable. */
static void places_count(void **state) {
    struct bench *t = *state;
    poke(&t->a, t->address[3] + 8, 1);
    poke(&t->b, t->address[3] + 16, 1);
    assert_false(same(t));
    poke(&t->b, t->address[3] + 16, 0);
    poke(&t->b, t->address[4] + 8, 1);
    assert_false(same(t));
    poke(&t->b, t->address[4] + 8, 0);
    poke(&t->b, t->address[3] + 8, 1);
    assert_true(same(t));
}

/* Written with what is there already: a value now, and not before. */
static void initialisation_counts(void **state) {
    struct bench *t = *state;
    poke(&t->a, t->local + 5, peek(&t->a, t->local + 5));
    assert_false(same(t));
    poke(&t->b, t->local + 6, peek(&t->b, t->local + 6));
    assert_false(same(t));
    poke(&t->b, t->local + 5, peek(&t->b, t->local + 5));
    poke(&t->a, t->local + 6, peek(&t->a, t->local + 6));
    assert_true(same(t));
}

/* A bitmap is not taken for the bytes of the next page, nor these for a bitmap. */
static void bitmaps_and_bytes_are_apart(void **state) {
    struct bench *t = *state;
    uint64_t x = block_of(&t->a, 2 * PAGE_SIZE), y = x + PAGE_SIZE;
    assert_int_equal(block_of(&t->b, 2 * PAGE_SIZE), x);
    struct fault fault;
    space_fill(&t->a, y, 0, 1536, &fault);
    space_fill(&t->a, y + 1536, 0xa5, 2048, &fault);
    space_fill(&t->a, y + 3584, 0xff, 256, &fault);
    space_fill(&t->a, y + 3840, 0, 256, &fault);
    space_fill(&t->b, x, 0xa5, PAGE_SIZE, &fault);
    space_fill(&t->b, y, 0, 2048, &fault);
    assert_false(same(t));
}

static void sizes_count(void **state) {
    struct bench *t = *state;
    block_of(&t->a, 16);
    assert_false(same(t));
    block_of(&t->b, 24);
    t->b.heap_bytes = t->a.heap_bytes; /* the object itself must tell */
    assert_false(same(t));
}

static void lives_count(void **state) {
    struct bench *t = *state;
    space_set_live(&t->a, space_find(&t->a, t->local), false, 1);
    assert_false(same(t));
    space_set_live(&t->b, space_find(&t->b, t->local), false, 1);
    assert_true(same(t));
    space_push(&t->a, 8, 8, false);
    assert_false(same(t));
    space_pop_to(&t->a, t->a.stack_depth - 1, 1);
    space_push(&t->b, 8, 8, true); /* as deep again, but it has been elsewhere */
    space_pop_to(&t->b, t->b.stack_depth - 1, 1);
    space_push(&t->b, 8, 8, true);
    space_pop_to(&t->b, t->b.stack_depth - 1, 1);
    assert_false(same(t));
}

static void frees_count(void **state) {
    struct bench *t = *state;
    uint64_t p = block_of(&t->a, 8), q = block_of(&t->a, 8);
    assert_int_equal(block_of(&t->b, 8), p);
    assert_int_equal(block_of(&t->b, 8), q);
    assert_true(same(t));
    release_block(&t->a, p);
    assert_false(same(t));
    release_block(&t->b, q);
    assert_false(same(t));
    release_block(&t->a, q); /* the other way round: numbers are reused in this order */
    release_block(&t->b, p);
    assert_false(same(t));
}

/* A block that moves: the old number is dead, the new one lives. */
static void moving_counts(void **state) {
    struct bench *t = *state;
    uint64_t p = block_of(&t->a, 8);
    block_of(&t->b, 8);
    release_block(&t->a, p);
    block_of(&t->a, 8);
    assert_false(same(t));
}

/* What objects and spaces have besides, changed by hand, each alone. */
static void headers_count(void **state) {
    struct bench *t = *state;
    struct mem_object *obj = space_find_writable(&t->a, t->address[0]);
#define COUNTS(what)            \
    do {                        \
        what++;                 \
        assert_false(same(t));  \
        what--;                 \
        assert_true(same(t));   \
    } while (0)
    COUNTS(obj->number);
    COUNTS(obj->base);
    COUNTS(obj->size);
    COUNTS(obj->generation);
    COUNTS(obj->fill);
    COUNTS(t->a.next_number);
    COUNTS(t->a.heap_bytes);
    COUNTS(t->a.stack_depth);
    obj->tracked = !obj->tracked;
    assert_false(same(t));
    obj->tracked = !obj->tracked;
    obj->kind = OBJECT_STACK;
    assert_false(same(t));
    obj->kind = OBJECT_GLOBAL;
    obj->readonly = true;
    assert_false(same(t));
}

/* Blocks that are lost are told with the line that made them. */
static void makers_count(void **state) {
    struct bench *t = *state;
    space_alloc(&t->a, OBJECT_HEAP, 8, 8, 3);
    space_alloc(&t->b, OBJECT_HEAP, 8, 8, 4);
    assert_false(same(t));
}

/* ---- refused ------------------------------------------------------------------------------------------ */

static expr no_symbol(void *owner, uint32_t input, uint32_t offset, uint32_t size) {
    (void)owner;
    (void)input;
    (void)offset;
    (void)size;
    return (expr){0};
}

/* A symbolic byte, even one that nobody has looked at yet, is refused until it is overwritten. */
static void symbols_are_refused(void **state) {
    struct bench *t = *state;
    struct expr_pool *pool = expr_pool_new();
    struct overlay_source source = {pool, no_symbol, NULL};
    struct digest d;
    t->a.symbols = &source;
    for (int raw = 0; raw < 2; raw++) {
        uint64_t addr = t->address[2] + 4;
        struct mem_object *obj = space_find_writable(&t->a, addr);
        struct mem_page *page = object_page_writable(obj, object_page_of(obj, addr));
        uint32_t off = (uint32_t)(addr & (PAGE_SIZE - 1));
        if (raw)
            overlay_put_raw(&source, page, off, 1, 0, 0);
        else
            overlay_put(&source, page, off, 1, expr_sym(pool, 8, "x"));
        assert_false(space_digest(&t->base, &t->a, &d));
        struct digest_base base;
        assert_false(digest_base_init(&base, &t->a)); /* nor is it an origin */
        digest_base_release(&base);
        poke(&t->a, addr, 0);
        assert_true(same(t));
    }
    expr_pool_free(pool);
}

static void symbolic_sizes_are_refused(void **state) {
    struct bench *t = *state;
    struct digest d;
    space_find_writable(&t->a, t->block)->size_sym = 7;
    assert_false(space_digest(&t->base, &t->a, &d));
    struct digest_base base;
    assert_false(digest_base_init(&base, &t->a));
    digest_base_release(&base);
}

static void too_much_is_refused(void **state) {
    struct bench *t = *state;
    struct digest d;
    block_of(&t->a, 1 << 20);
    assert_false(space_digest(&t->base, &t->a, &d));
}

/* ---- at random ---------------------------------------------------------------------------------------- */

/* The same writes in another order and with forks in between; then one byte differs. */
static void random_writes(void **state) {
    enum { WRITES = 30, ROUNDS = 200 };
    struct bench *t = *state;
    struct rng rng;
    rng_init(&rng, 3);
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t at[WRITES];
        for (int i = 0; i < WRITES; i++) at[i] = t->address[rng_next(&rng) % GLOBALS] + rng_next(&rng) % GLOBAL_SIZE;
        for (int i = 0; i < WRITES; i++) poke(&t->a, at[i], (uint8_t)(at[i] * 7 + (uint64_t)round));
        for (int i = WRITES; i-- > 0;) {
            if (i == WRITES / 2) {
                struct space fork;
                space_fork(&fork, &t->b);
                space_release(&t->b);
                t->b = fork;
            }
            poke(&t->b, at[i], (uint8_t)(at[i] * 7 + (uint64_t)round));
        }
        assert_true(same(t));
        poke(&t->a, at[0], (uint8_t)(peek(&t->a, at[0]) + 1 + rng_next(&rng) % 255));
        assert_false(same(t));
        poke(&t->b, at[0], peek(&t->a, at[0]));
    }
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(order_does_not_matter), TEST(ways_back), TEST(forks_do_not_matter), TEST(quarantine_is_as_long_as_it_looks),
        TEST(every_byte_counts), TEST(places_count), TEST(initialisation_counts), TEST(bitmaps_and_bytes_are_apart),
        TEST(sizes_count), TEST(lives_count), TEST(frees_count), TEST(moving_counts), TEST(headers_count),
        TEST(makers_count), TEST(symbols_are_refused), TEST(symbolic_sizes_are_refused), TEST(too_much_is_refused),
        TEST(random_writes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
