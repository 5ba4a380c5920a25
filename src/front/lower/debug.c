#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "front/lower/lower.h"

static uint32_t intern_file(struct lower *lo, const char *name, size_t name_len) {
    char *text = arena_strndup(&lo->p->arena, name, name_len);
    uint64_t known = strmap_get(&lo->files, text, 0);
    if (known) return (uint32_t)known;
    uint32_t number = lo->p->files.len;
    vec_push(&lo->p->files, text);
    strmap_put(&lo->files, text, number);
    return number;
}

/* The path without "..", relative if it is below the current folder. */
static char *from_here(struct lower *lo, char *path) {
    char *real = realpath(path, NULL), *here = realpath(".", NULL), *out = path;
    size_t len = here ? strlen(here) : 0;
    if (real && len > 1 && strncmp(real, here, len) == 0 && real[len] == '/')
        out = arena_strdup(&lo->arena, real + len + 1);
    else if (real) out = arena_strdup(&lo->arena, real);
    free(real);
    free(here);
    return out;
}

/* LLVM splits an absolute name that shares folders with the current one; put together again
 * it is what the user wrote, and can be opened. */
static uint32_t number_of_file(struct lower *lo, LLVMMetadataRef file) {
    unsigned len, folder_len;
    const char *name = LLVMDIFileGetFilename(file, &len);
    const char *folder = LLVMDIFileGetDirectory(file, &folder_len);
    char *plain = arena_strndup(&lo->arena, name, len);
    bool here = !lo->input->units && access(plain, R_OK) == 0; /* else each file has a folder of its own */
    if (!folder_len || *plain == '/' || here) return intern_file(lo, name, len);
    char *path = arena_printf(&lo->arena, "%.*s/%s", (int)folder_len, folder, plain);
    if (lo->input->units) path = from_here(lo, path);
    if (access(path, R_OK) != 0) return intern_file(lo, name, len);
    return intern_file(lo, path, strlen(path));
}

static uint32_t file_of(struct lower *lo, LLVMMetadataRef scope) {
    uint64_t key = (uint64_t)(uintptr_t)scope;
    uint64_t *known = map_find(&lo->scopes, key);
    if (known) return (uint32_t)*known;
    LLVMMetadataRef file = LLVMDIScopeGetFile(scope);
    uint32_t number = file ? number_of_file(lo, file) : 0;
    map_put(&lo->scopes, key, number);
    return number;
}

static uint32_t intern_position(struct lower *lo, struct position at) {
    struct program *p = lo->p;
    struct position last = vec_last(&p->positions);
    if (last.file == at.file && last.line == at.line && last.column == at.column) return p->positions.len - 1;
    vec_push(&p->positions, at);
    return p->positions.len - 1;
}

void set_position(struct lower *lo, LLVMValueRef inst) {
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(inst);
    if (!loc) return; /* it keeps the position of the instruction before */
    uint32_t line = LLVMDILocationGetLine(loc);
    if (line == 0) return;
    lo->pos = intern_position(
        lo, (struct position){file_of(lo, LLVMDILocationGetScope(loc)), line, LLVMDILocationGetColumn(loc)});
}

uint32_t position_of_function(struct lower *lo, LLVMValueRef fn) {
    LLVMMetadataRef sub = LLVMGetSubprogram(fn);
    if (!sub) return 0;
    return intern_position(lo, (struct position){file_of(lo, sub), LLVMDISubprogramGetLine(sub), 0});
}

/* ---- types ------------------------------------------------------------------------------------------ */

/* Operand `i` of a node of debug information; NULL if it has none. */
static LLVMMetadataRef metadata_operand(struct lower *lo, LLVMMetadataRef node, unsigned i) {
    LLVMValueRef value = LLVMMetadataAsValue(lo->llvm, node), ops[32];
    unsigned n = LLVMGetMDNodeNumOperands(value);
    if (i >= n || n > 32) return NULL;
    LLVMGetMDNodeOperands(value, ops);
    return ops[i] ? LLVMValueAsMetadata(ops[i]) : NULL;
}

static const char *basic_name(struct lower *lo, LLVMMetadataRef type) {
    size_t len;
    const char *name = LLVMDITypeGetName(type, &len);
    return name && len ? arena_strndup(&lo->p->arena, name, len) : NULL;
}

enum { TAG_ARRAY = 0x01, TAG_ENUM = 0x04, TAG_TYPEDEF = 0x16, TAG_CONST = 0x26, TAG_VOLATILE = 0x35 };

/* Where a type's base and the dimensions of an array stand among the operands. */
enum { OPERAND_BASE = 3, OPERAND_ELEMENTS = 4 };

static bool is_one_dimension(struct lower *lo, LLVMMetadataRef type) {
    LLVMMetadataRef list = metadata_operand(lo, type, OPERAND_ELEMENTS);
    return list && metadata_operand(lo, list, 0) && !metadata_operand(lo, list, 1);
}

static struct ir_ctype ctype_of(struct lower *lo, LLVMMetadataRef type) {
    struct ir_ctype found = {0};
    while (type) {
        LLVMMetadataKind kind = LLVMGetMetadataKind(type);
        if (kind == LLVMDIBasicTypeMetadataKind) {
            found.integer = basic_name(lo, type);
            break;
        }
        if (kind != LLVMDIDerivedTypeMetadataKind && kind != LLVMDICompositeTypeMetadataKind) break;
        uint16_t tag = LLVMGetDINodeTag(type);
        if (tag == TAG_ARRAY && !found.array && is_one_dimension(lo, type)) found.array = true;
        else if (tag != TAG_ENUM && tag != TAG_TYPEDEF && tag != TAG_CONST && tag != TAG_VOLATILE) break;
        type = metadata_operand(lo, type, OPERAND_BASE);
    }
    return found;
}

uint32_t position_of_global(struct lower *lo, LLVMValueRef global, struct ir_ctype *type) {
    size_t n;
    uint32_t pos = 0;
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &n);
    for (size_t i = 0; i < n; i++) {
        LLVMMetadataRef md = LLVMValueMetadataEntriesGetMetadata(all, (unsigned)i);
        if (LLVMGetMetadataKind(md) != LLVMDIGlobalVariableExpressionMetadataKind) continue;
        LLVMMetadataRef var = LLVMDIGlobalVariableExpressionGetVariable(md);
        LLVMMetadataRef file = LLVMDIVariableGetFile(var);
        if (!file) continue;
        pos = intern_position(lo, (struct position){number_of_file(lo, file), LLVMDIVariableGetLine(var), 0});
        *type = ctype_of(lo, metadata_operand(lo, var, OPERAND_BASE)); /* a variable has its type in the same place */
        break;
    }
    LLVMDisposeValueMetadataEntries(all);
    return pos;
}

/* Name of the variable that a llvm.dbg.declare or llvm.dbg.value speaks of:
 * operand 1 of its DILocalVariable. */
static const char *variable_name(struct lower *lo, LLVMValueRef call) {
    LLVMValueRef var = LLVMGetOperand(call, 1);
    if (!var || !LLVMIsAMDNode(var)) return NULL;
    unsigned n = LLVMGetMDNodeNumOperands(var);
    LLVMValueRef ops[32];
    if (n < 2 || n > 32) return NULL;
    LLVMGetMDNodeOperands(var, ops);
    unsigned len;
    const char *name = ops[1] ? LLVMGetMDString(ops[1], &len) : NULL;
    return name ? arena_strndup(&lo->p->arena, name, len) : NULL;
}

static uint32_t variable_position(struct lower *lo, LLVMValueRef call) {
    LLVMMetadataRef var = LLVMValueAsMetadata(LLVMGetOperand(call, 1));
    LLVMMetadataRef file = LLVMDIVariableGetFile(var);
    if (!file) return 0;
    return intern_position(lo, (struct position){number_of_file(lo, file), LLVMDIVariableGetLine(var), 0});
}

/* The value that a debug call speaks of: operand 0 wraps it as metadata. */
static LLVMValueRef described_value(LLVMValueRef call) {
    LLVMValueRef wrapped = LLVMGetOperand(call, 0);
    if (!LLVMIsAValueAsMetadata(wrapped)) return NULL;
    LLVMValueRef inner = NULL;
    if (LLVMGetMDNodeNumOperands(wrapped) != 1) return NULL;
    LLVMGetMDNodeOperands(wrapped, &inner);
    return inner;
}

void note_debug_call(struct lower *lo, LLVMValueRef call) {
    LLVMValueRef value = described_value(call);
    if (!value) return;
    uint64_t number = map_get(&lo->allocas, (uint64_t)(uintptr_t)value, 0);
    if (number) {
        struct ir_alloca *info = &lo->alloca_infos.data[number - 1];
        if (info->name) return;
        info->name = variable_name(lo, call);
        info->pos = variable_position(lo, call);
        if (info->name)
            info->type = ctype_of(lo, metadata_operand(lo, LLVMValueAsMetadata(LLVMGetOperand(call, 1)), OPERAND_BASE));
        return;
    }
    uint64_t *slot = map_find(&lo->slots, (uint64_t)(uintptr_t)value);
    const char *name = slot ? variable_name(lo, call) : NULL;
    if (name) vec_push(&lo->vars, (struct ir_var){name, (uint32_t)*slot, variable_position(lo, call)});
}
