/* Nogoods: what no path may hold all of (engine/cdse/nogood.h). Literals are numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mem.h"
#include "engine/cdse/nogood.h"

enum { A = 1, B, C, D };

static void a_path_may_hold_all_but_one(void **unused) {
    (void)unused;
    struct nogoods db;
    nogoods_init(&db);
    nogoods_add(&db, (uint32_t[]){A, B, C}, 3, 0);
    assert_null(nogoods_push(&db, A));
    assert_null(nogoods_push(&db, C));
    assert_null(nogoods_push(&db, D)); /* has nothing to do with it */
    nogoods_release(&db);
}

/* The last literal is told with the nogood that forbids it, in whatever order they come. */
static void the_last_literal_completes_it(void **unused) {
    (void)unused;
    static const uint32_t orders[][3] = {{A, B, C}, {C, B, A}, {B, C, A}, {A, C, B}};
    for (int i = 0; i < 4; i++) {
        struct nogoods db;
        nogoods_init(&db);
        struct nogood *n = nogoods_add(&db, (uint32_t[]){A, B, C}, 3, 0);
        assert_null(nogoods_push(&db, orders[i][0]));
        assert_null(nogoods_push(&db, orders[i][1]));
        assert_ptr_equal(nogoods_push(&db, orders[i][2]), n);
        nogoods_release(&db);
    }
}

/* Popped, the literal may be tried again, and is forbidden again. */
static void going_back_costs_nothing(void **unused) {
    (void)unused;
    struct nogoods db;
    nogoods_init(&db);
    struct nogood *n = nogoods_add(&db, (uint32_t[]){A, B}, 2, 0);
    assert_null(nogoods_push(&db, A));
    for (int i = 0; i < 3; i++) {
        assert_ptr_equal(nogoods_push(&db, B), n);
        nogoods_pop(&db, B);
    }
    nogoods_pop(&db, A);
    assert_null(nogoods_push(&db, B));
    assert_ptr_equal(nogoods_push(&db, A), n);
    nogoods_release(&db);
}

/* What holds only because a loop is not unrolled further is forgotten when it is. */
static void a_bound_that_moves_takes_its_nogoods_along(void **unused) {
    (void)unused;
    struct nogoods db;
    nogoods_init(&db);
    nogoods_add(&db, (uint32_t[]){A, B}, 2, 1);
    struct nogood *stays = nogoods_add(&db, (uint32_t[]){A, C}, 2, 2);
    nogoods_forget(&db, 1);
    assert_null(nogoods_push(&db, A));
    assert_null(nogoods_push(&db, B));
    assert_ptr_equal(nogoods_push(&db, C), stays);
    nogoods_release(&db);
}

static void gathering_takes_each_literal_once(void **unused) {
    (void)unused;
    struct nogoods db;
    vec_u32 to = {0};
    nogoods_init(&db);
    nogoods_begin(&db);
    nogoods_leave_out(&db, B);
    nogoods_gather(&db, (uint32_t[]){A, B}, 2, &to);
    nogoods_gather(&db, (uint32_t[]){B, A, C}, 3, &to);
    assert_int_equal(to.len, 2);
    assert_int_equal(to.data[0] + to.data[1], A + C);
    uint32_t doubles[] = {D, A, D, D};
    assert_int_equal(nogoods_tidy(&db, doubles, 4), 2);
    vec_release(&to);
    nogoods_release(&db);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_may_hold_all_but_one),
        cmocka_unit_test(the_last_literal_completes_it),
        cmocka_unit_test(going_back_costs_nothing),
        cmocka_unit_test(a_bound_that_moves_takes_its_nogoods_along),
        cmocka_unit_test(gathering_takes_each_literal_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
