#include "ir/memuse.h"

#include <assert.h>
#include <stdlib.h>

#include "ir/known.h"
#include "ir/operands.h"

/* What a slot is known to point to. */
struct base {
    uint32_t object; /* 0: nothing known; global g: g; alloca i: nglobals + i */
    int64_t offset;
};

struct range {
    uint64_t from, to;
    uint32_t global;
};

struct analysis {
    struct memuse *m;
    const struct program *p;
    VEC(struct range) ranges; /* of globals, ascending */
    struct bitset shared;     /* globals that are not private */
    /* of the function at hand */
    const struct function *f;
    struct base *bases;
    uint32_t *defs;     /* per slot: how many */
    struct bitset open; /* allocas that are not private */
};

bool memuse_is_load(enum ir_op op) { return op >= IR_LOAD8 && op <= IR_LOAD64X; }
bool memuse_is_store(enum ir_op op) { return op >= IR_STORE8 && op <= IR_STORE64X; }

static bool is_plain(enum ir_op op) {
    return (op >= IR_LOAD8 && op <= IR_LOADN) || (op >= IR_STORE8 && op <= IR_STOREN);
}

uint32_t memuse_bytes(const struct insn *in) {
    switch (in->op) {
    case IR_LOAD8:
    case IR_LOAD8X:
    case IR_STORE8:
    case IR_STORE8X: return 1;
    case IR_LOAD16:
    case IR_LOAD16X:
    case IR_STORE16:
    case IR_STORE16X: return 2;
    case IR_LOAD32:
    case IR_LOAD32X:
    case IR_STORE32:
    case IR_STORE32X: return 4;
    case IR_LOADN:
    case IR_STOREN: return (in->aux + 7u) / 8;
    default: return 8;
    }
}

/* ---- addresses of globals -------------------------------------------------------------------- */

static int by_start(const void *a, const void *b) {
    const struct range *x = a, *y = b;
    return x->from < y->from ? -1 : x->from > y->from;
}

static void collect_ranges(struct analysis *a) {
    for (uint32_t g = 1; g < a->p->globals.len; g++) {
        const struct ir_global *var = a->p->globals.data[g];
        vec_push(&a->ranges, (struct range){var->address, var->address + var->size, g});
    }
    if (a->ranges.len) qsort(a->ranges.data, a->ranges.len, sizeof *a->ranges.data, by_start);
}

/* The global that a value points into, or just behind; 0: none. */
static uint32_t global_at(const struct analysis *a, uint64_t value) {
    uint32_t lo = 0, hi = a->ranges.len;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (a->ranges.data[mid].from <= value) lo = mid + 1;
        else hi = mid;
    }
    return lo && value <= a->ranges.data[lo - 1].to ? a->ranges.data[lo - 1].global : 0;
}

static void share(struct analysis *a, uint64_t value) {
    uint32_t g = global_at(a, value);
    if (g) bitset_add(&a->shared, g);
}

/* Pointers in the data of globals. */
static void scan_data(struct analysis *a) {
    uint32_t word = a->p->ptr_bytes;
    for (uint32_t g = 1; g < a->p->globals.len; g++) {
        const struct ir_global *var = a->p->globals.data[g];
        if (var->external) bitset_add(&a->shared, g);
        for (uint64_t at = 0; var->data && at + word <= var->size; at++) {
            uint64_t value = 0;
            memcpy(&value, var->data + at, word);
            if (value) share(a, value);
        }
    }
}

/* ---- functions ---------------------------------------------------------------------------------- */

static uint32_t nglobals(const struct analysis *a) { return a->p->globals.len; }

static void mark_shared(struct analysis *a, uint32_t object) {
    if (!object) return;
    if (object < nglobals(a)) bitset_add(&a->shared, object);
    else bitset_add(&a->open, object - nglobals(a));
}

static struct base constant_base(const struct analysis *a, uint64_t value) {
    uint32_t g = global_at(a, value);
    if (!g) return (struct base){0, 0};
    return (struct base){g, (int64_t)(value - a->p->globals.data[g]->address)};
}

/* What the result of an instruction points to. */
static struct base result_base(const struct analysis *a, const struct insn *in) {
    struct base none = {0, 0};
    switch (in->op) {
    case IR_ALLOCA: return (struct base){nglobals(a) + in->a, 0};
    case IR_MOVI: return constant_base(a, ir_movi_value(in));
    case IR_MOV: return a->bases[in->a];
    case IR_ADD64I:
    case IR_ADD32I: {
        struct base b = a->bases[in->a];
        if (b.object) b.offset += (int32_t)in->b;
        return b;
    }
    default: return none;
    }
}

static void find_bases(struct analysis *a) {
    const struct function *f = a->f;
    for (uint32_t s = 0; s < f->nslots; s++) {
        a->bases[s] = s < f->nconsts ? constant_base(a, f->consts[s]) : (struct base){0, 0};
        a->defs[s] = 0;
    }
    for (uint32_t pc = 0; pc < f->ncode; pc++) {
        struct slot_range w = ir_written(f, &f->code[pc]);
        for (uint32_t i = 0; i < w.count; i++) a->defs[w.first + i]++;
    }
    /* Definitions precede uses in code order or are not found, which is harmless:
     * the use then shares the object. */
    for (uint32_t pc = 0; pc < f->ncode; pc++) {
        struct slot_range w = ir_written(f, &f->code[pc]);
        if (w.count == 1 && a->defs[w.first] == 1) a->bases[w.first] = result_base(a, &f->code[pc]);
    }
}

static uint64_t object_size(const struct analysis *a, uint32_t object) {
    if (object < nglobals(a)) return a->p->globals.data[object]->size;
    return a->f->allocas[object - nglobals(a)].size;
}

static bool in_bounds(const struct analysis *a, const struct insn *in, struct base b) {
    int64_t at = b.offset + (int32_t)in->b;
    return at >= 0 && (uint64_t)at + memuse_bytes(in) <= object_size(a, b.object);
}

/* Is this use of slot s, which has a base, one that keeps the object private? */
static bool use_is_private(const struct analysis *a, const struct insn *in, uint32_t operand, struct base b) {
    if (operand == 1 && is_plain(in->op)) return in_bounds(a, in, b);
    if (operand == 1 && (in->op == IR_LIFE_START || in->op == IR_LIFE_END)) return b.offset == 0;
    if (operand == 1 && (in->op == IR_MOV || in->op == IR_ADD64I || in->op == IR_ADD32I))
        return a->defs[in->d] == 1 && a->bases[in->d].object == b.object;
    return false;
}

static void look_at_uses(struct analysis *a, const struct insn *in) {
    const char *kinds = ir_op_operands(in->op);
    struct slot_range reads[IR_MAX_READS];
    uint32_t n = ir_read(a->f, in, reads);
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t s = reads[k].first; s < reads[k].first + reads[k].count; s++) {
            struct base b = a->bases[s];
            uint32_t operand = kinds[0] == 's' ? k : k + 1;
            while (operand < 4 && (kinds[operand] != 's' || ir_operand(in, operand) != reads[k].first)) operand++;
            if (b.object && !use_is_private(a, in, operand, b)) mark_shared(a, b.object);
        }
    for (uint32_t i = 0; i < 4; i++)
        if (kinds[i] == 'i') share(a, a->p->is32 ? ir_operand(in, i) : (uint64_t)(int64_t)(int32_t)ir_operand(in, i));
    if (in->op == IR_MOVI && a->defs[in->d] != 1) share(a, ir_movi_value(in));
    if (!ir_is_call(in->op)) return;
    const struct ir_call *call = ir_call_of(a->f, in);
    for (uint32_t i = 0; i < call->nargs; i++)
        for (uint32_t s = 0; s < call->args[i].nslots || s == 0; s++)
            mark_shared(a, a->bases[call->args[i].slot + s].object);
}

static uint32_t class_of(const struct analysis *a, uint32_t object) {
    if (object < nglobals(a)) return a->m->global_class[object];
    return a->m->alloca_class[a->f->id][object - nglobals(a)];
}

static void enter_function(struct analysis *a, const struct function *f) {
    a->f = f;
    a->bases = mem_alloc_array(f->nslots + 1, sizeof *a->bases);
    a->defs = mem_alloc_array(f->nslots + 1, sizeof *a->defs);
    bitset_clear(&a->open);
    find_bases(a);
}

static void leave_function(struct analysis *a) {
    mem_free(a->bases);
    mem_free(a->defs);
}

/* First pass: which variables are private? */
static void find_private(struct analysis *a, const struct function *f) {
    enter_function(a, f);
    for (uint32_t pc = 0; pc < f->ncode; pc++) look_at_uses(a, &f->code[pc]);
    uint32_t *classes = ARENA_ARRAY(&a->m->arena, uint32_t, f->nallocas + 1);
    for (uint32_t i = 0; i < f->nallocas; i++)
        classes[i] = bitset_has(&a->open, i) ? (uint32_t)CLASS_SHARED : a->m->nclasses++;
    a->m->alloca_class[f->id] = classes;
    leave_function(a);
}

/* Second pass: what instructions access. */
static void classify(struct analysis *a, const struct function *f) {
    enter_function(a, f);
    uint32_t *classes = ARENA_ARRAY(&a->m->arena, uint32_t, f->ncode);
    for (uint32_t pc = 0; pc < f->ncode; pc++) {
        const struct insn *in = &f->code[pc];
        bool life = in->op == IR_LIFE_START || in->op == IR_LIFE_END;
        if ((is_plain(in->op) || life) && a->bases[in->a].object) classes[pc] = class_of(a, a->bases[in->a].object);
        if (in->op == IR_ALLOCA) classes[pc] = class_of(a, nglobals(a) + in->a);
    }
    a->m->insn_class[f->id] = classes;
    leave_function(a);
}

/* ---- what is written ------------------------------------------------------------------------------ */

void memuse_writes(const struct memuse *m, const struct function *f, uint32_t pc, struct bitset *to) {
    const struct insn *in = &f->code[pc];
    if (memuse_is_store(in->op)) {
        bitset_add(to, memuse_class(m, f, pc));
        return;
    }
    switch (in->op) {
    case IR_CALL: bitset_union(to, &m->writes[in->a]); return;
    case IR_CALLI:
        for (uint32_t i = 1; i < m->p->functions.len; i++) bitset_union(to, &m->writes[i]);
        return;
    case IR_MEMCPY:
    case IR_MEMMOVE:
    case IR_MEMSET:
    case IR_VASTART:
    case IR_VACOPY: bitset_add(to, CLASS_SHARED); return;
    case IR_LIFE_START:
    case IR_LIFE_END:
    case IR_STACKRESTORE:
    case IR_ALLOCA:
    case IR_ALLOCAV:
        bitset_add(to, CLASS_LIFE); /* and the bytes become uninitialised */
        bitset_add(to, memuse_class(m, f, pc));
        return;
    default: return;
    }
}

static void find_writes(struct memuse *m) {
    uint32_t n = m->p->functions.len;
    for (uint32_t i = 1; i < n; i++) {
        const struct function *f = m->p->functions.data[i];
        if (ir_has_code(f) && !f->runtime) {
            bitset_add(&m->writes[i], CLASS_LIFE); /* of its own variables */
        } else if (!known_is_quiet(known_effects(f))) {
            bitset_add(&m->writes[i], CLASS_SHARED);
            bitset_add(&m->writes[i], CLASS_LIFE);
        }
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < n; i++) {
            const struct function *f = m->p->functions.data[i];
            if (!ir_has_code(f)) continue;
            uint32_t before = bitset_count(&m->writes[i]);
            for (uint32_t pc = 0; pc < f->ncode; pc++) memuse_writes(m, f, pc, &m->writes[i]);
            changed |= bitset_count(&m->writes[i]) != before;
        }
    }
}

struct memuse *memuse_new(const struct callgraph *cg) {
    struct memuse *m = MEM_NEW(struct memuse);
    const struct program *p = cg->p;
    m->p = p;
    arena_init(&m->arena);
    m->nclasses = CLASS_FIRST;
    m->global_class = ARENA_ARRAY(&m->arena, uint32_t, p->globals.len);
    m->alloca_class = ARENA_ARRAY(&m->arena, uint32_t *, p->functions.len);
    m->insn_class = ARENA_ARRAY(&m->arena, uint32_t *, p->functions.len);
    m->writes = ARENA_ARRAY(&m->arena, struct bitset, p->functions.len);
    struct analysis a = {.m = m, .p = p};
    collect_ranges(&a);
    scan_data(&a);
    for (uint32_t i = 1; i < p->functions.len; i++)
        if (ir_has_code(p->functions.data[i])) find_private(&a, p->functions.data[i]);
    for (uint32_t g = 1; g < p->globals.len; g++)
        m->global_class[g] = bitset_has(&a.shared, g) ? (uint32_t)CLASS_SHARED : m->nclasses++;
    for (uint32_t i = 1; i < p->functions.len; i++)
        if (ir_has_code(p->functions.data[i])) classify(&a, p->functions.data[i]);
    find_writes(m);
    vec_release(&a.ranges);
    bitset_release(&a.shared);
    bitset_release(&a.open);
    return m;
}

void memuse_free(struct memuse *m) {
    if (!m) return;
    for (uint32_t i = 0; i < m->p->functions.len; i++) bitset_release(&m->writes[i]);
    arena_release(&m->arena);
    mem_free(m);
}
