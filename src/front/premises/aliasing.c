#include "front/premises/aliasing.h"

#include <stdbool.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/emit.h"
#include "front/llvm/escape.h"

enum {
    MOST_COPIES = 4,
    MOST_TYPES = 24 /* of the accesses to one class of memory; with more there are some that do not fit */,
    DEPTH = 30
};

/* ---- types, as clang writes them: {"int", parent, 0}, {"struct", member, offset, member, offset ...} - */

static LLVMValueRef operand_of(LLVMValueRef node, unsigned i) {
    LLVMValueRef all[64];
    const unsigned n = LLVMGetMDNodeNumOperands(node);
    if (i >= n || n > sizeof all / sizeof *all) return NULL;
    LLVMGetMDNodeOperands(node, all);
    return all[i];
}

static bool is_named(LLVMValueRef type, const char *name) {
    LLVMValueRef first = operand_of(type, 0);
    unsigned length;
    const char *text = first && LLVMIsAMDString(first) ? LLVMGetMDString(first, &length) : NULL;
    return text && length == strlen(name) && memcmp(text, name, length) == 0;
}

static bool is_characters(LLVMValueRef type) { return is_named(type, "omnipotent char"); }

/* A type that is no structure looks like one with a member of characters. */
static bool is_scalar(LLVMValueRef type) {
    static const char *const names[] = {"bool", "_Bool",    "short",  "int",   "long",   "long long",   "__int128",
                                        "half", "_Float16", "__bf16", "float", "double", "long double", "any pointer"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_named(type, names[i])) return true;
    return false;
}

/* Is there a member of that type in it? One that is an array, of whatever, is called characters there. */
static bool contains(LLVMValueRef type, LLVMValueRef wanted, int depth) {
    LLVMValueRef all[256];
    if (type == wanted || is_characters(type)) return true;
    if (is_scalar(type) || depth == DEPTH) return false;
    const unsigned n = LLVMGetMDNodeNumOperands(type);
    if (n > sizeof all / sizeof *all) return true; /* too large to look into: taken to be right */
    LLVMGetMDNodeOperands(type, all);
    for (unsigned i = 1; i < n; i += 2)
        if (all[i] && LLVMIsAMDNode(all[i]) && contains(all[i], wanted, depth + 1)) return true;
    return false;
}

/* How one access sees memory. */
struct type_view {
    LLVMValueRef base, type; /* a member of that type in such a structure; the same twice: by itself */
    LLVMValueRef inst;       /* the first that does */
};

static bool fit(struct type_view a, struct type_view b) {
    if (is_characters(a.type) || is_characters(b.type) || a.base == b.base) return true;
    return contains(a.base, b.base, 0) || contains(b.base, a.base, 0);
}

/* ---- classes of memory ------------------------------------------------------------------------------- */

struct memory_class {
    uint32_t n;
    struct type_view views[MOST_TYPES];
    uint32_t ncopies;
    LLVMValueRef copies[MOST_COPIES]; /* structures that are copied there or from there, as lists of members */
    LLVMValueRef excess;              /* the first access that has no room in views */
    LLVMValueRef padded;              /* a copy of a structure with padding */
    bool bytes;                       /* some access looks at bytes */
};

struct aliasing {
    struct pointees *pointees;
    struct map numbers; /* class -> index + 1 */
    VEC(struct memory_class) classes;
    unsigned tbaa, tbaa_struct;
};

static struct memory_class *class_of(struct aliasing *a, LLVMValueRef pointer) {
    const uint64_t class = pointees_class(a->pointees, pointer);
    uint64_t *known = map_find(&a->numbers, class);
    if (known) return &a->classes.data[*known - 1];
    vec_push(&a->classes, (struct memory_class){0});
    map_put(&a->numbers, class, a->classes.len);
    return &vec_last(&a->classes);
}

static void see(struct memory_class *c, struct type_view view) {
    for (uint32_t i = 0; i < c->n; i++)
        if (c->views[i].base == view.base && c->views[i].type == view.type) return;
    if (c->n < MOST_TYPES) c->views[c->n++] = view;
    else if (!c->excess) c->excess = view.inst;
}

/* {offset, size, tag, offset, size, tag ...} */
static bool has_member(LLVMValueRef members, LLVMValueRef type) {
    const unsigned n = LLVMGetMDNodeNumOperands(members);
    for (unsigned i = 2; i < n; i += 3) {
        LLVMValueRef tag = operand_of(members, i), base = tag && LLVMIsAMDNode(tag) ? operand_of(tag, 0) : NULL;
        if (!base || contains(base, type, 0)) return true;
    }
    return false;
}

/* Are they two members of one structure? */
static bool are_members(const struct memory_class *c, struct type_view a, struct type_view b) {
    for (uint32_t i = 0; i < c->ncopies; i++)
        if (has_member(c->copies[i], a.base) && has_member(c->copies[i], b.base)) return true;
    for (uint32_t i = 0; i < c->n; i++) {
        LLVMValueRef base = c->views[i].base;
        if (base != c->views[i].type && contains(base, a.base, 0) && contains(base, b.base, 0)) return true;
    }
    return false;
}

/* The first access that does not fit another one. */
static LLVMValueRef find_misfit(const struct memory_class *c) {
    for (uint32_t k = 1; k < c->n; k++)
        for (uint32_t i = 0; i < k; i++)
            if (!fit(c->views[i], c->views[k]) && !are_members(c, c->views[i], c->views[k])) return c->views[k].inst;
    return c->excess;
}

/* Arguments of "..." lie side by side. */
static bool is_argument(LLVMValueRef pointer) { return str_starts(LLVMGetValueName(pointer), "vaarg"); }

static void look_at_access(struct aliasing *a, LLVMValueRef inst, LLVMValueRef pointer) {
    LLVMValueRef tag = LLVMGetMetadata(inst, a->tbaa);
    if (!tag || is_argument(pointer) || LLVMGetMDNodeNumOperands(tag) < 3) return;
    struct type_view view = {operand_of(tag, 0), operand_of(tag, 1), inst};
    if (!view.base || !view.type) return;
    struct memory_class *c = class_of(a, pointer);
    if (is_characters(view.base)) c->bytes |= LLVMIsALoadInst(inst) != NULL;
    else see(c, view);
}

static bool has_padding(LLVMValueRef members, uint64_t length) {
    LLVMValueRef all[256];
    const unsigned n = LLVMGetMDNodeNumOperands(members);
    uint64_t covered = 0;
    if (n > sizeof all / sizeof *all) return false;
    LLVMGetMDNodeOperands(members, all);
    for (unsigned i = 0; i + 1 < n; i += 3)
        if (all[i + 1] && LLVMIsAConstantInt(all[i + 1])) covered += LLVMConstIntGetZExtValue(all[i + 1]);
    return covered < length;
}

static void look_at_copy(struct aliasing *a, LLVMValueRef call) {
    LLVMValueRef members = LLVMGetMetadata(call, a->tbaa_struct), length = LLVMGetOperand(call, 2);
    for (unsigned i = 0; i < 2 && members; i++) {
        struct memory_class *c = class_of(a, LLVMGetOperand(call, i));
        if (c->ncopies < MOST_COPIES) c->copies[c->ncopies++] = members;
    }
    if (!members || !LLVMIsAConstantInt(length) || !has_padding(members, LLVMConstIntGetZExtValue(length))) return;
    struct memory_class *c = class_of(a, LLVMGetOperand(call, 0));
    if (!c->padded) c->padded = call;
}

static void look_at_call(struct aliasing *a, LLVMValueRef call) {
    LLVMValueRef fn = LLVMGetCalledValue(call);
    size_t len;
    if (is_intrinsic(call, "llvm.memcpy")) look_at_copy(a, call);
    if (!LLVMIsAFunction(fn) || !LLVMIsDeclaration(fn)) return;
    const char *name = LLVMGetValueName2(fn, &len);
    if (strcmp(name, "memcmp") != 0 && strcmp(name, "bcmp") != 0 && strcmp(name, "memchr") != 0) return;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind)
            class_of(a, LLVMGetOperand(call, i))->bytes = true;
}

static void look_at(struct aliasing *a, LLVMValueRef inst) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad: look_at_access(a, inst, LLVMGetOperand(inst, 0)); break;
    case LLVMStore: look_at_access(a, inst, LLVMGetOperand(inst, 1)); break;
    case LLVMCall: look_at_call(a, inst); break;
    default: break;
    }
}

/* ---- all --------------------------------------------------------------------------------------------- */

static unsigned kind_of(LLVMModuleRef module, const char *name) {
    return LLVMGetMDKindIDInContext(LLVMGetModuleContext(module), name, (unsigned)strlen(name));
}

void aliasing_mark(LLVMModuleRef module) {
    struct aliasing a = {.pointees = pointees_find(module),
                         .tbaa = kind_of(module, "tbaa"),
                         .tbaa_struct = kind_of(module, "tbaa.struct")};
    map_init(&a.numbers);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) look_at(&a, i);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (uint32_t i = 0; i < a.classes.len; i++) {
        const struct memory_class *c = &a.classes.data[i];
        LLVMValueRef misfit = find_misfit(c);
        if (misfit)
            emit_suppose(module, builder, misfit, "memory may be accessed by any type, as with -fno-strict-aliasing");
        if (c->bytes && c->padded) emit_suppose(module, builder, c->padded, "padding is copied with its structure");
    }
    LLVMDisposeBuilder(builder);
    vec_release(&a.classes);
    map_release(&a.numbers);
    pointees_free(a.pointees);
}
