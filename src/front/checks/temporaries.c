#include "front/checks/lifetimes.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "front/llvm/escape.h"
#include "front/llvm/variable.h"

struct temporaries {
    LLVMModuleRef module;
    LLVMContextRef llvm;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
    value_list declares; /* of the function */
    bool native;
    struct map seen;     /* blocks that the expression reaches */
    LLVMValueRef object; /* the temporary at hand */
    value_list ends;     /* before these it is over */
};

static const char *name_of(LLVMValueRef v) {
    size_t len;
    return LLVMGetValueName2(v, &len);
}

static bool is_named(const char *name, const char *const *starts, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (str_starts(name, starts[i])) return true;
    return false;
}

/* ---- which ------------------------------------------------------------------------------------------- */

/* Names that clang gives to variables of its own; the user's have a declaration. */
static bool is_temporary(const struct temporaries *t, LLVMValueRef inst) {
    static const char *const names[] = {"tmp", "coerce", "agg.tmp", "ref.tmp", "vaarg.tmp", "undef.agg.tmp"};
    if (!LLVMIsAAllocaInst(inst) || !is_named(name_of(inst), names, sizeof names / sizeof *names)) return false;
    if (LLVMGetTypeKind(LLVMGetAllocatedType(inst)) != LLVMStructTypeKind || variable_scope(&t->declares, inst))
        return false;
    value_list starts = {0};
    variable_starts(inst, &starts);
    bool unmarked = !starts.len;
    vec_release(&starts);
    return unmarked;
}

/* An array in it becomes a pointer, which something keeps. */
static void find_kept(const struct temporaries *t, LLVMValueRef address, value_list *out) {
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAGetElementPtrInst(user) || LLVMGetOperand(user, 0) != address) continue;
        if (LLVMGetTypeKind(LLVMGetGEPSourceElementType(user)) != LLVMArrayTypeKind) find_kept(t, user, out);
        else if (kept_address(t->layout, &t->declares, user, NULL)) vec_push(out, user);
    }
}

/* ---- how far the expression goes --------------------------------------------------------------------- */

static bool is_seen(const struct temporaries *t, LLVMBasicBlockRef b) {
    return map_find(&t->seen, (uint64_t)(uintptr_t)b) != NULL;
}

/* Blocks in the middle of an expression; the last two are those of checks. */
static bool is_inside(LLVMBasicBlockRef b) {
    static const char *const names[] = {"land.",    "lor.",   "cond.true", "cond.false",
                                        "cond.end", "vaarg.", "cont",      "handler."};
    return is_named(LLVMGetBasicBlockName(b), names, sizeof names / sizeof *names);
}

static bool is_behind(LLVMValueRef inst, LLVMValueRef other) {
    for (; inst; inst = LLVMGetPreviousInstruction(inst))
        if (inst == other) return true;
    return false;
}

/* Is the value needed at `at` or later? Lengths of arrays are, as long as those live, and so are places. */
static bool is_needed(const struct temporaries *t, LLVMValueRef value, LLVMValueRef at) {
    bool needed = false;
    if (LLVMIsAAllocaInst(value)) return false;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAAllocaInst(user)) return false;
        LLVMBasicBlockRef b = LLVMIsAInstruction(user) ? LLVMGetInstructionParent(user) : NULL;
        needed |= b && (b == LLVMGetInstructionParent(at) ? is_behind(user, at) : !is_seen(t, b));
    }
    return needed;
}

static bool any_is_needed(const struct temporaries *t, LLVMValueRef at) {
    for (LLVMValueRef i = LLVMGetPreviousInstruction(at); i; i = LLVMGetPreviousInstruction(i))
        if (is_needed(t, i, at)) return true;
    for (LLVMValueRef i = at; i; i = LLVMGetNextInstruction(i))
        for (int k = 0; k < LLVMGetNumOperands(i); k++) {
            LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
            bool other = LLVMIsAInstruction(v) && !LLVMIsAAllocaInst(v) &&
                         LLVMGetInstructionParent(v) != LLVMGetInstructionParent(at);
            if (other && is_needed(t, v, at)) return true;
        }
    return false;
}

static struct written_place next_place(LLVMValueRef at) {
    struct written_place p = source_place_of(at);
    while (!p.line && (at = LLVMGetNextInstruction(at))) p = source_place_of(at);
    return p;
}

/* Does another expression begin here, as far as one can see? `last`: the furthest position of this one. */
static bool is_over(const struct temporaries *t, LLVMValueRef at, const struct written_place *last) {
    if (any_is_needed(t, at)) return false;
    if (is_intrinsic(at, "llvm.dbg.declare") || is_intrinsic(at, "llvm.lifetime.") || LLVMIsAReturnInst(at))
        return true;
    if (LLVMIsATerminatorInst(at)) return false; /* the blocks that it leads to tell */
    struct written_place next = next_place(at);
    enum semicolon said = semicolon_between(last, &next);
    return said == SEMICOLON_FOUND || (said == SEMICOLON_UNKNOWN && !t->native);
}

static LLVMValueRef first_place(LLVMBasicBlockRef b) {
    LLVMValueRef i = LLVMGetFirstInstruction(b);
    while (LLVMIsAPHINode(i) || LLVMIsAAllocaInst(i)) i = LLVMGetNextInstruction(i);
    return i;
}

static void walk(struct temporaries *t, LLVMValueRef from, struct written_place last);

static void walk_on(struct temporaries *t, LLVMValueRef jump, struct written_place last) {
    for (unsigned i = 0; i < LLVMGetNumSuccessors(jump); i++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(jump, i);
        if (is_seen(t, to)) continue;
        if (!is_inside(to)) {
            vec_push(&t->ends, first_place(to));
            continue;
        }
        map_put(&t->seen, (uint64_t)(uintptr_t)to, 1);
        walk(t, first_place(to), last);
    }
}

static void walk(struct temporaries *t, LLVMValueRef from, struct written_place last) {
    LLVMValueRef i = from;
    for (; !LLVMIsATerminatorInst(i); i = LLVMGetNextInstruction(i)) {
        if (i != from && is_over(t, i, &last)) {
            vec_push(&t->ends, i);
            return;
        }
        struct written_place here = source_place_of(i);
        if (here.line && source_place_before(&last, &here)) last = here;
    }
    walk_on(t, i, last);
}

/* ---- marking ----------------------------------------------------------------------------------------- */

static void mark_before(const struct temporaries *t, LLVMValueRef inst, bool start) {
    const char *name = start ? "llvm.lifetime.start" : "llvm.lifetime.end";
    LLVMTypeRef pointer = LLVMTypeOf(t->object);
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(t->module, id, &pointer, 1);
    uint64_t size = LLVMABISizeOfType(t->layout, LLVMGetAllocatedType(t->object));
    LLVMValueRef args[] = {LLVMConstInt(LLVMInt64TypeInContext(t->llvm), size, 0), t->object};
    LLVMPositionBuilderBefore(t->builder, inst);
    LLVMSetCurrentDebugLocation2(t->builder, LLVMInstructionGetDebugLoc(inst));
    LLVMBuildCall2(t->builder, LLVMIntrinsicGetType(t->llvm, id, &pointer, 1), fn, args, 2, "");
}

/* The first of the block's instructions that mentions the object. */
static LLVMValueRef first_mention(const struct temporaries *t, LLVMValueRef inst) {
    LLVMValueRef first = inst;
    for (LLVMUseRef use = LLVMGetFirstUse(t->object); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMGetInstructionParent(user) == LLVMGetInstructionParent(inst) && is_behind(first, user)) first = user;
    }
    return first;
}

/* One for each block that writes the object. */
static void find_starts(const struct temporaries *t, LLVMValueRef address, value_list *out) {
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAGetElementPtrInst(user)) find_starts(t, user, out);
        bool store = LLVMIsAStoreInst(user) != NULL, call = LLVMIsACallInst(user) != NULL;
        bool fills = (store && LLVMGetOperand(user, 1) == address) || (call && LLVMGetOperand(user, 0) == address);
        if (!fills) continue;
        uint32_t k = 0;
        while (k < out->len && LLVMGetInstructionParent(out->data[k]) != LLVMGetInstructionParent(user)) k++;
        if (k == out->len) vec_push(out, first_mention(t, user));
    }
}

static void mark_object(struct temporaries *t, const value_list *kept) {
    value_list starts = {0};
    find_starts(t, t->object, &starts);
    vec_clear(&t->ends);
    for (uint32_t i = 0; i < kept->len; i++) {
        map_clear(&t->seen);
        map_put(&t->seen, (uint64_t)(uintptr_t)LLVMGetInstructionParent(kept->data[i]), 1);
        walk(t, kept->data[i], source_place_of(kept->data[i]));
    }
    for (uint32_t i = 0; i < starts.len && t->ends.len; i++) mark_before(t, starts.data[i], true);
    for (uint32_t i = 0; i < t->ends.len; i++) mark_before(t, t->ends.data[i], false);
    vec_release(&starts);
}

static void mark_function(struct temporaries *t, LLVMValueRef fn) {
    value_list kept = {0};
    vec_clear(&t->declares);
    variable_declares(fn, &t->declares);
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)); i; i = LLVMGetNextInstruction(i)) {
        if (!is_temporary(t, i)) continue;
        vec_clear(&kept);
        find_kept(t, i, &kept);
        t->object = i;
        if (kept.len) mark_object(t, &kept);
    }
    vec_release(&kept);
}

void temporaries_mark(LLVMModuleRef module, bool native) {
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    struct temporaries t = {.module = module,
                            .llvm = llvm,
                            .layout = LLVMGetModuleDataLayout(module),
                            .builder = LLVMCreateBuilderInContext(llvm),
                            .native = native};
    LLVMSetIsNewDbgInfoFormat(module, 0);
    map_init(&t.seen);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        if (!LLVMIsDeclaration(fn) && LLVMGetSubprogram(fn)) mark_function(&t, fn);
    map_release(&t.seen);
    LLVMDisposeBuilder(t.builder);
    vec_release(&t.declares);
    vec_release(&t.ends);
}
