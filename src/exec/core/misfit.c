#include "exec/core/misfit.h"

/* Does the callee find an argument where the caller puts it, with all bits that it looks at? */
static bool argument_fits(const struct program *p, const struct ir_arg *arg, const struct ir_param *param) {
    if (arg->byval || param->byval) return arg->byval == param->byval;
    if (!param->size || arg->nslots != 1) return true; /* parts of a struct */
    if (arg->fkind != param->align) return false;
    if (arg->fkind || param->size > 64) return true;
    return p->is32 ? (arg->size > 4) == (param->size > 32) : arg->size >= 8 || param->size <= 32;
}

const char *call_misfit(const struct program *p, const struct function *fn, const struct ir_call *call) {
    if (!fn->defined || fn->runtime) return NULL;
    uint32_t slots = 0;
    for (uint32_t i = 0; i < call->nargs; i++) slots += call->args[i].byval ? 1 : call->args[i].nslots;
    if (slots < fn->nparam_slots) return "too few arguments";
    for (uint32_t i = 0; i < fn->nparams && i < call->nargs; i++) {
        if (!fn->params[i].byval && fn->params[i].nslots != call->args[i].nslots) return NULL;
        if (!argument_fits(p, &call->args[i], &fn->params[i])) return "an argument of another kind";
    }
    return call->nret > fn->nret && !call->ignored ? "a result that it does not have" : NULL;
}
