#include "front/compile/compile.h"

#include <assert.h>
#include <limits.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "front/compile/module.h"
#include "front/llvm/emit.h"
#include "front/llvm/marks.h"

static const char sequence[] =
    "an object that one expression changes twice, or changes and reads, has the value that clang gives it";
static const char literals[] = "string literals share storage as in shrike's build: pointers to them are compared";

static const char without_value[] = "an uninitialised variable has an arbitrary value and keeps it";

/* A place that clang warns about: FILE:LINE:COLUMN. */
struct folded_place {
    struct str file;
    unsigned line, column;
    const char *premise; /* what a proof rests on; NULL: a constant that clang has folded */
    bool checked;        /* by code */
};

typedef VEC(struct folded_place) place_list;

/* ---- what clang said --------------------------------------------------------------------------- */

static void strip_colours(const char *said, struct str *out) {
    for (const char *p = said; *p; p++) {
        if (*p == '\033' && p[1] == '[') {
            p += strcspn(p, "mK");
            if (!*p) return;
        } else {
            str_add_char(out, *p);
        }
    }
}

static bool is_asked(const struct front_checks *checks, const char *line, size_t len, const char **premise) {
    const struct {
        bool asked;
        const char *name, *says, *premise;
    } warnings[] = {
        {checks->overflow, "[-Winteger-overflow", "", NULL},
        {checks->overflow, "[-Wshift-overflow", "", NULL},
        {checks->overflow, "[-Wshift-sign-overflow", "", NULL},
        {checks->shift, "[-Wshift-count-", "", NULL},
        {checks->cast, "[-Wliteral-conversion", "out of range", NULL},
        {true, "[-Wunsequenced", "", sequence},
        {true, "[-Wstring-compare", "", literals},
        {!checks->uninit, "[-Wuninitialized", "", without_value},
        {!checks->uninit, "[-Wsometimes-uninitialized", "", without_value},
        {!checks->uninit, "[-Wconditional-uninitialized", "", without_value},
    };
    struct str text = {0};
    str_add_len(&text, line, len);
    const char *all = str_text(&text), *name = strstr(all, ": warning: ") ? strstr(all, "[-W") : NULL;
    bool yes = false;
    for (size_t i = 0; i < sizeof warnings / sizeof *warnings && name && !yes; i++) {
        yes = warnings[i].asked && str_starts(name, warnings[i].name) && strstr(all, warnings[i].says);
        *premise = yes ? warnings[i].premise : NULL;
    }
    str_release(&text);
    return yes;
}

/* A line that begins with FILE:LINE:COLUMN: (a file's name may have colons of its own). */
static bool read_place(const char *line, struct folded_place *p) {
    const char *end = strstr(line, ": warning: "), *colon = end;
    int colons = 0;
    while (colon > line && colons < 2) colons += *--colon == ':';
    if (colons < 2) return false;
    char *rest;
    *p = (struct folded_place){.line = (unsigned)strtoul(colon + 1, &rest, 10)};
    if (*rest != ':') return false;
    p->column = (unsigned)strtoul(rest + 1, &rest, 10);
    str_add_len(&p->file, line, (size_t)(colon - line));
    return rest == end;
}

static void read_places(const char *said, const struct front_checks *checks, place_list *places) {
    struct str plain = {0};
    strip_colours(said, &plain);
    for (const char *line = str_text(&plain); *line;) {
        size_t len = strcspn(line, "\n");
        struct folded_place p = {0};
        const char *premise = NULL;
        if (is_asked(checks, line, len, &premise)) {
            if (read_place(line, &p)) {
                p.premise = premise;
                vec_push(places, p);
            } else str_release(&p.file);
        }
        line += len + (line[len] == '\n');
    }
    str_release(&plain);
}

/* ---- what the module checks ------------------------------------------------------------------------ */

static LLVMValueRef part_of(LLVMValueRef constant, unsigned i) {
    return constant && (int)i < LLVMGetNumOperands(constant) ? LLVMGetOperand(constant, i) : NULL;
}

static unsigned number_of(LLVMValueRef v) {
    return v && LLVMIsAConstantInt(v) ? (unsigned)LLVMConstIntGetZExtValue(v) : 0;
}

static bool is_file(LLVMValueRef global, const struct str *name) {
    LLVMValueRef init = global && LLVMIsAGlobalVariable(global) ? LLVMGetInitializer(global) : NULL;
    size_t len;
    if (!init || !LLVMIsConstantString(init)) return false;
    const char *text = LLVMGetAsString(init, &len);
    return len == name->len + 1 && memcmp(text, str_text(name), name->len) == 0;
}

/* The data of a handler begin with the place: a file, a line and a column. */
static void note_checked(LLVMValueRef global, place_list *places) {
    LLVMValueRef init = LLVMGetInitializer(global);
    LLVMValueRef at = init && LLVMIsAConstantStruct(init) ? part_of(init, 0) : NULL;
    if (!at || !LLVMIsAConstantStruct(at) || LLVMGetNumOperands(at) != 3) return;
    for (uint32_t i = 0; i < places->len; i++) {
        struct folded_place *p = &places->data[i];
        p->checked |= number_of(part_of(at, 1)) == p->line && number_of(part_of(at, 2)) == p->column &&
                      is_file(part_of(at, 0), &p->file);
    }
}

/* ---- the function that a place lies in --------------------------------------------------------------- */

/* How well a function's file fits that name, of which debug information may have cut off the folder: 2 as far as it
 * goes, 1 in the last part only, 0 not. */
static int fits(LLVMMetadataRef subprogram, const struct str *name) {
    unsigned len = 0;
    LLVMMetadataRef file = LLVMDIScopeGetFile(subprogram);
    const char *text = file ? LLVMDIFileGetFilename(file, &len) : NULL, *whole = str_text(name);
    if (!text || !len) return 0;
    if (name->len >= len && memcmp(whole + name->len - len, text, len) == 0) return 2;
    const char *slash = strrchr(whole, '/'), *last = slash ? slash + 1 : whole;
    size_t last_len = strlen(last);
    return len >= last_len && memcmp(text + len - last_len, last, last_len) == 0;
}

/* Of all that it executes. A function that never returns may end in what has no line: there is no end to it. */
static unsigned last_line(LLVMValueRef fn) {
    unsigned last = 0;
    bool returns = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            unsigned line = LLVMGetDebugLocLine(i);
            if (line > last) last = line;
            returns |= LLVMGetInstructionOpcode(i) == LLVMRet;
        }
    }
    return returns ? last : UINT_MAX;
}

/* The last one in that file that begins before it, unless that has ended by then. */
static LLVMValueRef function_at(LLVMModuleRef module, const struct folded_place *p) {
    LLVMValueRef best = NULL;
    unsigned best_line = 0;
    int best_fit = 1;
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
        LLVMMetadataRef sub = LLVMIsDeclaration(fn) ? NULL : LLVMGetSubprogram(fn);
        unsigned line = sub ? LLVMDISubprogramGetLine(sub) : 0;
        int fit = sub && line <= p->line ? fits(sub, &p->file) : 0;
        if (fit < best_fit || (fit == best_fit && line < best_line)) continue;
        best = fn;
        best_line = line;
        best_fit = fit;
    }
    return best && last_line(best) >= p->line ? best : NULL;
}

/* A function without arguments that stands for what cannot be executed. */
static void refuse(LLVMModuleRef module, LLVMBuilderRef builder, const struct folded_place *p) {
    struct str name = {0};
    str_addf(&name,
             PROTECT_PREFIX FOLDED_NAME
             "a constant that overflows in an initialiser (%s:%u:%u), which the compiler has folded",
             str_text(&p->file), p->line, p->column);
    emit_call(module, builder, str_text(&name), LLVMVoidTypeInContext(LLVMGetModuleContext(module)), NULL, 0);
    str_release(&name);
}

static void mark(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef fn, const struct folded_place *p) {
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));
    while (LLVMIsAAllocaInst(first)) first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(builder, first);
    LLVMSetCurrentDebugLocation2(builder, LLVMDIBuilderCreateDebugLocation(LLVMGetModuleContext(module), p->line,
                                                                           p->column, LLVMGetSubprogram(fn), NULL));
    if (p->premise) emit_suppose_here(module, builder, p->premise);
    else refuse(module, builder, p);
}

/* ---- all --------------------------------------------------------------------------------------------- */

static bool mark_places(LLVMModuleRef module, place_list *places) {
    bool any = false;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) note_checked(g, places);
    for (uint32_t i = 0; i < places->len; i++) {
        LLVMValueRef fn = places->data[i].checked ? NULL : function_at(module, &places->data[i]);
        if (!fn) continue;
        mark(module, builder, fn, &places->data[i]);
        any = true;
    }
    LLVMDisposeBuilder(builder);
    return any;
}

static void write_module(LLVMModuleRef module, struct str *bitcode) {
    LLVMMemoryBufferRef bytes = LLVMWriteBitcodeToMemoryBuffer(module);
    str_clear(bitcode);
    str_add_len(bitcode, LLVMGetBufferStart(bytes), LLVMGetBufferSize(bytes));
    LLVMDisposeMemoryBuffer(bytes);
}

static bool mark_bitcode(place_list *places, struct str *bitcode) {
    LLVMContextRef llvm = LLVMContextCreate();
    LLVMModuleRef module = module_parse(llvm, "", str_text(bitcode), bitcode->len);
    if (module && mark_places(module, places)) write_module(module, bitcode);
    if (module) LLVMDisposeModule(module);
    LLVMContextDispose(llvm);
    return module;
}

bool folded_mark(const char *said, const struct front_checks *checks, struct str *bitcode) {
    place_list places = {0};
    read_places(said, checks, &places);
    bool ok = !places.len || mark_bitcode(&places, bitcode);
    for (uint32_t i = 0; i < places.len; i++) str_release(&places.data[i].file);
    vec_release(&places);
    return ok;
}
