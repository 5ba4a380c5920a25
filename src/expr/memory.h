/* The memory of evaluation: values of nodes under models, one for each pool.
 *
 * Near: by id, the values under the model that was used last; that is enough to
 * evaluate a node from its operands, whatever else is forgotten. Far: a table of
 * bounded size by id and model, where a new value displaces the old one of its slot,
 * so that models that are asked in turn keep most of what they found. Values wider
 * than 64 bits are near only: the slot has an offset in `wide`.
 */
#ifndef SHRIKE_EXPR_MEMORY_H
#define SHRIKE_EXPR_MEMORY_H

#include "expr/model_data.h"
#include "expr/pool.h"

struct near_value {
    uint64_t value;
    uint32_t era;
};

struct far_value {
    uint64_t value;
    uint32_t id, stamp;
};

/* Makes the pool's memory that of m, with room for all nodes there are. */
void memory_open_slow(struct expr_pool *pool, struct model *m);
static inline void memory_open(struct expr_pool *pool, struct model *m) {
    const struct expr_memory *mem = &pool->memory;
    if (m->pool == pool && m->stamp && m->stamp == mem->stamp && pool->len <= mem->near_cap) return;
    memory_open_slow(pool, m);
}

static inline struct far_value *far_slot(const struct expr_memory *mem, uint32_t id) {
    return &mem->far[(id + mem->stamp * 0x9e3779b1u) & (mem->far_cap - 1)];
}

static inline void memory_put_near(struct expr_memory *mem, uint32_t id, uint64_t value) {
    assert(id && id < mem->near_cap);
    mem->near[id] = (struct near_value){value, mem->era};
}

/* Is the value of node id, of this width, known? Then it is near. */
static inline bool memory_has(struct expr_memory *mem, uint32_t id, uint32_t width) {
    assert(id < mem->near_cap);
    if (mem->near[id].era == mem->era) return true;
    const struct far_value *far = far_slot(mem, id);
    if (far->id != id || far->stamp != mem->stamp || width > 64) return false;
    memory_put_near(mem, id, far->value);
    return true;
}

static inline uint64_t memory_value(const struct expr_memory *mem, uint32_t id) {
    assert(mem->near[id].era == mem->era);
    return mem->near[id].value;
}

/* A value of at most 64 bits. */
static inline void memory_put(struct expr_memory *mem, uint32_t id, uint64_t value) {
    memory_put_near(mem, id, value);
    *far_slot(mem, id) = (struct far_value){value, id, mem->stamp};
}

/* Ids changed meaning: nothing that is remembered holds. */
void expr_memory_forget(struct expr_pool *pool);
/* The pool goes away. */
void expr_memory_release(struct expr_pool *pool);
size_t expr_memory_bytes(const struct expr_memory *mem);

#endif
