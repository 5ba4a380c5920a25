/* harness/: C types spelt, harnesses written, from prototypes made here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/option.h"
#include "base/str.h"
#include "front/prototype.h"
#include "harness/harness.h"
#include "harness/spell.h"

static struct c_type number = {.kind = C_NUMBER, .name = "int", .size = 4};
static struct c_type letter = {.kind = C_NUMBER, .name = "char", .size = 1};
static struct c_type nothing = {.kind = C_VOID};

static struct c_type pointer_to(struct c_type *base) { return (struct c_type){.kind = C_POINTER, .size = 8, .base = base}; }

/* ---- types ------------------------------------------------------------------------------------------- */

static void is_spelt(const struct c_type *t, const char *name, const char *wanted) {
    struct str out = {0};
    assert_true(spell_declaration(t, name, &out));
    assert_string_equal(str_text(&out), wanted);
    str_release(&out);
}

static void declarations(void **state) {
    (void)state;
    struct c_type constant = {.kind = C_CONST, .base = &letter}, text = pointer_to(&constant);
    struct c_type array = {.kind = C_ARRAY, .base = &number, .count = 4, .size = 16};
    struct c_type to_array = pointer_to(&array), of_pointers = {.kind = C_ARRAY, .base = &text, .count = 2, .size = 16};
    struct c_type tagged = {.kind = C_STRUCT, .name = "node", .size = 16}, to_tagged = pointer_to(&tagged);
    struct c_type renamed = {.kind = C_TYPEDEF, .name = "node_t", .base = &tagged};
    struct c_type function = {.kind = C_FUNCTION, .base = &nothing};
    vec_push(&function.parameters, &number);
    vec_push(&function.parameters, &text);
    struct c_type callback = pointer_to(&function);
    is_spelt(&number, "x", "int x");
    is_spelt(&text, "s", "const char *s");
    is_spelt(&to_array, "p", "int (*p)[4]");
    is_spelt(&of_pointers, "a", "const char *a[2]");
    is_spelt(&to_tagged, "n", "struct node *n");
    is_spelt(&renamed, "n", "node_t n");
    is_spelt(&callback, "f", "void (*f)(int, const char *)");
    vec_release(&function.parameters);
}

static void nameless(void **state) {
    (void)state;
    struct str out = {0};
    struct c_type strange = {.kind = C_STRANGE}, unnamed = {.kind = C_STRUCT, .name = "", .size = 4};
    assert_false(spell_declaration(&strange, "x", &out));
    assert_false(spell_declaration(&unnamed, "x", &out));
    str_release(&out);
}

/* ---- harnesses ---------------------------------------------------------------------------------------- */

struct bench {
    struct options opt;
    struct prototype of;
    struct harness h;
    struct str text, error;
    bool ok;
};

static void bench_init(struct bench *b) {
    memset(b, 0, sizeof *b);
    options_init(&b->opt);
    arena_init(&b->of.arena);
    b->of.file = "a.c";
    b->of.result = &nothing;
}

static void bench_write(struct bench *b) {
    struct harness_wish wish = {.function = "f", .include = "a.c", .entry = "harness_f", .opt = &b->opt};
    b->ok = harness_write(&wish, &b->of, &b->h, &b->text, &b->error);
}

static void bench_release(struct bench *b) {
    harness_release(&b->h);
    vec_release(&b->of.parameters);
    arena_release(&b->of.arena);
    options_release(&b->opt);
    str_release(&b->text);
    str_release(&b->error);
}

static bool says(const struct str *text, const char *what) { return strstr(str_text(text), what) != NULL; }

static bool assumes(const struct bench *b, const char *what) {
    bool found = false;
    for (uint32_t i = 0; i < b->h.assumptions.len; i++) found |= strstr(b->h.assumptions.data[i].text, what) != NULL;
    return found;
}

static void a_number(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b);
    vec_push(&b.of.parameters, (struct c_parameter){.name = "n", .type = &number});
    bench_write(&b);
    assert_true(b.ok);
    assert_string_equal(b.h.entry, "harness_f");
    assert_true(says(&b.text, "#include \"a.c\"") && says(&b.text, "f(n);"));
    assert_int_equal(b.h.assumptions.len, 0); /* every value is tried */
    assert_int_equal(b.h.inputs.len, 1);
    assert_string_equal(b.h.inputs.data[0].name, "n");
    bench_release(&b);
}

static void a_pointer(void **state) {
    (void)state;
    struct bench b;
    struct c_type numbers = pointer_to(&number);
    bench_init(&b);
    vec_push(&b.of.parameters, (struct c_parameter){.name = "p", .type = &numbers});
    bench_write(&b);
    assert_true(b.ok);
    assert_true(assumes(&b, "'p' is NULL or points to"));
    assert_true(says(&b.text, "p == NULL"));
    bench_release(&b);
    bench_init(&b);
    vec_push(&b.of.parameters, (struct c_parameter){.name = "p", .type = &numbers, .nonnull = true});
    bench_write(&b);
    assert_true(b.ok && !says(&b.text, "p == NULL"));
    assert_false(assumes(&b, "NULL"));
    bench_release(&b);
}

static void wrong_sizes(void **state) {
    (void)state;
    struct bench b;
    struct c_type numbers = pointer_to(&number);
    bench_init(&b);
    vec_push(&b.opt.sym_size, "q=3");
    vec_push(&b.of.parameters, (struct c_parameter){.name = "p", .type = &numbers});
    bench_write(&b);
    assert_false(b.ok);
    assert_true(says(&b.error, "there is no pointer 'q'"));
    bench_release(&b);
}

static void what_cannot_be_called(void **state) {
    (void)state;
    struct bench b;
    struct c_type strange = {.kind = C_STRANGE};
    bench_init(&b);
    vec_push(&b.of.parameters, (struct c_parameter){.name = "x", .type = &strange});
    bench_write(&b);
    assert_false(b.ok);
    assert_true(b.error.len > 0);
    bench_release(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(declarations), cmocka_unit_test(nameless), cmocka_unit_test(a_number),
                                       cmocka_unit_test(a_pointer), cmocka_unit_test(wrong_sizes), cmocka_unit_test(what_cannot_be_called)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
