/* Learning must not cost more than it saves (engine/interpolate/thrift.h). Time is what the test says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/interpolate/thrift.h"

enum { FACTS = 256 }; /* after which it looks whether they have paid */

/* So many facts, each for so many ticks, with so many ticks of exploring between them. */
static uint64_t learn(struct thrift *t, uint64_t now, uint64_t learning, uint64_t exploring) {
    for (int i = 0; i < FACTS; i++) {
        thrift_pauses(t, now);
        thrift_learned(t, now, now + learning);
        now += learning + exploring;
        thrift_paid(t, now);
    }
    return now;
}

static void cheap_learning_goes_on(void **unused) {
    (void)unused;
    struct thrift t;
    thrift_init(&t, 1000);
    learn(&t, 1000, 10, 100000);
    assert_false(thrift_disappoints(&t));
    assert_false(thrift_pauses(&t, 1u << 30));
}

static void dear_learning_without_gain_pauses(void **unused) {
    (void)unused;
    struct thrift t;
    thrift_init(&t, 0);
    uint64_t now = learn(&t, 0, 100000, 1000);
    assert_true(thrift_disappoints(&t));
    assert_true(thrift_pauses(&t, now));
}

/* What is cheap by the clock may look through many nodes each time. */
static void looking_through_nodes_costs(void **unused) {
    (void)unused;
    struct thrift t;
    thrift_init(&t, 1000);
    thrift_walked(&t, 10000000);
    learn(&t, 1000, 10, 100000);
    assert_true(thrift_disappoints(&t));
}

static void gains_pay_for_dear_learning(void **unused) {
    (void)unused;
    struct thrift t;
    thrift_init(&t, 0);
    thrift_gained(&t, UINT64_MAX);
    thrift_gained(&t, 1); /* no overflow */
    learn(&t, 0, 100000, 1000);
    assert_false(thrift_disappoints(&t));
}

/* A pause ends, the next is twice as long. */
static void pauses_double(void **unused) {
    (void)unused;
    struct thrift t;
    thrift_init(&t, 0);
    uint64_t now = 0, before = 0;
    for (int i = 0; i < 3; i++) {
        uint64_t plain = 0;
        now = learn(&t, now, 100000, 1000);
        while (thrift_pauses(&t, now)) plain++;
        assert_true(plain > 0 && (!before || plain == 2 * before));
        before = plain;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cheap_learning_goes_on),
        cmocka_unit_test(dear_learning_without_gain_pauses),
        cmocka_unit_test(looking_through_nodes_costs),
        cmocka_unit_test(gains_pay_for_dear_learning),
        cmocka_unit_test(pauses_double),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
