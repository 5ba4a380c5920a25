/* Names: which definition a reference means, and where globals lie.
 *
 * The user's module is declared first, so its definitions win. A function or
 * variable that it only declares may come from a library module, which is then
 * loaded and declared as well. What remains undefined is an engine built-in or an
 * external function.
 */
#include <string.h>

#include "base/context.h"
#include "base/str.h"
#include "front/compile/module.h"
#include "front/define/external.h"
#include "front/llvm/marks.h"
#include "front/llvm/outside.h"
#include "front/lower/literals.h"
#include "front/lower/lower.h"
#include "ir/known.h"

/* ---- variables that no instruction writes to ----------------------------------------------------------- */

enum { MAX_CHAIN = 8, MAX_USES = 4096 };

static bool is_step(LLVMValueRef v) {
    if (LLVMIsAConstantExpr(v)) return LLVMGetConstOpcode(v) == LLVMGetElementPtr;
    return LLVMIsAGetElementPtrInst(v);
}

/* May anything be written through this pointer? */
static bool pointer_writes(LLVMValueRef pointer, int chain) {
    int uses = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (++uses > MAX_USES) return true;
        if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user)) continue;
        bool step = is_step(user) && LLVMGetOperand(user, 0) == pointer && chain < MAX_CHAIN;
        if (!step || pointer_writes(user, chain + 1)) return true;
    }
    return false;
}

/* May the module of this global variable write to it? False only if all that is done with its address is to add to it,
 * to compare it and to read there. */
static bool global_may_be_written(LLVMValueRef global) { return pointer_writes(global, 0); }

struct lower_module {
    LLVMModuleRef module; /* NULL until needed */
};

static uint64_t key_of(LLVMValueRef v) { return (uint64_t)(uintptr_t)v; }

static const char *name_of(LLVMValueRef v) {
    size_t len;
    return LLVMGetValueName2(v, &len);
}

static bool is_local(LLVMValueRef v) {
    LLVMLinkage linkage = LLVMGetLinkage(v);
    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

/* ---- functions -------------------------------------------------------------------- */

static struct function *new_function(struct lower *lo, const char *name) {
    struct program *p = lo->p;
    struct function *fn = ARENA_NEW(&p->arena, struct function);
    fn->name = arena_strdup(&p->arena, name);
    fn->id = p->functions.len;
    fn->builtin = -1;
    fn->effects = known_by_name(name);
    uint32_t object = p->next_object++;
    fn->address = layout_place(&p->layout, object, 0, 1, 16);
    vec_push(&p->functions, fn);
    return fn;
}

static void schedule(struct lower *lo, LLVMValueRef v, uint32_t number, bool is_function, bool library) {
    vec_push(&lo->work, (struct lower_work){v, number, is_function, library});
}

static void give_body(struct lower *lo, struct function *fn, LLVMValueRef v, bool library) {
    fn->defined = true;
    fn->runtime = library;
    if (library) map_put(&lo->waiting_functions, fn->id, key_of(v));
    else schedule(lo, v, fn->id, true, false);
}

static void declare_function(struct lower *lo, LLVMValueRef v, bool library) {
    struct program *p = lo->p;
    const char *name = name_of(v);
    struct function *fn = is_local(v) ? NULL : program_function(p, name);
    bool body = !LLVMIsDeclaration(v) && !lo->input->is_error(name);
    if (!fn) {
        fn = new_function(lo, name);
        if (!is_local(v) || !program_function(p, name)) strmap_put(&p->function_names, name, fn->id);
    }
    map_put(&lo->functions, key_of(v), fn->id);
    if (!body || fn->defined) return;
    fn->internal = is_local(v);
    fn->stub = external_is_made(v);
    give_body(lo, fn, v, library || fn->stub);
}

/* Library functions and variables are lowered once something refers to them. */
static void wake(struct lower *lo, struct map *waiting, uint32_t number, bool is_function) {
    uint64_t *v = map_find(waiting, number);
    if (!v) return;
    schedule(lo, (LLVMValueRef)(uintptr_t)*v, number, is_function, true);
    map_remove(waiting, number);
}

/* Loads the library module that defines `name`, if there is one. */
static void load_library(struct lower *lo, const char *name) {
    uint64_t index = strmap_get(&lo->library_names, name, 0);
    if (!index || lo->modules[index - 1].module) return;
    const struct front_module *from = &lo->library[index - 1];
    LLVMModuleRef module = module_parse(lo->llvm, from->name, from->data, (size_t)(from->end - from->data));
    if (!module) {
        log_error(&lo->ctx->log, "library model %s is damaged", from->name);
        return;
    }
    lo->modules[index - 1].module = module;
    LLVMSetIsNewDbgInfoFormat(module, 0);
    declare_module(lo, module, true);
}

/* Finds out what implements a function that is referred to: the program, the executor or the library. */
static void resolve(struct lower *lo, struct function *fn, LLVMValueRef v) {
    if (fn->defined || fn->builtin >= 0 || LLVMGetIntrinsicID(v)) return;
    fn->builtin = lo->input->builtin(fn->name);
    if (fn->builtin < 0) load_library(lo, fn->name);
}

uint32_t function_ref(struct lower *lo, LLVMValueRef v) {
    uint64_t *known = map_find(&lo->functions, key_of(v));
    if (!known) { /* a declaration that a pass has added */
        declare_function(lo, v, false);
        known = map_find(&lo->functions, key_of(v));
    }
    uint32_t number = (uint32_t)*known;
    resolve(lo, lo->p->functions.data[number], v);
    wake(lo, &lo->waiting_functions, number, true);
    return number;
}

/* A weak function without a definition has no address. */
uint64_t function_address(struct lower *lo, LLVMValueRef v) {
    uint32_t number = function_ref(lo, v); /* may add functions: look them up after it */
    const struct function *fn = lo->p->functions.data[number];
    bool absent = LLVMGetLinkage(v) == LLVMExternalWeakLinkage && !fn->defined && fn->builtin < 0;
    return absent ? 0 : fn->address;
}

/* ---- globals ------------------------------------------------------------------------ */

/* A constant, or one that protection has hidden from the passes. */
static bool is_constant(LLVMValueRef v) {
    if (LLVMIsGlobalConstant(v)) return true;
    LLVMContextRef llvm = LLVMGetModuleContext(LLVMGetGlobalParent(v));
    unsigned kind = LLVMGetMDKindIDInContext(llvm, CONSTANT_MARK, (unsigned)strlen(CONSTANT_MARK));
    size_t n;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(v, &n);
    bool found = false;
    for (unsigned i = 0; i < n; i++) found |= LLVMValueMetadataEntriesGetKind(entries, i) == kind;
    LLVMDisposeValueMetadataEntries(entries);
    return found;
}

static struct ir_global *new_global(struct lower *lo, LLVMValueRef v) {
    struct program *p = lo->p;
    struct ir_global *global = ARENA_NEW(&p->arena, struct ir_global);
    LLVMTypeRef type = LLVMGlobalGetValueType(v);
    global->name = arena_strdup(&p->arena, name_of(v));
    global->size = LLVMTypeIsSized(type) ? LLVMABISizeOfType(lo->layout, type) : 0;
    global->align = LLVMGetAlignment(v);
    if (global->align == 0 && LLVMTypeIsSized(type)) global->align = LLVMABIAlignmentOfType(lo->layout, type);
    if (global->align == 0) global->align = 1;
    global->constant = is_constant(v);
    global->literal = literal_of(v);
    lo->p->same_literals |= global->literal == LITERAL_SEVERAL;
    global->thread_local_ = LLVMIsThreadLocal(v);
    global->external = true;
    global->input = outside_kind(lo->input, lo->layout, v) == OUTSIDE_INPUT;
    global->pos = position_of_global(lo, v, &global->type);
    global->object = p->next_object++;
    global->address = layout_place(&p->layout, global->object, 0, global->size, global->align);
    if (!global->address)
        log_error(&lo->ctx->log, "global variable %s of %llu bytes is too large", global->name,
                  (unsigned long long)global->size);
    vec_push(&p->globals, global);
    return global;
}

static bool has_initialiser(LLVMValueRef v) { return LLVMGetInitializer(v) != NULL; }

static void define_global(struct lower *lo, struct ir_global *global, LLVMValueRef v, uint32_t number, bool library) {
    if (!global->external || !has_initialiser(v)) return;
    global->external = false;
    global->constant = is_constant(v);
    if (library) map_put(&lo->waiting_globals, number, key_of(v));
    else schedule(lo, v, number, false, false);
}

static void declare_global(struct lower *lo, LLVMValueRef v, bool library) {
    struct program *p = lo->p;
    const char *name = name_of(v);
    if (str_starts(name, "llvm.")) return;
    uint32_t number = is_local(v) ? 0 : (uint32_t)strmap_get(&p->global_names, name, 0);
    if (!number) {
        number = p->globals.len;
        new_global(lo, v);
        if (!is_local(v)) strmap_put(&p->global_names, name, number);
    }
    map_put(&lo->globals, key_of(v), number);
    struct ir_global *global = p->globals.data[number];
    global->written |= library || global_may_be_written(v); /* built-ins write to the library's */
    define_global(lo, global, v, number, library);
}

uint32_t global_ref(struct lower *lo, LLVMValueRef v) {
    uint64_t *known = map_find(&lo->globals, key_of(v));
    if (!known) {
        declare_global(lo, v, false);
        known = map_find(&lo->globals, key_of(v));
        if (!known) return 0;
    }
    uint32_t number = (uint32_t)*known;
    if (lo->p->globals.data[number]->external) load_library(lo, name_of(v));
    wake(lo, &lo->waiting_globals, number, false);
    return number;
}

uint64_t global_address(struct lower *lo, LLVMValueRef v) {
    uint32_t number = global_ref(lo, v);
    const struct ir_global *global = lo->p->globals.data[number];
    if (!number || (global->external && LLVMGetLinkage(v) == LLVMExternalWeakLinkage)) return 0;
    return global->address;
}

void wake_hooks(struct lower *lo) {
    static const char *const hooks[] = {"__shrike_start", "rt_flush_all"};
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++) {
        const struct function *fn = program_function(lo->p, hooks[i]);
        if (fn) wake(lo, &lo->waiting_functions, fn->id, true);
    }
}

/* ---- modules ------------------------------------------------------------------------- */

/* An alias is another name for a function or variable. Where a reference came
 * first and made a function of that name, it gets the same body. */
static void declare_alias(struct lower *lo, LLVMValueRef alias, bool library) {
    LLVMValueRef target = LLVMAliasGetAliasee(alias);
    struct program *p = lo->p;
    const char *name = name_of(alias);
    if (LLVMIsAGlobalVariable(target) && !program_global(p, name))
        strmap_put(&p->global_names, name, map_get(&lo->globals, key_of(target), 0));
    if (!LLVMIsAFunction(target)) return;
    struct function *fn = program_function(p, name);
    if (!fn) strmap_put(&p->function_names, name, map_get(&lo->functions, key_of(target), 0));
    else if (!fn->defined && !LLVMIsDeclaration(target)) give_body(lo, fn, target, library);
}

void declare_module(struct lower *lo, LLVMModuleRef module, bool library) {
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v)) declare_global(lo, v, library);
    for (LLVMValueRef v = LLVMGetFirstFunction(module); v; v = LLVMGetNextFunction(v)) declare_function(lo, v, library);
    for (LLVMValueRef v = LLVMGetFirstGlobalAlias(module); v; v = LLVMGetNextGlobalAlias(v))
        declare_alias(lo, v, library);
}

/* The library's modules announce what they define in a list of names, one each
 * line, so that they need not be parsed to find out. */
void library_init(struct lower *lo) {
    const struct front_input *in = lo->input;
    lo->library = lo->p->is32 ? in->library32 : in->library64;
    lo->nlibrary = lo->p->is32 ? in->nlibrary32 : in->nlibrary64;
    int n = lo->nlibrary;
    lo->modules = mem_zalloc((size_t)(n ? n : 1) * sizeof *lo->modules);
    for (int i = 0; i < n; i++) {
        const struct front_module *from = &lo->library[i];
        struct str name = {0};
        for (const char *p = from->symbols; *p; p++) {
            if (*p != '\n') {
                str_add_char(&name, *p);
                continue;
            }
            if (name.len) strmap_put(&lo->library_names, name.data, (uint64_t)i + 1);
            str_clear(&name);
        }
        str_release(&name);
    }
}

void library_release(struct lower *lo) {
    for (int i = 0; i < lo->nlibrary; i++)
        if (lo->modules[i].module) LLVMDisposeModule(lo->modules[i].module);
    mem_free(lo->modules);
}
