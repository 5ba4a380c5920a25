/* Branches that no execution takes: everything that was not covered if everything was executed, else only what lies in
 * functions that cannot be called. What is claimed here rests on the same assumptions as COMPLETE. */
#include "base/bitset.h"
#include "ir/callgraph.h"
#include "report/coverage.h"
#include "session/session.h"

/* An execution that ends in an error would go on natively, perhaps: what lies behind is open. */
static bool is_all_executed(const struct session *s) { return session_extent(s) == EXTENT_ALL && !s->findings.len; }

typedef VEC(uint32_t) node_list;

static void visit(struct bitset *called, uint32_t node, node_list *work) {
    if (bitset_add(called, node)) vec_push(work, node);
}

/* Functions that may be called at all. One whose address is taken may be: by a signal, or by what the call graph does
 * not see. */
static void find_called(const struct callgraph *cg, struct bitset *called) {
    node_list work = {0};
    for (uint32_t i = 0; i < cg->callees.n; i++)
        if (bitset_has(&cg->reachable, i) || (callgraph_is_function(cg, i) && bitset_has(&cg->address_taken, i)))
            visit(called, i, &work);
    while (work.len) {
        uint32_t node = vec_pop(&work);
        for (uint32_t e = cg->callees.start[node]; e < cg->callees.start[node + 1]; e++)
            visit(called, cg->callees.to[e], &work);
    }
    vec_release(&work);
}

static uint32_t count(const struct coverage *cov, const struct bitset *called) {
    vec_coverage_branch branches = {0};
    uint32_t n = 0;
    coverage_branches(cov, &branches);
    for (uint32_t i = 0; i < branches.len; i++)
        n += !branches.data[i].hits && !bitset_has(called, branches.data[i].function);
    vec_release(&branches);
    return n;
}

uint32_t session_unreachable(const struct session *s, const struct coverage *cov) {
    struct bitset called;
    bitset_init(&called);
    struct callgraph *cg = is_all_executed(s) ? NULL : callgraph_new(s->p);
    if (cg) find_called(cg, &called);
    uint32_t n = count(cov, &called);
    if (cg) callgraph_free(cg);
    bitset_release(&called);
    return n;
}
