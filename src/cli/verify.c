/* shrike verify: is the program safe? */
#include <stdio.h>

#include "base/str.h"
#include "base/watchdog.h"
#include "cli/commands.h"
#include "cli/remote.h"
#include "session/auto.h"

static bool on_bug(void *owner, struct exec *x) {
    struct session *s = owner;
    const struct finding *f = session_bug(s, x);
    if (f->confirmed && !f->excuse) watchdog_expect(s->ctx, *session_model(s) ? "UNSAFE (tso)" : "UNSAFE", EXIT_UNSAFE);
    return !session_is_settled(s);
}

static void on_progress(void *owner, const struct run *so_far) {
    session_progress(owner, so_far);
}

/* The verdict line, and the exit status. */
static int verdict(const struct session *s, struct str *line) {
    enum extent extent = session_extent(s);
    if (s->x.sym->gaps & 1u << GAP_INTERNAL) {
        str_add(line, "UNKNOWN");
        return EXIT_INTERNAL;
    }
    if (s->confirmed > s->excused || (s->confirmed && extent != EXTENT_PARTIAL)) {
        str_add(line, "UNSAFE");
        str_add(line, session_model(s));
        return EXIT_UNSAFE;
    }
    if (extent == EXTENT_PARTIAL) {
        str_add(line, "UNKNOWN");
        return EXIT_UNKNOWN;
    }
    str_add(line, "SAFE");
    if (s->x.sym->gaps & 1u << GAP_PREEMPTIONS)
        str_addf(line, " (%lld preemptions)", (long long)s->ctx->opt.preemptions);
    else if (extent == EXTENT_BOUNDED && s->ctx->opt.bound >= 0)
        str_addf(line, " (bound %lld)", (long long)s->ctx->opt.bound);
    else if (extent == EXTENT_BOUNDED)
        str_add(line, " (bounded)");
    str_add(line, session_model(s));
    return EXIT_FINE;
}

static bool is_settled(void *owner) {
    const struct session *s = owner;
    return vec_last(&s->findings).confirmed;
}

static bool run(struct session *s, int engine) {
    static const struct piecework_heard nothing = {0};
    if (s->ctx->opt.on) return remote_explore(s, (enum engine)engine, NULL, &nothing);
    struct listener to = {.bug = on_bug, .settled = is_settled, .progress = on_progress, .owner = s};
    return session_explore(s, &to, NULL);
}

static void merge(void *owner, enum mail kind, const uint8_t *p, const uint8_t *end) {
    if (kind == MAIL_FINDING) session_merge(owner, p, end);
}

/* The verdict as the parent of several engines wants it. */
static void wait_at_gate(struct session *s, int status) {
    enum extent extent = session_extent(s);
    struct gate_verdict v = {.status = status, .final = session_is_final(s), .came = session_came(s), .bounded = s->x.sym->gaps & 1u << GAP_BOUND,
                             .complete = extent != EXTENT_PARTIAL || session_is_settled(s)};
    gate_wait(s->gate, &v, merge, s);
}

/* What others make of it: errors that are known do not fail, a bound does with --strict. */
static int judge(const struct session *s, int status, struct str *line) {
    if (status == EXIT_UNSAFE && session_is_excused(s)) {
        str_add(line, " (known errors only)");
        return EXIT_FINE;
    }
    if (status == EXIT_FINE && s->ctx->opt.strict && session_extent(s) == EXTENT_BOUNDED) return EXIT_BOUNDED;
    return status;
}

/* Tells the verdict, unless another engine does; returns the exit status. */
static int conclude(struct session *s) {
    struct str text = {0};
    int status = verdict(s, &text);
    wait_at_gate(s, status);
    session_explain(s);
    str_clear(&text);
    status = verdict(s, &text); /* others may have found something */
    if (status == EXIT_FINE && session_extent(s) == EXTENT_ALL) session_invariants(s);
    if (status == EXIT_FINE && session_extent(s) == EXTENT_ALL && !session_certificate(s)) status = EXIT_WRONG;
    else if (status == EXIT_FINE && s->ctx->opt.certificate && session_extent(s) != EXTENT_ALL)
        log_warning(&s->ctx->log, "no certificate: the proof is for a bound only");
    if (status == EXIT_FINE) session_proof(s, str_text(&text), status);
    else auto_tell(s, status);
    if (status == EXIT_UNKNOWN) session_guide(s);
    if (status == EXIT_UNSAFE) session_keep(s);
    status = judge(s, status, &text);
    if (!session_write(s, str_text(&text), status, NULL, 0)) status = EXIT_WRONG;
    watchdog_tell(s->ctx, str_text(&text), status);
    str_release(&text);
    return status;
}

static int verify(void *owner, int engine, struct gate *gate) {
    struct session *s = owner;
    bool tells = engine == PORTFOLIO_TELLER;
    auto_enter(s, engine == ENGINE_AUTO ? ENGINE_EXPLORE : engine, gate);
    int status = EXIT_WRONG;
    if (session_begin(s)) {
        if (tells) sym_gap(&s->x, GAP_LIMIT, "no engine came to its end");
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
    return remote_or_here(ctx, line, CMD_VERIFY, verify);
}
