#include "front/premises/order.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/emit.h"
#include "front/llvm/escape.h"
#include "front/llvm/marks.h"
#include "front/llvm/variable.h"
#include "ir/known.h"

enum {
    MOST_GLOBALS = 16,
    MOST_STRETCH = 400 /* accesses of one expression that are compared; more are taken to be open */
};

/* ---- what is touched ------------------------------------------------------------------------------- */

/* Memory, as a set of global variables; `any`: whatever a pointer may lead to. */
struct order_places {
    bool any;
    uint32_t n;
    LLVMValueRef globals[MOST_GLOBALS];
};

struct order_touch {
    struct order_places reads, writes;
};

static bool places_add(struct order_places *to, LLVMValueRef global) {
    if (to->any) return false;
    for (uint32_t i = 0; i < to->n; i++)
        if (to->globals[i] == global) return false;
    if (to->n == MOST_GLOBALS) to->any = true;
    else to->globals[to->n++] = global;
    return true;
}

static bool places_add_any(struct order_places *to) {
    bool new = !to->any;
    to->any = true;
    return new;
}

static bool places_add_all(struct order_places *to, const struct order_places *from) {
    bool new = from->any &&places_add_any(to);
    for (uint32_t i = 0; i < from->n && !to->any; i++) new |= places_add(to, from->globals[i]);
    return new;
}

static bool is_nothing(const struct order_places *p) { return !p->any && !p->n; }

static bool meet(const struct order_places *a, const struct order_places *b) {
    if (is_nothing(a) || is_nothing(b)) return false;
    if (a->any || b->any) return true;
    for (uint32_t i = 0; i < a->n; i++)
        for (uint32_t k = 0; k < b->n; k++)
            if (a->globals[i] == b->globals[k]) return true;
    return false;
}

static bool conflict(const struct order_touch *a, const struct order_touch *b) {
    return meet(&a->writes, &b->writes) || meet(&a->writes, &b->reads) || meet(&a->reads, &b->writes);
}

/* ---- of one instruction -------------------------------------------------------------------------------- */

struct order {
    LLVMModuleRef module;
    LLVMValueRef library; /* stands for what functions of the library remember */
    struct map functions; /* function -> struct order_touch */
    struct map shared;    /* alloca -> 1: its address goes somewhere; 2: it does not */
    VEC(struct order_touch *) touches;
};

static LLVMValueRef base_of(LLVMValueRef address) {
    for (;;) {
        bool part = LLVMIsAGetElementPtrInst(address) ||
                    (LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMGetElementPtr);
        if (!part) return address;
        address = LLVMGetOperand(address, 0);
    }
}

/* Does the address get anywhere but into accesses? */
static bool goes_away(LLVMValueRef address) {
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address)) continue;
        if (LLVMIsAGetElementPtrInst(user) ? !goes_away(user) : is_intrinsic(user, "llvm.")) continue;
        return true;
    }
    return false;
}

static bool is_shared(struct order *o, LLVMValueRef variable) {
    uint64_t *known = map_find(&o->shared, (uint64_t)(uintptr_t)variable);
    if (known) return *known == 1;
    bool shared = goes_away(variable);
    map_put(&o->shared, (uint64_t)(uintptr_t)variable, shared ? 1 : 2);
    return shared;
}

/* A local variable that is not shared is no place: no other part of the expression that calls can touch it. */
static bool add_address(struct order *o, LLVMValueRef address, struct order_places *to) {
    LLVMValueRef base = base_of(address);
    if (LLVMIsAAllocaInst(base)) return is_shared(o, base) && places_add_any(to);
    if (!LLVMIsAGlobalVariable(base)) return places_add_any(to);
    return !LLVMIsGlobalConstant(base) && places_add(to, base);
}

static bool add_changed(struct order *o, LLVMValueRef address, struct order_touch *to) {
    bool new = add_address(o, address, &to->reads);
    return add_address(o, address, &to->writes) || new;
}

static bool is_any_of(const char *name, const char *const *names, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

/* Functions of the library without effects that an order could show (what is printed is looked at by no check). */
static bool leaves_all(const char *name) {
    /* clang-format off */
    static const char *const names[] = {
        "printf", "puts", "putchar", "fprintf", "fputs", "fputc", "putc", "fwrite", "write", "perror", "dprintf",
        "vprintf", "vfprintf", "fflush", "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc",
        "__errno_location", "abs", "labs", "llabs", "atoi", "atol", "atoll", "atof", "memcmp", "memchr", "bcmp",
        "strlen", "strnlen", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strchr", "strrchr", "strstr",
        "strspn", "strcspn", "strpbrk", "toupper", "tolower", "isalpha", "isdigit", "isalnum", "isspace", "isupper",
        "islower", "isxdigit", "isprint", "ispunct", "iscntrl", "isgraph", "isblank", "malloc", "calloc", "strdup",
        "strndup", "getenv", "exit", "_exit", "abort"
    };
    /* clang-format on */
    return str_starts(name, "__shrike") || str_starts(name, PROTECT_PREFIX) || str_starts(name, "klee_") ||
           str_starts(name, "__VERIFIER_") || is_any_of(name, names, sizeof names / sizeof *names);
}

static bool takes_pointer(LLVMValueRef call) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind) return true;
    return false;
}

static bool touch_any(struct order_touch *to) {
    bool new = places_add_any(&to->reads);
    return places_add_any(&to->writes) || new;
}

static bool touch_all(struct order_touch *to, const struct order_touch *from) {
    bool new = places_add_all(&to->reads, &from->reads);
    return places_add_all(&to->writes, &from->writes) || new;
}

static bool add_outside(struct order *o, LLVMValueRef call, const char *name, struct order_touch *to) {
    if (leaves_all(name) || known_is_quiet(known_by_name(name))) return false;
    bool new = places_add(&to->reads, o->library);
    new |= places_add(&to->writes, o->library);
    return (takes_pointer(call) && touch_any(to)) || new;
}

static bool add_intrinsic(struct order *o, LLVMValueRef call, struct order_touch *to) {
    if (!is_intrinsic(call, "llvm.mem")) return false;
    bool new = add_address(o, LLVMGetOperand(call, 0), &to->writes);
    return (!is_intrinsic(call, "llvm.memset") && add_address(o, LLVMGetOperand(call, 1), &to->reads)) || new;
}

static bool add_call(struct order *o, LLVMValueRef call, struct order_touch *to) {
    LLVMValueRef fn = LLVMGetCalledValue(call);
    size_t len;
    if (LLVMIsAInlineAsm(fn) || !LLVMIsAFunction(fn)) return touch_any(to);
    if (LLVMGetIntrinsicID(fn)) return add_intrinsic(o, call, to);
    uint64_t *body = map_find(&o->functions, (uint64_t)(uintptr_t)fn);
    if (!body) return add_outside(o, call, LLVMGetValueName2(fn, &len), to);
    return touch_all(to, o->touches.data[*body - 1]);
}

/* True if it adds to what was known. */
static bool add_instruction(struct order *o, LLVMValueRef inst, struct order_touch *to) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad: return add_address(o, LLVMGetOperand(inst, 0), &to->reads);
    case LLVMStore: return add_address(o, LLVMGetOperand(inst, 1), &to->writes);
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return add_changed(o, LLVMGetOperand(inst, 0), to);
    case LLVMCall: return add_call(o, inst, to);
    default: return false;
    }
}

/* ---- of functions ------------------------------------------------------------------------------------ */

static bool summarise(struct order *o, LLVMValueRef fn, struct order_touch *to) {
    bool new = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            new |= add_instruction(o, i, to);
    return new;
}

static void summarise_all(struct order *o) {
    value_list all = {0};
    for (LLVMValueRef fn = LLVMGetFirstFunction(o->module); fn; fn = LLVMGetNextFunction(fn)) {
        if (LLVMIsDeclaration(fn)) continue;
        vec_push(&all, fn);
        vec_push(&o->touches, mem_zalloc(sizeof(struct order_touch)));
        map_put(&o->functions, (uint64_t)(uintptr_t)fn, o->touches.len);
    }
    for (bool new = true; new;) {
        new = false;
        for (uint32_t i = 0; i < all.len; i++) new |= summarise(o, all.data[i], o->touches.data[i]);
    }
    vec_release(&all);
}

/* ---- one expression ---------------------------------------------------------------------------------- */

struct order_access {
    LLVMValueRef inst;
    struct order_touch touch;
};
typedef VEC(struct order_access) access_list;

static bool is_step(const struct order_access *a) {
    return LLVMIsACallInst(a->inst) && !LLVMGetIntrinsicID(LLVMGetCalledValue(a->inst));
}

/* Is the value of `on` needed for `v`? */
static bool needs(LLVMValueRef v, LLVMValueRef on, struct map *seen) {
    if (v == on) return true;
    if (!LLVMIsAInstruction(v) || LLVMIsAAllocaInst(v) || map_find(seen, (uint64_t)(uintptr_t)v)) return false;
    map_put(seen, (uint64_t)(uintptr_t)v, 1);
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
        if (needs(LLVMGetOperand(v, (unsigned)i), on, seen)) return true;
    return false;
}

static bool are_ordered(LLVMValueRef first, LLVMValueRef second) {
    struct map seen;
    map_init(&seen);
    bool ordered = needs(second, first, &seen);
    map_release(&seen);
    return ordered;
}

static LLVMValueRef first_writing_step(const access_list *stretch) {
    for (uint32_t i = 0; i < stretch->len; i++)
        if (is_step(&stretch->data[i]) && !is_nothing(&stretch->data[i].touch.writes)) return stretch->data[i].inst;
    return NULL;
}

/* The first access that has no order with a call in the stretch; NULL: all have, or touch other places. */
static LLVMValueRef find_open(const access_list *stretch) {
    if (stretch->len > MOST_STRETCH) return first_writing_step(stretch);
    for (uint32_t i = 0; i < stretch->len; i++) {
        for (uint32_t k = i + 1; k < stretch->len; k++) {
            const struct order_access *a = &stretch->data[i], *b = &stretch->data[k];
            if ((is_step(a) || is_step(b)) && conflict(&a->touch, &b->touch) && !are_ordered(a->inst, b->inst))
                return a->inst;
        }
    }
    return NULL;
}

/* ---- stretches --------------------------------------------------------------------------------------- */

/* The last instruction of the block that uses the value, by its number; `end` if another block does. */
static uint32_t last_use(LLVMValueRef v, LLVMBasicBlockRef block, const struct map *numbers, uint32_t end) {
    uint32_t last = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAInstruction(user) || LLVMGetInstructionParent(user) != block || LLVMIsAPHINode(user)) return end;
        uint64_t *at = map_find(numbers, (uint64_t)(uintptr_t)user);
        if (at && *at > last) last = (uint32_t)*at;
    }
    return last;
}

/* A value from another block: the stretch goes back to the start. */
static bool comes_in(LLVMValueRef inst, LLVMBasicBlockRef block) {
    for (int i = 0; i < LLVMGetNumOperands(inst); i++) {
        LLVMValueRef v = LLVMGetOperand(inst, (unsigned)i);
        if (LLVMIsAInstruction(v) && !LLVMIsAAllocaInst(v) &&
            (LLVMGetInstructionParent(v) != block || LLVMIsAPHINode(v)))
            return true;
    }
    return false;
}

/* ---- operands that come from other blocks: parts of && || ?: ----------------------------------------- */

/* The accesses that the value rests on. */
static void collect(struct order *o, LLVMValueRef v, struct map *seen, access_list *out) {
    struct order_access a = {.inst = v};
    if (!LLVMIsAInstruction(v) || LLVMIsAAllocaInst(v) || map_find(seen, (uint64_t)(uintptr_t)v)) return;
    map_put(seen, (uint64_t)(uintptr_t)v, 1);
    if (add_instruction(o, v, &a.touch)) vec_push(out, a);
    for (int i = 0; i < LLVMGetNumOperands(v); i++) collect(o, LLVMGetOperand(v, (unsigned)i), seen, out);
}

static void collect_operand(struct order *o, LLVMValueRef inst, unsigned i, access_list *out) {
    struct map seen;
    map_init(&seen);
    vec_clear(out);
    collect(o, LLVMGetOperand(inst, i), &seen, out);
    map_release(&seen);
}

static bool are_open(const access_list *left, const access_list *right) {
    for (uint32_t i = 0; i < left->len && i < MOST_STRETCH; i++)
        for (uint32_t k = 0; k < right->len && k < MOST_STRETCH; k++) {
            const struct order_access *a = &left->data[i], *b = &right->data[k];
            bool other = a->inst != b->inst && (is_step(a) || is_step(b)) && conflict(&a->touch, &b->touch);
            if (other && !are_ordered(a->inst, b->inst) && !are_ordered(b->inst, a->inst)) return true;
        }
    return left->len > MOST_STRETCH && right->len > MOST_STRETCH;
}

/* Of two operands of the instruction, may one change what the other rests on? */
static bool has_open_operands(struct order *o, LLVMValueRef inst) {
    access_list left = {0}, right = {0};
    bool open = false;
    const int n = LLVMIsAPHINode(inst) ? 0 : LLVMGetNumOperands(inst);
    for (int i = 0; i < n && !open; i++) {
        collect_operand(o, inst, (unsigned)i, &left);
        for (int k = i + 1; k < n && left.len && !open; k++) {
            collect_operand(o, inst, (unsigned)k, &right);
            open = are_open(&left, &right);
        }
    }
    vec_release(&left);
    vec_release(&right);
    return open;
}

static void number(LLVMBasicBlockRef block, value_list *all, struct map *numbers) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        vec_push(all, i);
        map_put(numbers, (uint64_t)(uintptr_t)i, all->len);
    }
}

static void note_open(const access_list *stretch, value_list *open) {
    LLVMValueRef at = find_open(stretch);
    if (at) vec_push(open, at);
}

static void look_at_block(struct order *o, LLVMBasicBlockRef block, value_list *open) {
    value_list all = {0};
    struct map numbers;
    access_list stretch = {0};
    uint32_t reach = 0;
    map_init(&numbers);
    number(block, &all, &numbers);
    for (uint32_t i = 0; i < all.len; i++)
        if (comes_in(all.data[i], block)) reach = i + 1;
    for (uint32_t i = 0; i < all.len && reach; i++)
        if (has_open_operands(o, all.data[i])) vec_push(open, all.data[i]);
    for (uint32_t i = 0; i < all.len; i++) {
        struct order_access a = {.inst = all.data[i]};
        if (add_instruction(o, a.inst, &a.touch)) vec_push(&stretch, a);
        uint32_t last = LLVMIsAAllocaInst(a.inst) ? 0 : last_use(a.inst, block, &numbers, all.len + 1);
        if (last > reach) reach = last;
        if (reach > i + 1) continue;
        note_open(&stretch, open);
        vec_clear(&stretch);
    }
    note_open(&stretch, open);
    vec_release(&stretch);
    vec_release(&all);
    map_release(&numbers);
}

/* ---- all --------------------------------------------------------------------------------------------- */

static void look_at_all(struct order *o, value_list *open) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(o->module); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
            look_at_block(o, b, open);
}

void order_mark(LLVMModuleRef module) {
    assert(!LLVMIsNewDbgInfoFormat(module));
    value_list open = {0};
    struct order o = {.module = module};
    o.library = LLVMAddGlobal(module, LLVMInt8TypeInContext(LLVMGetModuleContext(module)), "shrike.library");
    map_init(&o.functions);
    map_init(&o.shared);
    summarise_all(&o);
    look_at_all(&o, &open);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (uint32_t i = 0; i < open.len; i++)
        emit_suppose(module, builder, open.data[i],
                     "the operands of an expression are evaluated in the order that clang chooses");
    LLVMDisposeBuilder(builder);
    LLVMDeleteGlobal(o.library);
    for (uint32_t i = 0; i < o.touches.len; i++) mem_free(o.touches.data[i]);
    vec_release(&o.touches);
    vec_release(&open);
    map_release(&o.functions);
    map_release(&o.shared);
}
