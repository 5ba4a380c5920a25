#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "front/lower/lower.h"

static void lower_init(struct lower *lo, struct context *ctx, const struct front_input *input, LLVMModuleRef module) {
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
        log_error(&lo->ctx->log,
                  "%s: the initial value of %s takes %llu MB, for which there is no memory (--max-memory)",
                  program_where(lo->p, global->pos), global->name, (unsigned long long)(global->size >> 20));
    limits_reach(limits, LIMIT_MEMORY);
    return false;
}

static void lower_global(struct lower *lo, const struct lower_work *work) {
    assert(!work->is_function && work->number < lo->p->globals.len);
    struct ir_global *global = lo->p->globals.data[work->number];
    LLVMValueRef value = LLVMGetInitializer(work->value);
    if (LLVMIsNull(value) || LLVMIsUndef(value) || global->size == 0 || !has_room(lo, global)) return;
    global->data = arena_zalloc(&lo->p->arena, global->size);
    if (!const_bytes(lo, value, global->data, global->size))
        log_warning(&lo->ctx->log, "%s: initial value of %s is not fully known", program_where(lo->p, global->pos),
                    global->name);
}

static void drain(struct lower *lo) {
    while (lo->work.len) {
        struct lower_work work = vec_pop(&lo->work);
        if (work.is_function) lower_function(lo, &work);
        else lower_global(lo, &work);
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
        if (!fn || !LLVMIsAFunction(fn) || !const_u64(LLVMGetAggregateElement(entry, 0), &priority)) continue;
        uint32_t number = all.len;
        vec_push(&all, (struct structor){priority, number, function_ref(lo, fn)});
    }
    if (all.len) qsort(all.data, all.len, sizeof *all.data, by_priority);
    for (uint32_t i = 0; i < all.len; i++) vec_push(out, all.data[i].function);
    vec_release(&all);
}

struct program *lower_program(struct context *ctx, const struct front_input *input, LLVMModuleRef module) {
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
