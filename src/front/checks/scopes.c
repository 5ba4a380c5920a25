#include "front/checks/lifetimes.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "front/llvm/emit.h"
#include "front/llvm/escape.h"
#include "front/llvm/variable.h"

/* A local variable without markers, and the block that it lives in: a statement without
 * braces, or one that debug information knows. */
struct local {
    LLVMValueRef alloca_inst;
    LLVMMetadataRef scope;
    bool in_statement;
    struct interval statement; /* if it is in one */
};
typedef VEC(struct local) local_list;

enum where { NOT_SAID, INSIDE, OUTSIDE };

struct scopes {
    LLVMContextRef llvm;
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
    value_list declares;        /* of the function at hand */
    struct substatements parts; /* ... and its statements without braces */
    bool guess;
    bool native;
};

/* ---- which block ------------------------------------------------------------------------------------- */

static LLVMMetadataRef scope_of(LLVMValueRef inst) {
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(inst);
    return at ? LLVMDILocationGetScope(at) : NULL;
}

/* The innermost block that both are in. */
static LLVMMetadataRef common_scope(LLVMContextRef llvm, LLVMMetadataRef a, LLVMMetadataRef b) {
    while (a && !variable_scope_is_in(llvm, b, a)) a = variable_outer_scope(llvm, a);
    return a;
}

/* The smallest block with all that mentions the variable; NULL if that is not known. */
static LLVMMetadataRef scope_of_uses(const struct scopes *s, LLVMValueRef alloca_inst) {
    LLVMMetadataRef all = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(alloca_inst); use; use = LLVMGetNextUse(use)) {
        LLVMMetadataRef here = LLVMIsAInstruction(LLVMGetUser(use)) ? scope_of(LLVMGetUser(use)) : NULL;
        if (!here) return NULL;
        all = all ? common_scope(s->llvm, all, here) : here;
    }
    return all;
}

static bool is_named(LLVMValueRef value, const char *prefix) {
    size_t len;
    return str_starts(LLVMGetValueName2(value, &len), prefix);
}

static bool is_literal(LLVMValueRef alloca_inst) { return is_named(alloca_inst, ".compoundliteral"); }

static LLVMMetadataRef block_of(const struct scopes *s, LLVMValueRef alloca_inst) {
    LLVMMetadataRef scope = variable_scope(&s->declares, alloca_inst);
    if (scope) return scope;
    if (is_literal(alloca_inst) || s->guess) return scope_of_uses(s, alloca_inst);
    return NULL;
}

static bool is_block(LLVMMetadataRef scope) {
    return scope && (LLVMGetMetadataKind(scope) == LLVMDILexicalBlockMetadataKind ||
                     LLVMGetMetadataKind(scope) == LLVMDILexicalBlockFileMetadataKind);
}

/* Its place is used where its name is not seen: the compiler has put what is returned there too. */
static bool is_shared(const struct scopes *s, LLVMValueRef alloca_inst, LLVMMetadataRef block) {
    for (LLVMUseRef use = LLVMGetFirstUse(alloca_inst); use; use = LLVMGetNextUse(use)) {
        LLVMMetadataRef here = LLVMIsAInstruction(LLVMGetUser(use)) ? scope_of(LLVMGetUser(use)) : NULL;
        if (here && !variable_scope_is_in(s->llvm, here, block)) return true;
    }
    return false;
}

/* What alloca() gives lives until the function returns. Only where that is called there is a position. */
static bool is_variable(LLVMValueRef inst) { return LLVMIsAAllocaInst(inst) && !LLVMInstructionGetDebugLoc(inst); }

static void find_unmarked(const struct scopes *s, LLVMValueRef fn, local_list *out) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);
    for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i)) {
        if (!is_variable(i) || alloca_is_dynamic(i) || !alloca_escapes(s->layout, i)) continue;
        value_list starts = {0};
        variable_starts(i, &starts);
        LLVMMetadataRef scope = starts.len ? NULL : block_of(s, i);
        struct local v = {.alloca_inst = i, .scope = scope};
        v.in_statement = scope && is_literal(i) && substatements_around(&s->parts, i, scope, &v.statement);
        if (v.in_statement || (is_block(scope) && !is_shared(s, i, scope))) vec_push(out, v);
        vec_release(&starts);
    }
}

/* ---- where it is left and entered ---------------------------------------------------------------------- */

/* All computed jumps share one; the choice of an `if` is written where the `if` stands, and the end of another
 * variable of the same block behind it. */
static bool is_elsewhere(LLVMValueRef inst) {
    if (LLVMIsAPHINode(inst) || LLVMIsAAllocaInst(inst) || LLVMIsAIndirectBrInst(inst)) return true;
    if (is_intrinsic(inst, "llvm.lifetime.end")) return true;
    return LLVMIsABranchInst(inst) && LLVMIsConditional(inst);
}

/* What does not say where it is belongs to its neighbours. */
static enum where where_is(const struct scopes *s, LLVMValueRef inst, const struct local *v) {
    if (v->in_statement) {
        uint32_t number = substatements_number(&s->parts, LLVMGetInstructionParent(inst));
        return number >= v->statement.first && number < v->statement.end ? INSIDE : OUTSIDE;
    }
    LLVMMetadataRef scope = is_elsewhere(inst) ? NULL : scope_of(inst);
    if (!scope) return NOT_SAID;
    return variable_scope_is_in(s->llvm, scope, v->scope) ? INSIDE : OUTSIDE;
}

static enum where where_begins(const struct scopes *s, LLVMBasicBlockRef b, const struct local *v) {
    enum where at = NOT_SAID;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !at; i = LLVMGetNextInstruction(i)) at = where_is(s, i, v);
    if (!at && !LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(b))) return OUTSIDE; /* clang's: no path gets there */
    return at;
}

static enum where where_ends(const struct scopes *s, LLVMBasicBlockRef b, const struct local *v) {
    enum where at = NOT_SAID;
    for (LLVMValueRef i = LLVMGetLastInstruction(b); i && !at; i = LLVMGetPreviousInstruction(i))
        at = where_is(s, i, v);
    return at;
}

static void mark_before(struct scopes *s, LLVMValueRef inst, LLVMValueRef variable, LLVMTypeRef type, bool start) {
    const char *name = start ? "llvm.lifetime.start" : "llvm.lifetime.end";
    LLVMTypeRef pointer = LLVMTypeOf(variable);
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(s->module, id, &pointer, 1);
    uint64_t size = LLVMABISizeOfType(s->layout, type);
    LLVMValueRef args[] = {LLVMConstInt(LLVMInt64TypeInContext(s->llvm), size, 0), variable};
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(inst);
    LLVMPositionBuilderBefore(s->builder, inst);
    LLVMSetCurrentDebugLocation2(s->builder, at);
    LLVMBuildCall2(s->builder, LLVMIntrinsicGetType(s->llvm, id, &pointer, 1), fn, args, 2, "");
}

static void mark_alloca(struct scopes *s, LLVMValueRef inst, LLVMValueRef alloca_inst, bool start) {
    mark_before(s, inst, alloca_inst, LLVMGetAllocatedType(alloca_inst), start);
}

static LLVMValueRef first_place(LLVMBasicBlockRef b) {
    LLVMValueRef i = LLVMGetFirstInstruction(b);
    while (LLVMIsAPHINode(i) || LLVMIsAAllocaInst(i)) i = LLVMGetNextInstruction(i);
    return i;
}

/* Marks where the flow goes in and out within a block. */
static void mark_within(struct scopes *s, LLVMBasicBlockRef b, const struct local *v) {
    enum where before = NOT_SAID;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        enum where now = where_is(s, i, v);
        if (!now) continue;
        if (before && now != before) mark_alloca(s, i, v->alloca_inst, now == INSIDE);
        before = now;
    }
}

/* Marks a jump. Coming from outside, the end of what has not begun does no harm; nor does
 * the start of what ends where the jump leads. */
static void mark_jump(struct scopes *s, LLVMBasicBlockRef from, LLVMBasicBlockRef to, const struct local *v,
                      struct map *started, struct map *ended) {
    enum where ends = where_ends(s, from, v), begins = where_begins(s, to, v);
    if (ends == OUTSIDE && begins != OUTSIDE) map_put(started, (uint64_t)(uintptr_t)from, 1);
    if (begins == OUTSIDE && ends != OUTSIDE) map_put(ended, (uint64_t)(uintptr_t)to, 1);
}

static void mark_jumps(struct scopes *s, LLVMValueRef fn, const struct local *v) {
    struct map started, ended;
    map_init(&started);
    map_init(&ended);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
            mark_jump(s, b, LLVMGetSuccessor(last, k), v, &started, &ended);
    }
    /* A jump that leads in and out: the life that begins ends at the other target. */
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        for (unsigned k = 0; map_find(&started, (uint64_t)(uintptr_t)b) && k < LLVMGetNumSuccessors(last); k++)
            if (where_begins(s, LLVMGetSuccessor(last, k), v) == OUTSIDE)
                map_put(&ended, (uint64_t)(uintptr_t)LLVMGetSuccessor(last, k), 1);
    }
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        mark_within(s, b, v);
        if (map_find(&started, (uint64_t)(uintptr_t)b))
            mark_alloca(s, LLVMGetBasicBlockTerminator(b), v->alloca_inst, true);
        if (map_find(&ended, (uint64_t)(uintptr_t)b)) mark_alloca(s, first_place(b), v->alloca_inst, false);
    }
    map_release(&started);
    map_release(&ended);
}

static void mark_function(struct scopes *s, LLVMValueRef fn) {
    local_list locals = {0};
    vec_clear(&s->declares);
    variable_declares(fn, &s->declares);
    substatements_init(&s->parts, fn);
    find_unmarked(s, fn, &locals);
    for (uint32_t i = 0; i < locals.len; i++) mark_jumps(s, fn, &locals.data[i]);
    substatements_release(&s->parts);
    vec_release(&locals);
}

static void each_function(LLVMModuleRef module, struct scopes *s, void (*work)(struct scopes *s, LLVMValueRef fn)) {
    s->module = module;
    s->llvm = LLVMGetModuleContext(module);
    s->layout = LLVMGetModuleDataLayout(module);
    s->builder = LLVMCreateBuilderInContext(s->llvm);
    LLVMSetIsNewDbgInfoFormat(module, 0);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        if (!LLVMIsDeclaration(fn)) work(s, fn);
    LLVMDisposeBuilder(s->builder);
    vec_release(&s->declares);
}

void scopes_mark(LLVMModuleRef module, bool guess) {
    struct scopes s = {.guess = guess};
    each_function(module, &s, mark_function);
}

/* ---- another place in each round --------------------------------------------------------------------- */

typedef VEC(LLVMBasicBlockRef) block_list;

/* All blocks that can be reached from behind `from`, not through `wall`. */
static void reach(LLVMBasicBlockRef from, LLVMBasicBlockRef wall, struct map *seen) {
    block_list work = {0};
    vec_push(&work, from);
    while (work.len) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(vec_pop(&work));
        for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
            LLVMBasicBlockRef to = LLVMGetSuccessor(last, k);
            if (to == wall || map_find(seen, (uint64_t)(uintptr_t)to)) continue;
            map_put(seen, (uint64_t)(uintptr_t)to, 1);
            vec_push(&work, to);
        }
    }
    vec_release(&work);
}

static bool is_repeated(LLVMBasicBlockRef b) {
    struct map seen;
    map_init(&seen);
    reach(b, NULL, &seen);
    bool again = map_find(&seen, (uint64_t)(uintptr_t)b);
    map_release(&seen);
    return again;
}

static bool is_single(LLVMValueRef alloca_inst) {
    LLVMValueRef count = LLVMGetOperand(alloca_inst, 0);
    return LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == 1;
}

/* ---- declared again ---------------------------------------------------------------------------------- */

/* The declaration takes the value away: what follows may give another. */
static void forget_at(struct scopes *s, LLVMValueRef declare, LLVMValueRef variable) {
    struct str name = {0};
    size_t len;
    str_add(&name, LLVMGetValueName2(variable, &len));
    LLVMPositionBuilderBefore(s->builder, variable);
    LLVMSetCurrentDebugLocation2(s->builder, NULL);
    LLVMTypeRef type = LLVMGetAllocatedType(variable);
    LLVMValueRef none = LLVMBuildAlloca(s->builder, type, str_text(&name));
    LLVMSetAlignment(none, LLVMGetAlignment(variable));
    LLVMPositionBuilderBefore(s->builder, LLVMGetNextInstruction(declare));
    LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(declare));
    LLVMValueRef size = LLVMConstInt(LLVMInt64TypeInContext(s->llvm), LLVMABISizeOfType(s->layout, type), 0);
    LLVMBuildMemCpy(s->builder, variable, LLVMGetAlignment(variable), none, LLVMGetAlignment(variable), size);
    str_release(&name);
}

static void forget_function(struct scopes *s, LLVMValueRef fn) {
    vec_clear(&s->declares);
    variable_declares(fn, &s->declares);
    for (uint32_t i = 0; i < s->declares.len; i++) {
        LLVMValueRef declare = s->declares.data[i], variable = variable_declared(declare);
        value_list starts = {0};
        if (!variable || !LLVMIsAAllocaInst(variable) || !is_variable(variable) || !is_single(variable)) continue;
        variable_starts(variable, &starts);
        if (!starts.len && is_repeated(LLVMGetInstructionParent(declare))) forget_at(s, declare, variable);
        vec_release(&starts);
    }
}

void scopes_forget(LLVMModuleRef module) {
    struct scopes s = {0};
    each_function(module, &s, forget_function);
}

static bool comes_after(LLVMValueRef inst, LLVMValueRef other) {
    for (; inst; inst = LLVMGetPreviousInstruction(inst))
        if (inst == other) return true;
    return false;
}

/* Does every way to a use of the variable lead through this instruction? */
static bool is_first(LLVMValueRef start, LLVMValueRef alloca_inst) {
    LLVMBasicBlockRef home = LLVMGetInstructionParent(start),
                      entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(home));
    struct map early;
    map_init(&early);
    map_put(&early, (uint64_t)(uintptr_t)entry, 1);
    reach(entry, home, &early);
    bool first = home != entry;
    for (LLVMUseRef use = LLVMGetFirstUse(alloca_inst); use && first; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMBasicBlockRef at =
            LLVMIsAInstruction(user) && !LLVMIsAPHINode(user) ? LLVMGetInstructionParent(user) : NULL;
        first = at && (at == home ? comes_after(user, start) : !map_find(&early, (uint64_t)(uintptr_t)at));
    }
    map_release(&early);
    return first;
}

static LLVMValueRef call_stack(struct scopes *s, const char *name, LLVMValueRef *saved) {
    LLVMTypeRef pointer = LLVMPointerTypeInContext(s->llvm, 0);
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(s->module, id, &pointer, 1);
    return LLVMBuildCall2(s->builder, LLVMIntrinsicGetType(s->llvm, id, &pointer, 1), fn, saved, saved ? 1 : 0, "");
}

/* What the replay library does for the native program: blocks that it gives back are poisoned. */
static LLVMValueRef call_round(struct scopes *s, LLVMTypeRef type, unsigned align) {
    LLVMTypeRef word = LLVMIntPtrTypeInContext(s->llvm, s->layout);
    LLVMValueRef args[] = {LLVMConstInt(word, LLVMABISizeOfType(s->layout, type), 0), LLVMConstInt(word, align, 0)};
    return emit_call(s->module, s->builder, "__shrike_round", LLVMPointerTypeInContext(s->llvm, 0), args, 2);
}

static void call_round_over(struct scopes *s, LLVMValueRef own) {
    emit_call(s->module, s->builder, "__shrike_round_over", LLVMVoidTypeInContext(s->llvm), &own, 1);
}

static LLVMValueRef make_own(struct scopes *s, LLVMValueRef old) {
    LLVMTypeRef type = LLVMGetAllocatedType(old);
    if (s->native) return call_round(s, type, LLVMGetAlignment(old));
    LLVMValueRef own = LLVMBuildAlloca(s->builder, type, "");
    LLVMSetAlignment(own, LLVMGetAlignment(old));
    return own;
}

/* The markers have done their work; without `saved`, one in the engine's code says where the life ends. */
static void replace_markers(struct scopes *s, LLVMValueRef own, LLVMValueRef saved) {
    value_list markers = {0};
    for (LLVMUseRef use = LLVMGetFirstUse(own); use; use = LLVMGetNextUse(use))
        if (is_intrinsic(LLVMGetUser(use), "llvm.lifetime.")) vec_push(&markers, LLVMGetUser(use));
    for (uint32_t i = 0; i < markers.len; i++) {
        LLVMPositionBuilderBefore(s->builder, markers.data[i]);
        LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(markers.data[i]));
        bool end = is_intrinsic(markers.data[i], "llvm.lifetime.end");
        if (end && !s->native && !saved) continue;
        if (end && saved) call_stack(s, "llvm.stackrestore", &saved);
        if (end && s->native) call_round_over(s, own);
        LLVMInstructionEraseFromParent(markers.data[i]);
    }
    vec_release(&markers);
}

/* Does it call alloca()? What that gives would end with the round, too, if room on the stack were given back. */
static bool has_dynamic(LLVMValueRef fn) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsAAllocaInst(i) && !is_named(i, "vla") && (!is_variable(i) || b != LLVMGetEntryBasicBlock(fn)))
                return true;
    return false;
}

/* Each round makes its own variable, as one with an array of variable length does. */
static void make_each_time(struct scopes *s, LLVMValueRef old, LLVMValueRef start, bool keep_room) {
    struct str name = {0};
    size_t len;
    const char *text = LLVMGetValueName2(old, &len);
    str_add_len(&name, text, len);
    LLVMPositionBuilderBefore(s->builder, start);
    LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(start));
    LLVMValueRef saved = s->native || keep_room ? NULL : call_stack(s, "llvm.stacksave", NULL);
    LLVMValueRef own = make_own(s, old);
    LLVMReplaceAllUsesWith(old, own);
    LLVMInstructionEraseFromParent(old);
    LLVMSetValueName2(own, str_text(&name), name.len);
    replace_markers(s, own, saved);
    str_release(&name);
}

/* ---- ... where its life begins in several places ----------------------------------------------------- */

/* A variable of ours holds the address of the round's own; NULL outside its life. */
struct round {
    struct scopes *s;
    LLVMValueRef old, slot;
};

static void build_before(struct scopes *s, LLVMValueRef inst) {
    LLVMPositionBuilderBefore(s->builder, inst);
    LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(inst));
}

static LLVMValueRef current(const struct round *r) {
    return LLVMBuildLoad2(r->s->builder, LLVMPointerTypeInContext(r->s->llvm, 0), r->slot, "");
}

/* In the engine's code a marker goes on saying where the life ends. Room is kept: variables of this kind may end in any
 * order. */
static void end_round(const struct round *r, LLVMValueRef marker) {
    build_before(r->s, marker);
    LLVMValueRef own = current(r);
    if (r->s->native) call_round_over(r->s, own);
    else mark_before(r->s, marker, own, LLVMGetAllocatedType(r->old), false);
    LLVMBuildStore(r->s->builder, LLVMConstNull(LLVMTypeOf(own)), r->slot);
}

static void begin_round(const struct round *r, LLVMValueRef marker, const char *name, size_t len) {
    end_round(r, marker);
    LLVMValueRef own = make_own(r->s, r->old);
    LLVMBuildStore(r->s->builder, own, r->slot);
    LLVMSetValueName2(own, name, len);
}

/* Outside its life, what mentions it (and is not executed, or has nothing to do with its value) gets the old place. */
static LLVMValueRef current_or_old(const struct round *r) {
    LLVMValueRef own = current(r);
    LLVMValueRef none = LLVMBuildICmp(r->s->builder, LLVMIntEQ, own, LLVMConstNull(LLVMTypeOf(own)), "");
    return LLVMBuildSelect(r->s->builder, none, r->old, own, "");
}

/* A choice between ways wants the address at the end of the way. */
static void replace_use(const struct round *r, LLVMValueRef user) {
    for (int i = 0; i < LLVMGetNumOperands(user); i++) {
        if (LLVMGetOperand(user, (unsigned)i) != r->old) continue;
        build_before(r->s, LLVMIsAPHINode(user) ? LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, (unsigned)i))
                                                : user);
        LLVMSetOperand(user, (unsigned)i, current_or_old(r));
    }
}

static void make_each_start(struct scopes *s, LLVMValueRef old) {
    size_t len;
    const char *name = LLVMGetValueName2(old, &len);
    build_before(s, old);
    LLVMTypeRef pointer = LLVMTypeOf(old);
    struct round r = {s, old, LLVMBuildAlloca(s->builder, pointer, "")};
    LLVMPositionBuilderBefore(
        s->builder, first_place(LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(old)))));
    LLVMBuildStore(s->builder, LLVMConstNull(pointer), r.slot);
    value_list users = {0};
    for (LLVMUseRef use = LLVMGetFirstUse(old); use; use = LLVMGetNextUse(use)) vec_push(&users, LLVMGetUser(use));
    for (uint32_t i = 0; i < users.len; i++) {
        LLVMValueRef user = users.data[i];
        bool start = is_intrinsic(user, "llvm.lifetime.start"), end = is_intrinsic(user, "llvm.lifetime.end");
        if (start) begin_round(&r, user, name, len);
        if (end) end_round(&r, user);
        if (start || end) LLVMInstructionEraseFromParent(user);
        else replace_use(&r, user);
    }
    vec_release(&users);
}

/* ---- ... of all variables ------------------------------------------------------------------------------ */

static bool any_is_repeated(const value_list *starts) {
    for (uint32_t i = 0; i < starts->len; i++)
        if (is_repeated(LLVMGetInstructionParent(starts->data[i]))) return true;
    return false;
}

/* Variables that are to be made anew. True if the lives of one begin in several places. */
static bool find_renewed(struct scopes *s, LLVMValueRef fn, value_list *out) {
    bool several = false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)); i; i = LLVMGetNextInstruction(i)) {
        if (!is_variable(i) || alloca_is_dynamic(i) || !alloca_escapes(s->layout, i)) continue;
        value_list starts = {0};
        variable_starts(i, &starts);
        bool renewed =
            any_is_repeated(&starts) && kept_address(s->layout, &s->declares, i, variable_scope(&s->declares, i));
        if (renewed) vec_push(out, i);
        several |= renewed && !(starts.len == 1 && is_first(starts.data[0], i));
        vec_release(&starts);
    }
    return several;
}

static void renew_variable(struct scopes *s, LLVMValueRef variable, bool keep_room) {
    value_list starts = {0};
    variable_starts(variable, &starts);
    if (starts.len == 1 && is_first(starts.data[0], variable)) make_each_time(s, variable, starts.data[0], keep_room);
    else make_each_start(s, variable);
    vec_release(&starts);
}

static void renew_function(struct scopes *s, LLVMValueRef fn) {
    value_list renewed = {0};
    vec_clear(&s->declares);
    variable_declares(fn, &s->declares);
    bool keep_room = find_renewed(s, fn, &renewed) || has_dynamic(fn);
    for (uint32_t i = 0; i < renewed.len; i++) renew_variable(s, renewed.data[i], keep_room);
    vec_release(&renewed);
}

void scopes_renew(LLVMModuleRef module, bool native) {
    struct scopes s = {.native = native};
    each_function(module, &s, renew_function);
}
