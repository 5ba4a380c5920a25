/* Call graph and distances. */
#include "test_ir_builder.h"

#include "base/hash.h"
#include "base/heap.h"
#include "base/stats.h"
#include "ir/callgraph.h"
#include "ir/cfg.h"
#include "ir/dist.h"
#include "ir/ir.h"
#include "ir/operands.h"

static bool has_callee(const struct callgraph *cg, const struct function *f,
                       const struct function *callee) {
    vec_u32 callees = {0};
    bool found = false;
    callgraph_callees(cg, f->id, &callees);
    for (uint32_t i = 0; i < callees.len; i++) found |= callees.data[i] == callee->id;
    vec_release(&callees);
    return found;
}

/* A function of one block that calls what it is given (NULL ends the list) and,
 * if asked, through a pointer with so many arguments. */
static void define(struct program *p, struct function *f, uint64_t constant, int pointer_args,
                   ...) {
    struct builder b;
    build_begin(&b, p, f, &constant, 1, 3);
    build_block(&b, "entry");
    va_list list;
    va_start(list, pointer_args);
    for (struct function *g; (g = va_arg(list, struct function *));)
        build_call(&b, 0, g->id, (uint32_t[]){1, 1}, g->nparams, 0);
    va_end(list);
    if (pointer_args >= 0)
        build_insn(&b, IR_CALLI, 0, 1,
                   build_call_record(&b, (uint32_t[]){1, 1, 1}, (uint32_t)pointer_args, 0), 0);
    build_ret(&b);
    build_end(&b);
}

static void test_callgraph(void **state) {
    (void)state;
    struct program *p = build_program();
    struct function *main_ = build_declare(p, "main", 0, 0), *even = build_declare(p, "even", 1, 0),
                    *odd = build_declare(p, "odd", 1, 0), *in_code = build_declare(p, "c", 1, 0),
                    *in_data = build_declare(p, "d", 1, 0), *two = build_declare(p, "two", 2, 0),
                    *untaken = build_declare(p, "untaken", 1, 0),
                    *external = build_declare(p, "ext", 1, 0), *self = build_declare(p, "self", 0, 0),
                    *any = build_declare(p, "any", 0, 0), *ctor = build_declare(p, "ctor", 0, 0);
    any->varargs = true;
    define(p, main_, in_code->address, 1, even, NULL);
    define(p, even, two->address, -1, odd, odd, external, NULL);
    define(p, odd, any->address, -1, even, NULL);
    define(p, in_code, 1, -1, NULL);
    define(p, in_data, 1, -1, NULL);
    define(p, two, 1, -1, NULL);
    define(p, untaken, 1, -1, main_, NULL);
    define(p, self, 1, -1, self, NULL);
    define(p, any, 1, -1, NULL);
    define(p, ctor, 1, -1, NULL);
    struct ir_global *table = build_global(p, "table", 21);
    table->data = arena_zalloc(&p->arena, 21);
    memcpy(table->data + 11, &in_data->address, 8); /* packed */
    p->entry = main_->id;
    vec_push(&p->constructors, ctor->id);
    assert_null(program_check(p));

    struct callgraph *cg = callgraph_new(p);
    struct function *taken[] = {in_code, in_data, two, any};
    assert_int_equal(bitset_count(&cg->address_taken), 4);
    for (uint32_t i = 0; i < 4; i++) assert_true(bitset_has(&cg->address_taken, taken[i]->id));
    assert_true(has_callee(cg, main_, even));
    assert_true(has_callee(cg, main_, in_code));
    assert_true(has_callee(cg, main_, in_data));
    assert_true(has_callee(cg, main_, any)); /* variadic: one argument is enough */
    assert_false(has_callee(cg, main_, two));
    assert_false(has_callee(cg, main_, untaken));
    assert_true(has_callee(cg, even, external));
    assert_int_equal(graph_degree(&cg->callees, even->id), 2); /* odd once */
    struct function *live[] = {main_, even, odd, in_code, in_data, external, any, ctor};
    for (uint32_t i = 0; i < 8; i++) assert_true(bitset_has(&cg->reachable, live[i]->id));
    assert_int_equal(bitset_count(&cg->reachable), 8 + 1); /* and one signature */
    assert_int_equal(bitset_count(&cg->recursive), 3);
    assert_true(bitset_has(&cg->recursive, even->id) && bitset_has(&cg->recursive, odd->id));
    assert_true(bitset_has(&cg->recursive, self->id));
    assert_int_equal(cg->scc[even->id], cg->scc[odd->id]);
    uint32_t at_main = 0, at_even = 0, at_in_code = 0;
    for (uint32_t i = 0; i + 1 < p->functions.len; i++) {
        if (cg->order[i] == main_->id) at_main = i;
        if (cg->order[i] == even->id) at_even = i;
        if (cg->order[i] == in_code->id) at_in_code = i;
    }
    assert_true(at_even < at_main && at_in_code < at_main);
    callgraph_free(cg);
    program_free(p);
    assert_int_equal(mem_live_bytes(), 0);
}

/* ---- distances against a search over explicit stacks */

enum { FUNCTIONS = 5, MAX_STACK = 24, MAX_VISITS = 3000 };

struct config {
    struct code_point frames[MAX_STACK]; /* innermost last */
    uint32_t n, cost;
};

struct search {
    const struct callgraph *cg;
    VEC(struct config) queue;
    struct map seen;
    bool cut; /* some configuration was not followed */
};

static void visit(struct search *s, struct config c) {
    uint64_t h = c.n;
    for (uint32_t i = 0; i < c.n; i++)
        h = hash_mix(h, (uint64_t)c.frames[i].function << 32 | c.frames[i].pc);
    c.cost++;
    if (s->queue.len >= MAX_VISITS) s->cut = true;
    else if (map_put(&s->seen, h, 1)) vec_push(&s->queue, c);
}

static void visit_callee(struct search *s, struct config c, uint32_t f) {
    if (!s->cg->p->functions.data[f]->defined) {
        visit(s, c);
        return;
    }
    if (c.n == MAX_STACK) {
        s->cut = true;
        return;
    }
    c.frames[c.n++] = (struct code_point){f, 0};
    visit(s, c);
}

static void step(struct search *s, struct config c) {
    struct code_point *top = &c.frames[c.n - 1];
    const struct function *f = s->cg->p->functions.data[top->function];
    const struct insn *insn = &f->code[top->pc];
    if (insn->op == IR_RET) {
        c.n--;
        if (c.n) visit(s, c);
    } else if (ir_is_terminator(insn->op)) {
        const struct ir_block *block = &f->blocks[cfg_block_at(f, top->pc)];
        for (uint32_t i = 0; i < block->nsuccs; i++) {
            top->pc = f->blocks[block->succs[i]].first;
            visit(s, c);
        }
    } else {
        top->pc++;
        if (insn->op == IR_CALL) visit_callee(s, c, insn->a);
        else if (insn->op != IR_CALLI) visit(s, c);
        else
            for (uint32_t g = 1; g < s->cg->nfunctions; g++)
                if (bitset_has(&s->cg->address_taken, g) &&
                    s->cg->p->functions.data[g]->nparam_slots == ir_call_of(f, insn)->nargs)
                    visit_callee(s, c, g);
    }
}

/* Sets *exact to false if the search was cut before an answer. */
static uint32_t search_distance(const struct callgraph *cg, struct config start,
                                const struct code_point *targets, uint32_t ntargets, bool *exact) {
    struct search s = {.cg = cg};
    map_init(&s.seen);
    vec_push(&s.queue, start);
    uint32_t found = DIST_NEVER;
    for (uint32_t i = 0; i < s.queue.len && found == DIST_NEVER; i++) {
        struct config c = s.queue.data[i];
        struct code_point top = c.frames[c.n - 1];
        for (uint32_t t = 0; t < ntargets; t++)
            if (top.function == targets[t].function && top.pc == targets[t].pc) found = c.cost;
        if (found == DIST_NEVER) step(&s, c);
    }
    *exact = found != DIST_NEVER || !s.cut;
    map_release(&s.seen);
    vec_release(&s.queue);
    return found;
}

static void define_random(struct program *p, struct function *f, struct rng *rng) {
    struct builder b;
    uint64_t constant = rng_below(rng, 2) ? p->functions.data[1 + rng_below(rng, 4)]->address : 9;
    uint32_t n = 1 + (uint32_t)rng_below(rng, 5);
    build_begin(&b, p, f, &constant, 1, 3);
    for (uint32_t i = 0; i < n; i++) {
        build_block(&b, NULL);
        for (uint64_t k = rng_below(rng, 4); k > 0; k--) {
            uint64_t kind = rng_below(rng, 6);
            uint32_t nargs = (uint32_t)rng_below(rng, 2), g = 1 + (uint32_t)rng_below(rng, FUNCTIONS);
            if (kind < 4) build_insn(&b, IR_MOV, 2, 1, 0, 0);
            else if (kind == 4) build_call(&b, 0, g, (uint32_t[]){1}, p->functions.data[g]->nparams, 0);
            else build_insn(&b, IR_CALLI, 0, 1, build_call_record(&b, (uint32_t[]){1}, nargs, 0), 0);
        }
        uint64_t kind = rng_below(rng, 8);
        if (kind < 2) build_ret(&b);
        else if (kind == 2) build_insn(&b, IR_UNREACHABLE, 0, 0, 0, 0);
        else build_br(&b, 1, (uint32_t)rng_below(rng, n), (uint32_t)rng_below(rng, n));
    }
    build_end(&b);
}

static struct program *random_program(struct rng *rng) {
    static const char *const names[] = {"a", "b", "c", "d", "ext"};
    struct program *p = build_program();
    for (uint32_t i = 0; i < FUNCTIONS; i++) build_declare(p, names[i], i & 1, 0);
    for (uint32_t i = 1; i < FUNCTIONS; i++) define_random(p, p->functions.data[i], rng);
    return p;
}

static struct code_point random_point(struct program *p, struct rng *rng) {
    uint32_t f = 1 + (uint32_t)rng_below(rng, FUNCTIONS - 1);
    return (struct code_point){f, (uint32_t)rng_below(rng, p->functions.data[f]->ncode)};
}

/* A stack that calls could have made: outer frames stand just after a call. */
static struct config random_stack(const struct callgraph *cg, struct rng *rng) {
    struct config c = {.n = 0};
    uint32_t n = (uint32_t)rng_below(rng, 4);
    for (uint32_t i = 0; i < n && cg->sites.len; i++) {
        const struct call_site *site = &cg->sites.data[rng_below(rng, cg->sites.len)];
        c.frames[c.n++] = (struct code_point){site->function, site->pc + 1};
    }
    c.frames[c.n++] = random_point((struct program *)cg->p, rng);
    return c;
}

static uint32_t sum(uint32_t a, uint32_t b) {
    return a == DIST_NEVER || b == DIST_NEVER ? DIST_NEVER : a + b;
}

/* dist_from by its equation; costs are positive, so there is one solution. */
static void check_from(const struct dist *d, const struct callgraph *cg, struct code_point at) {
    uint32_t best = DIST_NEVER;
    for (uint32_t i = 0; i < cg->sites.len; i++) {
        const struct call_site *site = &cg->sites.data[i];
        bool calls = site->callee == at.function;
        const struct graph *g = &cg->callees;
        for (uint32_t e = g->start[site->callee];
             !callgraph_is_function(cg, site->callee) && e < g->start[site->callee + 1]; e++)
            calls |= g->to[e] == at.function;
        uint32_t rest = dist_from(d, (struct code_point){site->function, site->pc + 1});
        if (calls && rest < best) best = rest;
    }
    uint32_t up = sum(dist_to_return(d, at), best), down = dist_down(d, at);
    assert_int_equal(dist_from(d, at), up < down ? up : down);
}

static void test_distances(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 11);
    uint32_t finite = 0, never = 0;
    for (uint32_t round = 0; round < 1500; round++) {
        struct program *p = random_program(&rng);
        assert_null(program_check(p));
        cfg_build_all(p);
        struct callgraph *cg = callgraph_new(p);
        struct dist *d = dist_new(cg);
        struct code_point targets[2];
        for (uint32_t i = 0; i < 2; i++) {
            targets[i] = random_point(p, &rng);
            const struct function *f = p->functions.data[targets[i].function];
            targets[i].pc = f->blocks[cfg_block_at(f, targets[i].pc)].first;
        }
        uint32_t ntargets = 1 + (uint32_t)rng_below(&rng, 2);
        dist_aim(d, targets, ntargets);
        for (uint32_t i = 0; i < 3; i++) {
            struct config c = random_stack(cg, &rng);
            struct code_point frames[MAX_STACK];
            for (uint32_t k = 0; k < c.n; k++) frames[k] = c.frames[c.n - 1 - k];
            bool exact;
            uint32_t naive = search_distance(cg, c, targets, ntargets, &exact);
            uint32_t ours = dist_from_stack(d, frames, c.n);
            if (!exact) continue;
            assert_int_equal(ours, naive);
            *(naive == DIST_NEVER ? &never : &finite) += 1;
            check_from(d, cg, frames[0]);
        }
        dist_free(d);
        callgraph_free(cg);
        program_free(p);
    }
    assert_true(finite > 1000 && never > 500);
    assert_int_equal(mem_live_bytes(), 0);
}

/* f(i) calls f(i+1) twice: its cheapest way through doubles at each level. */
static void test_saturation(void **state) {
    (void)state;
    struct program *p = build_program();
    for (uint32_t i = 0; i < 40; i++) {
        char name[8];
        snprintf(name, sizeof name, "f%u", i);
        build_declare(p, name, 0, 0);
    }
    for (uint32_t i = 1; i < 40; i++)
        define(p, p->functions.data[i], 1, -1, p->functions.data[i + 1], p->functions.data[i + 1],
               NULL);
    define(p, p->functions.data[40], 1, -1, NULL);
    cfg_build_all(p);
    struct callgraph *cg = callgraph_new(p);
    struct dist *d = dist_new(cg);
    assert_int_equal(dist_to_return(d, (struct code_point){40, 0}), 1);
    assert_int_equal(dist_to_return(d, (struct code_point){38, 0}), 3 + 2 * (3 + 2));
    assert_int_equal(dist_to_return(d, (struct code_point){1, 0}), DIST_FAR);
    assert_int_equal(dist_from(d, (struct code_point){1, 0}), DIST_NEVER);
    struct code_point last = {40, 0};
    dist_aim(d, &last, 1);
    assert_int_equal(dist_from(d, (struct code_point){1, 0}), 39);
    dist_free(d);
    callgraph_free(cg);
    program_free(p);
}

/* Constructor, entry and destructor follow each other. */
static void test_startup(void **state) {
    (void)state;
    struct program *p = build_program();
    struct function *ctor = build_declare(p, "ctor", 0, 0), *main_ = build_declare(p, "main", 0, 0),
                    *dtor = build_declare(p, "dtor", 0, 0);
    define(p, ctor, 1, -1, NULL);
    define(p, main_, 1, -1, dtor, NULL);
    define(p, dtor, 1, -1, NULL);
    p->entry = main_->id;
    vec_push(&p->constructors, ctor->id);
    cfg_build_all(p);
    struct callgraph *cg = callgraph_new(p);
    struct dist *d = dist_new(cg);
    struct code_point target = {dtor->id, 0}, start = {ctor->id, 0}, end = {main_->id, 1};
    dist_aim(d, &target, 1);
    assert_int_equal(dist_from_stack(d, &start, 1), 2);
    assert_int_equal(dist_from_stack(d, &end, 1), DIST_NEVER);
    dist_free(d);
    vec_push(&p->destructors, dtor->id);
    d = dist_new(cg);
    dist_aim(d, &target, 1);
    assert_int_equal(dist_from_stack(d, &end, 1), 1);
    assert_int_equal(dist_from(d, end), 1);
    dist_free(d);
    callgraph_free(cg);
    program_free(p);
}

/* Many functions, calls in chains and through pointers. */
static void test_huge(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 5);
    struct program *p = build_program();
    enum { N = 20000 };
    for (uint32_t i = 0; i < N; i++) {
        char name[16];
        snprintf(name, sizeof name, "f%u", i);
        build_declare(p, name, i % 3, 0);
    }
    for (uint32_t i = 1; i <= N; i++)
        define(p, p->functions.data[i], p->functions.data[1 + rng_below(&rng, N)]->address,
               (int)(i % 3), p->functions.data[i < N ? i + 1 : 1],
               p->functions.data[1 + rng_below(&rng, N)], NULL);
    p->entry = 1;
    uint64_t start = clock_ns();
    cfg_build_all(p);
    struct callgraph *cg = callgraph_new(p);
    struct dist *d = dist_new(cg);
    uint64_t middle = clock_ns();
    struct code_point target = {N / 2, 0};
    dist_aim(d, &target, 1);
    uint64_t end = clock_ns();
    print_message("%u functions, %u sites: %.3f s, aim %.3f s\n", N, cg->sites.len,
                  (double)(middle - start) / 1e9, (double)(end - middle) / 1e9);
    assert_true(end - start < 5000000000u);
    assert_true(dist_from(d, (struct code_point){1, 0}) < DIST_FAR);
    dist_free(d);
    callgraph_free(cg);
    program_free(p);
    assert_int_equal(mem_live_bytes(), 0);
}

struct heap_item {
    uint32_t cost, node;
};

static bool is_less(const void *a, const void *b) {
    const struct heap_item *x = a, *y = b;
    return x->cost != y->cost ? x->cost < y->cost : x->node < y->node;
}

static void test_heap(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 2);
    VEC(struct heap_item) heap = {0};
    struct heap_item last = {0, 0}, item;
    for (uint32_t i = 0; i < 3000; i++) {
        heap_push(&heap, is_less, (struct heap_item){(uint32_t)rng_below(&rng, 500), i});
        if (i % 3 == 2) heap_pop(&heap, is_less);
    }
    for (uint32_t i = 0; i < 2000; i++) {
        item = heap_pop(&heap, is_less);
        assert_true(item.cost > last.cost || (item.cost == last.cost && item.node >= last.node));
        last = item;
    }
    assert_int_equal(heap.len, 0);
    vec_release(&heap);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_callgraph),  cmocka_unit_test(test_distances),
        cmocka_unit_test(test_saturation), cmocka_unit_test(test_startup),
        cmocka_unit_test(test_huge),       cmocka_unit_test(test_heap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
