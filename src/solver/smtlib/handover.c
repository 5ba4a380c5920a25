/* Z3 in our place, for scripts with terms that our expressions do not cover. It
 * reads the commands as text, and what it prints is passed on. */
#include <string.h>
#include <z3.h>

#include "base/context.h"
#include "solver/smtlib/script.h"

struct handover {
    Z3_context z3; /* NULL: Z3 is switched off, checks answer unknown */
};

/* Is Z3 among the layers that the user left on? */
static bool z3_allowed(const char *layers) {
    if (*layers == '-') return !strstr(layers, "-z3");
    return strstr(layers, "all") || strstr(layers, "z3");
}

static void ignore_error(Z3_context z3, Z3_error_code code) {
    (void)z3;
    (void)code;
}

static Z3_context new_z3(struct script *sc) {
    Z3_config config = Z3_mk_config();
    Z3_set_param_value(config, "model", "true");
    Z3_context z3 = Z3_mk_context(config);
    Z3_del_config(config);
    Z3_set_error_handler(z3, ignore_error);
    if (sc->ctx->opt.solver_timeout) {
        char text[80];
        snprintf(text, sizeof text, "(set-option :timeout %lld)", (long long)sc->ctx->opt.solver_timeout);
        Z3_eval_smtlib2_string(z3, text);
    }
    return z3;
}

void handover_start(struct script *sc) {
    sc->handover = MEM_NEW(struct handover);
    bool allowed = z3_allowed(sc->ctx->opt.solver);
    log_warning(&sc->ctx->log, "%s:%u:%u: %s is not supported here: %s", sc->path, sc->line, sc->column,
                str_text(&sc->error), allowed ? "Z3 takes over" : "Z3 is switched off, so all answers are unknown");
    sc->beyond = false;
    str_clear(&sc->error);
    if (!allowed) return;
    sc->handover->z3 = new_z3(sc);
    Z3_eval_smtlib2_string(sc->handover->z3, str_text(&sc->replay));
}

static bool answer_unknown(struct script *sc, const struct sexpr *command) {
    if (sexpr_is(command->first, "check-sat") || sexpr_is(command->first, "check-sat-assuming"))
        fputs("unknown\n", sc->out);
    return true;
}

bool handover_command(struct script *sc, const struct sexpr *command) {
    if (command->kind != SEXPR_LIST || !command->kids || command->first->kind != SEXPR_SYMBOL)
        return script_fail(sc, command, "a command is needed here");
    if (sexpr_is(command->first, "exit")) {
        sc->done = true;
        return true;
    }
    if (!sc->handover->z3) return answer_unknown(sc, command);
    char *text = arena_strndup(&sc->command, command->source, command->source_len);
    const char *result = Z3_eval_smtlib2_string(sc->handover->z3, text);
    if (result && strstr(result, "(error"))
        return script_fail(sc, command, "Z3 says: %.*s", (int)strcspn(result, "\n"), result);
    if (result) fputs(result, sc->out);
    fflush(sc->out);
    return true;
}

void handover_free(struct handover *h) {
    if (!h) return;
    if (h->z3) Z3_del_context(h->z3);
    mem_free(h);
}
