#include "front/prototype.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/map.h"
#include "base/str.h"
#include "front/compile/module.h"
#include "front/llvm/variable.h"

/* DWARF's tags, and where things stand among the operands of a node. */
enum {
    TAG_ARRAY = 0x01,
    TAG_ENUM = 0x04,
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_STRUCT = 0x13,
    TAG_TYPEDEF = 0x16,
    TAG_UNION = 0x17,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_RESTRICT = 0x37,
    TAG_ATOMIC = 0x47,
};
enum {
    OPERAND_SCOPE = 0,
    OPERAND_VARIABLE_NAME = 1,
    OPERAND_NAME = 2,
    OPERAND_BASE = 3,
    OPERAND_TYPES = 3,
    OPERAND_ELEMENTS = 4,
    OPERAND_SUBPROGRAM_TYPE = 4,
};

struct reader {
    struct prototype *out;
    LLVMContextRef llvm;
    struct map types; /* node of debug information -> struct c_type */
};

struct c_type *c_plain(struct c_type *t) {
    while (t && (t->kind == C_TYPEDEF || (t->kind >= C_CONST && t->kind <= C_ATOMIC))) t = t->base;
    return t;
}

bool c_has(const struct c_type *t, enum c_kind qualifier) {
    for (; t && (t->kind == C_TYPEDEF || (t->kind >= C_CONST && t->kind <= C_ATOMIC)); t = t->base)
        if (t->kind == qualifier) return true;
    return false;
}

/* ---- nodes ------------------------------------------------------------------------------------------ */

static uint32_t operands(const struct reader *r, LLVMMetadataRef node, LLVMValueRef **ops) {
    LLVMValueRef value = LLVMMetadataAsValue(r->llvm, node);
    uint32_t n = (uint32_t)LLVMGetMDNodeNumOperands(value);
    *ops = arena_zalloc(&r->out->arena, (n + 1) * sizeof **ops);
    if (n) LLVMGetMDNodeOperands(value, *ops);
    return n;
}

static LLVMMetadataRef operand(const struct reader *r, LLVMMetadataRef node, unsigned i) {
    LLVMValueRef *ops;
    return i < operands(r, node, &ops) && ops[i] ? LLVMValueAsMetadata(ops[i]) : NULL;
}

static const char *operand_text(const struct reader *r, LLVMMetadataRef node, unsigned i) {
    LLVMValueRef *ops;
    unsigned len;
    const char *text = i < operands(r, node, &ops) && ops[i] ? LLVMGetMDString(ops[i], &len) : NULL;
    return text ? arena_strndup(&r->out->arena, text, len) : "";
}

/* ---- types ------------------------------------------------------------------------------------------ */

static struct c_type *read_type(struct reader *r, LLVMMetadataRef node);

static struct c_type *make_type(struct reader *r, enum c_kind kind, const char *name, uint64_t bits) {
    struct c_type *t = ARENA_NEW(&r->out->arena, struct c_type);
    *t = (struct c_type){.kind = kind, .name = name, .size = bits / 8};
    vec_push(&r->out->types, t);
    return t;
}

static void read_basic(struct reader *r, LLVMMetadataRef node, struct c_type *t) {
    size_t len;
    const char *name = LLVMDITypeGetName(node, &len);
    t->name = arena_strndup(&r->out->arena, name ? name : "", len);
    bool is_bool = strcmp(t->name, "_Bool") == 0 || strcmp(t->name, "bool") == 0;
    t->kind = is_bool ? C_BOOL : C_NUMBER;
}

static void read_members(struct reader *r, LLVMMetadataRef node, struct c_type *t) {
    LLVMMetadataRef list = operand(r, node, OPERAND_ELEMENTS);
    LLVMValueRef *ops;
    uint32_t n = list ? operands(r, list, &ops) : 0;
    t->open = (LLVMDITypeGetFlags(node) & LLVMDIFlagFwdDecl) != 0;
    for (uint32_t i = 0; i < n; i++) {
        LLVMMetadataRef member = ops[i] ? LLVMValueAsMetadata(ops[i]) : NULL;
        if (!member || LLVMGetDINodeTag(member) != TAG_MEMBER) continue;
        struct c_member m = {operand_text(r, member, OPERAND_NAME), read_type(r, operand(r, member, OPERAND_BASE)),
                             (LLVMDITypeGetFlags(member) & LLVMDIFlagBitField) != 0};
        vec_push(&t->members, m);
    }
}

/* One node for each dimension, the first one outermost. */
static void read_array(struct reader *r, LLVMMetadataRef node, struct c_type *t) {
    if (LLVMDITypeGetFlags(node) & LLVMDIFlagVector) {
        t->kind = C_NUMBER;
        return;
    }
    LLVMMetadataRef list = operand(r, node, OPERAND_ELEMENTS);
    LLVMValueRef *ops, *counts;
    uint32_t n = list ? operands(r, list, &ops) : 0;
    struct c_type *at = t;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t parts = ops[i] ? operands(r, LLVMValueAsMetadata(ops[i]), &counts) : 0;
        bool known = parts && counts[0] && LLVMIsAConstantInt(counts[0]);
        int64_t count = known ? LLVMConstIntGetSExtValue(counts[0]) : -1;
        at->open = count < 0;
        at->count = count < 0 ? 0 : (uint64_t)count;
        if (i + 1 < n) at = at->base = make_type(r, C_ARRAY, "", 0);
    }
    at->base = read_type(r, operand(r, node, OPERAND_BASE));
    if (!n || !at->base) t->kind = C_STRANGE;
}

/* The result, the parameters, and nothing at the end if there may be more. */
static void read_function_type(struct reader *r, LLVMMetadataRef node, struct c_type *t) {
    LLVMMetadataRef list = operand(r, node, OPERAND_TYPES);
    LLVMValueRef *ops;
    uint32_t n = list ? operands(r, list, &ops) : 0;
    t->kind = C_FUNCTION;
    t->base = read_type(r, n && ops[0] ? LLVMValueAsMetadata(ops[0]) : NULL);
    for (uint32_t i = 1; i < n; i++) {
        if (ops[i]) vec_push(&t->parameters, read_type(r, LLVMValueAsMetadata(ops[i])));
        else t->open = true;
    }
}

static void read_composite(struct reader *r, LLVMMetadataRef node, struct c_type *t) {
    static const struct {
        uint16_t tag;
        enum c_kind kind;
    } kinds[] = {{TAG_ENUM, C_ENUM},         {TAG_POINTER, C_POINTER},   {TAG_STRUCT, C_STRUCT},
                 {TAG_TYPEDEF, C_TYPEDEF},   {TAG_UNION, C_UNION},       {TAG_CONST, C_CONST},
                 {TAG_VOLATILE, C_VOLATILE}, {TAG_RESTRICT, C_RESTRICT}, {TAG_ATOMIC, C_ATOMIC},
                 {TAG_ARRAY, C_ARRAY}};
    uint16_t tag = LLVMGetDINodeTag(node);
    size_t len;
    const char *name = LLVMDITypeGetName(node, &len);
    t->name = arena_strndup(&r->out->arena, name ? name : "", len);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].tag == tag) t->kind = kinds[i].kind;
    if (t->kind == C_STRUCT || t->kind == C_UNION) read_members(r, node, t);
    else if (t->kind == C_ARRAY) read_array(r, node, t);
    else if (t->kind != C_ENUM) t->base = read_type(r, operand(r, node, OPERAND_BASE));
}

/* NULL is void. */
static struct c_type *read_type(struct reader *r, LLVMMetadataRef node) {
    uint64_t *known = node ? map_find(&r->types, (uint64_t)(uintptr_t)node) : NULL;
    if (!node) return make_type(r, C_VOID, "void", 0);
    if (known) return (struct c_type *)(uintptr_t)*known;
    struct c_type *t = make_type(r, C_STRANGE, "", 0);
    map_put(&r->types, (uint64_t)(uintptr_t)node, (uint64_t)(uintptr_t)t);
    LLVMMetadataKind kind = LLVMGetMetadataKind(node);
    if (kind == LLVMDISubroutineTypeMetadataKind) {
        read_function_type(r, node, t);
        return t;
    }
    if (kind != LLVMDIBasicTypeMetadataKind && kind != LLVMDIDerivedTypeMetadataKind &&
        kind != LLVMDICompositeTypeMetadataKind)
        return t;
    t->size = LLVMDITypeGetSizeInBits(node) / 8;
    if (kind == LLVMDIBasicTypeMetadataKind) read_basic(r, node, t);
    else read_composite(r, node, t);
    return t;
}

/* ---- parameters --------------------------------------------------------------------------------------- */

/* Which parameter a DILocalVariable is, from 1 on; 0: none. LLVM's C interface only prints it. */
static unsigned argument_number(LLVMValueRef variable) {
    char *text = LLVMPrintValueToString(variable);
    const char *at = text ? strstr(text, "arg: ") : NULL;
    unsigned number = at ? (unsigned)strtoul(at + 5, NULL, 10) : 0;
    LLVMDisposeMessage(text);
    return number;
}

/* The argument that is kept in this variable whole; NULL: it comes in parts. */
static LLVMValueRef stored_argument(LLVMValueRef variable) {
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable && LLVMIsAArgument(LLVMGetOperand(user, 0)))
            return LLVMGetOperand(user, 0);
    }
    return NULL;
}

static bool has_attribute(LLVMValueRef fn, unsigned number, const char *name, uint64_t *value) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAttributeRef found = LLVMGetEnumAttributeAtIndex(fn, number + 1, kind);
    if (found) *value = LLVMGetEnumAttributeValue(found);
    return found != NULL;
}

/* What attributes and `static` promise of a pointer. */
static void read_promises(LLVMValueRef fn, LLVMValueRef argument, struct c_parameter *p) {
    uint64_t ignored;
    for (unsigned i = 0; i < LLVMCountParams(fn); i++) {
        if (LLVMGetParam(fn, i) != argument) continue;
        p->nonnull = has_attribute(fn, i, "nonnull", &ignored);
        if (has_attribute(fn, i, "dereferenceable", &p->bytes)) p->nonnull = true;
    }
}

static void read_parameter(struct reader *r, LLVMValueRef fn, LLVMValueRef declare) {
    LLVMValueRef variable = LLVMGetOperand(declare, 1), place = LLVMGetOperand(declare, 0), inner = NULL;
    unsigned number = argument_number(variable);
    if (!number) return;
    LLVMMetadataRef node = LLVMValueAsMetadata(variable);
    struct c_parameter p = {.name = operand_text(r, node, OPERAND_VARIABLE_NAME),
                            .type = read_type(r, operand(r, node, OPERAND_BASE))};
    if (LLVMIsAValueAsMetadata(place) && LLVMGetMDNodeNumOperands(place) == 1) LLVMGetMDNodeOperands(place, &inner);
    LLVMValueRef argument = inner && LLVMIsAAllocaInst(inner) ? stored_argument(inner) : NULL;
    if (argument) read_promises(fn, argument, &p);
    if (r->out->parameters.len < number) vec_resize(&r->out->parameters, number);
    r->out->parameters.data[number - 1] = p;
}

static void read_function(struct reader *r, LLVMValueRef fn) {
    LLVMMetadataRef type = operand(r, LLVMGetSubprogram(fn), OPERAND_SUBPROGRAM_TYPE);
    value_list declares = {0};
    variable_declares(fn, &declares);
    for (uint32_t i = 0; i < declares.len; i++) read_parameter(r, fn, declares.data[i]);
    vec_release(&declares);
    r->out->result = type ? read_type(r, type)->base : NULL;
    r->out->variadic = LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn));
}

/* ---- global variables -------------------------------------------------------------------------------- */

static LLVMMetadataRef variable_node(LLVMValueRef global) {
    size_t n;
    LLVMMetadataRef found = NULL;
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &n);
    for (size_t i = 0; i < n && !found; i++) {
        LLVMMetadataRef md = LLVMValueMetadataEntriesGetMetadata(all, (unsigned)i);
        if (LLVMGetMetadataKind(md) == LLVMDIGlobalVariableExpressionMetadataKind)
            found = LLVMDIGlobalVariableExpressionGetVariable(md);
    }
    LLVMDisposeValueMetadataEntries(all);
    return found;
}

/* The function around a static variable; NULL: none. */
static const char *function_around(const struct reader *r, LLVMMetadataRef node) {
    LLVMMetadataRef scope = operand(r, node, OPERAND_SCOPE);
    while (scope && variable_outer_scope(r->llvm, scope)) scope = variable_outer_scope(r->llvm, scope);
    bool inside = scope && LLVMGetMetadataKind(scope) == LLVMDISubprogramMetadataKind;
    return inside ? operand_text(r, scope, OPERAND_NAME) : NULL;
}

static void read_globals(struct reader *r, LLVMModuleRef module, bool own) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        LLVMMetadataRef node = LLVMIsDeclaration(g) || LLVMIsGlobalConstant(g) ? NULL : variable_node(g);
        if (!node) continue;
        struct c_global found = {.name = operand_text(r, node, OPERAND_VARIABLE_NAME),
                                 .type = read_type(r, operand(r, node, OPERAND_BASE)),
                                 .is_static = LLVMGetLinkage(g) == LLVMInternalLinkage,
                                 .inside = function_around(r, node)};
        if (own) vec_push(&r->out->own, found);
        else vec_push(&r->out->others, found);
    }
}

/* ---- files ------------------------------------------------------------------------------------------- */

static LLVMValueRef find_function(const struct reader *r, LLVMModuleRef module, const char *name) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
        LLVMMetadataRef sub = LLVMIsDeclaration(fn) ? NULL : LLVMGetSubprogram(fn);
        if (sub && strcmp(operand_text(r, sub, OPERAND_NAME), name) == 0) return fn;
    }
    return NULL;
}

static bool read_module(struct reader *r, struct context *ctx, LLVMModuleRef module, const char *file, bool wanted,
                        const char *function) {
    LLVMSetIsNewDbgInfoFormat(module, 0);
    LLVMValueRef main = LLVMGetNamedFunction(module, "main");
    if (main && !LLVMIsDeclaration(main)) r->out->has_main = true;
    LLVMValueRef fn = wanted ? find_function(r, module, function) : NULL;
    if (fn && r->out->file) {
        log_error(&ctx->log, "both %s and %s define '%s'; name one as FILE:%s", r->out->file, file, function, function);
        return false;
    }
    if (fn) {
        r->out->file = file;
        read_function(r, fn);
    }
    read_globals(r, module, fn != NULL);
    return true;
}

static bool same_file(const char *a, const char *b) {
    char *x = realpath(a, NULL), *y = realpath(b, NULL);
    bool same = strcmp(a, b) == 0 || (x && y && strcmp(x, y) == 0);
    free(x);
    free(y);
    return same;
}

static bool read_file(struct reader *r, struct context *ctx, const struct front_input *input, const char *wanted,
                      const char *function) {
    const char *file = input->files[0];
    LLVMModuleRef module = module_load(ctx, input, r->llvm);
    bool ok = module && read_module(r, ctx, module, file, !wanted || same_file(wanted, file), function);
    if (module) LLVMDisposeModule(module);
    return ok;
}

enum prototype_result prototype_read(struct context *ctx, const struct front_input *input, const char *file,
                                     const char *function, struct prototype *out) {
    memset(out, 0, sizeof *out);
    arena_init(&out->arena);
    struct reader r = {.out = out, .llvm = LLVMContextCreate()};
    map_init(&r.types);
    bool ok = true;
    for (int i = 0; i < input->nfiles && ok; i++) {
        if (front_kind_of(input->files[i]) != FRONT_C) {
            out->bitcode = true;
            continue;
        }
        struct front_input one = *input;
        struct front_unit unit = input->units ? input->units[i] : (struct front_unit){0};
        bool found = out->file != NULL;
        unit.lazy = false; /* it is looked at alone */
        if (input->units) one.units = &unit;
        one.files = &input->files[i];
        one.nfiles = 1;
        one.checks = (struct front_checks){0};
        one.describe = true;
        one.kept = NULL;
        ok = read_file(&r, ctx, &one, file, function);
        map_clear(&r.types); /* another module's nodes may lie where these did */
        if (!found && out->file) out->number = i;
    }
    map_release(&r.types);
    LLVMContextDispose(r.llvm);
    return !ok ? PROTOTYPE_FAILED : out->file ? PROTOTYPE_FOUND : PROTOTYPE_NONE;
}

void prototype_release(struct prototype *s) {
    for (uint32_t i = 0; i < s->types.len; i++) {
        vec_release(&s->types.data[i]->members);
        vec_release(&s->types.data[i]->parameters);
    }
    vec_release(&s->types);
    vec_release(&s->parameters);
    vec_release(&s->own);
    vec_release(&s->others);
    arena_release(&s->arena);
}
