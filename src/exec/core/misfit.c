#include "exec/core/misfit.h"

#include "ir/signature.h"

const char *call_misfit(const struct program *p, const struct function *fn, const struct ir_call *call) {
    if (!fn->signature || !call->signature || fn->signature == call->signature) return NULL;
    return signature_misfit(call->signature, fn->signature, call->ignored, p->is32);
}
