#include "front/passes.h"

#include <assert.h>
#include <llvm-c/Analysis.h>
#include <stdbool.h>
#include <stddef.h>

#include "front/checks/artefacts.h"
#include "front/checks/bools.h"
#include "front/checks/flowoff.h"
#include "front/checks/lifetimes.h"
#include "front/checks/operations.h"
#include "front/checks/sanitize.h"
#include "front/compile/compile.h"
#include "front/define/assembly.h"
#include "front/define/external.h"
#include "front/define/failing.h"
#include "front/define/jumps.h"
#include "front/define/matherrno.h"
#include "front/define/mayfail.h"
#include "front/define/nondet.h"
#include "front/define/threads.h"
#include "front/front.h"
#include "front/llvm/outside.h"
#include "front/lower/literals.h"
#include "front/premises/aliasing.h"
#include "front/premises/choices.h"
#include "front/premises/order.h"
#include "front/premises/promises.h"
#include "front/protect/floats.h"
#include "front/protect/protect.h"

/* ---- when a pass applies ------------------------------------------------------------------------------- */

static bool always(const struct front_input *input) {
    (void)input;
    return true;
}

/* A native run has the sanitizers' own checks. */
static bool in_engine(const struct front_input *input) { return !input->native; }
static bool boolean_in_engine(const struct front_input *input) { return input->checks.boolean && !input->native; }
static bool with_failing_memory(const struct front_input *input) { return input->may_fail; }
static bool with_calls(const struct front_input *input) { return input->checks.call; }
static bool with_finite(const struct front_input *input) { return input->checks.not_finite; }
static bool simplified(const struct front_input *input) { return input->simplify; }

/* ---- passes that differ between stages ----------------------------------------------------------------- */

static void temporaries_end(LLVMModuleRef module) { temporaries_mark(module, false); }
static void temporaries_end_natively(LLVMModuleRef module) { temporaries_mark(module, true); }
static void scopes_guess(LLVMModuleRef module) { scopes_mark(module, true); }
static void scopes_mark_surely(LLVMModuleRef module) { scopes_mark(module, false); }
static void scopes_renew_here(LLVMModuleRef module) { scopes_renew(module, false); }

/* ---- the table --------------------------------------------------------------------------------------- */

struct pass {
    enum pass_stage stage;
    const char *name;
    bool (*applies)(const struct front_input *input);
    void (*run)(LLVMModuleRef module);
    void (*run_for)(const struct front_input *input, LLVMModuleRef module);
};

static const struct pass table[] = {
#define PASS(stage, function, when, why) {PASSES_##stage, #function, when, function, NULL},
#define PASS_FOR(stage, function, when, why) {PASSES_##stage, #function, when, NULL, function},
#include "front/passes.def"
#undef PASS
};

void passes_run(enum pass_stage stage, const struct front_input *input, LLVMModuleRef module) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const struct pass *pass = &table[i];
        if (pass->stage != stage || !pass->applies(input)) continue;
        if (pass->run) pass->run(module);
        else pass->run_for(input, module);
        assert(!LLVMVerifyModule(module, LLVMPrintMessageAction, NULL));
    }
}
