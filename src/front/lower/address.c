/* Where the numbers of addresses matter.
 *
 * C leaves open where objects lie. A program may depend on it in two ways: it compares
 * pointers into different objects (or takes their difference), or it uses an address as a
 * number. Both are marked with IR_APART, which looks at the pointers at run time.
 *
 * An address as a number does no harm where it only becomes a pointer again (tags, lists of
 * exclusive ors), is compared with null, or is asked for its alignment. It is followed
 * through arithmetic and local variables; where it goes elsewhere, it counts as used.
 */
#include <string.h>

#include "front/llvm/escape.h"
#include "front/llvm/marks.h"
#include "front/lower/lower.h"

enum { FOLLOWED_MOST = 64, USUAL_ALIGNMENT = 16, MOST_ALIGNMENT = 4096 /* a page's */ };

/* What becomes of a number. */
struct following {
    LLVMValueRef seen[FOLLOWED_MOST];
    uint32_t n;
    bool used;      /* its value matters */
    uint64_t asked; /* of these low bits: they are looked at */
};

static void follow(struct following *f, LLVMValueRef v);

static void mark(struct lower *lo, enum ir_apart what, LLVMValueRef a, LLVMValueRef b, uint32_t asked) {
    uint32_t first = operand(lo, a), second = b ? operand(lo, b) : first;
    emit(lo, IR_APART, asked, 0, first, second, what);
}

static bool is_pointer(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind; }

/* The pointer that an integer is the number of; NULL if it is none. */
static LLVMValueRef pointer_of(LLVMValueRef v) {
    bool cast = LLVMIsAConstantExpr(v) ? LLVMGetConstOpcode(v) == LLVMPtrToInt : LLVMIsAPtrToIntInst(v) != NULL;
    return cast && is_pointer(LLVMGetOperand(v, 0)) ? LLVMGetOperand(v, 0) : NULL;
}

/* The pointer that another was computed from, in this function. */
static LLVMValueRef base_of(LLVMValueRef pointer) {
    while (LLVMIsAGetElementPtrInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

static bool is_zero(LLVMValueRef v) { return LLVMIsConstant(v) && LLVMIsNull(v); }

/* ---- pairs of pointers ------------------------------------------------------------------------------ */

static void mark_pair(struct lower *lo, enum ir_apart what, LLVMValueRef a, LLVMValueRef b) {
    if (lo->fn->runtime || is_zero(a) || is_zero(b) || base_of(a) == base_of(b)) return;
    mark(lo, what, a, b, 0);
}

void mark_comparison(struct lower *lo, LLVMValueRef icmp) {
    LLVMValueRef a = LLVMGetOperand(icmp, 0), b = LLVMGetOperand(icmp, 1);
    if (!is_pointer(a) && pointer_of(a) && pointer_of(b)) {
        a = pointer_of(a);
        b = pointer_of(b);
    }
    LLVMIntPredicate how = LLVMGetICmpPredicate(icmp);
    if (is_pointer(a)) mark_pair(lo, how == LLVMIntEQ || how == LLVMIntNE ? APART_EQUAL : APART_ORDER, a, b);
}

static bool is_difference(LLVMValueRef inst) {
    bool minus = LLVMIsAInstruction(inst) && LLVMGetInstructionOpcode(inst) == LLVMSub;
    return minus && pointer_of(LLVMGetOperand(inst, 0)) && pointer_of(LLVMGetOperand(inst, 1));
}

/* ---- numbers ----------------------------------------------------------------------------------------- */

/* Low bits that v & mask or v % n shows; 0: more than alignment. */
static uint64_t low_bits(LLVMValueRef inst, LLVMValueRef from) {
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    uint64_t n;
    LLVMValueRef other = LLVMGetOperand(inst, LLVMGetOperand(inst, 0) == from);
    if (!const_u64(other, &n)) return 0;
    if (op == LLVMAnd) return n < USUAL_ALIGNMENT || (n < MOST_ALIGNMENT && !(n & (n + 1))) ? n : 0;
    bool remainder = op == LLVMURem && other == LLVMGetOperand(inst, 1) && n && !(n & (n - 1)) && n <= MOST_ALIGNMENT;
    return remainder ? n - 1 : 0;
}

/* Those that v & ~mask takes off. */
static uint64_t bits_off(LLVMValueRef inst, LLVMValueRef from) {
    uint64_t n;
    LLVMValueRef other = LLVMGetOperand(inst, LLVMGetOperand(inst, 0) == from);
    if (LLVMGetInstructionOpcode(inst) != LLVMAnd || !const_u64(other, &n)) return 0;
    uint32_t width = LLVMGetIntTypeWidth(LLVMTypeOf(inst));
    uint64_t off = ~n & (width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX);
    return off < MOST_ALIGNMENT ? off : 0;
}

static void follow_variable(struct following *f, LLVMValueRef variable) {
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user)) follow(f, user);
        else if (!(LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable) && !is_intrinsic(user, "llvm.") &&
                 !is_intrinsic(user, PROTECT_PREFIX "life."))
            f->used = true;
    }
}

static void follow_use(struct following *f, LLVMValueRef v, LLVMValueRef user) {
    if (!LLVMIsAInstruction(user)) {
        f->used = true;
        return;
    }
    uint64_t low;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMIntToPtr: return;
    case LLVMSub:
        if (is_difference(user)) return; /* marked itself */
        follow(f, user);
        return;
    case LLVMAnd:
    case LLVMURem: {
        low = low_bits(user, v);
        f->asked |= low | bits_off(user, v);
        if (!low && LLVMGetInstructionOpcode(user) == LLVMURem) f->used = true;
        if (!low) follow(f, user);
        return;
    }
    case LLVMTrunc: {
        uint32_t width = LLVMGetIntTypeWidth(LLVMTypeOf(user));
        if ((UINT64_C(1) << (width < 63 ? width : 63)) <= MOST_ALIGNMENT) f->asked |= (UINT64_C(1) << width) - 1;
        else follow(f, user);
        return;
    }
    case LLVMAdd:
    case LLVMOr:
    case LLVMXor:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMFreeze: follow(f, user); return;
    case LLVMCall:
        if (is_intrinsic(user, PROTECT_PREFIX "align.") && const_u64(LLVMGetOperand(user, 1), &low)) f->asked |= low;
        else f->used |= !is_intrinsic(user, "llvm.dbg.");
        return;
    case LLVMICmp:
        f->used |= !is_zero(LLVMGetOperand(user, LLVMGetOperand(user, 0) == v)) &&
                   !pointer_of(LLVMGetOperand(user, LLVMGetOperand(user, 0) == v));
        return;
    case LLVMStore:
        if (LLVMIsAAllocaInst(LLVMGetOperand(user, 1)) && LLVMGetOperand(user, 0) == v)
            follow_variable(f, LLVMGetOperand(user, 1));
        else f->used = true;
        return;
    default: f->used = true;
    }
}

static void follow(struct following *f, LLVMValueRef v) {
    for (uint32_t i = 0; i < f->n; i++)
        if (f->seen[i] == v) return;
    if (f->n == FOLLOWED_MOST) f->used = true;
    if (f->used) return;
    f->seen[f->n++] = v;
    for (LLVMUseRef use = LLVMGetFirstUse(v); use && !f->used; use = LLVMGetNextUse(use))
        follow_use(f, v, LLVMGetUser(use));
}

void mark_cast(struct lower *lo, LLVMValueRef cast) {
    if (lo->fn->runtime || !is_pointer(LLVMGetOperand(cast, 0))) return;
    struct following f = {0};
    follow(&f, cast);
    if (f.used) mark(lo, APART_NUMBER, LLVMGetOperand(cast, 0), NULL, 0);
    else if (f.asked) mark(lo, APART_ALIGNMENT, LLVMGetOperand(cast, 0), NULL, (uint32_t)f.asked);
}

/* The numbers of variables are constants, and have no instruction of their own. */
static void mark_constant(struct lower *lo, LLVMValueRef inst, LLVMValueRef v) {
    LLVMValueRef pointer = LLVMIsAConstantExpr(v) ? pointer_of(v) : NULL;
    if (!pointer) return;
    struct following f = {0};
    follow_use(&f, v, inst);
    if (f.used) mark(lo, APART_NUMBER, pointer, NULL, 0);
    else if (f.asked) mark(lo, APART_ALIGNMENT, pointer, NULL, (uint32_t)f.asked);
}

void mark_arithmetic(struct lower *lo, LLVMValueRef inst) {
    if (lo->fn->runtime) return;
    if (is_difference(inst)) {
        mark_pair(lo, APART_DISTANCE, pointer_of(LLVMGetOperand(inst, 0)), pointer_of(LLVMGetOperand(inst, 1)));
        return;
    }
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(inst); i++) mark_constant(lo, inst, LLVMGetOperand(inst, i));
}
