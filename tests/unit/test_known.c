/* What known functions do: ir/known.def. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "exec/library/builtin.h"
#include "ir/known.h"

static const char *const builtins[] = {
#define BUILTIN(name, function) name,
#include "exec/library/builtins.def"
#undef BUILTIN
};
static const char *const names[] = {
#define KNOWN(name, effects) name,
#include "ir/known.def"
};

/* Whoever adds a built-in that programs may call says what it does. */
static void every_builtin_is_known(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
        if (!str_starts(builtins[i], "__shrike_") && !known_by_name(builtins[i])) fail_msg("%s has no effects", builtins[i]);
}

static void a_name_has_one_line(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (size_t k = i + 1; k < sizeof names / sizeof *names; k++) assert_string_not_equal(names[i], names[k]);
}

static void a_function_of_the_user_is_not_known_by_its_name(void **state) {
    (void)state;
    struct function f = {.name = "malloc", .builtin = -1, .effects = known_by_name("malloc")};
    assert_int_equal(known_effects(&f), 0); /* nobody's */
    f.builtin = builtin_find("malloc");
    assert_int_equal(known_effects(&f), KNOWN_ALLOCATES | KNOWN_RAW);
    f.defined = true;
    assert_int_equal(known_effects(&f), 0); /* the user's */
    f.runtime = true;
    assert_int_equal(known_effects(&f), KNOWN_ALLOCATES | KNOWN_RAW);
}

static void inputs_that_do_more_say_so(void **state) {
    (void)state;
    assert_int_equal(known_by_name("__VERIFIER_nondet_int"), KNOWN_INPUT);
    assert_int_equal(known_by_name("nondet_int"), KNOWN_INPUT);
    assert_int_equal(known_by_name("lct_get_int"), KNOWN_INPUT);
    assert_int_equal(known_by_name("klee_int"), KNOWN_INPUT | KNOWN_READS);
    assert_int_equal(known_by_name("__VERIFIER_nondet_something"), 0);
}

static void nothing_is_not_no_effect(void **state) {
    (void)state;
    assert_false(known_only(0, KNOWN_PURE));
    assert_false(known_is_quiet(0));
    assert_true(known_is_quiet(known_by_name("klee_warning")));
    assert_true(known_is_quiet(known_by_name("__assert_fail")));
    assert_false(known_is_quiet(known_by_name("klee_make_symbolic")));
    assert_false(known_is_quiet(known_by_name("free")));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_builtin_is_known),
        cmocka_unit_test(a_name_has_one_line),
        cmocka_unit_test(a_function_of_the_user_is_not_known_by_its_name),
        cmocka_unit_test(inputs_that_do_more_say_so),
        cmocka_unit_test(nothing_is_not_no_effect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
