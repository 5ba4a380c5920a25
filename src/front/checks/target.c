#include "front/checks/target.h"

#include <ctype.h>
#include <limits.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "front/define/external.h"
#include "front/llvm/escape.h"
#include "front/llvm/marks.h"

/* ---- source files as debug information names them ---------------------------------------------------- */

/* One file may go by several names ("a.h", "./a.h", "sub/../a.h"): numbers are given to files, not to names. 0 is "no
 * file". */
struct target_files {
    struct map scopes;   /* LLVMMetadataRef to file number */
    struct strmap paths; /* resolved path to file number */
    VEC(char *) names;   /* resolved paths; [0] is unused */
};

static void target_files_init(struct target_files *files) {
    memset(files, 0, sizeof *files);
    map_init(&files->scopes);
    strmap_init(&files->paths);
    vec_push(&files->names, NULL);
}

static void target_files_release(struct target_files *files) {
    for (uint32_t i = 0; i < files->names.len; i++) mem_free(files->names.data[i]);
    vec_release(&files->names);
    strmap_release(&files->paths);
    map_release(&files->scopes);
}

/* The path without links and dots if there is such a file, else as it is. */
static void resolve(struct str *path) {
    char real[PATH_MAX];
    if (!realpath(str_text(path), real)) return;
    str_clear(path);
    str_add(path, real);
}

static uint32_t intern(struct target_files *files, struct str *path) {
    resolve(path);
    uint32_t known = (uint32_t)strmap_get(&files->paths, str_text(path), 0);
    if (known) return known;
    uint32_t number = files->names.len;
    strmap_put(&files->paths, str_text(path), number);
    vec_push(&files->names, str_take(path));
    return number;
}

/* The file of a debug scope. */
static uint32_t target_files_of(struct target_files *files, LLVMMetadataRef scope) {
    uint64_t key = (uint64_t)(uintptr_t)scope;
    uint64_t *known = map_find(&files->scopes, key);
    if (known) return (uint32_t)*known;
    LLVMMetadataRef file = LLVMDIScopeGetFile(scope);
    uint32_t number = 0;
    if (file) {
        unsigned len, dir_len;
        const char *name = LLVMDIFileGetFilename(file, &len);
        const char *dir = LLVMDIFileGetDirectory(file, &dir_len);
        struct str path = {0};
        if (dir_len && len && name[0] != '/') {
            str_add_len(&path, dir, dir_len);
            str_add_char(&path, '/');
        }
        str_add_len(&path, name, len);
        number = intern(files, &path);
        str_release(&path);
    }
    map_put(&files->scopes, key, number);
    return number;
}

static bool is_tail(const char *path, const struct str *tail) {
    size_t n = strlen(path);
    return n > tail->len && path[n - tail->len - 1] == '/' && str_ends(path, str_text(tail));
}

/* The file, among those seen so far, that the user means by the first len characters of `given`: its path, or the end
 * of its path. 0 after adding a message. */
static uint32_t target_files_find(const struct target_files *files, const char *given, size_t len, struct str *error) {
    struct str name = {0}, path = {0};
    while (len > 2 && given[0] == '.' && given[1] == '/') given += 2, len -= 2;
    str_add_len(&name, given, len);
    str_add_len(&path, given, len);
    resolve(&path);
    uint32_t found = (uint32_t)strmap_get(&files->paths, str_text(&path), 0);
    for (uint32_t i = 1, exact = found; i < files->names.len && !exact; i++) {
        if (!is_tail(files->names.data[i], &name)) continue;
        if (found) {
            str_addf(error, "it may be %s or %s", files->names.data[found], files->names.data[i]);
            found = 0;
            break;
        }
        found = i;
    }
    if (!found && !error->len) {
        str_addf(error, "the program has no code from %s, only from", str_text(&name));
        for (uint32_t i = 1; i < files->names.len && i < 9; i++)
            str_addf(error, "%s %s", i > 1 ? "," : "", files->names.data[i]);
        if (files->names.len == 1) str_add(error, " files without debug information");
        if (files->names.len > 9) str_add(error, ", ...");
    }
    str_release(&name);
    str_release(&path);
    return found;
}

/* ---- places ------------------------------------------------------------------------------------------ */

struct target_place {
    const char *text; /* as the user wrote it */
    const char *name; /* in text; NULL: a line */
    size_t file_len;  /* of the file in text; 0: any */
    uint32_t file;
    uint32_t line;
    uint32_t next;           /* 1 + index of another place with the same line or name */
    uint32_t below, above;   /* nearest lines with code */
    LLVMBasicBlockRef block; /* marked last */
    bool found;
    bool is_function; /* then no label of that name is meant */
};

struct marking {
    LLVMModuleRef module;
    LLVMContextRef llvm;
    LLVMBuilderRef builder;
    struct target_files files;
    bool foreign; /* some of it is bitcode that others compiled */
    VEC(struct target_place) places;
    struct map lines;    /* file and line to 1 + index of a place */
    struct strmap names; /* name to 1 + index of a place */
};

/* ---- what the user wrote -------------------------------------------------------------- */

static bool is_identifier(const char *text) {
    if (!isalpha((unsigned char)*text) && *text != '_') return false;
    while (isalnum((unsigned char)*text) || *text == '_') text++;
    return !*text;
}

static bool parse_line(const char *text, uint32_t *line) {
    char *end;
    unsigned long n = strtoul(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end || n == 0 || n > INT32_MAX) return false;
    *line = (uint32_t)n;
    return true;
}

static bool parse(const char *text, struct target_place *place) {
    const char *colon = strrchr(text, ':');
    *place = (struct target_place){.text = text};
    if (!colon) {
        place->name = text;
        return is_identifier(text);
    }
    place->file_len = (size_t)(colon - text);
    if (place->file_len == 0) return false;
    if (parse_line(colon + 1, &place->line)) return true;
    place->name = colon + 1;
    return is_identifier(colon + 1);
}

bool front_is_target(const char *text, size_t *file_len) {
    struct target_place place;
    bool ok = parse(text, &place);
    *file_len = place.file_len;
    return ok;
}

/* ---- marks ------------------------------------------------------------------------------ */

static void mark_before(struct marking *m, uint32_t index, LLVMValueRef inst) {
    struct target_place *place = &m->places.data[index];
    LLVMBasicBlockRef block = LLVMGetInstructionParent(inst);
    if (place->block == block) return; /* what comes first in a block is reached first */
    place->block = block;
    place->found = true;
    struct str name = {0};
    str_addf(&name, PROTECT_PREFIX "target.%u", index);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(m->llvm), NULL, 0, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(m->module, name.data);
    if (!fn) fn = LLVMAddFunction(m->module, name.data, type);
    str_release(&name);
    LLVMPositionBuilderBefore(m->builder, inst);
    LLVMSetCurrentDebugLocation2(m->builder, LLVMInstructionGetDebugLoc(inst));
    LLVMBuildCall2(m->builder, type, fn, NULL, 0, "");
}

static void mark_all(struct marking *m, uint64_t first, LLVMValueRef inst) {
    for (uint64_t i = first; i; i = m->places.data[i - 1].next) mark_before(m, (uint32_t)i - 1, inst);
}

static void mark_line(struct marking *m, uint32_t file, uint32_t line, LLVMValueRef inst) {
    mark_all(m, map_get(&m->lines, (uint64_t)file << 32 | line, 0), inst);
}

static void mark_name(struct marking *m, const char *name, uint32_t file, LLVMValueRef inst) {
    for (uint64_t i = strmap_get(&m->names, name, 0); i; i = m->places.data[i - 1].next) {
        const struct target_place *place = &m->places.data[i - 1];
        if (!place->is_function && (!place->file_len || place->file == file)) mark_before(m, (uint32_t)i - 1, inst);
    }
}

/* ---- debug information -------------------------------------------------------------------- */

enum { SCOPE_PARENT = 1, NAME_OF_LABEL = 1, NAME_OF_SUBPROGRAM = 2, MAX_OPERANDS = 32 };

/* Operand `index` of a debug node, or NULL. */
static LLVMValueRef node_operand(LLVMContextRef llvm, LLVMMetadataRef node, unsigned index) {
    LLVMValueRef value = LLVMMetadataAsValue(llvm, node), ops[MAX_OPERANDS];
    unsigned n = (unsigned)LLVMGetMDNodeNumOperands(value);
    if (index >= n || n > MAX_OPERANDS) return NULL;
    LLVMGetMDNodeOperands(value, ops);
    return ops[index];
}

/* Adds the string that is operand `index` of a debug node. */
static void node_name(LLVMContextRef llvm, LLVMMetadataRef node, unsigned index, struct str *out) {
    LLVMValueRef op = node_operand(llvm, node, index);
    unsigned len = 0;
    const char *name = op ? LLVMGetMDString(op, &len) : NULL;
    if (name) str_add_len(out, name, len);
}

/* The function that a scope lies in. */
static LLVMMetadataRef subprogram_of(LLVMContextRef llvm, LLVMMetadataRef scope) {
    while (scope && LLVMGetMetadataKind(scope) != LLVMDISubprogramMetadataKind) {
        LLVMValueRef parent = node_operand(llvm, scope, SCOPE_PARENT);
        scope = parent ? LLVMValueAsMetadata(parent) : NULL;
    }
    return scope;
}

/* Is what comes to this llvm.dbg.label the label? In bitcode of others, the last label
 * of a function may have become its return block (clang.c says why). */
static bool is_label(const struct marking *m, LLVMValueRef inst) {
    if (!is_intrinsic(inst, "llvm.dbg.label")) return false;
    if (!m->foreign) return true;
    do inst = LLVMGetNextInstruction(inst);
    while (inst && is_intrinsic(inst, "llvm.dbg."));
    if (inst && LLVMIsALoadInst(inst)) inst = LLVMGetNextInstruction(inst);
    return !inst || !LLVMIsAReturnInst(inst);
}

/* Where an instruction comes from; false if it is no code or that is unknown. */
static bool location(struct marking *m, LLVMValueRef inst, LLVMMetadataRef *scope, uint32_t *file, uint32_t *line) {
    if (LLVMIsAPHINode(inst)) return false;
    if (is_intrinsic(inst, "llvm.dbg.") && !is_label(m, inst)) return false;
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(inst);
    if (!loc) return false;
    *scope = LLVMDILocationGetScope(loc);
    *file = target_files_of(&m->files, *scope);
    *line = LLVMDILocationGetLine(loc);
    return *line != 0;
}

/* ---- walks over the module ---------------------------------------------------------------- */

typedef void (*visit_fn)(struct marking *m, LLVMValueRef fn, LLVMValueRef inst);

static void walk(struct marking *m, visit_fn visit) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(m->module); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst; inst = LLVMGetNextInstruction(inst))
                visit(m, fn, inst);
}

static void see_file(struct marking *m, LLVMValueRef fn, LLVMValueRef inst) {
    LLVMMetadataRef scope;
    uint32_t file, line;
    (void)fn;
    location(m, inst, &scope, &file, &line);
}

/* The line and the name of a function at its entry. */
static void mark_entry(struct marking *m, LLVMValueRef fn) {
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));
    while (LLVMIsAAllocaInst(first)) first = LLVMGetNextInstruction(first);
    LLVMMetadataRef sub = LLVMGetSubprogram(fn);
    struct str name = {0};
    size_t len;
    uint32_t file = sub ? target_files_of(&m->files, sub) : 0;
    if (sub) {
        node_name(m->llvm, sub, NAME_OF_SUBPROGRAM, &name);
        mark_line(m, file, LLVMDISubprogramGetLine(sub), first);
    } else {
        str_add(&name, LLVMGetValueName2(fn, &len)); /* no debug information */
    }
    mark_name(m, str_text(&name), file, first);
    str_release(&name);
}

static void mark_inst(struct marking *m, LLVMValueRef fn, LLVMValueRef inst) {
    if (inst == LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn))) mark_entry(m, fn);
    LLVMMetadataRef scope;
    uint32_t file, line;
    if (!location(m, inst, &scope, &file, &line)) return;
    mark_line(m, file, line, inst);
    LLVMMetadataRef sub = subprogram_of(m->llvm, scope);
    if (!sub || sub == LLVMGetSubprogram(fn) || !m->names.len) return;
    struct str name = {0}; /* clang has inlined this function */
    node_name(m->llvm, sub, NAME_OF_SUBPROGRAM, &name);
    mark_name(m, str_text(&name), target_files_of(&m->files, sub), inst);
    str_release(&name);
}

static void mark_label(struct marking *m, LLVMValueRef fn, LLVMValueRef inst) {
    (void)fn;
    if (!is_label(m, inst)) return;
    LLVMMetadataRef label = LLVMValueAsMetadata(LLVMGetOperand(inst, 0));
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(inst);
    struct str name = {0};
    node_name(m->llvm, label, NAME_OF_LABEL, &name);
    mark_name(m, str_text(&name), target_files_of(&m->files, LLVMDILocationGetScope(loc)), inst);
    str_release(&name);
}

static void see_line(struct marking *m, LLVMValueRef fn, LLVMValueRef inst) {
    LLVMMetadataRef scope;
    uint32_t file, line;
    (void)fn;
    if (!location(m, inst, &scope, &file, &line)) return;
    for (uint32_t i = 0; i < m->places.len; i++) {
        struct target_place *place = &m->places.data[i];
        if (place->found || place->name || place->file != file) continue;
        if (line < place->line && line > place->below) place->below = line;
        if (line > place->line && (!place->above || line < place->above)) place->above = line;
    }
}

/* A function without a body is reached where it is called, if no pointer leads to it. */
static void mark_calls(struct marking *m, struct target_place *place) {
    LLVMValueRef fn = LLVMGetNamedFunction(m->module, place->name);
    if (!fn || (!LLVMIsDeclaration(fn) && !external_is_made(fn))) return;
    for (LLVMUseRef use = LLVMGetFirstUse(fn); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != fn) return;
        for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
            if (LLVMGetOperand(user, i) == fn) return;
    }
    for (LLVMUseRef use = LLVMGetFirstUse(fn); use; use = LLVMGetNextUse(use)) {
        place->block = NULL; /* uses come in any order: mark each */
        mark_before(m, (uint32_t)(place - m->places.data), LLVMGetUser(use));
    }
}

/* ---- all of it -------------------------------------------------------------------------------- */

static bool add_place(struct context *ctx, struct marking *m, const char *text) {
    struct target_place place;
    if (!parse(text, &place)) {
        log_error(&ctx->log, "'%s' is not a target; write FILE:LINE, FILE:FUNCTION or FILE:LABEL", text);
        return false;
    }
    struct str error = {0};
    if (place.file_len) place.file = target_files_find(&m->files, text, place.file_len, &error);
    if (error.len) log_error(&ctx->log, "target %s: %s", text, str_text(&error));
    bool ok = !error.len;
    str_release(&error);
    uint64_t line = (uint64_t)place.file << 32 | place.line, number = (uint64_t)m->places.len + 1;
    place.next = (uint32_t)(place.name ? strmap_get(&m->names, place.name, 0) : map_get(&m->lines, line, 0));
    if (place.name) strmap_put(&m->names, place.name, number);
    else map_put(&m->lines, line, number);
    vec_push(&m->places, place);
    return ok;
}

static void complain(struct context *ctx, const struct target_place *place) {
    if (place->name) {
        log_error(&ctx->log, "target %s: no such function or label%s", place->text,
                  place->file_len ? " in that file" : "");
        return;
    }
    struct str near = {0};
    if (place->below && place->above)
        str_addf(&near, "; the nearest code is on lines %u and %u", place->below, place->above);
    else if (place->below || place->above)
        str_addf(&near, "; the nearest code is on line %u", place->below + place->above);
    log_error(&ctx->log,
              "target %s: no code on this line (clang emits none for code that it knows to be "
              "unreachable)%s",
              place->text, str_text(&near));
    str_release(&near);
}

/* Lines and functions; labels where there is no such function; calls where there is
 * neither. */
static bool mark_places(struct context *ctx, struct marking *m) {
    bool ok = true, lines_missing = false;
    walk(m, mark_inst);
    for (uint32_t i = 0; i < m->places.len; i++)
        m->places.data[i].is_function = m->places.data[i].name && m->places.data[i].found;
    walk(m, mark_label);
    for (uint32_t i = 0; i < m->places.len; i++) {
        struct target_place *place = &m->places.data[i];
        if (!place->found && place->name) mark_calls(m, place);
        lines_missing |= !place->found && !place->name;
    }
    if (lines_missing) walk(m, see_line);
    for (uint32_t i = 0; i < m->places.len; i++) {
        if (m->places.data[i].found) continue;
        complain(ctx, &m->places.data[i]);
        ok = false;
    }
    return ok;
}

bool target_mark(struct context *ctx, const struct front_input *input, LLVMModuleRef module) {
    if (input->ntargets == 0) return true;
    struct marking m = {.module = module, .llvm = LLVMGetModuleContext(module)};
    LLVMSetIsNewDbgInfoFormat(module, 0); /* labels are calls then */
    m.builder = LLVMCreateBuilderInContext(m.llvm);
    target_files_init(&m.files);
    map_init(&m.lines);
    strmap_init(&m.names);
    walk(&m, see_file);
    bool ok = true;
    for (int i = 0; i < input->nfiles; i++)
        m.foreign |= str_ends(input->files[i], ".bc") || str_ends(input->files[i], ".ll");
    for (int i = 0; i < input->ntargets; i++) ok &= add_place(ctx, &m, input->targets[i]);
    ok = ok && mark_places(ctx, &m);
    strmap_release(&m.names);
    map_release(&m.lines);
    target_files_release(&m.files);
    vec_release(&m.places);
    LLVMDisposeBuilder(m.builder);
    return ok;
}
