/* shrike verify: is the program safe? */
#include <stdio.h>

#include "base/str.h"
#include "base/watchdog.h"
#include "cli/commands.h"
#include "cli/explore.h"
#include "session/auto.h"

static bool on_bug(void *owner, struct exec *x) {
    struct session *s = owner;
    const struct finding *f = session_bug(s, x);
    if (f->confirmed && !f->excuse) watchdog_expect(s->ctx, session_is_tso(s) ? "UNSAFE (tso)" : "UNSAFE", EXIT_UNSAFE);
    return !session_is_settled(s);
}

static void on_progress(void *owner, const struct run *so_far) { session_progress(owner, so_far); }

/* The verdict line, and the exit status; judged: as the run prints it in the end. */
static int verdict(const struct session *s, bool judged, struct str *line) {
    struct str scope = {0};
    struct verdict_facts f = session_facts(s, &scope);
    str_clear(line);
    int status = verdict_verify(&f, line);
    if (judged) status = verdict_judge(&f, status, line);
    str_release(&scope);
    return status;
}

static bool is_settled(void *owner) {
    const struct session *s = owner;
    return vec_last(&s->findings).confirmed;
}

static bool run(struct session *s, int engine) {
    static const struct job_listener nothing = {0};
    if (s->ctx->opt.on) return job_explore(s, (enum engine)engine, NULL, &nothing);
    struct listener to = {.bug = on_bug, .settled = is_settled, .progress = on_progress, .owner = s};
    return session_explore(s, &to, NULL);
}

static void merge(void *owner, enum mail kind, const uint8_t *p, const uint8_t *end) {
    if (kind == MAIL_FINDING) session_merge(owner, p, end);
}

/* The verdict as the parent of several engines wants it. */
static void wait_at_gate(struct session *s, int status) {
    enum extent extent = session_extent(s);
    struct gate_verdict v = {.status = status,
                             .final = session_is_final(s),
                             .came = session_came(s),
                             .bounded = s->x.sym->gaps.seen & 1u << GAP_BOUND,
                             .complete = extent != EXTENT_PARTIAL || session_is_settled(s)};
    gate_wait(s->gate, &v, merge, s);
}

/* What a proof for executions of any length gives besides. False after a message. */
static bool add_to_proof(struct session *s) {
    if (session_extent(s) == EXTENT_ALL) {
        session_invariants(s);
        return session_certificate(s);
    }
    if (s->ctx->opt.certificate) log_warning(&s->ctx->log, "no certificate: the proof holds up to the bound only");
    return true;
}

/* Tells the verdict, unless another engine does; returns the exit status. */
static int conclude(struct session *s) {
    struct str text = {0};
    wait_at_gate(s, verdict(s, false, &text));
    session_explain(s);
    int status = verdict(s, false, &text); /* others may have found something */
    bool written = status != EXIT_FINE || add_to_proof(s);
    if (status == EXIT_FINE) session_proof(s, str_text(&text), status);
    else auto_tell(s, status);
    if (status == EXIT_UNKNOWN) session_guide(s);
    if (status == EXIT_UNSAFE) session_keep(s);
    status = verdict(s, true, &text);
    if (!written || !session_write(s, str_text(&text), status, NULL, 0)) status = EXIT_WRONG;
    watchdog_tell(s->ctx, str_text(&text), status);
    job_tell_verdict(s->ctx, str_text(&text));
    str_release(&text);
    return status;
}

static int verify(void *owner, int engine, struct gate *gate) {
    struct session *s = owner;
    bool tells = engine == PORTFOLIO_TELLER;
    auto_enter(s, engine == ENGINE_AUTO ? (int)engine_of_command(CMD_VERIFY) : engine, gate);
    int status = EXIT_WRONG;
    if (session_begin(s)) {
        if (tells) sym_gap(&s->x, GAP_LIMIT, "no engine completed its search");
        if (tells || run(s, engine)) status = conclude(s);
        else gate_wait(gate, &(struct gate_verdict){.status = status}, NULL, NULL);
        if (!gate) session_close(s); /* else the process ends, and takes everything with it */
    } else {
        gate_wait(gate, &(struct gate_verdict){.status = status}, NULL, NULL);
    }
    return status;
}

int cli_verify(struct context *ctx, const struct command_line *line) {
    watchdog_expect(ctx, "UNKNOWN", EXIT_UNKNOWN);
    return cli_explore(ctx, line, CMD_VERIFY, verify);
}
