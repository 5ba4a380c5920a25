#include "ir/deciding.h"

#include "base/map.h"

/* Things that are copied to one another form a class (union-find). */
struct classes {
    const struct program *p;
    uint32_t *base; /* function to the node of its slot 0 */
    vec_u32 parent;
    VEC(vec_u64) values; /* of a root: constants it is compared with, DECIDING_FROM at most */
    struct map words;    /* address of a global word to its node */
};

static uint32_t add_node(struct classes *c) {
    uint32_t node = c->parent.len;
    vec_push(&c->parent, node);
    vec_push(&c->values, (vec_u64){0});
    return node;
}

static uint32_t root_of(struct classes *c, uint32_t node) {
    while (c->parent.data[node] != node) node = c->parent.data[node] = c->parent.data[c->parent.data[node]];
    return node;
}

static void compared_with(struct classes *c, uint32_t node, uint64_t value) {
    vec_u64 *values = &c->values.data[root_of(c, node)];
    for (uint32_t i = 0; i < values->len; i++)
        if (values->data[i] == value) return;
    if (values->len < DECIDING_FROM) vec_push(values, value);
}

static void join(struct classes *c, uint32_t a, uint32_t b) {
    a = root_of(c, a);
    b = root_of(c, b);
    if (a == b) return;
    c->parent.data[b] = a;
    vec_u64 moved = c->values.data[b];
    for (uint32_t i = 0; i < moved.len; i++) compared_with(c, a, moved.data[i]);
    vec_release(&c->values.data[b]);
}

/* The node of the word at a constant address. */
static uint32_t word_node(struct classes *c, uint64_t addr) {
    uint64_t *found = map_find(&c->words, addr);
    if (found) return (uint32_t)*found;
    uint32_t node = add_node(c);
    map_put(&c->words, addr, node);
    return node;
}

static bool in(enum ir_op op, enum ir_op first, enum ir_op last) { return op >= first && op <= last; }

/* Equality with an immediate, as a value or in a branch. */
static bool compares(enum ir_op op) {
    return in(op, IR_EQ32I, IR_EQNI) || in(op, IR_NE32I, IR_NENI) || in(op, IR_BEQ32I, IR_BEQNI) ||
           in(op, IR_BNE32I, IR_BNENI);
}

static void look_at(struct classes *c, const struct function *f, const struct insn *insn) {
    uint32_t base = c->base[f->id];
    bool fixed = insn->a < f->nconsts;
    if (insn->op == IR_MOV || in(insn->op, IR_TRUNC8, IR_SEXTN)) {
        if (!fixed) join(c, base + insn->d, base + insn->a);
    } else if (in(insn->op, IR_LOAD8, IR_LOADN)) {
        if (fixed) join(c, base + insn->d, word_node(c, f->consts[insn->a] + (uint64_t)(int64_t)(int32_t)insn->b));
    } else if (in(insn->op, IR_STORE8, IR_STOREN)) {
        if (fixed && insn->c >= f->nconsts)
            join(c, base + insn->c, word_node(c, f->consts[insn->a] + (uint64_t)(int64_t)(int32_t)insn->b));
    } else if (compares(insn->op)) {
        compared_with(c, base + insn->a, insn->b);
    } else if (insn->op == IR_SWITCH) {
        const struct ir_switch *sw = &f->switches[insn->b];
        for (uint32_t i = 0; i < sw->ncases && i < DECIDING_FROM; i++) compared_with(c, base + insn->a, sw->values[i]);
    }
}

static bool decides(struct classes *c, uint32_t node) { return c->values.data[root_of(c, node)].len >= DECIDING_FROM; }

static uint32_t load_size(const struct insn *insn) {
    switch (insn->op) {
    case IR_LOAD8: return 1;
    case IR_LOAD16: return 2;
    case IR_LOAD32: return 4;
    case IR_LOAD64: return 8;
    default: return 0;
    }
}

static void find_words(struct classes *c, const struct function *f, struct deciding *d) {
    for (uint32_t i = 0; i < f->ncode; i++) {
        const struct insn *insn = &f->code[i];
        uint32_t size = load_size(insn);
        if (!size || insn->a >= f->nconsts) continue;
        uint64_t addr = f->consts[insn->a] + (uint64_t)(int64_t)(int32_t)insn->b;
        uint64_t *node = map_find(&c->words, addr);
        if (!node || !decides(c, (uint32_t)*node)) continue;
        vec_push(&d->words, (struct deciding_word){addr, size});
        map_remove(&c->words, addr);
    }
}

static void add_nodes(struct classes *c) {
    for (uint32_t i = 1; i < c->p->functions.len; i++) {
        const struct function *f = c->p->functions.data[i];
        c->base[i] = c->parent.len;
        for (uint32_t k = 0; ir_has_code(f) && k < f->nslots; k++) add_node(c);
    }
}

static bool is_users(const struct function *f) { return ir_has_code(f) && !f->runtime; }

static void collect(struct classes *c, struct deciding *d) {
    for (uint32_t i = 1; i < c->p->functions.len; i++) {
        const struct function *f = c->p->functions.data[i];
        bitset_init(&d->slots[i]);
        for (uint32_t k = f->nconsts; is_users(f) && k < f->nslots; k++)
            if (decides(c, c->base[i] + k)) bitset_add(&d->slots[i], k);
        if (is_users(f)) find_words(c, f, d);
    }
}

struct deciding *deciding_new(const struct program *p) {
    struct classes c = {.p = p, .base = mem_zalloc(p->functions.len * sizeof *c.base)};
    map_init(&c.words);
    add_nodes(&c);
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        for (uint32_t k = 0; is_users(f) && k < f->ncode; k++) look_at(&c, f, &f->code[k]);
    }
    struct deciding *d = MEM_NEW(struct deciding);
    d->nfunctions = p->functions.len;
    d->slots = mem_zalloc(p->functions.len * sizeof *d->slots);
    collect(&c, d);
    for (uint32_t i = 0; i < c.values.len; i++) vec_release(&c.values.data[i]);
    vec_release(&c.values);
    vec_release(&c.parent);
    map_release(&c.words);
    mem_free(c.base);
    return d;
}

void deciding_free(struct deciding *d) {
    if (!d) return;
    for (uint32_t i = 1; i < d->nfunctions; i++) bitset_release(&d->slots[i]);
    vec_release(&d->words);
    mem_free(d->slots);
    mem_free(d);
}

void deciding_mark_selects(const struct deciding *d, struct program *p) {
    for (uint32_t i = 1; i < p->functions.len; i++) {
        struct function *f = p->functions.data[i];
        for (uint32_t k = 0; k < f->ncode; k++)
            if (f->code[k].op == IR_SELECT && bitset_has(&d->slots[i], f->code[k].d)) f->code[k].aux = 1;
    }
}
