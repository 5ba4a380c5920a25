/* Builds for users have nothing of it: sizes as usual, nothing by chance. */
#include "base/provoke.h"

#include <stdlib.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_nothing(void **state) {
    (void)state;
    setenv("SHRIKE_PROVOKE", "1", 1);
#ifdef SHRIKE_PROVOKE
    assert_int_equal(PROVOKED(4096, 4), 4);
    assert_true(provoke(1));
#else
    assert_int_equal(PROVOKED(4096, 4), 4096);
    assert_false(provoke(1));
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
