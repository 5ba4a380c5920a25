/* Reads of arrays.
 *
 * read(store(A, j, v), i) is v where i = j, else read(A, i); a read of an
 * if-then-else of arrays is one of two reads; a table is a tree of multiplexers
 * over the bits of the index. That is done at once while it is small. What is
 * large gets a word of new variables, and lemmas when an assignment gets it wrong:
 *   - a chain of stores is expanded some levels at a time (a "cut" read is what
 *     lies below), where the assignment's indexes really go down that far;
 *   - a large table is encoded by blocks, that of the index's value first;
 *   - two reads of an unknown array at equal indexes are equal (Ackermann); for
 *     the first few reads of an array this is added at once.
 */
#include <assert.h>
#include <stdlib.h>

#include "expr/model.h"
#include "solver/bitblast/blaster.h"
#include "solver/bitblast/words.h"

enum {
    EXPAND_NODES = 48,          /* stores and if-then-elses expanded at a time */
    TABLE_EAGER_BITS = 1 << 14, /* tables up to this size are encoded at once */
    TABLE_BLOCK_BITS = 1 << 11, /* size of a block of a larger one */
    EAGER_READS = 8,            /* reads of an unknown array compared at once */
};

enum read_kind { READ_DONE, READ_CUT, READ_TABLE, READ_SYMBOL };

/* A read of `array` at `index`; index_word and word are its literals. Those of
 * unknown arrays are linked, and there the index may have been collected since. */
struct read {
    enum read_kind kind;
    expr array;
    expr index;
    uint32_t index_width;
    const lit *index_word;
    const lit *word;
    struct read *next; /* READ_SYMBOL: the one made before, of the same array */
    uint32_t number;   /* READ_SYMBOL: how many there were before */
};

static uint64_t read_key(expr array, expr index) { return (uint64_t)array.id << 32 | index.id; }

static struct read *find_read(const struct blaster *b, expr array, expr index) {
    return (struct read *)(uintptr_t)map_get(&b->reads, read_key(array, index), 0);
}

static lit *new_word(struct blaster *b, uint32_t n) { return arena_alloc(&b->arena, n * sizeof(lit)); }

static lit *new_unknown_word(struct blaster *b, uint32_t n) {
    lit *word = new_word(b, n);
    for (uint32_t i = 0; i < n; i++) word[i] = sat_new_var(&b->gates.sat);
    return word;
}

/* ---- what a read needs ----------------------------------------------------------------- */

static bool need(struct blaster *b, expr e) {
    if (blaster_find(b, e)) return false;
    vec_push(&b->stack, e.id);
    return true;
}

/* Breadth first over the arrays from `array` down, pushing their scalar operands. */
static bool prepare_array(struct blaster *b, expr array) {
    expr queue[2 * EXPAND_NODES + 2];
    uint32_t len = 0;
    bool ready = true;
    queue[len++] = array;
    for (uint32_t at = 0; at < len && at < EXPAND_NODES; at++) {
        expr a = queue[at];
        enum expr_op op = expr_op(b->pool, a);
        if (op == EXPR_STORE) {
            ready &= !need(b, expr_kid(b->pool, a, 1));
            ready &= !need(b, expr_kid(b->pool, a, 2));
            queue[len++] = expr_kid(b->pool, a, 0);
        } else if (op == EXPR_ITE) {
            ready &= !need(b, expr_kid(b->pool, a, 0));
            queue[len++] = expr_kid(b->pool, a, 1);
            queue[len++] = expr_kid(b->pool, a, 2);
        }
    }
    return ready;
}

bool array_prepare_read(struct blaster *b, expr read) {
    bool ready = prepare_array(b, expr_kid(b->pool, read, 0));
    return !need(b, expr_kid(b->pool, read, 1)) && ready;
}

/* ---- tables --------------------------------------------------------------------------- */

struct const_array {
    const uint64_t *elems;
    uint32_t count;
    uint64_t rest;
    uint32_t width;
};

static struct const_array table_of(const struct blaster *b, expr array) {
    struct const_array t;
    t.elems = expr_table(b->pool, array, &t.count, &t.rest);
    t.width = expr_elem_width(b->pool, array);
    assert(t.width <= 64);
    return t;
}

static void const_word(uint32_t n, uint64_t value, lit *out) {
    for (uint32_t i = 0; i < n; i++) out[i] = value >> i & 1 ? LIT_TRUE : LIT_FALSE;
}

static uint64_t table_at(const struct const_array *t, uint64_t index) {
    return index < t->count ? t->elems[index] : t->rest;
}

/* Elements base .. base + 2^bits - 1, chosen by the low bits of the index. */
static void table_tree(struct blaster *b, const struct const_array *t, const lit *index, uint32_t bits, uint64_t base,
                       lit *out) {
    if (bits == 0 || base >= t->count) {
        const_word(t->width, table_at(t, base), out);
        return;
    }
    lit choose = index[bits - 1];
    uint64_t half = base + (1ull << (bits - 1));
    if (lit_is_const(choose)) {
        table_tree(b, t, index, bits - 1, choose == LIT_TRUE ? half : base, out);
        return;
    }
    lit low[64], high[64];
    table_tree(b, t, index, bits - 1, base, low);
    table_tree(b, t, index, bits - 1, half, high);
    word_mux(&b->gates, t->width, choose, high, low, out);
}

/* Is the part of the table that the index can reach small? */
static bool table_is_small(const struct const_array *t, const lit *index, uint32_t bits) {
    uint32_t open = 0;
    for (uint32_t i = 0; i < bits; i++) open += !lit_is_const(index[i]);
    uint64_t most = open < 32 ? 1ull << open : UINT64_MAX;
    if (most > t->count) most = t->count;
    return most * t->width <= TABLE_EAGER_BITS;
}

static void read_table(struct blaster *b, struct read *r) {
    struct const_array t = table_of(b, r->array);
    uint32_t bits = r->index_width;
    if (!table_is_small(&t, r->index_word, bits)) {
        r->kind = READ_TABLE;
        r->word = new_unknown_word(b, t.width);
        return;
    }
    lit *out = new_word(b, t.width);
    table_tree(b, &t, r->index_word, bits, 0, out);
    r->word = out;
}

/* The block of the table that holds `index`, or all that is past its end. */
static void add_table_lemma(struct blaster *b, const struct read *r, uint64_t index) {
    struct const_array t = table_of(b, r->array);
    lit out[64], number[64];
    uint32_t bits = r->index_width, low = 0;
    if (index >= t.count) {
        const_word(bits, t.count, number);
        const_word(t.width, t.rest, out);
        lit past = word_less(&b->gates, bits, number, r->index_word, true);
        word_tie(&b->gates, t.width, past, r->word, out);
        return;
    }
    while (low < bits && (2ull << low) * t.width <= TABLE_BLOCK_BITS) low++;
    uint64_t base = index >> low << low;
    const_word(bits, base, number);
    lit inside = word_equal(&b->gates, bits - low, r->index_word + low, number + low);
    table_tree(b, &t, r->index_word, low, base, out);
    word_tie(&b->gates, t.width, inside, r->word, out);
}

/* ---- unknown arrays ------------------------------------------------------------------- */

static void add_equal_lemma(struct blaster *b, const struct read *x, const struct read *y) {
    lit same = word_equal(&b->gates, x->index_width, x->index_word, y->index_word);
    if (same == LIT_FALSE) return;
    word_tie(&b->gates, expr_elem_width(b->pool, x->array), same, x->word, y->word);
}

static void read_symbol(struct blaster *b, struct read *r) {
    r->kind = READ_SYMBOL;
    r->word = new_unknown_word(b, expr_elem_width(b->pool, r->array));
    r->next = (struct read *)(uintptr_t)map_get(&b->symbols, r->array.id, 0);
    r->number = r->next ? r->next->number + 1 : 0;
    map_put(&b->symbols, r->array.id, (uintptr_t)r);
    if (r->number >= EAGER_READS) return;
    for (const struct read *other = r->next; other; other = other->next) add_equal_lemma(b, r, other);
}

/* ---- expansion ------------------------------------------------------------------------ */

static const lit *read_word(struct blaster *b, expr array, expr index, uint32_t *fuel);

/* Stores at an index that is certainly another one do not matter. */
static expr skip_stores(struct blaster *b, expr array, expr index) {
    const lit *i = blaster_find(b, index);
    uint32_t n = expr_width(b->pool, index);
    while (expr_op(b->pool, array) == EXPR_STORE) {
        const lit *j = blaster_find(b, expr_kid(b->pool, array, 1));
        if (!j || word_equal(&b->gates, n, i, j) != LIT_FALSE) break;
        array = expr_kid(b->pool, array, 0);
    }
    return array;
}

static void cut_read(struct blaster *b, struct read *r) {
    r->kind = READ_CUT;
    r->word = new_unknown_word(b, expr_elem_width(b->pool, r->array));
}

/* The expanded word of a read of a store or if-then-else, whose operands are
 * encoded. */
static const lit *expand_read(struct blaster *b, const struct read *r, uint32_t *fuel) {
    expr a = r->array;
    uint32_t n = expr_elem_width(b->pool, a);
    bool store = expr_op(b->pool, a) == EXPR_STORE;
    const lit *first = blaster_find(b, expr_kid(b->pool, a, store ? 1 : 0));
    lit cond = first[0];
    if (store) cond = word_equal(&b->gates, r->index_width, r->index_word, first);
    const lit *yes = NULL, *no = NULL;
    if (cond != LIT_FALSE)
        yes = store ? blaster_find(b, expr_kid(b->pool, a, 2)) : read_word(b, expr_kid(b->pool, a, 1), r->index, fuel);
    if (cond != LIT_TRUE) no = read_word(b, expr_kid(b->pool, a, store ? 0 : 2), r->index, fuel);
    if (!yes || !no) return yes ? yes : no;
    lit *out = new_word(b, n);
    word_mux(&b->gates, n, cond, yes, no, out);
    return out;
}

static bool operands_ready(const struct blaster *b, expr array) {
    if (expr_op(b->pool, array) == EXPR_ITE) return blaster_find(b, expr_kid(b->pool, array, 0));
    return blaster_find(b, expr_kid(b->pool, array, 1)) && blaster_find(b, expr_kid(b->pool, array, 2));
}

static void make_read(struct blaster *b, struct read *r, uint32_t *fuel) {
    switch (expr_op(b->pool, r->array)) {
    case EXPR_ARRAY_SYM: read_symbol(b, r); break;
    case EXPR_ARRAY_CONST: read_table(b, r); break;
    default:
        if (*fuel == 0 || !operands_ready(b, r->array)) {
            cut_read(b, r);
            break;
        }
        --*fuel;
        r->word = expand_read(b, r, fuel);
    }
}

static const lit *read_word(struct blaster *b, expr array, expr index, uint32_t *fuel) {
    array = skip_stores(b, array, index);
    struct read *r = find_read(b, array, index);
    if (r) return r->word;
    r = ARENA_NEW(&b->arena, struct read);
    r->array = array;
    r->index = index;
    r->index_width = expr_width(b->pool, index);
    r->index_word = blaster_find(b, index);
    assert(r->index_word && r->index_width <= 64);
    make_read(b, r, fuel);
    map_put(&b->reads, read_key(array, index), (uintptr_t)r);
    return r->word;
}

const lit *array_read_word(struct blaster *b, expr read) {
    uint32_t fuel = EXPAND_NODES;
    return read_word(b, expr_kid(b->pool, read, 0), expr_kid(b->pool, read, 1), &fuel);
}

/* The next levels of a cut read. Its operands may need encoding first. */
static void expand_cut(struct blaster *b, struct read *r) {
    vec_u32 missing = {0};
    vec_clear(&b->stack);
    prepare_array(b, r->array);
    for (vec_each(uint32_t, i, &b->stack)) vec_push(&missing, b->stack.data[i]);
    for (vec_each(uint32_t, i, &missing)) blaster_word(b, (expr){missing.data[i]});
    vec_release(&missing);
    uint32_t fuel = EXPAND_NODES;
    const lit *word = expand_read(b, r, &fuel);
    word_tie(&b->gates, expr_elem_width(b->pool, r->array), LIT_TRUE, r->word, word);
    r->kind = READ_DONE;
}

/* ---- looking at an assignment ------------------------------------------------------------ */

/* A read that the assignment really makes: from an array whose content is unknown
 * to the solver, at this index. */
struct active {
    struct read *read;
    uint64_t index;
};
typedef VEC(struct active) vec_active;

static void collect_read(struct blaster *b, expr e, void *data) {
    vec_u32 *reads = data;
    if (expr_op(b->pool, e) == EXPR_READ && blaster_find(b, e)) vec_push(reads, e.id);
}

/* Follows a read down to what the assignment makes it read. */
static struct read *follow_read(const struct blaster *b, expr array, expr index, uint64_t value) {
    for (;;) {
        struct read *r = find_read(b, array, index);
        if (r && r->kind != READ_DONE) return r;
        enum expr_op op = expr_op(b->pool, array);
        if (op == EXPR_STORE) {
            const lit *j = blaster_find(b, expr_kid(b->pool, array, 1));
            if (blaster_value(b, expr_width(b->pool, index), j) == value) return NULL;
            array = expr_kid(b->pool, array, 0);
        } else if (op == EXPR_ITE) {
            const lit *cond = blaster_find(b, expr_kid(b->pool, array, 0));
            array = expr_kid(b->pool, array, sat_value(&b->gates.sat, cond[0]) ? 1 : 2);
        } else return NULL;
    }
}

static int compare_active(const void *x, const void *y) {
    const struct active *a = x, *c = y;
    if (a->read->array.id != c->read->array.id) return a->read->array.id < c->read->array.id ? -1 : 1;
    return (a->index > c->index) - (a->index < c->index);
}

/* All active reads below the constraints, by array and index. */
static void find_active(struct blaster *b, const expr *constraints, uint32_t n, vec_active *out) {
    vec_u32 reads = {0};
    blaster_visit(b, constraints, n, collect_read, &reads);
    for (vec_each(uint32_t, i, &reads)) {
        expr e = {reads.data[i]};
        expr index = expr_kid(b->pool, e, 1);
        uint64_t value = blaster_value(b, expr_width(b->pool, index), blaster_find(b, index));
        struct read *r = follow_read(b, expr_kid(b->pool, e, 0), index, value);
        if (r) vec_push(out, (struct active){r, value});
    }
    vec_release(&reads);
    if (out->len > 1) qsort(out->data, out->len, sizeof *out->data, compare_active);
}

static bool words_differ(const struct blaster *b, uint32_t n, const lit *x, const lit *y) {
    for (uint32_t i = 0; i < n; i++)
        if (sat_value(&b->gates.sat, x[i]) != sat_value(&b->gates.sat, y[i])) return true;
    return false;
}

/* Is the assignment wrong about active read i? `first` is the first active read
 * of the same array and index. */
static bool is_wrong(const struct blaster *b, const struct active *a, const struct active *first) {
    uint32_t n = expr_elem_width(b->pool, a->read->array);
    if (a->read->kind == READ_CUT) return true;
    if (a->read->kind == READ_SYMBOL) return words_differ(b, n, a->read->word, first->read->word);
    struct const_array t = table_of(b, a->read->array);
    return blaster_value(b, n, a->read->word) != table_at(&t, a->index);
}

/* The wrong ones, each followed by the read it is compared with. All values are
 * looked at before any lemma, as clauses end the assignment. */
static void find_wrong(struct blaster *b, const vec_active *active, vec_active *wrong) {
    uint32_t first = 0;
    for (vec_each(uint32_t, i, active)) {
        if (i && compare_active(&active->data[first], &active->data[i]) != 0) first = i;
        if (!is_wrong(b, &active->data[i], &active->data[first])) continue;
        vec_push(wrong, active->data[i]);
        vec_push(wrong, active->data[first]);
    }
}

static void add_lemma(struct blaster *b, const struct active *a, const struct active *first) {
    switch (a->read->kind) {
    case READ_CUT: expand_cut(b, a->read); break;
    case READ_TABLE: add_table_lemma(b, a->read, a->index); break;
    case READ_SYMBOL: add_equal_lemma(b, a->read, first->read); break;
    case READ_DONE: break; /* expanded just before, for another read */
    }
}

uint32_t array_refine(struct blaster *b, const expr *constraints, uint32_t n) {
    if (!b->reads.len) return 0;
    vec_active active = {0}, wrong = {0};
    find_active(b, constraints, n, &active);
    find_wrong(b, &active, &wrong);
    for (uint32_t i = 0; i < wrong.len; i += 2) add_lemma(b, &wrong.data[i], &wrong.data[i + 1]);
    uint32_t count = wrong.len / 2;
    vec_release(&active);
    vec_release(&wrong);
    return count;
}

void array_add_to_model(struct blaster *b, const expr *constraints, uint32_t n, struct model *model) {
    if (!b->reads.len) return;
    vec_active active = {0};
    find_active(b, constraints, n, &active);
    for (vec_each(uint32_t, i, &active)) {
        const struct read *r = active.data[i].read;
        if (r->kind != READ_SYMBOL) continue;
        uint64_t value = blaster_value(b, expr_elem_width(b->pool, r->array), r->word);
        model_set_elem(model, expr_symbol(b->pool, r->array), active.data[i].index, value);
    }
    vec_release(&active);
}
