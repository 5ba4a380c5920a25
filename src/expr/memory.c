#include "expr/memory.h"

#include <string.h>

enum { FAR_LEAST = 1 << 8, FAR_MOST = 1 << 16 };

/* ---- models ------------------------------------------------------------------------- */

void model_leave_pool(struct model *m) {
    if (!m->pool) return;
    if (m->newer) m->newer->older = m->older;
    else m->pool->memory.models = m->older;
    if (m->older) m->older->newer = m->newer;
    m->pool = NULL;
    m->newer = m->older = NULL;
    m->stamp = 0;
}

static void join_pool(struct model *m, struct expr_pool *pool) {
    assert(!m->pool && !m->stamp);
    m->pool = pool;
    m->older = pool->memory.models;
    if (m->older) m->older->newer = m;
    pool->memory.models = m;
}

/* ---- eras --------------------------------------------------------------------------- */

static void begin_era(struct expr_memory *mem) {
    vec_clear(&mem->wide);
    if (++mem->era) return;
    if (mem->near) memset(mem->near, 0, mem->near_cap * sizeof *mem->near);
    mem->era = 1;
}

static void forget_far(struct expr_memory *mem) {
    if (mem->far) memset(mem->far, 0, mem->far_cap * sizeof *mem->far);
}

/* Stamps begin again when all have been given. */
static uint32_t new_stamp(struct expr_memory *mem) {
    if (++mem->stamps) return mem->stamps;
    forget_far(mem);
    for (struct model *m = mem->models; m; m = m->older) m->stamp = 0;
    return mem->stamps = 1;
}

static void make_room(struct expr_pool *pool) {
    struct expr_memory *mem = &pool->memory;
    if (mem->near_cap >= pool->len) return;
    uint32_t cap = pool->len + pool->len / 2 + 64, far = mem->far_cap ? mem->far_cap : FAR_LEAST;
    mem->near = mem_realloc(mem->near, cap * sizeof *mem->near);
    memset(mem->near + mem->near_cap, 0, (cap - mem->near_cap) * sizeof *mem->near);
    mem->near_cap = cap;
    while (far < cap && far < FAR_MOST) far *= 2;
    if (far == mem->far_cap) return;
    mem_free(mem->far);
    mem->far_cap = far;
    mem->far = mem_zalloc(far * sizeof *mem->far);
}

void memory_open_slow(struct expr_pool *pool, struct model *m) {
    struct expr_memory *mem = &pool->memory;
    if (m->pool != pool) {
        model_leave_pool(m);
        join_pool(m, pool);
    }
    if (!m->stamp) m->stamp = new_stamp(mem);
    if (mem->stamp != m->stamp) {
        mem->stamp = m->stamp;
        begin_era(mem);
    }
    make_room(pool);
}

/* ---- the pool ------------------------------------------------------------------------ */

void expr_memory_forget(struct expr_pool *pool) {
    struct expr_memory *mem = &pool->memory;
    mem->stamp = 0;
    begin_era(mem);
    forget_far(mem);
    if (mem->near_cap / 4 <= pool->len) return;
    mem_free(mem->near);
    mem->near = NULL;
    mem->near_cap = 0;
}

void expr_memory_release(struct expr_pool *pool) {
    struct expr_memory *mem = &pool->memory;
    while (mem->models) model_leave_pool(mem->models);
    mem_free(mem->near);
    mem_free(mem->far);
    vec_release(&mem->wide);
}

size_t expr_memory_bytes(const struct expr_memory *mem) {
    return mem->near_cap * sizeof *mem->near + mem->far_cap * sizeof *mem->far + mem->wide.cap * sizeof *mem->wide.data;
}
