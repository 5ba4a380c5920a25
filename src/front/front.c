#include "front/front.h"

#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <string.h>

#include "base/context.h"
#include "base/str.h"
#include "front/checks/target.h"
#include "front/compile/dialect.h"
#include "front/compile/module.h"
#include "front/lower/lower.h"
#include "front/passes.h"
#include "front/protect/protect.h"
#include "ir/ir.h"

/* What the loader calls is known from attributes only: a list that the program puts there itself would be passed over.
 */
static bool can_begin(struct context *ctx, LLVMModuleRef module) {
    static const char *const lists[] = {".init_array", ".preinit_array", ".fini_array", ".ctors", ".dtors"};
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v)) {
        const char *section = LLVMGetSection(v);
        unsigned length;
        for (size_t i = 0; section && i < sizeof lists / sizeof *lists; i++) {
            if (!str_starts(section, lists[i])) continue;
            const char *file = LLVMGetDebugLocFilename(v, &length);
            log_error(&ctx->log,
                      "%.*s:%u: not supported: '%s' is in section %s, a list of functions that the loader calls (use "
                      "__attribute__((constructor)) or ((destructor)))",
                      file ? (int)length : 1, file ? file : "?", LLVMGetDebugLocLine(v), LLVMGetValueName(v), section);
            return false;
        }
    }
    return true;
}

/* Only main's parameters and the fuzz target's have values. */
static bool can_start(struct context *ctx, const struct function *fn) {
    if (strcmp(fn->name, "main") == 0 || strcmp(fn->name, "LLVMFuzzerTestOneInput") == 0 || !fn->nparams) return true;
    log_error(&ctx->log,
              "--entry %s: not supported: the function has parameters, and its types are not known without C source; "
              "write a function without parameters that calls it",
              fn->name);
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

/* False after a message. */
static bool simplify(struct context *ctx, const struct front_input *input, LLVMModuleRef module) {
    char *error = input->simplify ? simplify_module(module, input->branches) : NULL;
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
    bool ok = module && can_begin(ctx, module) && target_mark(ctx, input, module);
    if (ok) passes_run(PASSES_ENGINE, input, module);
    if (ok && simplify(ctx, input, module)) {
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
