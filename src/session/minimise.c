#include "session/minimise.h"

#include <assert.h>

#include "base/mem.h"
#include "ir/ir.h"
#include "session/session.h"

void minimiser_add(struct minimiser *m, struct test *test, int64_t stdin_size, uint32_t number, bool keep) {
    struct candidate c = {.test = *test, .stdin_size = stdin_size, .number = number, .kept = keep};
    *test = (struct test){0};
    bitset_init(&c.footprint);
    vec_push(&m->tests, c);
}

void minimiser_release(struct minimiser *m) {
    for (uint32_t i = 0; i < m->tests.len; i++) {
        test_release(&m->tests.data[i].test);
        bitset_release(&m->tests.data[i].footprint);
    }
    vec_release(&m->tests);
}

/* ---- footprints -------------------------------------------------------------------------------------- */

struct footprints {
    const uint32_t *first; /* of a function: the number of its first instruction, in the whole program */
    struct bitset *into;
};

static void on_block(void *owner, const struct function *fn, uint32_t pc) {
    struct footprints *f = owner;
    if (ir_is_users(fn)) bitset_add(f->into, f->first[fn->id] + pc);
}

uint32_t *minimiser_numbers(const struct program *p) {
    uint32_t *first = mem_zalloc(p->functions.len * sizeof *first), next = 0;
    for (uint32_t i = 1; i < p->functions.len; i++) {
        first[i] = next;
        if (ir_has_code(p->functions.data[i])) next += p->functions.data[i]->ncode;
    }
    return first;
}

void minimiser_run(struct minimiser *m, struct session *s, uint64_t until_ns) {
    const struct program *p = session_plain(s);
    uint32_t *first = p ? minimiser_numbers(p) : NULL;
    for (uint32_t i = 0; i < m->tests.len; i++) {
        struct candidate *c = &m->tests.data[i];
        struct footprints f = {first, &c->footprint};
        if (p && session_run_again(s, &c->test, c->stdin_size, until_ns, on_block, &f)) continue;
        bitset_clear(&c->footprint);
        c->kept = true;
    }
    mem_free(first);
}

bool minimiser_footprint(struct session *s, const struct test *t, int64_t stdin_size, struct bitset *out) {
    const uint64_t most_ns = UINT64_C(10000000000), until = clock_ns() + most_ns, end = s->ctx->limits.deadline_ns;
    const struct program *p = session_plain(s);
    if (!p) return false;
    uint32_t *first = minimiser_numbers(p);
    struct footprints f = {first, out};
    bool ok = session_run_again(s, t, stdin_size, end && end < until ? end : until, on_block, &f);
    mem_free(first);
    return ok;
}

/* ---- choosing ---------------------------------------------------------------------------------------- */

/* Members of a that b does not have. */
static uint32_t count_more(const struct bitset *a, const struct bitset *b) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->len; i++)
        n += (uint32_t)__builtin_popcountll(a->words[i] & ~(i < b->len ? b->words[i] : 0));
    return n;
}

static uint32_t size_of(const struct candidate *c) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->test.inputs.len; i++) n += c->test.inputs.data[i].size;
    return n;
}

/* The test that adds most; of equals the smaller, then the earlier. NULL: no test adds anything. */
static struct candidate *find_best(const struct minimiser *m, const struct bitset *covered) {
    struct candidate *best = NULL;
    uint32_t most = 0;
    for (uint32_t i = 0; i < m->tests.len; i++) {
        struct candidate *c = &m->tests.data[i];
        uint32_t more = c->kept ? 0 : count_more(&c->footprint, covered);
        if (!more || more < most || (more == most && size_of(c) >= size_of(best))) continue;
        best = c;
        most = more;
    }
    return best;
}

static void keep(struct candidate *c, struct bitset *covered) {
    c->kept = true;
    bitset_union(covered, &c->footprint);
}

/* Blocks that exactly one test has: `once` and not `twice`. */
static void keep_needed(struct minimiser *m, struct bitset *covered) {
    struct bitset once, twice;
    bitset_init(&once);
    bitset_init(&twice);
    for (uint32_t i = 0; i < m->tests.len; i++) {
        const struct bitset *f = &m->tests.data[i].footprint;
        for (int64_t b = bitset_next(f, 0); b >= 0; b = bitset_next(f, (uint32_t)b + 1))
            if (!bitset_add(&once, (uint32_t)b)) bitset_add(&twice, (uint32_t)b);
    }
    for (uint32_t i = 0; i < m->tests.len; i++)
        if (!m->tests.data[i].kept && count_more(&m->tests.data[i].footprint, &twice)) keep(&m->tests.data[i], covered);
    bitset_release(&once);
    bitset_release(&twice);
}

/* Do the other kept tests have all that this one has? */
static bool is_superfluous(const struct minimiser *m, const struct candidate *c) {
    struct bitset others;
    bitset_init(&others);
    for (uint32_t i = 0; i < m->tests.len; i++)
        if (m->tests.data[i].kept && &m->tests.data[i] != c) bitset_union(&others, &m->tests.data[i].footprint);
    bool none = !count_more(&c->footprint, &others);
    bitset_release(&others);
    return none;
}

/* The last first: what was chosen early added most. Those that must be kept are `fixed`. */
static void drop_superfluous(struct minimiser *m, const struct bitset *fixed) {
    for (uint32_t i = m->tests.len; i-- > 0;) {
        struct candidate *c = &m->tests.data[i];
        if (c->kept && !bitset_has(fixed, i) && is_superfluous(m, c)) c->kept = false;
    }
}

#ifndef NDEBUG

/* What is promised: no block is executed by dropped tests alone. */
static bool loses_nothing(const struct minimiser *m) {
    struct bitset kept;
    bool whole = true;
    bitset_init(&kept);
    for (uint32_t i = 0; i < m->tests.len; i++)
        if (m->tests.data[i].kept) bitset_union(&kept, &m->tests.data[i].footprint);
    for (uint32_t i = 0; i < m->tests.len; i++) whole = whole && !bitset_union(&kept, &m->tests.data[i].footprint);
    bitset_release(&kept);
    return whole;
}

#endif

void minimiser_choose(struct minimiser *m) {
    struct bitset covered, fixed;
    bitset_init(&covered);
    bitset_init(&fixed);
    for (uint32_t i = 0; i < m->tests.len; i++) {
        if (!m->tests.data[i].kept) continue;
        bitset_add(&fixed, i);
        bitset_union(&covered, &m->tests.data[i].footprint);
    }
    keep_needed(m, &covered);
    for (struct candidate *c; (c = find_best(m, &covered));) keep(c, &covered);
    drop_superfluous(m, &fixed);
    assert(loses_nothing(m));
    bitset_release(&covered);
    bitset_release(&fixed);
}
