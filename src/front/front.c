#include "front/front.h"

#include <assert.h>
#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/str.h"
#include "front/aliasing.h"
#include "front/choices.h"
#include "front/dialect.h"
#include "front/floats.h"
#include "front/flowoff.h"
#include "front/jumps.h"
#include "front/lengths.h"
#include "front/literals.h"
#include "front/lower.h"
#include "front/matherrno.h"
#include "front/module.h"
#include "front/notfinite.h"
#include "front/order.h"
#include "front/promises.h"
#include "front/protect.h"
#include "front/scopes.h"
#include "front/target.h"
#include "front/temporaries.h"
#include "front/unevaluated.h"
#include "front/zeros.h"
#include "ir/verify.h"

static void lower_init(struct lower *lo, struct context *ctx, const struct front_input *input,
                       LLVMModuleRef module) {
    memset(lo, 0, sizeof *lo);
    lo->ctx = ctx;
    lo->input = input;
    lo->p = program_new();
    lo->llvm = LLVMGetModuleContext(module);
    lo->layout = LLVMGetModuleDataLayout(module);
    lo->p->ptr_bytes = LLVMPointerSize(lo->layout);
    lo->p->is32 = lo->p->ptr_bytes == 4;
    layout_release(&lo->p->layout);
    layout_init(&lo->p->layout, lo->p->is32);
    arena_init(&lo->arena);
    map_init(&lo->types);
    map_init(&lo->functions);
    map_init(&lo->globals);
    map_init(&lo->scopes);
    strmap_init(&lo->files);
    strmap_init(&lo->signatures);
    strmap_init(&lo->library_names);
    map_init(&lo->waiting_functions);
    map_init(&lo->waiting_globals);
    map_init(&lo->slots);
    map_init(&lo->consts);
    map_init(&lo->blocks);
    map_init(&lo->folded);
    map_init(&lo->allocas);
    strmap_init(&lo->sites);
    library_init(lo);
}

static void lower_release(struct lower *lo) {
    library_release(lo);
    arena_release(&lo->arena);
    map_release(&lo->types);
    map_release(&lo->functions);
    map_release(&lo->globals);
    map_release(&lo->scopes);
    strmap_release(&lo->files);
    strmap_release(&lo->signatures);
    strmap_release(&lo->library_names);
    map_release(&lo->waiting_functions);
    map_release(&lo->waiting_globals);
    map_release(&lo->slots);
    map_release(&lo->consts);
    map_release(&lo->blocks);
    map_release(&lo->folded);
    map_release(&lo->allocas);
    vec_release(&lo->work);
    vec_release(&lo->code);
    vec_release(&lo->bb);
    vec_release(&lo->calls);
    vec_release(&lo->switches);
    vec_release(&lo->alloca_infos);
    vec_release(&lo->vars);
    vec_release(&lo->declares);
    strmap_release(&lo->sites);
    vec_release(&lo->const_values);
}

/* For its initial value, twice: the engine has one of its own. False, and the limit is hit: there is none. */
static bool has_room(struct lower *lo, const struct ir_global *global) {
    struct limits *limits = &lo->ctx->limits;
    const uint64_t used = mem_live_bytes();
    if (!limits->max_bytes || (used < limits->max_bytes && global->size < (limits->max_bytes - used) / 2)) return true;
    if (limits->hit != LIMIT_MEMORY)
        log_error(&lo->ctx->log, "%s: the initial value of %s takes %llu MB, for which there is no memory (--max-memory)",
                  program_where(lo->p, global->pos), global->name, (unsigned long long)(global->size >> 20));
    limits_reach(limits, LIMIT_MEMORY);
    return false;
}

static void lower_global(struct lower *lo, const struct lower_work *work) {
    struct ir_global *global = lo->p->globals.data[work->number];
    LLVMValueRef value = LLVMGetInitializer(work->value);
    if (LLVMIsNull(value) || LLVMIsUndef(value) || global->size == 0 || !has_room(lo, global)) return;
    global->data = arena_zalloc(&lo->p->arena, global->size);
    if (!const_bytes(lo, value, global->data, global->size))
        log_warning(&lo->ctx->log, "%s: initial value of %s is not fully known",
                    program_where(lo->p, global->pos), global->name);
}

static void drain(struct lower *lo) {
    while (lo->work.len) {
        struct lower_work work = vec_pop(&lo->work);
        if (work.is_function)
            lower_function(lo, &work);
        else
            lower_global(lo, &work);
    }
}

/* ---- constructors ------------------------------------------------------------------------- */

struct structor {
    uint64_t priority;
    uint32_t order;
    uint32_t function;
};

static int by_priority(const void *a, const void *b) {
    const struct structor *x = a, *y = b;
    if (x->priority != y->priority) return x->priority < y->priority ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* llvm.global_ctors or llvm.global_dtors, in order of priority. */
static void collect_structors(struct lower *lo, LLVMModuleRef module, const char *name, vec_u32 *out) {
    LLVMValueRef list = LLVMGetNamedGlobal(module, name);
    LLVMValueRef array = list ? LLVMGetInitializer(list) : NULL;
    if (!array || LLVMGetTypeKind(LLVMTypeOf(array)) != LLVMArrayTypeKind) return;
    VEC(struct structor) all = {0};
    uint64_t n = LLVMGetArrayLength2(LLVMTypeOf(array));
    for (uint64_t i = 0; i < n; i++) {
        LLVMValueRef entry = LLVMGetAggregateElement(array, (unsigned)i);
        LLVMValueRef fn = entry ? LLVMGetAggregateElement(entry, 1) : NULL;
        uint64_t priority;
        if (!fn || !LLVMIsAFunction(fn) || !const_u64(LLVMGetAggregateElement(entry, 0), &priority))
            continue;
        uint32_t number = all.len;
        vec_push(&all, (struct structor){priority, number, function_ref(lo, fn)});
    }
    if (all.len) qsort(all.data, all.len, sizeof *all.data, by_priority);
    for (uint32_t i = 0; i < all.len; i++) vec_push(out, all.data[i].function);
    vec_release(&all);
}

/* What the loader calls is known from attributes only: a list that the program puts there itself would be passed over. */
static bool can_begin(struct context *ctx, LLVMModuleRef module) {
    static const char *const lists[] = {".init_array", ".preinit_array", ".fini_array", ".ctors", ".dtors"};
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v)) {
        const char *section = LLVMGetSection(v);
        unsigned length;
        for (size_t i = 0; section && i < sizeof lists / sizeof *lists; i++) {
            if (!str_starts(section, lists[i])) continue;
            const char *file = LLVMGetDebugLocFilename(v, &length);
            log_error(&ctx->log, "%.*s:%u: not supported: '%s' is in section %s, a list of functions that the loader calls (use "
                      "__attribute__((constructor)) or ((destructor)))", file ? (int)length : 1, file ? file : "?", LLVMGetDebugLocLine(v),
                      LLVMGetValueName(v), section);
            return false;
        }
    }
    return true;
}

static struct program *lower_program(struct context *ctx, const struct front_input *input,
                                     LLVMModuleRef module) {
    struct lower lo;
    lower_init(&lo, ctx, input, module);
    LLVMSetIsNewDbgInfoFormat(module, 0);
    declare_module(&lo, module, false);
    collect_structors(&lo, module, "llvm.global_ctors", &lo.p->constructors);
    collect_structors(&lo, module, "llvm.global_dtors", &lo.p->destructors);
    drain(&lo);
    /* What the engine itself calls: the library's end-of-program routine. */
    LLVMValueRef at_exit = LLVMGetNamedFunction(module, "exit");
    if (!at_exit) {
        LLVMTypeRef i32 = LLVMInt32TypeInContext(lo.llvm);
        LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(lo.llvm), &i32, 1, 0);
        at_exit = LLVMAddFunction(module, "exit", type);
    }
    function_ref(&lo, at_exit);
    drain(&lo);
    wake_hooks(&lo);
    drain(&lo);
    struct program *p = lo.p;
    p->threads = program_function(p, "__shrike_thread_start") != NULL;
    lower_release(&lo);
    assert(program_check(p) == NULL);
    return p;
}

/* Only main's parameters and the fuzz target's have values. */
static bool can_start(struct context *ctx, const struct function *fn) {
    if (strcmp(fn->name, "main") == 0 || strcmp(fn->name, "LLVMFuzzerTestOneInput") == 0 || !fn->nparams) return true;
    log_error(&ctx->log, "--entry %s: not supported: the function has parameters, and its types are not known without C source; "
              "write a function without any that calls it", fn->name);
    return false;
}

static bool find_entry(struct context *ctx, const struct front_input *input, struct program *p) {
    if (!input->entry) return true;
    struct function *fn = program_function(p, input->entry);
    if (!fn && strcmp(input->entry, "main") == 0) fn = program_function(p, "LLVMFuzzerTestOneInput");
    if (fn && fn->defined && !fn->runtime) {
        p->entry = fn->id;
        if (!can_start(ctx, fn)) return false;
        return true;
    }
    log_error(&ctx->log, "no function '%s' is defined%s", input->entry,
              strcmp(input->entry, "main") == 0 ? " (choose another with --entry)" : "");
    return false;
}

static bool prepare(struct context *ctx, const struct front_input *input, LLVMModuleRef module) {
    unevaluated_remove(module);
    literals_mark(module);
    if (input->checks.call) flowoff_mark(module), zeros_mark(module), lengths_mark(module);
    if (input->checks.not_finite) notfinite_mark(module);
    order_mark(module);
    aliasing_mark(module);
    promises_mark(module);
    jumps_mark(module);
    temporaries_mark(module, false);
    scopes_forget(module);
    scopes_mark(module, true);
    scopes_renew(module, false);
    choices_mark(module, input->open);
    matherrno_mark(module);
    floats_hide(module, input->simplify);
    if (!input->simplify) return true;
    protect_module(module, input->checks.overflow);
    char *error = simplify_module(module, input->branches);
    if (!error) return true;
    log_error(&ctx->log, "LLVM's passes failed: %s", error);
    LLVMDisposeErrorMessage(error);
    return false;
}

struct program *front_load(struct context *ctx, const struct front_input *input) {
    LLVMContextRef llvm = LLVMContextCreate();
    LLVMContextSetDiscardValueNames(llvm, 0);
    timer_start(&ctx->stats.t_compile);
    LLVMModuleRef module = module_load(ctx, input, llvm);
    timer_stop(&ctx->stats.t_compile);
    struct program *p = NULL;
    timer_start(&ctx->stats.t_load);
    struct dialect *dialect = module ? dialect_find(input, module) : NULL;
    if (module && can_begin(ctx, module) && target_mark(ctx, input, module) && prepare(ctx, input, module)) {
        p = lower_program(ctx, input, module);
        dialect_tell(dialect, p);
        if (ctx->limits.hit == LIMIT_MEMORY || !find_entry(ctx, input, p)) {
            program_free(p);
            p = NULL;
        }
    }
    timer_stop(&ctx->stats.t_load);
    if (dialect) dialect_free(dialect);
    if (module) LLVMDisposeModule(module);
    LLVMContextDispose(llvm);
    return p;
}
