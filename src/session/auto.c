#include "session/auto.h"

#include "base/str.h"
#include "portfolio/plan.h"
#include "report/formats.h"
#include "session/finding.h"
#include "session/results.h"
#include "test/ktest.h"

/* ---- options ------------------------------------------------------------------------------------- */

struct wish {
    struct context *ctx;
    enum engine engine; /* whose option was given; ENGINE_AUTO: none was */
    struct str option;
    bool failed;
};

static void look_at_option(void *owner, const char *name, const char *word) {
    struct wish *w = owner;
    struct str option = {0};
    (void)name;
    enum engine engine = engine_of_option(word, &option);
    if (engine != ENGINE_AUTO && w->engine == ENGINE_AUTO) {
        w->engine = engine;
        str_add(&w->option, str_text(&option));
    } else if (engine != ENGINE_AUTO && w->engine != engine && !w->failed) {
        log_error(&w->ctx->log, "%s is for --engine=%s, %s for --engine=%s: say which engine", str_text(&w->option),
                  engine_name(w->engine), str_text(&option), engine_name(engine));
        w->failed = true;
    }
    str_release(&option);
}

bool auto_engine(struct context *ctx, enum command command, enum engine *engine) {
    *engine = command == CMD_REACH ? engine_for_reach((int)ctx->opt.engine_reach) : (enum engine)ctx->opt.engine;
    if (*engine != ENGINE_AUTO) return true;
    struct wish by = {.ctx = ctx, .engine = ENGINE_AUTO};
    options_given(&ctx->opt, command, look_at_option, &by);
    if (by.engine != ENGINE_AUTO && !by.failed) {
        *engine = by.engine;
        log_warning(&ctx->log, "%s: --engine=%s is taken, because only that has it", str_text(&by.option),
                    engine_name(by.engine));
    }
    str_release(&by.option);
    return !by.failed;
}

/* ---- running -------------------------------------------------------------------------------------- */

/* Keeps a test that shows the error of a contradiction. */
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
    log_info(&s->ctx->log,
             "auto: %u instructions, %u branches, %u loops, %u inputs (%u in loops), %u floating-point operations%s",
             looks.instructions, looks.branches, looks.loops, looks.inputs, looks.inputs_in_loops, looks.floats,
             looks.recursive ? ", recursion" : "");
    struct portfolio p = {.ctx = s->ctx,
                          .engines = engines,
                          .run = run,
                          .keep = keep_test,
                          .owner = s,
                          .ntargets = s->line->targets.len,
                          .files = s->line->files.data,
                          .nfiles = s->line->files.len};
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
        fprintf(out, "answered by %s, in %.2f s\n", engine == ENGINE_AUTO ? "several engines" : engine_name(engine),
                seconds);
    else if (engine == ENGINE_AUTO) fprintf(out, "not decided by any engine, in %.2f s\n", seconds);
    else fprintf(out, "not decided by any engine, in %.2f s; this is what %s says\n", seconds, engine_name(engine));
}
