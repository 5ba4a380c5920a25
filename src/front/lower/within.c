#include "front/lower/lower.h"

#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"

enum { MOST_BLOCKS = 1024 }; /* of a function, that are looked through for each index */

static bool is_number(LLVMValueRef v, uint64_t *n) {
    if (!v || !LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) return false;
    *n = LLVMConstIntGetZExtValue(v);
    return true;
}

/* The largest number that has the sign bit clear. */
static uint64_t largest(LLVMValueRef v) { return UINT64_MAX >> 1 >> (64 - LLVMGetIntTypeWidth(LLVMTypeOf(v))); }

/* ---- ways in ---------------------------------------------------------------------------------------- */

struct way_in {
    LLVMBasicBlockRef from, to; /* the edge that is not taken */
    struct map seen;
    VEC(LLVMBasicBlockRef) todo;
};

static void visit(struct way_in *w, LLVMBasicBlockRef block) {
    if (map_put(&w->seen, (uint64_t)(uintptr_t)block, 1)) vec_push(&w->todo, block);
}

static void go_on(struct way_in *w, LLVMBasicBlockRef block) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    for (unsigned i = 0; last && i < LLVMGetNumSuccessors(last); i++) {
        LLVMBasicBlockRef next = LLVMGetSuccessor(last, i);
        if (block != w->from || next != w->to) visit(w, next);
    }
}

/* Do all ways from the function's entry to both blocks take the edge? Then the last time that `from`
 * was left before, it was left by it. */
static bool leads_to(LLVMBasicBlockRef from, LLVMBasicBlockRef to, LLVMBasicBlockRef a, LLVMBasicBlockRef b) {
    LLVMValueRef fn = LLVMGetBasicBlockParent(from);
    if (LLVMCountBasicBlocks(fn) > MOST_BLOCKS) return false;
    struct way_in w = {.from = from, .to = to};
    map_init(&w.seen);
    visit(&w, LLVMGetEntryBasicBlock(fn));
    while (w.todo.len) go_on(&w, vec_pop(&w.todo));
    bool only = map_find(&w.seen, (uint64_t)(uintptr_t)from) && !map_find(&w.seen, (uint64_t)(uintptr_t)a) &&
                !map_find(&w.seen, (uint64_t)(uintptr_t)b);
    map_release(&w.seen);
    vec_release(&w.todo);
    return only;
}

/* ---- counters of loops ------------------------------------------------------------------------------- */

/* A phi that begins with a number and goes up by another one. */
struct counter {
    LLVMValueRef phi, next;
    uint64_t first, step;
};

static bool counts_up(LLVMValueRef v, struct counter *c) {
    if (!LLVMIsAPHINode(v) || LLVMCountIncoming(v) != 2) return false;
    for (unsigned i = 0; i < 2; i++) {
        *c = (struct counter){.phi = v, .next = LLVMGetIncomingValue(v, 1 - i)};
        bool sum = LLVMIsAInstruction(c->next) && LLVMGetInstructionOpcode(c->next) == LLVMAdd;
        if (is_number(LLVMGetIncomingValue(v, i), &c->first) && c->first <= largest(v) && sum &&
            LLVMGetOperand(c->next, 0) == v && is_number(LLVMGetOperand(c->next, 1), &c->step) && c->step)
            return true;
    }
    return false;
}

/* The counter is below *end where the condition holds. */
static bool ends_below(LLVMValueRef cond, const struct counter *c, uint64_t *end) {
    if (!LLVMIsAICmpInst(cond) || LLVMGetOperand(cond, 0) != c->phi || !is_number(LLVMGetOperand(cond, 1), end))
        return false;
    if (*end > largest(c->phi)) return false;
    switch (LLVMGetICmpPredicate(cond)) {
    case LLVMIntSLT:
    case LLVMIntULT: return true;
    case LLVMIntSLE:
    case LLVMIntULE: return ++*end <= largest(c->phi);
    case LLVMIntNE: return c->step == 1 && c->first <= *end;
    default: return false;
    }
}

/* It goes up only behind the test that it is below the end, so it never gets far beyond, and the sign
 * bit stays clear. */
static bool counter_is_below(LLVMValueRef v, uint64_t bound, LLVMBasicBlockRef at) {
    struct counter c;
    uint64_t end;
    if (!counts_up(v, &c)) return false;
    LLVMBasicBlockRef head = LLVMGetInstructionParent(v);
    LLVMValueRef last = LLVMGetBasicBlockTerminator(head);
    if (!last || !LLVMIsABranchInst(last) || !LLVMIsConditional(last)) return false;
    if (!ends_below(LLVMGetCondition(last), &c, &end) || end > bound || c.step > largest(v) - end) return false;
    LLVMBasicBlockRef body = LLVMGetSuccessor(last, 0);
    return body != LLVMGetSuccessor(last, 1) && leads_to(head, body, at, LLVMGetInstructionParent(c.next));
}

/* ---- all --------------------------------------------------------------------------------------------- */

/* A number below the bound whose sign bit is clear, so that extending it does not matter. */
static bool is_small(LLVMValueRef v, uint64_t bound) {
    uint64_t n;
    if (!LLVMIsAInstruction(v)) return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    if (op == LLVMAnd) return is_number(LLVMGetOperand(v, 1), &n) && n < bound && n <= largest(v);
    return op == LLVMURem && is_number(LLVMGetOperand(v, 1), &n) && n && n <= bound && n - 1 <= largest(v);
}

bool index_is_within(LLVMValueRef index, LLVMValueRef bound, LLVMBasicBlockRef at) {
    uint64_t n;
    if (!is_number(bound, &n)) return false;
    bool zero = LLVMIsAZExtInst(index);
    if (zero || LLVMIsASExtInst(index)) index = LLVMGetOperand(index, 0);
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(index));
    if (zero && width < 64 && n >> width) return true;
    return is_small(index, n) || counter_is_below(index, n, at);
}
