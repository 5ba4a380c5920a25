#include "ir/cfg.h"

#include <assert.h>

uint32_t cfg_block_at(const struct function *f, uint32_t pc) {
    assert(pc < f->ncode);
    uint32_t low = 0, high = f->nblocks; /* blocks[low].first <= pc < blocks[high].first */
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (f->blocks[middle].first <= pc) low = middle;
        else high = middle;
    }
    assert(f->blocks[low].first <= pc && pc < f->blocks[low].end);
    return low;
}

const struct insn *cfg_terminator(const struct function *f, uint32_t block) {
    assert(f->blocks[block].first < f->blocks[block].end);
    return &f->code[f->blocks[block].end - 1];
}

/* Collects edges; seen[b] == from + 1 means that from -> b is there already. */
struct cfg_edges {
    const struct function *f;
    vec_edge list;
    uint32_t *seen;
};

static void add_target(struct cfg_edges *e, uint32_t from, uint32_t pc) {
    uint32_t to = cfg_block_at(e->f, pc);
    assert(e->f->blocks[to].first == pc);
    if (e->seen[to] == from + 1) return;
    e->seen[to] = from + 1;
    vec_push(&e->list, (struct edge){from, to});
}

static void add_switch(struct cfg_edges *e, uint32_t from, const struct ir_switch *table) {
    for (uint32_t i = 0; i < table->ncases; i++) add_target(e, from, table->targets[i]);
    add_target(e, from, table->otherwise);
}

static void add_block_edges(struct cfg_edges *e, uint32_t from) {
    const struct insn *insn = cfg_terminator(e->f, from);
    switch (insn->op) {
    case IR_RET:
    case IR_UNREACHABLE: break;
    case IR_SWITCH: add_switch(e, from, &e->f->switches[insn->b]); break;
    case IR_JMP: add_target(e, from, insn->c); break;
    default:
        assert(ir_op_operands(insn->op)[0] == 't');
        add_target(e, from, insn->c);
        add_target(e, from, insn->d);
    }
}

static void set_order(struct cfg *cfg, struct arena *arena) {
    struct arena scratch;
    arena_init(&scratch);
    struct dfs dfs;
    graph_dfs(&cfg->succs, &scratch, 0, &dfs);
    uint32_t n = cfg->succs.n, next = dfs.n;
    cfg->nreachable = dfs.n;
    cfg->order = ARENA_ARRAY(arena, uint32_t, n);
    cfg->number = ARENA_ARRAY(arena, uint32_t, n);
    for (uint32_t i = 0; i < dfs.n; i++) cfg->order[dfs.n - 1 - i] = dfs.post[i];
    for (uint32_t b = 0; b < n; b++)
        if (dfs.number[b] == NO_NODE) cfg->order[next++] = b;
    assert(next == n);
    for (uint32_t i = 0; i < n; i++) cfg->number[cfg->order[i]] = i;
    arena_release(&scratch);
}

static void set_rows(struct function *f) {
    const struct graph *succs = &f->cfg->succs, *preds = &f->cfg->preds;
    for (uint32_t b = 0; b < f->nblocks; b++) {
        f->blocks[b].nsuccs = graph_degree(succs, b);
        f->blocks[b].succs = succs->to + succs->start[b];
        f->blocks[b].npreds = graph_degree(preds, b);
        f->blocks[b].preds = preds->to + preds->start[b];
    }
}

void cfg_build(struct program *p, struct function *f) {
    assert(ir_has_code(f));
    if (f->cfg) return;
    struct cfg_edges edges = {.f = f};
    edges.seen = mem_zalloc(f->nblocks * sizeof *edges.seen);
    for (uint32_t b = 0; b < f->nblocks; b++) add_block_edges(&edges, b);
    f->cfg = ARENA_NEW(&p->arena, struct cfg);
    graph_init(&f->cfg->succs, &p->arena, f->nblocks, edges.list.data, edges.list.len);
    graph_init_reverse(&f->cfg->preds, &p->arena, &f->cfg->succs);
    set_rows(f);
    set_order(f->cfg, &p->arena);
    mem_free(edges.seen);
    vec_release(&edges.list);
}

void cfg_build_all(struct program *p) {
    for (uint32_t i = 1; i < p->functions.len; i++)
        if (ir_has_code(p->functions.data[i])) cfg_build(p, p->functions.data[i]);
}

bool idle_at(const struct function *f, const struct insn *at) {
    assert(at >= f->code && at < f->code + f->ncode);
    /* A block has one jump: more of them than blocks are a circle. */
    for (uint32_t hops = 0; hops <= f->nblocks; hops++, at = f->code + at->c)
        if (at->op != IR_JMP) return false;
    return true;
}
