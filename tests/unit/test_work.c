/* Work written down and read back; nothing that is cut short is taken for whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/concolic/workers.h"

static void fill(struct work *w) {
    work_init(w);
    w->root = 1;
    w->first = 7;
    w->predicted = w->any = true;
    w->event = 9;
    w->hash = UINT64_MAX - 1;
    w->place = 5;
    w->outcome = 6;
    w->stdin_size = 3;
    w->kind = SEED_FILE;
    w->generation = 12;
    vec_push(&w->excluded, UINT64_C(1) << 63);
    for (int i = 0; i < 5; i++) vec_push(&w->seed, (uint8_t)(250 + i));
    vec_push(&w->inputs, (vec_u8){0});
    vec_push(&w->inputs, (vec_u8){0});
    vec_push(&w->inputs.data[1], 42);
}

static void test_round_trip(void **state) {
    (void)state;
    struct work w, back;
    vec_u8 bytes = {0}, again = {0};
    fill(&w);
    work_write(&w, &bytes);
    const uint8_t *p = bytes.data;
    assert_true(work_read(&back, &p, bytes.data + bytes.len));
    assert_ptr_equal(p, bytes.data + bytes.len);
    work_write(&back, &again);
    assert_int_equal(bytes.len, again.len);
    assert_memory_equal(bytes.data, again.data, bytes.len);
    assert_int_equal(back.file_size, -1);
    assert_int_equal(back.inputs.data[1].data[0], 42);
    assert_true(work_hash(&w) == work_hash(&back));
    back.inputs.data[1].data[0] = 43;
    assert_true(work_hash(&w) != work_hash(&back));
    work_release(&w);
    work_release(&back);
    vec_release(&bytes);
    vec_release(&again);
}

static void test_cut_short(void **state) {
    (void)state;
    struct expansion e = {.complete = true}, back;
    struct answer_counts counts = {.gaps = 3, .instructions = 4}, got;
    struct child c = {.bug = 17, .open = true};
    fill(&c.work);
    vec_push(&c.blocks, 77);
    vec_push(&c.file, 'x');
    vec_push(&e.children, c);
    vec_u8 bytes = {0};
    expansion_write(&bytes, &e, &counts);
    uint32_t all = bytes.len;
    for (bytes.len = 0; bytes.len < all; bytes.len++) assert_false(expansion_read(bytes.data, bytes.data + bytes.len, &back, &got));
    assert_true(expansion_read(bytes.data, bytes.data + bytes.len, &back, &got));
    assert_int_equal(got.gaps, 3);
    assert_int_equal(got.instructions, 4);
    assert_int_equal(back.children.len, 1);
    assert_true(back.complete && back.children.data[0].open && !back.children.data[0].predicted);
    assert_int_equal(back.children.data[0].bug, 17);
    expansion_release(&back);
    expansion_release(&e);
    vec_release(&bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip), cmocka_unit_test(test_cut_short)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
