/* Containers, text, numbers and raw memory of src/base. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/bitset.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/str.h"
#include "base/vec.h"
#include "test_files.h"

static int no_live_bytes(void **state) {
    (void)state;
    mem_set_oom(NULL, NULL);
    mem_fail_after(0);
    return mem_live_bytes() == 0 ? 0 : -1;
}

/* ---- mem ---- */

static void test_mem_counts(void **state) {
    (void)state;
    size_t before = mem_live_bytes();
    char *a = mem_alloc(100), *b = mem_zalloc(50), *empty = mem_alloc(0);
    assert_true(mem_live_bytes() >= before + 150);
    assert_non_null(empty);
    for (int i = 0; i < 50; i++) assert_int_equal(b[i], 0);
    memset(a, 7, 100);
    a = mem_realloc(a, 10000);
    assert_int_equal(a[99], 7);
    assert_true(mem_live_bytes() >= before + 10050);
    size_t peak = mem_peak_bytes();
    assert_true(peak >= mem_live_bytes());
    char *copy = mem_strdup("copied");
    assert_string_equal(copy, "copied");
    mem_free(a);
    mem_free(b);
    mem_free(empty);
    mem_free(copy);
    mem_free(NULL);
    assert_int_equal(mem_live_bytes(), before);
    assert_true(mem_peak_bytes() >= peak);
}

struct oom_record {
    jmp_buf back;
    size_t wanted;
    int calls;
};

static void record_oom(void *data, size_t wanted) {
    struct oom_record *record = data;
    record->wanted = wanted;
    record->calls++;
    longjmp(record->back, 1);
}

static void test_mem_fails_when_told(void **state) {
    (void)state;
    struct oom_record record = {.calls = 0};
    mem_set_oom(record_oom, &record);
    void *volatile first = NULL;
    void *volatile second = NULL;
    void *volatile third = NULL;
    mem_fail_after(3);
    if (!setjmp(record.back)) {
        first = mem_alloc(1);
        second = mem_zalloc(2);
        third = mem_alloc(33);
    }
    assert_int_equal(record.calls, 1);
    assert_int_equal(record.wanted, 33);
    assert_non_null(first);
    assert_non_null(second);
    assert_null(third);
    third = mem_alloc(4); /* one failure only */
    assert_non_null(third);
    mem_free(first);
    mem_free(second);
    mem_free(third);
}

static void test_mem_failed_realloc_keeps_old(void **state) {
    (void)state;
    struct oom_record record = {.calls = 0};
    mem_set_oom(record_oom, &record);
    char *text = mem_strdup("still here");
    size_t live = mem_live_bytes();
    mem_fail_after(1);
    if (!setjmp(record.back)) (void)mem_realloc(text, 1 << 20);
    assert_int_equal(record.calls, 1);
    assert_string_equal(text, "still here");
    assert_int_equal(mem_live_bytes(), live);
    mem_free(text);
}

static void test_mem_array_overflow(void **state) {
    (void)state;
    struct oom_record record = {.calls = 0};
    mem_set_oom(record_oom, &record);
    if (!setjmp(record.back)) (void)mem_alloc_array(SIZE_MAX / 2, 3);
    assert_int_equal(record.calls, 1);
    assert_int_equal(record.wanted, SIZE_MAX);
}

/* ---- arena ---- */

static void test_arena_alignment_and_growth(void **state) {
    (void)state;
    struct arena arena;
    arena_init(&arena);
    assert_int_equal(arena_bytes(&arena), 0);
    unsigned char *blocks[500];
    for (size_t i = 0; i < 500; i++) {
        blocks[i] = arena_alloc(&arena, i * 3);
        assert_int_equal((uintptr_t)blocks[i] % 16, 0);
        memset(blocks[i], (int)(i & 255), i * 3);
    }
    unsigned char *huge = arena_zalloc(&arena, 1 << 20);
    assert_int_equal(huge[(1 << 20) - 1], 0);
    memset(huge, 0xff, 1 << 20);
    for (size_t i = 0; i < 500; i++)
        for (size_t k = 0; k < i * 3; k++) assert_int_equal(blocks[i][k], i & 255);
    assert_true(arena_bytes(&arena) >= 1 << 20);
    arena_release(&arena);
    assert_int_equal(arena_bytes(&arena), 0);
}

static void test_arena_reset(void **state) {
    (void)state;
    struct arena arena;
    arena_init(&arena);
    arena_reset(&arena);
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < 1000; i++) memset(arena_alloc(&arena, 1000), round, 1000);
        arena_reset(&arena);
        size_t kept = arena_bytes(&arena);
        assert_true(kept > 0 && kept < 200 * 1000);
        char *zeroed = arena_zalloc(&arena, 100); /* old contents must not show */
        for (int i = 0; i < 100; i++) assert_int_equal(zeroed[i], 0);
    }
    arena_release(&arena);
}

static void test_arena_text(void **state) {
    (void)state;
    struct arena arena;
    arena_init(&arena);
    assert_string_equal(arena_strdup(&arena, ""), "");
    assert_string_equal(arena_strndup(&arena, "abcdef", 3), "abc");
    char *text = arena_printf(&arena, "%s %05d", "number", 42);
    assert_string_equal(text, "number 00042");
    struct { int a; long b; } *made = arena_zalloc(&arena, sizeof *made);
    assert_int_equal(made->b, 0);
    int *numbers = ARENA_ARRAY(&arena, int, 10);
    assert_int_equal(numbers[9], 0);
    arena_release(&arena);
}

/* ---- vec ---- */

static bool is_less(const void *elem, uint64_t key) { return *(const uint32_t *)elem < key; }

static void test_vec_order(void **state) {
    (void)state;
    static const uint32_t values[] = {7, 1, 9, 3, 3, 0, 8};
    vec_u32 v = {0}, empty = {0};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) vec_insert(&v, vec_place(&v, is_less, values[i]), values[i]);
    for (uint32_t i = 1; i < v.len; i++) assert_true(v.data[i - 1] <= v.data[i]);
    assert_int_equal(vec_place(&v, is_less, 3), 2);
    assert_int_equal(vec_place(&v, is_less, 4), 4);
    assert_int_equal(vec_place(&v, is_less, 100), v.len);
    assert_int_equal(vec_place(&empty, is_less, 0), 0);
    vec_u32 copy = v;
    vec_own(&copy);
    vec_own(&empty);
    assert_null(empty.data);
    vec_remove(&copy, 0);
    vec_remove(&copy, copy.len - 1);
    assert_int_equal(copy.len, 5);
    assert_int_equal(copy.data[0], 1);
    assert_int_equal(vec_last(&copy), 8);
    assert_int_equal(v.data[0], 0);
    vec_push(&copy, 11);
    assert_int_equal(v.len, 7);
    vec_release(&copy);
    vec_release(&v);
}

static void test_vec(void **state) {
    (void)state;
    vec_u32 v = {0};
    for (uint32_t i = 0; i < 10000; i++) vec_push(&v, i * i);
    assert_int_equal(v.len, 10000);
    assert_true(v.cap >= v.len);
    for (vec_each(uint32_t, i, &v)) assert_int_equal(v.data[i], i * i);
    assert_int_equal(vec_last(&v), 9999u * 9999u);
    assert_int_equal(vec_pop(&v), 9999u * 9999u);
    assert_int_equal(v.len, 9999);
    vec_resize(&v, 5);
    vec_resize(&v, 8);
    assert_int_equal(v.data[4], 16);
    assert_int_equal(v.data[5] + v.data[6] + v.data[7], 0);
    vec_clear(&v);
    assert_int_equal(v.len, 0);
    vec_release(&v);
    assert_null(v.data);
    vec_release(&v);
}

static void test_vec_of_structs(void **state) {
    (void)state;
    struct pair { int a; const char *b; };
    VEC(struct pair) v = {0};
    vec_push(&v, (struct pair){1, "one"});
    vec_push(&v, (struct pair){2, "two"});
    vec_reserve(&v, 100);
    assert_true(v.cap >= 100);
    assert_string_equal(v.data[1].b, "two");
    vec_release(&v);
}

/* ---- map: against a plain array of the same facts ---- */

static uint64_t index_of_key(uint64_t key, uint64_t stride) {
    uint64_t k = 0;
    while (k < 512 && k * stride != key) k++;
    assert_true(k < 512);
    return k;
}

static void check_map_against(const struct map *map, const uint64_t *values, const bool *has, uint64_t stride) {
    uint32_t n = 0;
    for (uint64_t k = 0; k < 512; k++) {
        uint64_t *found = map_find(map, k * stride);
        assert_int_equal(found != NULL, has[k]);
        if (found) assert_int_equal(*found, values[k]);
        assert_int_equal(map_get(map, k * stride, 77), has[k] ? values[k] : 77);
        n += has[k];
    }
    assert_int_equal(map->len, n);
    uint32_t cursor = 0, seen = 0;
    uint64_t key, value;
    while (map_next(map, &cursor, &key, &value)) {
        uint64_t k = index_of_key(key, stride);
        assert_true(has[k]);
        assert_int_equal(value, values[k]);
        seen++;
    }
    assert_int_equal(seen, n);
}

static void random_map_operations(uint64_t stride) {
    struct map map;
    struct rng rng;
    uint64_t values[512] = {0};
    bool has[512] = {false};
    map_init(&map);
    rng_init(&rng, stride);
    for (int step = 0; step < 20000; step++) {
        uint64_t k = rng_below(&rng, 512), v = rng_next(&rng);
        if (rng_below(&rng, 5) < 3) {
            assert_int_equal(map_put(&map, k * stride, v), !has[k]);
            has[k] = true;
            values[k] = v;
        } else {
            assert_int_equal(map_remove(&map, k * stride), has[k]);
            has[k] = false;
        }
        if (step % 1000 == 0) check_map_against(&map, values, has, stride);
    }
    check_map_against(&map, values, has, stride);
    map_clear(&map);
    assert_int_equal(map.len, 0);
    assert_null(map_find(&map, 0));
    map_release(&map);
}

static void test_map(void **state) {
    (void)state;
    random_map_operations(1);
    random_map_operations(0x100000000u);
    random_map_operations(0x9e3779b97f4a7c15u);
    struct map empty;
    map_init(&empty);
    assert_null(map_find(&empty, 5));
    assert_false(map_remove(&empty, 5));
    map_clear(&empty);
    assert_true(map_put(&empty, UINT64_MAX, 0));
    assert_int_equal(map_get(&empty, UINT64_MAX, 9), 0);
    map_release(&empty);
}

static void test_strmap(void **state) {
    (void)state;
    struct strmap map;
    char key[32];
    strmap_init(&map);
    assert_null(strmap_find(&map, "nothing"));
    for (int i = 0; i < 3000; i++) {
        snprintf(key, sizeof key, "key%d", i);
        assert_true(strmap_put(&map, key, (uint64_t)i));
    }
    assert_true(strmap_put(&map, "", 99));
    assert_false(strmap_put(&map, "key7", 700));
    for (int i = 0; i < 3000; i++) {
        snprintf(key, sizeof key, "key%d", i);
        assert_int_equal(strmap_get(&map, key, 1u << 30), i == 7 ? 700 : i);
    }
    assert_int_equal(strmap_get(&map, "", 0), 99);
    assert_int_equal(strmap_get(&map, "key", 5), 5);
    assert_int_equal(map.len, 3001);
    strmap_release(&map);
}

/* ---- bitset: against an array of booleans ---- */

static void check_bits_against(const struct bitset *set, const bool *bits, uint32_t size) {
    uint32_t n = 0;
    int64_t at = bitset_next(set, 0);
    for (uint32_t i = 0; i < size; i++) {
        assert_int_equal(bitset_has(set, i), bits[i]);
        if (!bits[i]) continue;
        assert_int_equal(at, i);
        at = bitset_next(set, i + 1);
        n++;
    }
    assert_int_equal(at, -1);
    assert_int_equal(bitset_count(set), n);
}

static void test_bitset(void **state) {
    (void)state;
    enum { SIZE = 1000 };
    struct bitset set;
    struct rng rng;
    bool bits[SIZE] = {false};
    bitset_init(&set);
    rng_init(&rng, 3);
    assert_int_equal(bitset_next(&set, 0), -1);
    assert_false(bitset_has(&set, UINT32_MAX));
    bitset_remove(&set, 12345);
    for (int step = 0; step < 5000; step++) {
        uint32_t i = (uint32_t)rng_below(&rng, SIZE);
        if (rng_below(&rng, 2)) {
            assert_int_equal(bitset_add(&set, i), !bits[i]);
            bits[i] = true;
        } else {
            bitset_remove(&set, i);
            bits[i] = false;
        }
        if (step % 500 == 0) check_bits_against(&set, bits, SIZE);
    }
    check_bits_against(&set, bits, SIZE);
    bitset_clear(&set);
    assert_int_equal(bitset_count(&set), 0);
    bitset_release(&set);
}

static void test_bitset_sets(void **state) {
    (void)state;
    struct bitset a, b;
    bitset_init(&a);
    bitset_init(&b);
    assert_true(bitset_equal(&a, &b));
    bitset_add(&a, 3);
    bitset_add(&b, 1000);
    assert_false(bitset_equal(&a, &b));
    assert_true(bitset_union(&a, &b));
    assert_false(bitset_union(&a, &b));
    assert_int_equal(bitset_count(&a), 2);
    bitset_copy(&b, &a);
    assert_true(bitset_equal(&a, &b));
    bitset_remove(&b, 1000);
    bitset_remove(&a, 1000);
    bitset_add(&a, 5000); /* longer, then the same members again */
    bitset_remove(&a, 5000);
    assert_true(bitset_equal(&a, &b));
    assert_true(bitset_equal(&b, &a));
    bitset_release(&a);
    bitset_release(&b);
}

/* ---- str ---- */

static void test_str(void **state) {
    (void)state;
    struct str s;
    str_init(&s);
    assert_string_equal(str_text(&s), "");
    str_add(&s, "one");
    str_add_char(&s, ',');
    str_add_len(&s, "two three", 3);
    str_addf(&s, "%d-%s", 5, "x");
    assert_string_equal(str_text(&s), "one,two5-x");
    assert_int_equal(s.len, 10);
    str_clear(&s);
    assert_string_equal(str_text(&s), "");
    for (int i = 0; i < 10000; i++) str_addf(&s, "%d", i % 10);
    assert_int_equal(s.len, 10000);
    assert_int_equal(s.data[9999], '9');
    char *text = str_take(&s);
    assert_int_equal(strlen(text), 10000);
    mem_free(text);
    text = str_take(&s);
    assert_string_equal(text, "");
    mem_free(text);
    str_release(&s);
}

static void check_json(const char *text, const char *expected) {
    struct str s = {0};
    json_quote(&s, text);
    assert_string_equal(str_text(&s), expected);
    str_release(&s);
}

static void test_json_commas(void **state) {
    (void)state;
    struct str s = {0};
    const char *const words[] = {"a,", "{"};
    json_open(&s, NULL, '{');
    json_add(&s, "first", "[");
    json_open(&s, "list", '[');
    json_number(&s, NULL, UINT64_MAX);
    json_bool(&s, NULL, false);
    json_open(&s, NULL, '{');
    json_close(&s, "}]");
    json_texts(&s, "words", words, 2);
    json_texts(&s, "none", NULL, 0);
    json_addf(&s, "raw", "[%d,null]", -1);
    json_close(&s, "}");
    str_add(&s, "\n");
    json_open(&s, NULL, '[');
    json_close(&s, "]");
    assert_string_equal(str_text(&s), "{\"first\":\"[\",\"list\":[18446744073709551615,false,{}],\"words\":[\"a,\",\"{\"],"
                                      "\"none\":[],\"raw\":[-1,null]}\n[]");
    str_release(&s);
}

static void test_str_json(void **state) {
    (void)state;
    check_json("", "\"\"");
    check_json("a\"b\\c\n", "\"a\\\"b\\\\c\\n\"");
    check_json("\t\x01\x7f", "\"\\u0009\\u0001\\u007f\"");
    check_json("gr\xc3\xb6\xc3\x9f" "e \xe2\x82\xac \xf0\x9f\x98\x80", "\"gr\xc3\xb6\xc3\x9f" "e \xe2\x82\xac \xf0\x9f\x98\x80\"");
    check_json("\xff\xc3", "\"\\u00ff\\u00c3\"");         /* not UTF-8, cut off */
    check_json("\xc0\xaf", "\"\\u00c0\\u00af\"");         /* overlong */
    check_json("\xed\xa0\x80", "\"\\u00ed\\u00a0\\u0080\""); /* a surrogate */
    check_json("\xf4\x90\x80\x80", "\"\\u00f4\\u0090\\u0080\\u0080\"");
}

static void test_str_affixes(void **state) {
    (void)state;
    assert_true(str_starts("prefix", "pre"));
    assert_true(str_starts("x", ""));
    assert_false(str_starts("pr", "pre"));
    assert_true(str_ends("file.c", ".c"));
    assert_true(str_ends("", ""));
    assert_false(str_ends("c", ".c"));
}

static void test_str_files(void **state) {
    (void)state;
    temp_path folder;
    assert_true(temp_folder(folder));
    struct str path = {0}, back = {0}, data = {0};
    str_addf(&path, "%s/file", folder);
    for (int i = 0; i < 50000; i++) str_add_char(&data, (char)i);
    assert_true(str_write_file(path.data, data.data, data.len));
    assert_true(str_read_file(&back, path.data));
    assert_int_equal(back.len, data.len);
    assert_memory_equal(back.data, data.data, data.len);
    assert_true(str_write_file(path.data, "", 0));
    str_clear(&back);
    assert_true(str_read_file(&back, path.data));
    assert_int_equal(back.len, 0);
    assert_false(str_read_file(&back, folder));
    assert_int_equal(errno, EISDIR);
    unlink(path.data);
    assert_false(str_read_file(&back, path.data));
    assert_int_equal(errno, ENOENT);
    str_add(&path, "/below");
    assert_false(str_write_file(path.data, "x", 1));
    assert_int_equal(rmdir(folder), 0); /* no temporary file stayed behind */
    str_release(&path);
    str_release(&back);
    str_release(&data);
}

/* ---- hash and rng ---- */

static void test_hash(void **state) {
    (void)state;
    assert_int_equal(hash_str("abc"), hash_bytes("abc", 3));
    assert_int_not_equal(hash_bytes("a", 1), hash_bytes("a\0", 2));
    assert_int_not_equal(hash_bytes("12345678", 8), hash_bytes("12345679", 8));
    struct map seen; /* hash_u64 is a bijection; 64 bits of text do not collide here */
    map_init(&seen);
    for (uint64_t i = 0; i < 20000; i++) assert_true(map_put(&seen, hash_u64(i), 1));
    assert_int_not_equal(hash_mix(1, 2), hash_mix(2, 1));
    map_clear(&seen);
    char text[16];
    for (int i = 0; i < 20000; i++) {
        int n = snprintf(text, sizeof text, "%d", i);
        assert_true(map_put(&seen, hash_bytes(text, (size_t)n), 1));
    }
    map_release(&seen);
}

static void test_rng(void **state) {
    (void)state;
    struct rng rng, twin;
    rng_init(&rng, 42);
    /* The published algorithms (splitmix64, xoshiro256**), computed elsewhere. */
    static const uint64_t expected[] = {0x15780b2e0c2ec716, 0x6104d9866d113a7e, 0xae17533239e499a1,
                                        0xecb8ad4703b360a1};
    for (int i = 0; i < 4; i++) assert_int_equal(rng_next(&rng), expected[i]);
    rng_init(&rng, 0);
    rng_init(&twin, 0);
    unsigned counts[10] = {0};
    for (int i = 0; i < 100000; i++) {
        uint64_t x = rng_below(&rng, 10);
        assert_int_equal(x, rng_below(&twin, 10));
        assert_true(x < 10);
        counts[x]++;
    }
    for (int i = 0; i < 10; i++) assert_in_range(counts[i], 9500, 10500);
    for (int i = 0; i < 100; i++) assert_int_equal(rng_below(&rng, 1), 0);
    for (int i = 0; i < 100; i++) assert_true(rng_below(&rng, UINT64_MAX) < UINT64_MAX);
}

/* ---- every allocation fails in turn ---- */

/* Touches everything that allocates; ends with nothing live. */
static void use_everything(void) {
    struct arena arena;
    struct map map;
    struct strmap names;
    struct bitset bits;
    struct str text = {0};
    vec_u64 v = {0};
    arena_init(&arena);
    map_init(&map);
    strmap_init(&names);
    bitset_init(&bits);
    for (uint32_t i = 0; i < 40; i++) {
        arena_printf(&arena, "%u", i);
        map_put(&map, i, i);
        str_addf(&text, "name%u", i);
        strmap_put(&names, str_text(&text), i);
        bitset_add(&bits, i * 100);
        vec_push(&v, i);
    }
    mem_free(str_take(&text));
    vec_release(&v);
    bitset_release(&bits);
    strmap_release(&names);
    map_release(&map);
    arena_release(&arena);
}

/* Exit status of a process in which the n-th allocation fails: the default
 * reaction is a message and status 1, whatever was under way. */
static int status_when_failing(uint64_t n) {
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr)) _exit(99);
        mem_fail_after(n);
        use_everything();
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void test_every_failure(void **state) {
    (void)state;
    uint64_t n = 1;
    for (int status = 1; status == 1; n++) {
        status = status_when_failing(n);
        assert_true(status == 0 || status == 1);
    }
    assert_true(n > 60); /* it did fail many times before it ran through */
    use_everything();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_mem_counts, no_live_bytes),
        cmocka_unit_test_teardown(test_mem_fails_when_told, no_live_bytes),
        cmocka_unit_test_teardown(test_mem_failed_realloc_keeps_old, no_live_bytes),
        cmocka_unit_test_teardown(test_mem_array_overflow, no_live_bytes),
        cmocka_unit_test_teardown(test_arena_alignment_and_growth, no_live_bytes),
        cmocka_unit_test_teardown(test_arena_reset, no_live_bytes),
        cmocka_unit_test_teardown(test_arena_text, no_live_bytes),
        cmocka_unit_test_teardown(test_vec, no_live_bytes),
        cmocka_unit_test_teardown(test_vec_order, no_live_bytes),
        cmocka_unit_test_teardown(test_vec_of_structs, no_live_bytes),
        cmocka_unit_test_teardown(test_map, no_live_bytes),
        cmocka_unit_test_teardown(test_strmap, no_live_bytes),
        cmocka_unit_test_teardown(test_bitset, no_live_bytes),
        cmocka_unit_test_teardown(test_bitset_sets, no_live_bytes),
        cmocka_unit_test_teardown(test_str, no_live_bytes),
        cmocka_unit_test_teardown(test_str_json, no_live_bytes),
        cmocka_unit_test_teardown(test_json_commas, no_live_bytes),
        cmocka_unit_test_teardown(test_str_affixes, no_live_bytes),
        cmocka_unit_test_teardown(test_str_files, no_live_bytes),
        cmocka_unit_test_teardown(test_hash, no_live_bytes),
        cmocka_unit_test_teardown(test_rng, no_live_bytes),
        cmocka_unit_test_teardown(test_every_failure, no_live_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
