#include "session/auto.h"

#include <string.h>

#include "base/str.h"
#include "portfolio/plan.h"
#include "report/json.h"
#include "session/finding.h"
#include "session/results.h"
#include "test/ktest.h"

/* ---- options ------------------------------------------------------------------------------------- */

struct wish {
    bool wished;
    const char *option;
    enum engine engine;
};

static bool differs(const char *text, const char *usual) { return text != usual && (!text || !usual || strcmp(text, usual) != 0); }

/* The engine that the options given belong to; ENGINE_AUTO: none in particular. */
static bool implied(struct context *ctx, enum command command, struct wish *by) {
    const struct options *opt = &ctx->opt;
    struct options usual;
    options_init(&usual);
    bool verify = command == CMD_VERIFY;
    const struct wish wishes[] = {
        {opt->show_tree != NULL, "--show-tree", ENGINE_INTERPOLATE},
        {opt->check_subsumption, "--check-subsumption", ENGINE_INTERPOLATE},
        {opt->check_ration != usual.check_ration, "--check-ration", ENGINE_INTERPOLATE},
        {verify && opt->decide != usual.decide, "--decide", ENGINE_CDSE},
        {verify && opt->decide_percent != usual.decide_percent, "--decide-percent", ENGINE_CDSE},
        {opt->check_invariants, "--check-invariants", ENGINE_INVARIANT},
        {opt->show_fcfg != NULL, "--show-fcfg", ENGINE_CDSE},
        {opt->show_abstraction != NULL, "--show-abstraction", ENGINE_DASH},
        {differs(opt->search, usual.search), "--search", ENGINE_EXPLORE},
        {opt->max_states != usual.max_states, "--max-states", ENGINE_EXPLORE},
        {opt->max_forks != usual.max_forks, "--max-forks", ENGINE_EXPLORE},
        {verify && opt->max_run != usual.max_run, "--max-run", ENGINE_CONCOLIC},
        /* What is called in the host is to happen once. */
        {opt->external == EXTERNAL_NATIVE, "--external=native", ENGINE_EXPLORE},
    };
    options_release(&usual);
    *by = (struct wish){.engine = ENGINE_AUTO};
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        if (!wishes[i].wished) continue;
        if (by->wished && by->engine != wishes[i].engine) {
            log_error(&ctx->log, "%s is for --engine=%s, %s for --engine=%s: say which engine", by->option,
                      engine_name(by->engine), wishes[i].option, engine_name(wishes[i].engine));
            return false;
        }
        if (!by->wished) *by = wishes[i];
    }
    return true;
}

bool auto_engine(struct context *ctx, enum command command, enum engine *engine) {
    *engine = command == CMD_REACH ? engine_for_reach((int)ctx->opt.engine_reach) : (enum engine)ctx->opt.engine;
    if (*engine != ENGINE_AUTO) return true;
    struct wish by;
    if (!implied(ctx, command, &by)) return false;
    if (!by.wished) return true;
    *engine = by.engine;
    log_warning(&ctx->log, "%s: --engine=%s is taken, because only that has it", by.option, engine_name(by.engine));
    return true;
}

/* ---- running -------------------------------------------------------------------------------------- */

/* Of a contradiction: a test that shows the error. */
static void keep_test(void *owner, const char *folder, uint32_t number, const uint8_t *p, const uint8_t *end) {
    struct session *s = owner;
    struct finding f;
    struct str path = {0}, text = {0};
    if (!finding_read(&f, s->p, &p, end)) return;
    ktest_write(&f.test, s->line->files.data, 1, &text);
    str_addf(&path, "%s/error-%u.ktest", folder, number);
    results_write(s->ctx, str_text(&path), &text);
    str_clear(&path);
    str_clear(&text);
    report_bug_json(s->p, &f.bug, &f.test, &text);
    str_addf(&path, "%s/error-%u.json", folder, number);
    results_write(s->ctx, str_text(&path), &text);
    str_release(&path);
    str_release(&text);
    finding_release(&f);
}

int auto_run(struct session *s, int (*run)(void *owner, int engine, struct gate *gate)) {
    struct portfolio_engine engines[PORTFOLIO_MOST];
    struct plan_looks looks;
    plan_look(s->p, &looks);
    log_info(&s->ctx->log, "auto: %u instructions, %u branches, %u loops, %u inputs (%u in loops), %u floating-point operations%s",
             looks.instructions, looks.branches, looks.loops, looks.inputs, looks.inputs_in_loops, looks.floats,
             looks.recursive ? ", recursion" : "");
    struct portfolio p = {.ctx = s->ctx, .engines = engines, .run = run, .keep = keep_test, .owner = s,
                          .ntargets = s->line->targets.len, .files = s->line->files.data, .nfiles = s->line->files.len};
    p.nengines = plan_make(&looks, s->line->command == CMD_REACH, engines);
    return portfolio_run(&p);
}

void auto_enter(struct session *s, int engine, struct gate *gate) {
    s->gate = gate;
    s->engine = engine == PORTFOLIO_TELLER ? ENGINE_AUTO : (enum engine)engine;
}

void auto_tell(const struct session *s, int status) {
    if (!s->gate) return;
    FILE *out = s->ctx->log.out;
    enum engine engine = s->engine;
    double seconds = (double)(clock_ns() - s->ctx->stats.t_total.started) / 1e9;
    if (status != EXIT_UNKNOWN)
        fprintf(out, "answered by %s, in %.2f s\n", engine == ENGINE_AUTO ? "several engines" : engine_name(engine), seconds);
    else if (engine == ENGINE_AUTO)
        fprintf(out, "not decided by any engine, in %.2f s\n", seconds);
    else
        fprintf(out, "not decided by any engine, in %.2f s; this is what %s says\n", seconds, engine_name(engine));
}
