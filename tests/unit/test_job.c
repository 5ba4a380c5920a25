/* Pieces and results as bytes, and when a job is done: with messages lost, repeated, early, out of order and broken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bytes.h"
#include "base/mem.h"
#include "base/rng.h"
#include "engine/concolic/work.h"
#include "engine/share.h"
#include "job/fold.h"
#include "job/job.h"
#include "job/piece.h"

/* ---- a job to work on --------------------------------------------------------------------------------------- */

/* A piece stands for the numbers from `from` on, `n` of them. */
static void make_piece(struct piece *p, uint64_t from, uint64_t n, uint32_t generation) {
    memset(p, 0, sizeof *p);
    p->generation = generation;
    put_var(&p->key, from);
    put_var(&p->key, n);
    put_var(&p->hints, 7);
    piece_name(p);
}

/* Does a piece: some of it itself, the rest is split at random. */
static void do_piece(const struct piece *p, struct rng *rng, struct piece_result *r) {
    const uint8_t *at = p->key.data, *end = at + p->key.len;
    uint64_t from = 0, n = 0;
    memset(r, 0, sizeof *r);
    assert_true(get_var(&at, end, &from) && get_var(&at, end, &n));
    memcpy(r->name, p->name, sizeof r->name);
    r->exhausted = true;
    uint64_t own = n <= 2 ? n : 1 + rng_below(rng, n / 2);
    r->paths = own;
    for (uint64_t done = own; done < n;) {
        uint64_t some = 1 + rng_below(rng, n - done);
        struct piece child;
        make_piece(&child, from + done, some, p->generation + 1);
        vec_push(&r->children, child);
        done += some;
    }
}

static void clone_result(const struct piece_result *r, struct piece_result *copy) {
    vec_u8 bytes = {0};
    result_write(r, &bytes);
    assert_true(result_read(copy, bytes.data, bytes.data + bytes.len));
    vec_release(&bytes);
}

static void clone_piece(const struct piece *p, struct piece *copy) {
    vec_u8 bytes = {0};
    piece_write(p, &bytes);
    const uint8_t *at = bytes.data;
    assert_true(piece_read(copy, &at, at + bytes.len));
    assert_string_equal(p->name, copy->name);
    vec_release(&bytes);
}

struct count {
    uint64_t paths, results;
    bool partial;
};

static void absorb(void *owner, const struct piece_result *r, uint32_t group) {
    struct count *c = owner;
    (void)group;
    c->paths += r->paths;
    c->results++;
    c->partial |= !r->exhausted;
}

typedef VEC(struct piece) piece_list;
typedef VEC(struct piece_result) result_list;

static void put(piece_list *queue, const struct piece *p) {
    struct piece copy;
    clone_piece(p, &copy);
    vec_push(queue, copy);
}

/* What is on its way may be taken in any order. */
static struct piece_result draw(result_list *way, struct rng *rng) {
    uint32_t i = (uint32_t)rng_below(rng, way->len);
    struct piece_result r = way->data[i];
    way->data[i] = way->data[way->len - 1];
    way->len--;
    return r;
}

/* A worker takes any piece; it may die having handed on all, some or none of what it split off, and its result may be
 * said twice; the piece may be done by two, each in its own way. Only the first result under a name is stored. */
static void work_once(piece_list *queue, result_list *way, struct strmap *stored, struct rng *rng) {
    uint32_t i = (uint32_t)rng_below(rng, queue->len);
    struct piece p = queue->data[i];
    bool dies = rng_below(rng, 4) == 0, stays = dies || rng_below(rng, 5) == 0;
    if (!stays) {
        queue->data[i] = queue->data[queue->len - 1];
        queue->len--;
    }
    struct piece_result r;
    do_piece(&p, rng, &r);
    for (uint32_t k = 0; k < r.children.len; k++)
        if (!dies || rng_below(rng, 2)) put(queue, &r.children.data[k]);
    if (!dies && strmap_put(stored, r.name, 1)) {
        struct piece_result copy;
        clone_result(&r, &copy);
        vec_push(way, copy);
        if (rng_below(rng, 3) == 0) {
            clone_result(&r, &copy);
            vec_push(way, copy);
        }
    }
    result_release(&r);
    if (!stays) piece_release(&p);
}

static void run_job(uint64_t seed) {
    enum { ALL = 200, MOST_ROUNDS = 100000 };
    struct rng rng;
    struct fold f;
    struct count c = {0};
    struct strmap stored;
    struct piece first;
    piece_list queue = {0};
    result_list way = {0};
    rng_init(&rng, seed);
    strmap_init(&stored);
    fold_init(&f);
    f.absorb = absorb;
    f.owner = &c;
    make_piece(&first, 0, ALL, 0);
    put(&queue, &first);
    fold_begin(&f, &first);
    for (uint32_t round = 0; round < MOST_ROUNDS && !fold_is_done(&f); round++) {
        bool again;
        if (queue.len && rng_below(&rng, 50) == 0) { /* a message is lost */
            piece_release(&queue.data[queue.len - 1]);
            queue.len--;
        } else if (queue.len) {
            work_once(&queue, &way, &stored, &rng);
        } else if (!way.len) { /* whatever is open is handed out again */
            uint32_t cursor = 0;
            for (const struct piece *p; (p = fold_next_open(&f, &cursor));) put(&queue, p);
        }
        if (way.len && rng_below(&rng, 3) == 0) {
            struct piece_result r = draw(&way, &rng);
            fold_take(&f, &r, &again);
        }
        assert_true(c.paths <= ALL);
        assert_true(!fold_is_done(&f) || c.paths == ALL);
    }
    assert_true(fold_is_done(&f));
    assert_int_equal(c.paths, ALL);
    assert_false(c.partial);
    assert_int_equal(c.results, f.named);
    for (uint32_t i = 0; i < queue.len; i++) piece_release(&queue.data[i]);
    for (uint32_t i = 0; i < way.len; i++) result_release(&way.data[i]);
    vec_release(&queue);
    vec_release(&way);
    strmap_release(&stored);
    fold_release(&f);
}

static void test_fold_is_right(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) run_job(seed);
}

/* A result that names its own piece, or one that is named already, proves nothing. */
static void test_fold_refuses_circles(void **state) {
    (void)state;
    struct fold f;
    struct count c = {0};
    struct piece first, same;
    struct piece_result r = {.exhausted = true};
    bool again;
    fold_init(&f);
    f.absorb = absorb;
    f.owner = &c;
    make_piece(&first, 0, 10, 0);
    clone_piece(&first, &same);
    memcpy(r.name, first.name, sizeof r.name);
    vec_push(&r.children, same);
    fold_begin(&f, &first);
    fold_take(&f, &r, &again);
    assert_true(c.partial);
    fold_release(&f);
}

static void test_nothing_is_never_done(void **state) {
    (void)state;
    struct fold f;
    fold_init(&f);
    assert_false(fold_is_done(&f));
    fold_release(&f);
}

/* ---- bytes ---------------------------------------------------------------------------------------------------- */

static void test_numbers(void **state) {
    (void)state;
    static const uint64_t numbers[] = {0, 1, 127, 128, 16383, 16384, UINT32_MAX, UINT64_MAX, UINT64_MAX >> 1};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        vec_u8 bytes = {0};
        uint64_t v;
        put_var(&bytes, numbers[i]);
        const uint8_t *at = bytes.data;
        assert_true(get_var(&at, bytes.data + bytes.len, &v));
        assert_true(v == numbers[i] && at == bytes.data + bytes.len);
        at = bytes.data;
        assert_false(get_var(&at, bytes.data + bytes.len - 1, &v));
        vec_release(&bytes);
    }
    const uint8_t much[] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 2};
    const uint8_t *at = much;
    uint64_t v;
    assert_false(get_var(&at, much + sizeof much, &v));
}

static void make_way(struct share_way *w) {
    memset(w, 0, sizeof *w);
    w->root = 1;
    w->way.hash = 42;
    vec_push(&w->way.steps, (struct retrace_step){3, DECISION_BRANCH, 1});
    vec_push(&w->way.steps, (struct retrace_step){9, DECISION_NOT, 77});
    vec_push(&w->way.steps, (struct retrace_step){10, DECISION_PIN, UINT64_MAX});
    vec_push(&w->way.parts, (struct retrace_part){0, 4, 4, 11});
}

static void test_ways(void **state) {
    (void)state;
    struct share_way w, read;
    vec_u8 key = {0}, hints = {0};
    make_way(&w);
    share_way_write(&w, &key, &hints);
    const uint8_t *k = key.data, *h = hints.data;
    assert_true(share_way_read(&read, &k, k + key.len, &h, h + hints.len));
    assert_true(read.root == 1 && read.way.hash == 42 && read.way.steps.len == 3 && read.way.parts.len == 1);
    assert_true(read.way.steps.data[1].asked == 9 && read.way.steps.data[1].kind == DECISION_NOT && read.way.steps.data[1].value == 77);
    assert_true(read.way.steps.data[2].value == UINT64_MAX && read.way.parts.data[0].value == 11);
    share_way_release(&w);
    share_way_release(&read);
    vec_release(&key);
    vec_release(&hints);
}

static char *words(const char *text) { return mem_strdup(text); }

static void make_job(struct job *j) {
    struct piece p;
    memset(j, 0, sizeof *j);
    j->name = words("a-job_1");
    j->version = words("0");
    j->command = 16;
    vec_push(&j->options, words("--bound=3"));
    struct job_file file = {.name = words("a.c"), .size = 5};
    memset(file.digest, 'a', 64);
    vec_push(&j->files, file);
    make_piece(&p, 0, 4, 0);
    p.job = job_identity(j);
    piece_name(&p);
    vec_push(&j->first, p);
}

/* Whatever arrives, decoders say yes or no, and read nothing beyond it (the sanitized build looks). What they take is
 * written as it was read. */
static void mutate(vec_u8 *bytes, struct rng *rng) {
    uint32_t changes = 1 + (uint32_t)rng_below(rng, 4);
    for (uint32_t i = 0; i < changes && bytes->len; i++) {
        uint32_t at = (uint32_t)rng_below(rng, bytes->len);
        switch (rng_below(rng, 4)) {
        case 0: bytes->data[at] = (uint8_t)rng_below(rng, 256); break;
        case 1: bytes->data[at] ^= (uint8_t)(1u << rng_below(rng, 8)); break;
        case 2: bytes->len = at; break;
        default: vec_push(bytes, (uint8_t)rng_below(rng, 256)); break;
        }
    }
}

/* A copy whose end is the end of a block. */
static uint8_t *exact(const vec_u8 *bytes) {
    uint8_t *copy = mem_alloc(bytes->len ? bytes->len : 1);
    if (bytes->len) memcpy(copy, bytes->data, bytes->len);
    return copy;
}

static void try_all(const vec_u8 *bytes) {
    uint8_t *copy = exact(bytes);
    const uint8_t *end = copy + bytes->len, *at = copy, *none = end;
    struct piece p;
    struct piece_result r;
    struct job j;
    struct share_way w;
    if (piece_read(&p, &at, end)) {
        assert_true(piece_is_name(p.name));
        piece_release(&p);
    }
    if (result_read(&r, copy, end)) {
        assert_true(piece_is_name(r.name));
        result_release(&r);
    }
    if (job_read(&j, copy, end)) {
        assert_true(broker_is_job_name(j.name));
        job_release(&j);
    }
    at = copy;
    if (share_way_read(&w, &at, end, &none, end)) share_way_release(&w);
    at = none = copy;
    if (share_way_read(&w, &at, end, &none, end)) share_way_release(&w);
    struct work work;
    at = copy;
    if (work_read(&work, &at, end)) work_release(&work);
    mem_free(copy);
}

/* Damage is noticed, whatever it does. */
static void test_damage(void **state) {
    (void)state;
    struct piece_result r = {.exhausted = true, .paths = 7}, read;
    vec_u8 bytes = {0};
    memset(r.name, 'a', PIECE_NAME);
    result_write(&r, &bytes);
    assert_true(result_read(&read, bytes.data, bytes.data + bytes.len));
    result_release(&read);
    for (uint32_t i = 0; i < 8 * bytes.len; i++) {
        bytes.data[i / 8] ^= (uint8_t)(1u << i % 8);
        assert_false(result_read(&read, bytes.data, bytes.data + bytes.len));
        bytes.data[i / 8] ^= (uint8_t)(1u << i % 8);
    }
    vec_release(&bytes);
}

static void make_work(struct work *w) {
    work_init(w);
    w->predicted = true;
    w->event = 3;
    vec_push(&w->excluded, 9);
    vec_push(&w->inputs, (vec_u8){0});
    vec_push(&w->inputs.data[0], 200);
}

static void test_work(void **state) {
    (void)state;
    struct work w, read;
    vec_u8 bytes = {0};
    make_work(&w);
    work_write(&w, &bytes);
    const uint8_t *at = bytes.data;
    assert_true(work_read(&read, &at, at + bytes.len) && at == bytes.data + bytes.len);
    assert_true(read.predicted && read.event == 3 && read.excluded.data[0] == 9 && read.inputs.data[0].data[0] == 200 && work_hash(&read) == work_hash(&w));
    work_release(&w);
    work_release(&read);
    vec_release(&bytes);
}

static void test_broken_messages(void **state) {
    (void)state;
    const char *text = getenv("SPREAD_MUTANTS");
    long trials = text ? atol(text) : 3000;
    struct rng rng;
    vec_u8 good[5] = {0}, hints = {0};
    struct work work;
    struct piece p;
    struct piece_result r;
    struct job j;
    struct share_way w;
    rng_init(&rng, 5);
    make_piece(&p, 3, 100, 2);
    piece_write(&p, &good[0]);
    do_piece(&p, &rng, &r);
    result_write(&r, &good[1]);
    make_job(&j);
    job_write(&j, &good[2]);
    make_way(&w);
    share_way_write(&w, &good[3], &hints);
    make_work(&work);
    work_write(&work, &good[4]);
    for (long i = 0; i < trials; i++) {
        vec_u8 bytes = {0};
        copy_bytes(&bytes, &good[i % 5]);
        bool again = (i % 5 == 1 || i % 5 == 2) && rng_below(&rng, 2);
        if (again) bytes.len -= 8; /* somebody who knows what is expected has sealed it */
        mutate(&bytes, &rng);
        if (again) seal_put(&bytes, 0);
        try_all(&bytes);
        vec_release(&bytes);
    }
    for (int i = 0; i < 5; i++) vec_release(&good[i]);
    work_release(&work);
    vec_release(&hints);
    piece_release(&p);
    result_release(&r);
    job_release(&j);
    share_way_release(&w);
    assert_int_equal(mem_live_bytes(), 0);
}

/* ---- runs that rest on one another ------------------------------------------------------------------------- */

static const vec_u64 on_nobody;

static void test_rests(void **state) {
    (void)state;
    uint64_t names[] = {10, 11, 12, 13, 99, 0};
    vec_u64 on_first = {names, 1, 1}, on_second = {names + 1, 1, 1}, on_both = {names, 2, 2}, on_third = {names + 2, 1, 1}, on_missing = {names + 4, 1, 1}, on_zero = {names + 5, 1, 1};
    struct rests_run circle[] = {{true, 10, &on_second, false}, {true, 11, &on_first, false}, {true, 12, &on_both, false}};
    rests_judge(circle, 3);
    assert_true(circle[0].counts && circle[1].counts && circle[2].counts);
    circle[1].complete = false; /* and all that rest on it fall */
    rests_judge(circle, 3);
    assert_false(circle[0].counts || circle[1].counts || circle[2].counts);
    struct rests_run chain[] = {{true, 10, &on_second, false}, {true, 11, &on_third, false}, {true, 12, &on_missing, false}, {true, 13, &on_nobody, false}};
    rests_judge(chain, 4);
    assert_false(chain[0].counts || chain[1].counts || chain[2].counts);
    assert_true(chain[3].counts);
    struct rests_run again[] = {{true, 10, &on_second, false}, {true, 77, &on_first, false}}; /* 11 was done again, by another attempt */
    rests_judge(again, 2);
    assert_false(again[0].counts || again[1].counts);
    struct rests_run nameless[] = {{true, 10, &on_zero, false}, {true, 0, &on_nobody, false}};
    rests_judge(nameless, 2);
    assert_false(nameless[0].counts);
    assert_true(nameless[1].counts);
}

static void test_rests_travel(void **state) {
    (void)state;
    struct piece_result r = {.exhausted = true, .attempt = UINT64_MAX - 3}, read;
    vec_u8 bytes = {0};
    memset(r.name, 'b', PIECE_NAME);
    vec_push(&r.rests, 5);
    vec_push(&r.rests, UINT64_MAX);
    result_write(&r, &bytes);
    assert_true(result_read(&read, bytes.data, bytes.data + bytes.len));
    assert_true(read.attempt == r.attempt && read.rests.len == 2 && read.rests.data[0] == 5 && read.rests.data[1] == UINT64_MAX);
    result_release(&read);
    result_release(&r);
    vec_release(&bytes);
}

/* A note of another job, or one that is damaged, is none. */
static void test_notes(void **state) {
    (void)state;
    const uint8_t text[] = "false everywhere", *from, *to;
    vec_u8 note = {0};
    assert_true(note_write(&note, 7, text, sizeof text));
    assert_true(note_read(note.data, note.data + note.len, 7, &from, &to));
    assert_true(to - from == sizeof text && memcmp(from, text, sizeof text) == 0);
    assert_false(note_read(note.data, note.data + note.len, 8, &from, &to));
    for (uint32_t i = 0; i < 8 * note.len; i++) {
        note.data[i / 8] ^= (uint8_t)(1u << i % 8);
        assert_false(note_read(note.data, note.data + note.len, 7, &from, &to));
        note.data[i / 8] ^= (uint8_t)(1u << i % 8);
    }
    for (uint32_t n = 0; n < note.len; n++) assert_false(note_read(note.data, note.data + n, 7, &from, &to));
    vec_release(&note);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fold_is_right),  cmocka_unit_test(test_fold_refuses_circles), cmocka_unit_test(test_nothing_is_never_done),
        cmocka_unit_test(test_numbers),        cmocka_unit_test(test_ways),                 cmocka_unit_test(test_broken_messages),
        cmocka_unit_test(test_rests), cmocka_unit_test(test_rests_travel), cmocka_unit_test(test_notes), cmocka_unit_test(test_damage), cmocka_unit_test(test_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
