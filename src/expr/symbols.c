/* Sets of symbols.
 *
 * Each node's set is the union of its operands' sets, interned, and its number
 * is kept in node.info. A long sum over n symbols would have n inner sets of
 * average length n/2; so a set with more than STORED_LEN members is stored for a
 * node only when a caller asks for that very node, and inner nodes are marked
 * SYMBOLS_MANY.
 */
#include "expr/pool.h"

#include <string.h>

#include "base/bitset.h"
#include "base/hash.h"

enum { STORED_LEN = 64, FIRST_BUCKETS = 64 };

/* ---- interning ------------------------------------------------------------------ */

static size_t set_bytes(const struct symbol_set *set) { return sizeof *set + set->len * sizeof set->ids[0]; }

static uint32_t hash_ids(const uint32_t *ids, uint32_t len) { return (uint32_t)hash_bytes(ids, len * sizeof *ids); }

static void chain_set(struct symbol_sets *sets, uint32_t number) {
    uint32_t *bucket = &sets->buckets[sets->sets.data[number]->hash & (sets->bucket_count - 1)];
    sets->chain.data[number] = *bucket;
    *bucket = number + 1;
}

static void rechain_sets(struct symbol_sets *sets) {
    memset(sets->buckets, 0, sets->bucket_count * sizeof *sets->buckets);
    for (uint32_t i = 0; i < sets->sets.len; i++)
        if (sets->sets.data[i]) chain_set(sets, i);
}

static void grow_set_buckets(struct symbol_sets *sets) {
    mem_free(sets->buckets);
    sets->bucket_count = sets->bucket_count ? sets->bucket_count * 2 : FIRST_BUCKETS;
    sets->buckets = MEM_NEW_ARRAY(uint32_t, sets->bucket_count);
    rechain_sets(sets);
}

static uint32_t take_set_number(struct symbol_sets *sets) {
    if (sets->free.len) return vec_pop(&sets->free);
    vec_push(&sets->sets, NULL);
    vec_push(&sets->chain, 0);
    return sets->sets.len - 1;
}

/* Number of the set with these members (ascending). */
static uint32_t intern_set(struct symbol_sets *sets, const uint32_t *ids, uint32_t len) {
    assert(len < 2 || ids[0] < ids[len - 1]);
    if (sets->alive >= sets->bucket_count) grow_set_buckets(sets);
    uint32_t hash = hash_ids(ids, len);
    for (uint32_t n = sets->buckets[hash & (sets->bucket_count - 1)]; n; n = sets->chain.data[n - 1]) {
        const struct symbol_set *set = sets->sets.data[n - 1];
        if (set->hash == hash && set->len == len && (!len || memcmp(set->ids, ids, len * sizeof *ids) == 0))
            return n - 1;
    }
    struct symbol_set *set = mem_alloc(sizeof *set + len * sizeof *ids);
    set->len = len;
    set->hash = hash;
    if (len) memcpy(set->ids, ids, len * sizeof *ids);
    uint32_t number = take_set_number(sets);
    sets->sets.data[number] = set;
    sets->bytes += set_bytes(set);
    sets->alive++;
    chain_set(sets, number);
    return number;
}

void symbol_sets_release(struct symbol_sets *sets) {
    for (uint32_t i = 0; i < sets->sets.len; i++) mem_free(sets->sets.data[i]);
    vec_release(&sets->sets);
    vec_release(&sets->chain);
    vec_release(&sets->free);
    mem_free(sets->buckets);
    memset(sets, 0, sizeof *sets);
}

void symbol_sets_sweep(struct expr_pool *pool) {
    struct symbol_sets *sets = &pool->sets;
    struct bitset used;
    bitset_init(&used);
    for (uint32_t id = 1; id < pool->len; id++) {
        const struct expr_node *n = &pool->nodes[id];
        if (n->op != EXPR_FREED && n->info && n->info != SYMBOLS_MANY) bitset_add(&used, n->info - 1);
    }
    for (uint32_t i = 0; i < sets->sets.len; i++) {
        if (!sets->sets.data[i] || bitset_has(&used, i)) continue;
        sets->bytes -= set_bytes(sets->sets.data[i]);
        mem_free(sets->sets.data[i]);
        sets->sets.data[i] = NULL;
        vec_push(&sets->free, i);
        sets->alive--;
    }
    if (sets->bucket_count) rechain_sets(sets);
    bitset_release(&used);
}

/* ---- sets of nodes ----------------------------------------------------------------- */

static const struct symbol_set *set_of(const struct expr_pool *pool, uint32_t id) {
    uint32_t info = pool->nodes[id].info;
    assert(info && info != SYMBOLS_MANY);
    return pool->sets.sets.data[info - 1];
}

/* Appends the union of two ascending runs to out. */
static void merge_ids(vec_u32 *out, const uint32_t *a, uint32_t an, const uint32_t *b, uint32_t bn) {
    uint32_t i = 0, j = 0;
    vec_reserve(out, out->len + an + bn);
    while (i < an || j < bn) {
        uint32_t next = j >= bn || (i < an && a[i] <= b[j]) ? a[i] : b[j];
        if (i < an && a[i] == next) i++;
        if (j < bn && b[j] == next) j++;
        out->data[out->len++] = next;
    }
}

static bool is_subset(const struct symbol_set *a, const struct symbol_set *b) {
    uint32_t j = 0;
    if (a->len > b->len) return false;
    for (uint32_t i = 0; i < a->len; i++) {
        while (j < b->len && b->ids[j] < a->ids[i]) j++;
        if (j == b->len || b->ids[j] != a->ids[i]) return false;
    }
    return true;
}

/* info of the union of two nodes' infos, given as infos. */
static uint32_t join_infos(struct expr_pool *pool, uint32_t a, uint32_t b, bool wanted) {
    assert(a && b && a != SYMBOLS_MANY && b != SYMBOLS_MANY);
    if (a == b) return a;
    const struct symbol_set *sa = pool->sets.sets.data[a - 1], *sb = pool->sets.sets.data[b - 1];
    if (is_subset(sa, sb)) return b;
    if (is_subset(sb, sa)) return a;
    vec_u32 joined = {0};
    merge_ids(&joined, sa->ids, sa->len, sb->ids, sb->len);
    uint32_t info = SYMBOLS_MANY;
    if (wanted || joined.len <= STORED_LEN) info = intern_set(&pool->sets, joined.data, joined.len) + 1;
    vec_release(&joined);
    return info;
}

/* info of a node whose operands all have one. SYMBOLS_MANY if an operand is, or
 * if the set is long and not `wanted`. */
static uint32_t info_from_kids(struct expr_pool *pool, uint32_t id, bool wanted) {
    struct expr_node n = pool->nodes[id];
    if (n.op == EXPR_SYM || n.op == EXPR_ARRAY_SYM) {
        uint32_t number = (uint32_t)n.aux;
        return intern_set(&pool->sets, &number, 1) + 1;
    }
    if (!n.kids[0]) return intern_set(&pool->sets, NULL, 0) + 1;
    uint32_t info = pool->nodes[n.kids[0]].info;
    for (int i = 1; i < 3 && n.kids[i] && info != SYMBOLS_MANY; i++) {
        uint32_t kid = pool->nodes[n.kids[i]].info;
        info = kid == SYMBOLS_MANY ? kid : join_infos(pool, info, kid, wanted);
    }
    return info;
}

/* Gives every node below (and id itself) an info. */
static void fill_infos(struct expr_pool *pool, uint32_t root) {
    vec_u32 stack = {0};
    vec_push(&stack, root);
    while (stack.len) {
        uint32_t id = vec_last(&stack), before = stack.len;
        for (int i = 0; i < 3; i++) {
            uint32_t kid = pool->nodes[id].kids[i];
            if (kid && !pool->nodes[kid].info) vec_push(&stack, kid);
        }
        if (stack.len > before) continue;
        if (!pool->nodes[id].info) pool->nodes[id].info = info_from_kids(pool, id, id == root);
        (void)vec_pop(&stack);
    }
    vec_release(&stack);
}

/* The set of a node with SYMBOLS_MANY: walks down to nodes whose set is stored. */
static uint32_t gather_set(struct expr_pool *pool, uint32_t root) {
    assert(pool->nodes[root].info == SYMBOLS_MANY);
    struct bitset members;
    vec_u32 stack = {0}, ids = {0};
    bitset_init(&members);
    expr_visit_begin(pool);
    vec_push(&stack, root);
    while (stack.len) {
        uint32_t id = vec_pop(&stack);
        if (expr_visited(pool, id)) continue;
        expr_visit_set(pool, id, 0);
        if (pool->nodes[id].info != SYMBOLS_MANY) {
            const struct symbol_set *set = set_of(pool, id);
            for (uint32_t i = 0; i < set->len; i++) bitset_add(&members, set->ids[i]);
            continue;
        }
        for (int i = 0; i < 3; i++)
            if (pool->nodes[id].kids[i]) vec_push(&stack, pool->nodes[id].kids[i]);
    }
    expr_visit_end(pool);
    for (int64_t i = bitset_next(&members, 0); i >= 0; i = bitset_next(&members, (uint32_t)i + 1))
        vec_push(&ids, (uint32_t)i);
    uint32_t number = intern_set(&pool->sets, ids.data, ids.len);
    bitset_release(&members);
    vec_release(&stack);
    vec_release(&ids);
    return number;
}

static bool kids_have_infos(const struct expr_pool *pool, uint32_t id) {
    const uint32_t *kids = pool->nodes[id].kids;
    for (int i = 0; i < 3; i++)
        if (kids[i] && !pool->nodes[kids[i]].info) return false;
    return true;
}

const struct symbol_set *expr_symbols(struct expr_pool *pool, expr e) {
    assert(expr_is(e));
    if (!pool->nodes[e.id].info) {
        if (kids_have_infos(pool, e.id)) pool->nodes[e.id].info = info_from_kids(pool, e.id, true);
        else fill_infos(pool, e.id);
    }
    if (pool->nodes[e.id].info == SYMBOLS_MANY) pool->nodes[e.id].info = gather_set(pool, e.id) + 1;
    return set_of(pool, e.id);
}

bool symbol_sets_meet(const struct symbol_set *a, const struct symbol_set *b) {
    uint32_t i = 0, j = 0;
    while (i < a->len && j < b->len) {
        if (a->ids[i] == b->ids[j]) return true;
        if (a->ids[i] < b->ids[j]) i++;
        else j++;
    }
    return false;
}

bool symbol_set_has(const struct symbol_set *set, symbol s) {
    uint32_t low = 0, high = set->len;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (set->ids[mid] < s.id) low = mid + 1;
        else high = mid;
    }
    return low < set->len && set->ids[low] == s.id;
}
