/* Arrays of known elements. */
#include "expr/arith.h"
#include "expr/pool.h"

#include <string.h>

#include "base/hash.h"

void expr_table_free(struct expr_pool *pool, uint32_t number) {
    assert(number < pool->tables.len && pool->tables.data[number].elems);
    struct expr_table *table = &pool->tables.data[number];
    pool->side_bytes -= table->count * sizeof *table->elems;
    mem_free(table->elems);
    memset(table, 0, sizeof *table);
    vec_push(&pool->free_tables, number);
}

static uint64_t hash_table(const struct expr_table *t) {
    uint64_t h = hash_bytes(t->elems, t->count * sizeof *t->elems);
    h = hash_mix(h, (uint64_t)t->index_width << 32 | t->elem_width);
    return hash_mix(h, t->rest);
}

static bool same_table(const struct expr_table *a, const struct expr_table *b) {
    return a->hash == b->hash && a->count == b->count && a->rest == b->rest && a->index_width == b->index_width &&
           a->elem_width == b->elem_width && memcmp(a->elems, b->elems, a->count * sizeof *a->elems) == 0;
}

static uint32_t add_table(struct expr_pool *pool, struct expr_table table) {
    pool->side_bytes += table.count * sizeof *table.elems;
    if (pool->free_tables.len) {
        uint32_t number = vec_pop(&pool->free_tables);
        pool->tables.data[number] = table;
        return number;
    }
    vec_push(&pool->tables, table);
    return pool->tables.len - 1;
}

/* Tables for checksums are sums of their elements at powers of two. Returns how many
 * bits of an index make up the table, 0 if it is none of these. */
static uint32_t linear_bits(const struct expr_table *t) {
    enum { LEAST = 3, MOST = 16 };
    uint32_t bits = LEAST;
    while (bits < MOST && 1u << bits < t->count) bits++;
    if (1u << bits != t->count) return 0;
    for (uint32_t i = 1; i < t->count; i++) {
        uint32_t rest = i & (i - 1); /* without its lowest bit */
        if (t->elems[i] != (t->elems[rest] ^ t->elems[i ^ rest] ^ t->elems[0])) return 0;
    }
    return bits;
}

/* Takes the elements over. */
static expr intern_table(struct expr_pool *pool, struct expr_table table) {
    assert(table.count == 0 || table.elems[table.count - 1] != table.rest);
    while (table.equal_prefix < table.count && table.elems[table.equal_prefix] == table.elems[0]) table.equal_prefix++;
    table.linear = linear_bits(&table);
    table.hash = hash_table(&table);
    for (uint32_t id = pool_chain(pool, table.hash); id; id = pool->nodes[id].next) {
        const struct expr_node *n = &pool->nodes[id];
        if (n->op != EXPR_ARRAY_CONST || !same_table(&pool->tables.data[n->aux], &table)) continue;
        mem_free(table.elems);
        return (expr){id};
    }
    struct expr_node node = {.op = EXPR_ARRAY_CONST, .aux = add_table(pool, table)};
    return expr_pool_insert(pool, node, table.hash);
}

expr expr_array_const(struct expr_pool *pool, uint32_t index_width, uint32_t elem_width, const uint64_t *elems,
                      uint32_t count) {
    assert(index_width >= 1 && index_width <= 64 && elem_width >= 1 && elem_width <= 64);
    if (index_width < 32 && count > (uint32_t)1 << index_width) count = (uint32_t)1 << index_width;
    struct expr_table table = {.index_width = (uint16_t)index_width, .elem_width = (uint16_t)elem_width};
    assert(count == 0 || elems);
    table.elems = MEM_NEW_ARRAY(uint64_t, count);
    for (uint32_t i = 0; i < count; i++) table.elems[i] = elems[i] & bv_mask(elem_width);
    /* A table that covers every index has no rest: let it be the last element,
     * so that a uniform one is a filled array. */
    if (index_width < 32 && count == (uint32_t)1 << index_width) table.rest = table.elems[count - 1];
    while (count && table.elems[count - 1] == table.rest) count--;
    table.count = count;
    return intern_table(pool, table);
}

expr expr_array_fill(struct expr_pool *pool, uint32_t index_width, expr value) {
    assert(expr_is_const(pool, value) && expr_is_narrow(pool, value));
    assert(index_width >= 1 && index_width <= 64);
    struct expr_table table = {.index_width = (uint16_t)index_width,
                               .elem_width = (uint16_t)expr_width(pool, value),
                               .rest = expr_value(pool, value)};
    table.elems = MEM_NEW_ARRAY(uint64_t, 0);
    return intern_table(pool, table);
}

const uint64_t *expr_table(const struct expr_pool *pool, expr array, uint32_t *count, uint64_t *rest) {
    const struct expr_table *table = expr_table_of(pool, array);
    *count = table->count;
    *rest = table->rest;
    return table->elems;
}

/* Arrays made by STORE and ITE keep both widths in aux. */
static uint64_t array_widths(const struct expr_pool *pool, expr array) {
    const struct expr_node *n = expr_node(pool, array);
    assert(n->width == 0);
    if (n->op == EXPR_ARRAY_SYM) {
        const struct symbol_info *info = &pool->symbols.data[n->aux];
        return (uint64_t)info->index_width << 16 | info->elem_width;
    }
    if (n->op == EXPR_ARRAY_CONST) {
        const struct expr_table *table = &pool->tables.data[n->aux];
        return (uint64_t)table->index_width << 16 | table->elem_width;
    }
    assert(n->op == EXPR_STORE || n->op == EXPR_ITE);
    return n->aux;
}

uint32_t expr_index_width(const struct expr_pool *pool, expr array) {
    return (uint32_t)(array_widths(pool, array) >> 16);
}
uint32_t expr_elem_width(const struct expr_pool *pool, expr array) {
    return (uint32_t)(array_widths(pool, array) & 0xffff);
}
