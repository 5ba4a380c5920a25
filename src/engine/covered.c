#include "engine/covered.h"

#include <assert.h>

#include "ir/cfg.h"

static bool counts_block(const struct function *f, uint32_t block) {
    return !f->blocks[block].added && cfg_is_reachable(f, block);
}

/* A block that lies on an edge of the user's stands for a way of a branch. */
static bool is_way(const struct function *f, uint32_t block) {
    return f->blocks[block].added && ir_is_users(f) && cfg_is_reachable(f, block);
}

static void add_totals(struct covered_counts *counts, const struct function *f) {
    counts->all_functions++;
    for (uint32_t b = 0; b < f->nblocks; b++) {
        if (!counts_block(f, b)) continue;
        counts->all_blocks++;
        counts->all_edges += f->blocks[b].nsuccs;
    }
}

static uint64_t *new_bits(uint64_t n) { return mem_zalloc((n + 63) / 64 * sizeof(uint64_t)); }

void covered_init(struct covered *c, const struct program *p) {
    *c = (struct covered){.p = p};
    c->first_code = MEM_NEW_ARRAY(uint32_t, p->functions.len);
    c->first_edge = MEM_NEW_ARRAY(uint32_t, p->functions.len);
    uint32_t ncode = 0, nedges = 0;
    for (uint32_t i = 0; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        c->first_code[i] = ncode;
        c->first_edge[i] = nedges;
        if (!f || !ir_has_code(f)) continue;
        assert(f->cfg);
        add_totals(&c->counts[!ir_is_users(f)], f);
        ncode += f->ncode;
        nedges += f->cfg->succs.start[f->nblocks];
    }
    c->nwords = (ncode + 63) / 64;
    c->blocks = new_bits(ncode);
    c->returned = new_bits(ncode);
    c->edges = new_bits(nedges);
}

void covered_release(struct covered *c) {
    covered_check(c);
    mem_free(c->first_code);
    mem_free(c->first_edge);
    mem_free(c->blocks);
    mem_free(c->returned);
    mem_free(c->edges);
    mem_free(c->elsewhere);
}

/* True: no other process has covered it. */
static bool claim(struct covered *c, uint32_t bit) {
    uint64_t mask = UINT64_C(1) << (bit % 64);
    return !c->board || !(atomic_fetch_or(&c->board[bit / 64], mask) & mask);
}

static void count_change(struct covered *c, const struct function *f, uint32_t pc) {
    c->changes++;
    c->found += !covered_is_elsewhere(c, f, pc);
}

bool covered_new_block(struct covered *c, const struct function *f, uint32_t pc) {
    assert(pc < f->ncode);
    uint32_t bit = c->first_code[f->id] + pc, block = cfg_block_at(f, pc);
    assert(f->blocks[block].first == pc);
    c->blocks[bit / 64] |= UINT64_C(1) << (bit % 64);
    if (is_way(f, block)) {
        c->ways++;
        count_change(c, f, pc);
    }
    if (!counts_block(f, block)) return false;
    struct covered_counts *counts = &c->counts[!ir_is_users(f)];
    counts->blocks++;
    counts->functions += block == 0;
    assert(counts->blocks <= counts->all_blocks);
    if (!ir_is_users(f)) return false;
    count_change(c, f, pc);
    return claim(c, bit);
}

bool covered_is_sought(const struct function *f, uint32_t block) {
    return is_way(f, block) || (ir_is_users(f) && counts_block(f, block));
}

void covered_listen(struct covered *c) {
    assert(!c->elsewhere && !c->changes);
    c->elsewhere = mem_zalloc((c->nwords + 1) * sizeof *c->elsewhere);
}

bool covered_hear(struct covered *c, const struct function *f, uint32_t pc) {
    assert(c->elsewhere && pc < f->ncode && f->blocks[cfg_block_at(f, pc)].first == pc);
    assert(covered_is_sought(f, cfg_block_at(f, pc)));
    if (covered_is_elsewhere(c, f, pc)) return false;
    uint32_t bit = c->first_code[f->id] + pc;
    c->elsewhere[bit / 64] |= UINT64_C(1) << (bit % 64);
    if (covered_has_block(c, f, pc)) return false;
    c->heard++;
    return true;
}

bool covered_claim(struct covered *c, const struct function *f, uint32_t pc) {
    return claim(c, c->first_code[f->id] + pc);
}

size_t covered_board_size(const struct covered *c) { return 2 * c->nwords * sizeof(uint64_t); }

void covered_join(struct covered *c, void *board) {
    assert(board && !c->changes);
    c->board = board;
}

static void look_at(struct covered *c, const struct function *f) {
    for (uint32_t b = 0; b < f->nblocks; b++) {
        uint32_t bit = c->first_code[f->id] + f->blocks[b].first;
        bool there = atomic_load_explicit(&c->board[bit / 64], memory_order_relaxed) >> (bit % 64) & 1;
        if (there) covered_block(c, f, f->blocks[b].first);
    }
}

/* Both ways: which calls have returned lies behind the blocks. */
static void share_returns(struct covered *c) {
    for (uint32_t i = 0; i < c->nwords; i++) {
        _Atomic uint64_t *word = &c->board[c->nwords + i];
        uint64_t there = atomic_load_explicit(word, memory_order_relaxed);
        if (c->returned[i] & ~there) there |= atomic_fetch_or(word, c->returned[i]);
        c->returned[i] |= there;
    }
}

void covered_look(struct covered *c) {
    if (!c->board) return;
    share_returns(c);
    for (uint32_t i = 1; i < c->p->functions.len; i++)
        if (ir_has_code(c->p->functions.data[i]) && ir_is_users(c->p->functions.data[i]))
            look_at(c, c->p->functions.data[i]);
}

/* The block that edge number `edge` leaves. */
static uint32_t edge_source(const struct graph *succs, uint32_t edge) {
    uint32_t low = 0, high = succs->n; /* start[low] <= edge < start[high] */
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (succs->start[middle] <= edge) low = middle;
        else high = middle;
    }
    return low;
}

bool covered_new_edge(struct covered *c, const struct function *f, uint32_t edge) {
    assert(edge < f->cfg->succs.start[f->nblocks]);
    uint32_t bit = c->first_edge[f->id] + edge;
    c->edges[bit / 64] |= UINT64_C(1) << (bit % 64);
    if (!counts_block(f, edge_source(&f->cfg->succs, edge))) return false;
    struct covered_counts *counts = &c->counts[!ir_is_users(f)];
    counts->edges++;
    assert(counts->edges <= counts->all_edges);
    return ir_is_users(f);
}

uint32_t covered_edge_number(const struct function *f, uint32_t from, uint32_t to) {
    const struct ir_block *block = &f->blocks[from];
    uint32_t i = 0;
    while (i < block->nsuccs && block->succs[i] != to) i++;
    assert(i < block->nsuccs);
    return f->cfg->succs.start[from] + i;
}

void covered_missing(const struct covered *c, vec_points *out) {
    for (uint32_t i = 1; i < c->p->functions.len; i++) {
        const struct function *f = c->p->functions.data[i];
        if (!ir_has_code(f) || !ir_is_users(f)) continue;
        for (uint32_t b = 0; b < f->nblocks; b++)
            if (covered_is_sought(f, b) && !covered_has_block(c, f, f->blocks[b].first) &&
                !covered_is_elsewhere(c, f, f->blocks[b].first))
                vec_push(out, (struct code_point){i, f->blocks[b].first});
    }
}

double covered_share(const struct covered_counts *counts) {
    return counts->all_blocks ? (double)counts->blocks / counts->all_blocks : 1;
}

#ifndef NDEBUG

void covered_check(const struct covered *c) {
    uint32_t blocks[2] = {0, 0};
    uint64_t told = 0, all = 0;
    for (uint32_t i = 1; i < c->p->functions.len; i++) {
        const struct function *f = c->p->functions.data[i];
        for (uint32_t b = 0; ir_has_code(f) && b < f->nblocks; b++) {
            blocks[!ir_is_users(f)] += counts_block(f, b) && covered_has_block(c, f, f->blocks[b].first);
            told += covered_is_sought(f, b) && covered_is_elsewhere(c, f, f->blocks[b].first);
        }
    }
    for (int k = 0; k < 2; k++) {
        const struct covered_counts *n = &c->counts[k];
        assert(blocks[k] == n->blocks && n->blocks <= n->all_blocks);
        assert(n->edges <= n->all_edges && n->functions <= n->all_functions && n->functions <= n->blocks);
    }
    assert(c->changes == c->counts[0].blocks + c->ways);
    for (uint32_t i = 0; c->elsewhere && i < c->nwords; i++) all += (uint64_t)__builtin_popcountll(c->elsewhere[i]);
    assert(told == all && c->heard <= told); /* every block heard of is in the program */
    assert(c->elsewhere ? c->found <= c->changes : c->found == c->changes);
}

#else

void covered_check(const struct covered *c) { (void)c; }

#endif

void coverbytes_write(vec_u8 *out, const struct covered *c, const struct code_point *places, uint32_t n) {
    uint64_t last = 0;
    put_var(out, n);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t number = (uint64_t)c->first_code[places[i].function] + places[i].pc + 1;
        assert(number > last);
        put_var(out, number - last);
        last = number;
    }
}

static bool get_difference(const uint8_t **p, const uint8_t *end, uint64_t *delta) {
    return get_var(p, end, delta) && *delta && *delta <= UINT32_MAX;
}

/* Is there code of function fn up to that number? */
static bool reaches(const struct covered *c, uint32_t fn, uint64_t number) {
    const struct function *f = c->p->functions.data[fn];
    return ir_has_code(f) && (uint64_t)c->first_code[fn] + f->ncode >= number;
}

static bool is_there(const struct function *f, uint32_t pc, enum coverbytes_kind kind) {
    if (kind == COVERBYTES_CALLS) return f->code[pc].op == IR_CALL || f->code[pc].op == IR_CALLI;
    return f->blocks[cfg_block_at(f, pc)].first == pc;
}

bool coverbytes_read(const uint8_t **p, const uint8_t *end, const struct covered *c, enum coverbytes_kind kind,
                     vec_points *places) {
    uint64_t n, delta, number = 0;
    uint32_t fn = 1;
    if (!get_var(p, end, &n)) return false;
    for (uint64_t i = 0; i < n; i++) {
        if (!get_difference(p, end, &delta)) return false;
        number += delta;
        while (fn < c->p->functions.len && !reaches(c, fn, number)) fn++;
        if (fn == c->p->functions.len) return false;
        const struct function *f = c->p->functions.data[fn];
        assert(number > c->first_code[fn]); /* or an earlier one would reach it */
        uint32_t pc = (uint32_t)(number - 1 - c->first_code[fn]);
        if (!is_there(f, pc, kind)) return false;
        vec_push(places, (struct code_point){fn, pc});
    }
    return true;
}

bool coverbytes_skip(const uint8_t **p, const uint8_t *end) {
    uint64_t n, delta;
    if (!get_var(p, end, &n)) return false;
    for (uint64_t i = 0; i < n; i++)
        if (!get_difference(p, end, &delta)) return false;
    return true;
}
