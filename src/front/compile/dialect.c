#include "front/compile/dialect.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "front/front.h"
#include "front/llvm/escape.h"
#include "ir/known.h"

enum touch { TOUCHES_ALL, TOUCHES_FLOATS, TOUCHES_ERRNO, TOUCHES_EXCEPTIONS };

static const struct dialect_option {
    const char *name;
    enum front_shape shape;
    enum touch touches;
    const char *what;
} table[] = {
#define DIALECT(name, shape, touches, what) {name, FRONT_##shape, TOUCHES_##touches, what},
#include "front/compile/dialect.def"
#undef DIALECT
};

#define WRITTEN "floating-point operations are done as written, each rounded by IEEE 754"

/* ---- options ----------------------------------------------------------------------------------------- */

int front_match(enum front_shape shape, const char *name, const char *const *argv, int argc, const char **value) {
    size_t len = strlen(name);
    if (strncmp(argv[0], name, len) != 0) return 0;
    bool ends = !argv[0][len];
    if (!ends && (shape == FRONT_ALONE || shape == FRONT_APART)) return 0;
    if (!ends) *value = argv[0] + len;
    if (!ends || shape == FRONT_ALONE || shape == FRONT_JOINED) return 1;
    if (argc < 2) return -1;
    *value = argv[1];
    return 2;
}

/* The option at argv[0] that is not obeyed, and its words; NULL: it is none. */
static const struct dialect_option *row_of(const char *const *argv, int argc, int *words) {
    const char *value;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        *words = front_match(table[i].shape, table[i].name, argv, argc, &value);
        if (*words) return *words > 0 ? &table[i] : NULL;
    }
    return NULL;
}

int front_unobeyed(const char *const *argv, int argc) {
    int words;
    return row_of(argv, argc, &words) ? words : 0;
}

/* -fno-X for -fX, and the other way round */
static bool undoes(const char *later, const char *word) {
    const bool no = str_starts(word, "-fno-"), also = str_starts(later, "-fno-");
    if (no == also || !str_starts(word, "-f") || !str_starts(later, "-f")) return false;
    return strcmp(word + (no ? 5 : 2), later + (also ? 5 : 2)) == 0;
}

/* ---- what the program has ---------------------------------------------------------------------------- */

struct traits {
    bool floats;  /* computes with them */
    bool excess;  /* ... where x87 would keep more of them than their type has */
    bool fused;   /* ... has a product and a sum in a function that may use instructions for both */
    bool relaxed; /* an operation may be reordered: bitcode of -ffast-math */
    bool wraps;   /* signed integers are computed */
    bool errnos, exceptions;
};

static bool is_float(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMVectorTypeKind) return is_float(LLVMGetElementType(type));
    return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMHalfTypeKind ||
           kind == LLVMX86_FP80TypeKind;
}

static bool is_short(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

static bool has_operand(LLVMValueRef inst, bool (*wanted)(LLVMTypeRef), bool constant) {
    for (int i = 0; i < LLVMGetNumOperands(inst); i++) {
        LLVMValueRef v = LLVMGetOperand(inst, (unsigned)i);
        if (!LLVMIsABasicBlock(v) && wanted(LLVMTypeOf(v)) && (!constant || LLVMIsAConstant(v))) return true;
    }
    return false;
}

/* A value of the library comes in a register of x87; inputs have their type. */
static bool comes_from_outside(LLVMValueRef call) {
    LLVMValueRef fn = LLVMGetCalledValue(call);
    size_t len;
    return !LLVMIsAFunction(fn) ||
           (LLVMIsDeclaration(fn) && !(known_by_name(LLVMGetValueName2(fn, &len)) & KNOWN_INPUT));
}

/* Loads, stores, comparisons and changes of sign of values that have their type's precision are exact. */
static bool has_excess(LLVMValueRef inst) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
    case LLVMStore:
    case LLVMAlloca:
    case LLVMFNeg: return false;
    case LLVMCall: return is_short(LLVMTypeOf(inst)) && comes_from_outside(inst);
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem:
    case LLVMSIToFP:
    case LLVMUIToFP: return is_short(LLVMTypeOf(inst));
    default: return has_operand(inst, is_short, true); /* a constant may have more places than its type */
    }
}

/* Something is added to a product, perhaps by way of a variable. */
struct fusible {
    bool product, sum;
};

static void note_term(struct fusible *t, LLVMValueRef inst) {
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    t->product |= op == LLVMFMul || is_intrinsic(inst, "llvm.fmuladd");
    t->sum |= op == LLVMFAdd || op == LLVMFSub || is_intrinsic(inst, "llvm.fmuladd");
}

static bool has_feature(LLVMValueRef fn, const char *feature) {
    static const char name[] = "target-features";
    LLVMAttributeRef all =
        LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name, sizeof name - 1);
    unsigned length;
    const char *text = all ? LLVMGetStringAttributeValue(all, &length) : NULL;
    const size_t wanted = strlen(feature);
    for (const char *p = text; p; p = memchr(p, ',', length - (size_t)(p - text))) {
        p += *p == ',';
        if (length - (size_t)(p - text) >= wanted && strncmp(p, feature, wanted) == 0 &&
            (p + wanted == text + length || p[wanted] == ','))
            return true;
    }
    return false;
}

static bool is_relaxed(LLVMValueRef inst) {
    return LLVMCanValueUseFastMathFlags(inst) &&
           LLVMGetFastMathFlags(inst) & ~(LLVMFastMathFlags)LLVMFastMathAllowContract;
}

static bool may_not_wrap(LLVMValueRef inst) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl: return LLVMGetNSW(inst);
    default: return false;
    }
}

static void look_at_function(struct traits *t, LLVMValueRef fn, bool sse) {
    struct fusible terms = {0};
    const bool may_fuse = has_feature(fn, "+fma") || has_feature(fn, "+fma4"), x87 = !sse || !has_feature(fn, "+sse2");
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            t->floats |= is_float(LLVMTypeOf(i)) || has_operand(i, is_float, false);
            t->excess |= x87 && has_excess(i);
            t->relaxed |= is_relaxed(i);
            t->wraps |= may_not_wrap(i);
            note_term(&terms, i);
        }
    t->fused |= may_fuse && terms.product && terms.sum;
}

static bool calls(LLVMModuleRef module, const char *name) {
    LLVMValueRef fn = LLVMGetNamedFunction(module, name);
    return fn && LLVMGetFirstUse(fn);
}

static struct traits traits_of(LLVMModuleRef module, bool sse) {
    struct traits t = {0};
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        if (!LLVMIsDeclaration(fn)) look_at_function(&t, fn, sse);
    t.errnos = calls(module, "__errno_location");
    t.exceptions = calls(module, "fetestexcept") || calls(module, "fegetexceptflag") || calls(module, "feenableexcept");
    return t;
}

static bool concerns(const struct traits *t, enum touch touch) {
    return touch == TOUCHES_ALL || (touch == TOUCHES_FLOATS && t->floats) ||
           (touch == TOUCHES_ERRNO && t->errnos && t->floats) || (touch == TOUCHES_EXCEPTIONS && t->exceptions);
}

/* ---- all --------------------------------------------------------------------------------------------- */

struct dialect_note {
    char *what, *narrows;
};

struct dialect {
    VEC(struct dialect_note) all;
    bool wraps;
};

static void add(struct dialect *d, const char *what, const char *narrows) {
    for (uint32_t i = 0; i < d->all.len; i++)
        if (strcmp(d->all.data[i].narrows, narrows) == 0) return;
    vec_push(&d->all, (struct dialect_note){mem_strdup(what), mem_strdup(narrows)});
}

static void add_option(struct dialect *d, const struct dialect_option *row, const char *const *argv) {
    struct str narrows = {0};
    str_add(&narrows, argv[0]);
    if (row->shape == FRONT_APART) str_addf(&narrows, " %s", argv[1]);
    str_add(&narrows, " not obeyed");
    add(d, row->what, str_text(&narrows));
    str_release(&narrows);
}

static void add_options(struct dialect *d, const char *const *argv, int argc, const struct traits *t) {
    for (int i = 0; i < argc; i++) {
        int words = 0;
        const struct dialect_option *row = row_of(argv + i, argc - i, &words);
        bool undone = !row || !concerns(t, row->touches);
        for (int k = i + 1; k < argc && !undone; k++) undone = undoes(argv[k], argv[i]);
        if (!undone) add_option(d, row, argv + i);
        i += row ? words - 1 : 0;
    }
}

static bool is_given(const struct front_input *input, const char *word) {
    for (int i = 0; i < input->nclang_args; i++)
        if (strcmp(input->clang_args[i], word) == 0) return true;
    for (int u = 0; input->units && u < input->nfiles; u++)
        for (int i = 0; i < input->units[u].nargs; i++)
            if (strcmp(input->units[u].args[i], word) == 0) return true;
    return false;
}

struct dialect *dialect_find(const struct front_input *input, LLVMModuleRef module) {
    struct dialect *d = mem_zalloc(sizeof *d);
    const struct traits t = traits_of(module, is_given(input, "-mfpmath=sse"));
    const bool small = LLVMPointerSize(LLVMGetModuleDataLayout(module)) == 4;
    d->wraps = t.wraps;
    for (int u = 0; input->units && u < input->nfiles; u++)
        add_options(d, input->units[u].args, input->units[u].nargs, &t);
    add_options(d, input->clang_args, input->nclang_args, &t);
    if (t.relaxed) add(d, WRITTEN, "-ffast-math not obeyed");
    if (t.fused && !is_given(input, "-ffp-contract=off"))
        add(d, "a product and a sum are rounded one by one", "no fused multiply-add");
    if (t.excess && small) add(d, "results are rounded to their type, as -msse2 -mfpmath=sse does", "SSE arithmetic");
    return d;
}

void dialect_tell(const struct dialect *found, struct program *p) {
    p->wraps = found->wraps;
    for (uint32_t i = 0; i < found->all.len; i++) {
        const struct dialect_note *one = &found->all.data[i];
        assert(*one->what && *one->narrows);
        vec_push(&p->supposed,
                 (struct ir_supposed){arena_strdup(&p->arena, one->what), arena_strdup(&p->arena, one->narrows)});
    }
}

void dialect_free(struct dialect *found) {
    for (uint32_t i = 0; i < found->all.len; i++) {
        mem_free(found->all.data[i].what);
        mem_free(found->all.data[i].narrows);
    }
    vec_release(&found->all);
    mem_free(found);
}
