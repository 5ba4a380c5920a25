/* How often things happened on a path. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/rng.h"
#include "exec/core/tally.h"

static void counts_from_zero(void **unused) {
    (void)unused;
    struct tally t = {0};
    assert_int_equal(tally_next(&t, 40), 0);
    assert_int_equal(tally_next(&t, 40), 1);
    assert_int_equal(tally_next(&t, 0), 0);
    assert_int_equal(tally_next(&t, 1000), 0); /* the root grows */
    assert_int_equal(tally_next(&t, 40), 2);
    tally_release(&t);
    assert_int_equal(tally_next(&t, 40), 0);
    tally_release(&t);
}

/* Forks do not see each other's counts: random counts against plain arrays. */
static void forks_are_apart(void **unused) {
    (void)unused;
    enum { MANY = 8, THINGS = 200 };
    struct tally all[MANY] = {{0}};
    uint32_t counts[MANY][THINGS] = {{0}};
    struct rng rng;
    rng_init(&rng, 7);
    for (int step = 0; step < 20000; step++) {
        uint32_t i = (uint32_t)(rng_next(&rng) % MANY), what = (uint32_t)(rng_next(&rng) % THINGS);
        if (rng_next(&rng) % 50 == 0) {
            uint32_t k = (i + 1 + what % (MANY - 1)) % MANY;
            tally_release(&all[i]);
            tally_fork(&all[i], &all[k]);
            for (int w = 0; w < THINGS; w++) counts[i][w] = counts[k][w];
        }
        assert_int_equal(tally_next(&all[i], what), counts[i][what]);
        counts[i][what]++;
    }
    for (int i = 0; i < MANY; i++) tally_release(&all[i]);
}

static int all_is_freed(void **unused) {
    (void)unused;
    return mem_live_bytes() != 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(counts_from_zero, all_is_freed),
        cmocka_unit_test_teardown(forks_are_apart, all_is_freed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
