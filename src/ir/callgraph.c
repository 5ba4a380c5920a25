#include "ir/callgraph.h"

#include <assert.h>

#include "ir/signature.h"

/* May this call reach f through a pointer? */
static bool callgraph_compatible(const struct signature *call, const struct function *f) {
    if (!ir_has_code(f)) return true;
    if (call->nret > f->nret) return false;
    return f->varargs ? call->nargs >= f->nparam_slots : call->nargs == f->nparam_slots;
}

/* ---- functions whose address is taken */

struct address_search {
    struct map functions; /* address to number */
    uint64_t least, greatest;
    struct bitset *taken;
};

static void take_address(struct address_search *s, uint64_t value) {
    if (value < s->least || value > s->greatest) return;
    uint64_t f = map_get(&s->functions, value, 0);
    if (f) bitset_add(s->taken, (uint32_t)f);
}

static void search_code(struct address_search *s, const struct function *f) {
    for (uint32_t i = 0; i < f->nconsts; i++) take_address(s, f->consts[i]);
    for (uint32_t pc = 0; pc < f->ncode; pc++)
        if (f->code[pc].op == IR_MOVI) take_address(s, f->code[pc].b | (uint64_t)f->code[pc].c << 32);
}

/* Every offset counts, not only aligned ones: structs may be packed. */
static void search_data(struct address_search *s, const struct ir_global *g, uint32_t ptr_bytes) {
    if (!g->data) return;
    for (uint64_t at = 0; at + ptr_bytes <= g->size; at++) {
        uint64_t value = 0;
        memcpy(&value, g->data + at, ptr_bytes);
        take_address(s, value);
    }
}

static void find_address_taken(struct callgraph *cg) {
    const struct program *p = cg->p;
    struct address_search s = {.least = UINT64_MAX, .taken = &cg->address_taken};
    map_init(&s.functions);
    for (uint32_t i = 1; i < cg->nfunctions; i++) {
        uint64_t address = p->functions.data[i]->address;
        if (!address) continue;
        map_put(&s.functions, address, i);
        if (address < s.least) s.least = address;
        if (address > s.greatest) s.greatest = address;
    }
    for (uint32_t i = 1; i < cg->nfunctions; i++) search_code(&s, p->functions.data[i]);
    for (uint32_t i = 1; i < p->globals.len; i++) search_data(&s, p->globals.data[i], p->ptr_bytes);
    map_release(&s.functions);
}

/* ---- edges */

static uint32_t signature_node(struct callgraph *cg, struct map *known, const struct ir_call *call) {
    struct signature sig = {.nret = call->nret};
    for (uint32_t i = 0; i < call->nargs; i++) sig.nargs += call->args[i].nslots;
    uint64_t key = (uint64_t)sig.nargs << 32 | sig.nret;
    uint32_t fresh = cg->nfunctions + cg->signatures.len;
    uint32_t node = (uint32_t)map_get(known, key, fresh);
    if (node != fresh) return node;
    map_put(known, key, fresh);
    vec_push(&cg->signatures, sig);
    return fresh;
}

static void find_sites(struct callgraph *cg) {
    struct map known;
    map_init(&known);
    for (uint32_t i = 1; i < cg->nfunctions; i++) {
        const struct function *f = cg->p->functions.data[i];
        cg->first_site[i] = cg->sites.len;
        for (uint32_t pc = 0; pc < f->ncode; pc++) {
            const struct insn *insn = &f->code[pc];
            if (insn->op == IR_CALL) vec_push(&cg->sites, (struct call_site){i, pc, insn->a});
            else if (insn->op == IR_CALLI)
                vec_push(&cg->sites, (struct call_site){i, pc, signature_node(cg, &known, &f->calls[insn->b])});
        }
    }
    cg->first_site[cg->nfunctions] = cg->sites.len;
    map_release(&known);
}

static void add_signature_edges(const struct callgraph *cg, vec_edge *edges) {
    for (uint32_t s = 0; s < cg->signatures.len; s++)
        for (int64_t f = bitset_next(&cg->address_taken, 1); f > 0;
             f = bitset_next(&cg->address_taken, (uint32_t)f + 1))
            if (callgraph_compatible(&cg->signatures.data[s], cg->p->functions.data[f]))
                vec_push(edges, (struct edge){cg->nfunctions + s, (uint32_t)f});
}

static void build_graphs(struct callgraph *cg) {
    uint32_t n = cg->nfunctions + cg->signatures.len;
    vec_edge calls = {0}, by_callee = {0};
    uint32_t *latest = mem_zalloc(n * sizeof *latest); /* caller seen last */
    for (uint32_t i = 0; i < cg->sites.len; i++) {
        const struct call_site *site = &cg->sites.data[i];
        vec_push(&by_callee, (struct edge){site->callee, i});
        if (latest[site->callee] == site->function) continue;
        latest[site->callee] = site->function;
        vec_push(&calls, (struct edge){site->function, site->callee});
    }
    add_signature_edges(cg, &calls);
    graph_init(&cg->callees, &cg->arena, n, calls.data, calls.len);
    graph_init_reverse(&cg->callers, &cg->arena, &cg->callees);
    graph_init(&cg->sites_of, &cg->arena, n, by_callee.data, by_callee.len);
    mem_free(latest);
    vec_release(&calls);
    vec_release(&by_callee);
}

/* ---- what follows from the edges */

static void find_recursion(struct callgraph *cg) {
    uint32_t n = cg->callees.n;
    cg->scc = ARENA_ARRAY(&cg->arena, uint32_t, n);
    uint32_t nsccs = graph_sccs(&cg->callees, cg->scc);
    uint32_t *size = mem_zalloc(nsccs * sizeof *size);
    for (uint32_t v = 0; v < n; v++) size[cg->scc[v]]++;
    for (uint32_t v = 0; v < n; v++) {
        bool cycle = size[cg->scc[v]] > 1;
        for (uint32_t e = cg->callees.start[v]; e < cg->callees.start[v + 1]; e++) cycle |= cg->callees.to[e] == v;
        if (cycle) bitset_add(&cg->recursive, v);
    }
    mem_free(size);
}

/* Counting sort by component. */
static void set_order(struct callgraph *cg) {
    vec_edge by_scc = {0};
    for (uint32_t f = 1; f < cg->nfunctions; f++) vec_push(&by_scc, (struct edge){cg->scc[f], f});
    struct graph sorted;
    graph_init(&sorted, &cg->arena, cg->callees.n, by_scc.data, by_scc.len);
    cg->order = sorted.to;
    vec_release(&by_scc);
}

static void find_reachable(struct callgraph *cg) {
    const struct program *p = cg->p;
    vec_u32 work = {0};
    if (p->entry) vec_push(&work, p->entry);
    vec_append(&work, p->constructors.data, p->constructors.len);
    vec_append(&work, p->destructors.data, p->destructors.len);
    while (work.len) {
        uint32_t v = vec_pop(&work);
        if (!bitset_add(&cg->reachable, v)) continue;
        for (uint32_t e = cg->callees.start[v]; e < cg->callees.start[v + 1]; e++) vec_push(&work, cg->callees.to[e]);
    }
    vec_release(&work);
}

struct callgraph *callgraph_new(const struct program *p) {
    struct callgraph *cg = MEM_NEW(struct callgraph);
    arena_init(&cg->arena);
    cg->p = p;
    cg->nfunctions = p->functions.len;
    cg->first_site = ARENA_ARRAY(&cg->arena, uint32_t, (size_t)cg->nfunctions + 1);
    find_address_taken(cg);
    find_sites(cg);
    build_graphs(cg);
    find_recursion(cg);
    set_order(cg);
    find_reachable(cg);
    return cg;
}

void callgraph_free(struct callgraph *cg) {
    if (!cg) return;
    vec_release(&cg->signatures);
    vec_release(&cg->sites);
    bitset_release(&cg->address_taken);
    bitset_release(&cg->reachable);
    bitset_release(&cg->recursive);
    arena_release(&cg->arena);
    mem_free(cg);
}

void callgraph_callees(const struct callgraph *cg, uint32_t f, vec_u32 *out) {
    assert(callgraph_is_function(cg, f));
    struct bitset seen;
    bitset_init(&seen);
    const struct graph *g = &cg->callees;
    for (uint32_t e = g->start[f]; e < g->start[f + 1]; e++) {
        uint32_t v = g->to[e];
        if (callgraph_is_function(cg, v)) {
            if (bitset_add(&seen, v)) vec_push(out, v);
            continue;
        }
        for (uint32_t i = g->start[v]; i < g->start[v + 1]; i++)
            if (bitset_add(&seen, g->to[i])) vec_push(out, g->to[i]);
    }
    bitset_release(&seen);
}

const char *call_misfit(const struct program *p, const struct function *fn, const struct ir_call *call) {
    if (!fn->signature || !call->signature || fn->signature == call->signature) return NULL;
    return signature_misfit(call->signature, fn->signature, call->ignored, p->is32);
}
