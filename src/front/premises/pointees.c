#include "front/premises/aliasing.h"

#include <llvm-c/Target.h>
#include <stdbool.h>

#include "base/map.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/escape.h"
#include "ir/known.h"

/* A node is a value or some memory; 0: none. */
struct pointee_node {
    uint32_t same;  /* another node that it is equal to; itself: it stands for its class */
    uint32_t leads; /* as a pointer: the memory; as memory: what pointers in it lead to */
};

struct pointees {
    unsigned bits; /* of a pointer */
    VEC(struct pointee_node) nodes;
    struct map values; /* LLVM's value -> node */
    uint32_t any;      /* memory that anything may lead to, and pointers in it, too */
};

static uint32_t new_node(struct pointees *all) {
    const uint32_t number = all->nodes.len;
    vec_push(&all->nodes, (struct pointee_node){.same = number});
    return number;
}

static uint32_t find(struct pointees *all, uint32_t n) {
    while (all->nodes.data[n].same != n) n = all->nodes.data[n].same = all->nodes.data[all->nodes.data[n].same].same;
    return n;
}

static uint32_t leads(struct pointees *all, uint32_t n) {
    n = find(all, n);
    if (!all->nodes.data[n].leads) {
        const uint32_t memory = new_node(all);
        all->nodes.data[n].leads = memory;
    }
    return find(all, all->nodes.data[n].leads);
}

static void unify(struct pointees *all, uint32_t a, uint32_t b) {
    for (;;) {
        a = find(all, a);
        b = find(all, b);
        if (a == b) return;
        const uint32_t of_a = all->nodes.data[a].leads, of_b = all->nodes.data[b].leads;
        all->nodes.data[a].same = b;
        if (!of_b) all->nodes.data[b].leads = of_a;
        if (!of_a || !of_b) return;
        a = of_a;
        b = of_b;
    }
}

/* ---- constants --------------------------------------------------------------------------------------- */

static uint32_t node_of(struct pointees *all, LLVMValueRef v);

/* A constant that no address is part of. */
static bool is_data(LLVMValueRef v) {
    return LLVMIsAConstantInt(v) || LLVMIsAConstantFP(v) || LLVMIsAConstantPointerNull(v) || LLVMIsAUndefValue(v) ||
           LLVMIsAConstantDataSequential(v) || LLVMIsAConstantAggregateZero(v);
}

/* Address computations of constants; members of an aggregate are all of them. */
static void take_operands(struct pointees *all, LLVMValueRef v, uint32_t node) {
    for (int i = 0; i < LLVMGetNumOperands(v); i++) {
        LLVMValueRef part = LLVMGetOperand(v, (unsigned)i);
        if (LLVMIsAConstant(part) && !is_data(part)) unify(all, node, node_of(all, part));
    }
}

static bool is_object(LLVMValueRef v) { return LLVMIsAGlobalValue(v) || LLVMIsAAllocaInst(v); }

static uint32_t node_of(struct pointees *all, LLVMValueRef v) {
    const uint64_t key = (uint64_t)(uintptr_t)v;
    uint64_t *known = map_find(&all->values, key);
    if (known) return find(all, (uint32_t)*known);
    const uint32_t node = new_node(all);
    map_put(&all->values, key, node);
    if (LLVMIsAConstant(v) && !is_object(v) && !is_data(v)) take_operands(all, v, node);
    return find(all, node);
}

static void take_global(struct pointees *all, LLVMValueRef global) {
    LLVMValueRef init = LLVMGetInitializer(global);
    if (init && !is_data(init))
        unify(all, leads(all, leads(all, node_of(all, global))), leads(all, node_of(all, init)));
}

/* ---- instructions ------------------------------------------------------------------------------------ */

static bool is_pointer(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind; }

/* Clang copies pointers as integers of their size, too. */
static bool may_hold_pointer(const struct pointees *all, LLVMValueRef v) {
    LLVMTypeRef type = LLVMTypeOf(v);
    switch (LLVMGetTypeKind(type)) {
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMHalfTypeKind: return false;
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type) >= all->bits;
    default: return true;
    }
}

static void assign(struct pointees *all, LLVMValueRef to, LLVMValueRef from) {
    if (may_hold_pointer(all, from)) unify(all, leads(all, node_of(all, to)), leads(all, node_of(all, from)));
}

static void forget(struct pointees *all, LLVMValueRef v) { unify(all, leads(all, node_of(all, v)), all->any); }

/* The values in `pointer`'s memory lead to what those of `v` lead to. */
static void pass_through(struct pointees *all, LLVMValueRef pointer, LLVMValueRef v) {
    if (may_hold_pointer(all, v))
        unify(all, leads(all, leads(all, node_of(all, pointer))), leads(all, node_of(all, v)));
}

static void copy_contents(struct pointees *all, LLVMValueRef to, LLVMValueRef from) {
    unify(all, leads(all, leads(all, node_of(all, to))), leads(all, leads(all, node_of(all, from))));
}

static void call_function(struct pointees *all, LLVMValueRef call, LLVMValueRef fn) {
    const unsigned given = LLVMGetNumArgOperands(call), taken = LLVMCountParams(fn);
    for (unsigned i = 0; i < given; i++)
        if (i < taken) assign(all, LLVMGetParam(fn, i), LLVMGetOperand(call, i));
        else forget(all, LLVMGetOperand(call, i));
    assign(all, call, fn); /* what its node leads to stands for what it returns: no access goes to code */
}

/* A function that gets a function may call it, with what else it gets. */
static bool takes_function(LLVMValueRef call) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMIsAFunction(LLVMGetOperand(call, i))) return true;
    return false;
}

/* What string.h and wchar.h return is near the first argument. */
static bool returns_first(const char *name) {
    return str_starts(name, "mem") || str_starts(name, "str") || str_starts(name, "stp") || str_starts(name, "wcs") ||
           str_starts(name, "wmem");
}

/* A function of the library: a new block, or something near an argument. */
static void call_outside(struct pointees *all, LLVMValueRef call, LLVMValueRef fn) {
    size_t len;
    const char *name = LLVMGetValueName2(fn, &len);
    const known_set effects = known_by_name(name);
    const bool unknown = takes_function(call), new = effects &KNOWN_ALLOCATES && !(effects & KNOWN_FREES);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef arg = LLVMGetOperand(call, i);
        if (!is_pointer(arg)) continue;
        if (unknown) forget(all, arg);
        if (is_pointer(call) && !new && (!i || !returns_first(name))) assign(all, call, arg);
    }
    if (str_starts(name, "memcpy") || str_starts(name, "memmove") || str_starts(name, "mempcpy"))
        copy_contents(all, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1));
}

static void call_any(struct pointees *all, LLVMValueRef call) {
    LLVMValueRef fn = LLVMGetCalledValue(call);
    if (is_intrinsic(call, "llvm.memcpy") || is_intrinsic(call, "llvm.memmove"))
        copy_contents(all, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1));
    else if (is_intrinsic(call, "llvm.va_start"))
        unify(all, leads(all, leads(all, node_of(all, LLVMGetOperand(call, 0)))), all->any);
    else if (is_intrinsic(call, "llvm.")) return;
    else if (LLVMIsAFunction(fn) && !LLVMIsDeclaration(fn)) call_function(all, call, fn);
    else if (LLVMIsAFunction(fn)) call_outside(all, call, fn);
    else {
        for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) forget(all, LLVMGetOperand(call, i));
        forget(all, call);
    }
}

static void take_instruction(struct pointees *all, LLVMValueRef fn, LLVMValueRef inst) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad: pass_through(all, LLVMGetOperand(inst, 0), inst); return;
    case LLVMStore: pass_through(all, LLVMGetOperand(inst, 1), LLVMGetOperand(inst, 0)); return;
    case LLVMAtomicCmpXchg:
        pass_through(all, LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 2));
        pass_through(all, LLVMGetOperand(inst, 0), inst);
        return;
    case LLVMAtomicRMW:
        pass_through(all, LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 1));
        pass_through(all, LLVMGetOperand(inst, 0), inst);
        return;
    case LLVMGetElementPtr: assign(all, inst, LLVMGetOperand(inst, 0)); return;
    case LLVMPHI:
        for (unsigned i = 0; i < LLVMCountIncoming(inst); i++) assign(all, inst, LLVMGetIncomingValue(inst, i));
        return;
    case LLVMIntToPtr: forget(all, inst); return;
    case LLVMPtrToInt: forget(all, LLVMGetOperand(inst, 0)); return;
    case LLVMCall: call_any(all, inst); return;
    case LLVMRet:
        if (LLVMGetNumOperands(inst)) assign(all, fn, LLVMGetOperand(inst, 0));
        return;
    case LLVMExtractValue:
    case LLVMInsertValue:
    case LLVMBitCast:
    case LLVMFreeze:
        assign(all, inst, LLVMGetOperand(inst, 0));
        if (LLVMGetInstructionOpcode(inst) == LLVMInsertValue) assign(all, inst, LLVMGetOperand(inst, 1));
        return;
    case LLVMSelect:
        assign(all, inst, LLVMGetOperand(inst, 1));
        assign(all, inst, LLVMGetOperand(inst, 2));
        return;
    default: return; /* integers that are computed are pointers of no object, or come through the casts above */
    }
}

/* It is used other than to be called. */
static bool has_address(LLVMValueRef fn) {
    for (LLVMUseRef use = LLVMGetFirstUse(fn); use; use = LLVMGetNextUse(use))
        if (!LLVMIsACallInst(LLVMGetUser(use)) || LLVMGetCalledValue(LLVMGetUser(use)) != fn) return true;
    return false;
}

static void take_function(struct pointees *all, LLVMValueRef fn) {
    for (unsigned i = 0; has_address(fn) && i < LLVMCountParams(fn); i++) forget(all, LLVMGetParam(fn, i));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            take_instruction(all, fn, i);
}

/* ---- all --------------------------------------------------------------------------------------------- */

struct pointees *pointees_find(LLVMModuleRef module) {
    struct pointees *all = mem_zalloc(sizeof *all);
    map_init(&all->values);
    all->bits = 8 * LLVMPointerSize(LLVMGetModuleDataLayout(module));
    new_node(all); /* 0 */
    all->any = new_node(all);
    all->nodes.data[all->any].leads = all->any;
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) take_global(all, g);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) take_function(all, fn);
    return all;
}

uint32_t pointees_class(struct pointees *all, LLVMValueRef pointer) { return leads(all, node_of(all, pointer)); }

void pointees_free(struct pointees *all) {
    vec_release(&all->nodes);
    map_release(&all->values);
    mem_free(all);
}
