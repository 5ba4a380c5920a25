#include "ir/sequence.h"

#include <assert.h>

#include "ir/bound.h"
#include "ir/cfg.h"
#include "ir/loops.h"

/* Of one function. */
struct ordered {
    const struct loops *loops;
    uint32_t *order;   /* of a block */
    uint32_t *slot;    /* of a loop: its counter; 0: none */
    uint32_t counters; /* the first slot that is one */
};

struct sequence {
    struct arena arena;
    struct ordered *functions;
};

/* ---- blocks in order ------------------------------------------------------------------------------ */

/* A level of the nest in work: nodes are blocks directly in the loop, and its inner
 * loops as nblocks + number. */
struct nest_level {
    const struct function *f;
    const struct loops *loops;
    uint32_t loop;
    uint8_t *seen; /* by node */
    vec_u32 post;  /* nodes, last first */
};

/* The node that block b is or is in; NO_NODE: outside. */
static uint32_t node_of(const struct nest_level *lv, uint32_t b) {
    uint32_t l = lv->loops->innermost[b], child = 0;
    while (l != lv->loop && l != 0) child = l, l = lv->loops->loops[l].parent;
    if (l != lv->loop) return NO_NODE;
    return child ? lv->f->nblocks + child : b;
}

static void push_succs(const struct nest_level *lv, uint32_t node, vec_u32 *todo) {
    bool inner = node >= lv->f->nblocks;
    const struct loop *l = inner ? &lv->loops->loops[node - lv->f->nblocks] : NULL;
    for (uint32_t i = 0; i < (inner ? l->count : 1); i++) {
        const struct ir_block *b = &lv->f->blocks[inner ? lv->loops->members[l->first + i] : node];
        for (uint32_t k = b->nsuccs; k-- > 0;) {
            uint32_t to = node_of(lv, b->succs[k]);
            bool back = lv->loop && b->succs[k] == lv->loops->loops[lv->loop].header;
            if (to != NO_NODE && !back && !lv->seen[to]) vec_push(todo, to);
        }
    }
}

/* Depth first; a node goes to `post` when all behind it has. */
static void visit(struct nest_level *lv, uint32_t root) {
    enum { NEW, OPEN, DONE };
    vec_u32 todo = {0};
    vec_push(&todo, root);
    while (todo.len) {
        uint32_t node = vec_last(&todo);
        if (lv->seen[node] == NEW) {
            lv->seen[node] = OPEN;
            push_succs(lv, node, &todo);
            continue;
        }
        if (lv->seen[node] == OPEN) {
            lv->seen[node] = DONE;
            vec_push(&lv->post, node);
        }
        vec_pop(&todo);
    }
    vec_release(&todo);
}

/* Numbers the blocks of a loop (0: the function), from *next on. Nested as loops are. */
static void number(const struct function *f, struct ordered *o, uint32_t loop, uint8_t *seen, uint32_t *next) {
    struct nest_level lv = {f, o->loops, loop, seen, {0}};
    visit(&lv, node_of(&lv, loop ? o->loops->loops[loop].header : 0));
    for (uint32_t i = lv.post.len; i-- > 0;) {
        uint32_t node = lv.post.data[i];
        if (node < f->nblocks) o->order[node] = (*next)++;
        else number(f, o, node - f->nblocks, seen, next);
    }
    vec_release(&lv.post);
}

/* ---- the program ------------------------------------------------------------------------------------- */

static void add_function(struct sequence *s, const struct program *p, const struct function *f) {
    struct ordered *o = &s->functions[f->id];
    o->loops = loops_build(&s->arena, p, f);
    o->order = ARENA_ARRAY(&s->arena, uint32_t, f->nblocks);
    o->slot = ARENA_ARRAY(&s->arena, uint32_t, (size_t)o->loops->n + 1);
    o->counters = f->nslots;
    uint8_t *seen = mem_zalloc(f->nblocks + o->loops->n + 1);
    uint32_t next = 1;
    for (uint32_t b = 0; b < f->nblocks; b++) o->order[b] = 0;
    number(f, o, 0, seen, &next);
    mem_free(seen);
}

static void add_counters(struct sequence *s, const struct program *p) {
    for (uint32_t i = 1; i <= p->bounds->nloops; i++) {
        const struct bound_loop *l = &p->bounds->loops[i];
        struct ordered *o = &s->functions[l->function];
        o->slot[o->loops->innermost[l->header]] = l->slot;
        if (l->slot < o->counters) o->counters = l->slot;
    }
}

struct sequence *sequence_new(const struct program *p) {
    assert(p->bounds);
    struct sequence *s = MEM_NEW(struct sequence);
    arena_init(&s->arena);
    s->functions = mem_zalloc(p->functions.len * sizeof *s->functions);
    for (uint32_t i = 1; i < p->functions.len; i++)
        if (ir_has_code(p->functions.data[i])) add_function(s, p, p->functions.data[i]);
    add_counters(s, p);
    return s;
}

void sequence_free(struct sequence *s) {
    if (!s) return;
    arena_release(&s->arena);
    mem_free(s->functions);
    mem_free(s);
}

static void key_of_loops(const struct ordered *o, uint32_t loop, const uint64_t *regs, vec_u32 *key) {
    if (!loop) return;
    key_of_loops(o, o->loops->loops[loop].parent, regs, key);
    vec_push(key, o->order[o->loops->loops[loop].header]);
    vec_push(key, o->slot[loop] ? (uint32_t)regs[o->slot[loop]] : 0);
}

void sequence_key(const struct sequence *s, const struct function *f, uint32_t pc, const uint64_t *regs, vec_u32 *key) {
    const struct ordered *o = &s->functions[f->id];
    uint32_t block = cfg_block_at(f, pc);
    key_of_loops(o, o->loops->innermost[block], regs, key);
    vec_push(key, o->order[block]);
    vec_push(key, pc - f->blocks[block].first);
}

uint32_t sequence_counters(const struct sequence *s, const struct function *f) { return s->functions[f->id].counters; }
