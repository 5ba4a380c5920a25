/* Evaluation under a model, with its memory of values. */
#include <string.h>

#include "expr/apply.h"
#include "expr/model_data.h"
#include "expr/pool.h"

enum { MEMORY_LIMIT = 128 << 20 };

/* ---- memory ------------------------------------------------------------------------- */

static void leave_ring(struct expr_pool *pool, struct model *m) {
    assert(m->memory.newer && m->memory.older && pool->remembering);
    struct model_memory *mem = &m->memory;
    if (pool->remembering == m) pool->remembering = mem->older == m ? NULL : mem->older;
    mem->newer->memory.older = mem->older;
    mem->older->memory.newer = mem->newer;
    mem->newer = mem->older = NULL;
}

/* As the most recently used. */
static void enter_ring(struct expr_pool *pool, struct model *m) {
    assert(!m->memory.newer && !m->memory.older);
    struct model *first = pool->remembering;
    struct model *last = first ? first->memory.newer : m;
    m->memory.older = first ? first : m;
    m->memory.newer = last;
    last->memory.older = m;
    m->memory.older->memory.newer = m;
    pool->remembering = m;
}

void model_forget(struct model *m) {
    struct model_memory *mem = &m->memory;
    if (!mem->pool) return;
    leave_ring(mem->pool, m);
    assert(mem->pool->memory_bytes >= mem->bytes);
    mem->pool->memory_bytes -= mem->bytes;
    for (uint32_t i = 0; i < mem->page_count; i++) mem_free(mem->pages[i]);
    mem_free(mem->pages);
    vec_release(&mem->wide);
    memset(mem, 0, sizeof *mem);
}

void model_forget_pool(struct expr_pool *pool) {
    while (pool->remembering) model_forget(pool->remembering);
}

static void count_bytes(struct model_memory *mem, size_t more) {
    mem->bytes += more;
    mem->pool->memory_bytes += more;
}

/* Makes m the most recently used model of the pool and sees to the limit. */
static void use_memory(struct model *m, struct expr_pool *pool) {
    struct model_memory *mem = &m->memory;
    if (mem->pool != pool || mem->bytes > MEMORY_LIMIT) model_forget(m);
    if (!mem->pool) {
        mem->pool = pool;
        enter_ring(pool, m);
    } else if (pool->remembering != m) {
        leave_ring(pool, m);
        enter_ring(pool, m);
    }
    while (pool->memory_bytes > MEMORY_LIMIT && mem->newer != m) model_forget(mem->newer);
    uint32_t pages = (pool->len >> PAGE_SHIFT) + 1;
    if (mem->page_count >= pages) return;
    pages += pages / 2;
    mem->pages = mem_realloc(mem->pages, pages * sizeof *mem->pages);
    memset(mem->pages + mem->page_count, 0, (pages - mem->page_count) * sizeof *mem->pages);
    count_bytes(mem, (pages - mem->page_count) * sizeof *mem->pages);
    mem->page_count = pages;
}

static inline bool is_known(const struct model_memory *mem, uint32_t id) {
    assert(id >> PAGE_SHIFT < mem->page_count);
    const struct value_page *page = mem->pages[id >> PAGE_SHIFT];
    uint32_t i = id & (PAGE_NODES - 1);
    return page && (page->known[i / 64] >> (i % 64) & 1);
}

static inline uint64_t known_value(const struct model_memory *mem, uint32_t id) {
    assert(is_known(mem, id));
    return mem->pages[id >> PAGE_SHIFT]->value[id & (PAGE_NODES - 1)];
}

static inline void remember(struct model_memory *mem, uint32_t id, uint64_t value) {
    assert(id && id >> PAGE_SHIFT < mem->page_count);
    struct value_page *page = mem->pages[id >> PAGE_SHIFT];
    if (!page) {
        page = mem->pages[id >> PAGE_SHIFT] = MEM_NEW(struct value_page);
        count_bytes(mem, sizeof *page);
    }
    uint32_t i = id & (PAGE_NODES - 1);
    page->known[i / 64] |= (uint64_t)1 << (i % 64);
    page->value[i] = value;
}

/* ---- one evaluation ------------------------------------------------------------------ */

/* The stack of nodes that wait for their operands. `at` is where a READ has got
 * to in its chain of stores. */
struct eval {
    struct model *model;
    const struct expr_pool *pool;
    const struct expr_node *nodes;
    struct model_memory *memory;
    struct expr_eval_stack *stack;
};

static uint32_t words_reserve(struct eval *ev, uint32_t width) {
    struct model_memory *mem = ev->memory;
    uint32_t at = mem->wide.len, cap = mem->wide.cap;
    vec_resize(&mem->wide, at + bv_words(width));
    count_bytes(mem, (mem->wide.cap - cap) * sizeof *mem->wide.data);
    return at;
}

static void remember_words(struct eval *ev, uint32_t id, uint32_t width, const uint64_t *words) {
    if (width <= 64) {
        remember(ev->memory, id, words[0]);
        return;
    }
    uint32_t at = words_reserve(ev, width);
    bv_copy(ev->memory->wide.data + at, words, width);
    remember(ev->memory, id, at);
}

static void eval_symbol(struct eval *ev, uint32_t id, const struct expr_node *n) {
    uint64_t words[BV_MAX_WORDS];
    model_get_wide(ev->model, (symbol){(uint32_t)n->aux}, words, bv_words(n->width));
    bv_cut(words, n->width);
    remember_words(ev, id, n->width, words);
}

/* Value of an operand of at most 64 bits. If it is not known yet, it is pushed,
 * and false returned. */
static inline bool operand(struct eval *ev, uint32_t id, uint64_t *value) {
    const struct expr_node *n = &ev->nodes[id];
    if (n->op == EXPR_CONST) {
        *value = n->aux;
        return true;
    }
    if (is_known(ev->memory, id)) {
        *value = known_value(ev->memory, id);
        return true;
    }
    vec_push(ev->stack, (struct expr_eval_frame){id, 0});
    return false;
}

/* The same for any width, copied to words. */
static bool operand_words(struct eval *ev, uint32_t id, uint64_t *words) {
    const struct expr_node *n = &ev->nodes[id];
    if (n->op == EXPR_CONST) {
        bv_copy(words, expr_const_words(ev->pool, (expr){id}), n->width);
        return true;
    }
    if (!operand(ev, id, words)) return false;
    if (n->width > 64) bv_copy(words, ev->memory->wide.data + words[0], n->width);
    return true;
}

static void eval_wide(struct eval *ev, uint32_t id, const struct expr_node *n) {
    assert(n->kids[0] && n->op != EXPR_ITE && n->op != EXPR_READ);
    uint64_t a[BV_MAX_WORDS], b[BV_MAX_WORDS], out[BV_MAX_WORDS];
    if (!operand_words(ev, n->kids[0], a)) return;
    if (n->kids[1] && !operand_words(ev, n->kids[1], b)) return;
    uint32_t low = n->op == EXPR_EXTRACT ? (uint32_t)n->aux : 0;
    apply_wide((enum expr_op)n->op, n->width, ev->nodes[n->kids[0]].width, low, a, b, out);
    remember_words(ev, id, n->width, out);
}

/* Only the arm that the condition takes is evaluated. */
static void eval_ite(struct eval *ev, uint32_t id, const struct expr_node *n) {
    assert(n->op == EXPR_ITE && n->width > 0);
    uint64_t cond, words[BV_MAX_WORDS];
    if (!operand(ev, n->kids[0], &cond)) return;
    uint32_t arm = n->kids[cond ? 1 : 2];
    if (n->width <= 64) {
        if (operand(ev, arm, words)) remember(ev->memory, id, words[0]);
    } else if (operand_words(ev, arm, words)) {
        remember_words(ev, id, n->width, words);
    }
}

/* Follows the chain of stores from where the frame has got to. */
static void eval_read(struct eval *ev, uint32_t id, const struct expr_node *n, uint32_t at) {
    uint64_t index, value, place;
    uint32_t depth = ev->stack->len;
    if (!operand(ev, n->kids[1], &index)) return;
    for (;; ev->stack->data[depth - 1].at = at) {
        const struct expr_node *array = &ev->nodes[at];
        if (array->op == EXPR_STORE) {
            if (!operand(ev, array->kids[1], &place)) return;
            if (place == index) break;
            at = array->kids[0];
        } else if (array->op == EXPR_ITE) {
            if (!operand(ev, array->kids[0], &place)) return;
            at = array->kids[place ? 1 : 2];
        } else {
            break;
        }
    }
    const struct expr_node *array = &ev->nodes[at];
    assert(array->width == 0);
    if (array->op == EXPR_STORE) {
        if (!operand(ev, array->kids[2], &value)) return;
    } else if (array->op == EXPR_ARRAY_CONST) {
        value = expr_table_at(&ev->pool->tables.data[array->aux], index);
    } else {
        value = model_get_elem(ev->model, (symbol){(uint32_t)array->aux}, index);
    }
    remember(ev->memory, id, value & bv_mask(n->width));
}

static void eval_top(struct eval *ev) {
    struct expr_eval_frame frame = vec_last(ev->stack);
    const struct expr_node *n = &ev->nodes[frame.id];
    uint64_t a, b = 0;
    switch (n->op) {
    case EXPR_SYM: eval_symbol(ev, frame.id, n); return;
    case EXPR_ITE: eval_ite(ev, frame.id, n); return;
    case EXPR_READ: eval_read(ev, frame.id, n, frame.at ? frame.at : n->kids[0]); return;
    default: break;
    }
    uint32_t kid_width = ev->nodes[n->kids[0]].width;
    if (n->width > 64 || kid_width > 64) {
        eval_wide(ev, frame.id, n);
        return;
    }
    if (!operand(ev, n->kids[0], &a)) return;
    bool decided = n->op == EXPR_AND && a == 0;
    if (n->kids[1] && !decided && !operand(ev, n->kids[1], &b)) return;
    remember(ev->memory, frame.id,
             apply_narrow((enum expr_op)n->op, n->width, kid_width, n->aux, a, b));
}

static void evaluate(struct model *m, struct expr_pool *pool, uint32_t root) {
    use_memory(m, pool);
    struct eval ev = {m, pool, pool->nodes, &m->memory, &pool->eval_stack};
    vec_clear(ev.stack);
    vec_push(ev.stack, (struct expr_eval_frame){root, 0});
    while (ev.stack->len) {
        if (is_known(ev.memory, vec_last(ev.stack).id))
            (void)vec_pop(ev.stack);
        else
            eval_top(&ev);
    }
}

/* ---- interface ---------------------------------------------------------------------------- */

static inline bool remembers(const struct model *m, const struct expr_pool *pool, uint32_t id) {
    const struct model_memory *mem = &m->memory;
    return mem->pool == pool && (id >> PAGE_SHIFT) < mem->page_count && is_known(mem, id);
}

uint64_t model_eval(struct model *m, struct expr_pool *pool, expr e) {
    const struct expr_node *n = expr_node(pool, e);
    assert(n->width >= 1 && n->width <= 64);
    if (n->op == EXPR_CONST) return n->aux;
    if (!remembers(m, pool, e.id)) evaluate(m, pool, e.id);
    return known_value(&m->memory, e.id);
}

void model_eval_wide(struct model *m, struct expr_pool *pool, expr e, uint64_t *words) {
    const struct expr_node *n = expr_node(pool, e);
    assert(n->width >= 1);
    if (n->op == EXPR_CONST) {
        bv_copy(words, expr_const_words(pool, e), n->width);
        return;
    }
    if (!remembers(m, pool, e.id)) evaluate(m, pool, e.id);
    words[0] = known_value(&m->memory, e.id);
    if (n->width > 64) bv_copy(words, m->memory.wide.data + words[0], n->width);
}
