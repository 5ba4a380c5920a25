/* The files that a run is asked to write. */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "base/secret.h"
#include "base/str.h"
#include "base/watchdog.h"
#include "ir/known.h"
#include "report/coverage.h"
#include "report/formats.h"
#include "report/outcome.h"
#include "report/place.h"
#include "report/reproducer.h"
#include "session/auto.h"
#include "session/results.h"
#include "session/session.h"
#include "test/inline.h"

/* ---- coverage --------------------------------------------------------------------------------------- */

/* Does execution go on behind the call at pc? A call without a frame of its own does, unless it ends the program. */
static bool goes_on(const struct covered *seen, const struct program *p, const struct function *f, uint32_t pc) {
    const struct insn *in = &f->code[pc];
    if (covered_has_returned(seen, f, pc)) return true;
    if (in->op == IR_CALLI) return false;
    const struct function *callee = p->functions.data[in->a];
    return !ir_has_code(callee) && !(known_effects(callee) & (KNOWN_ENDS | KNOWN_JUMPS));
}

/* What lies behind a call that never returned was not executed. False: there is such a call in the block. */
static bool is_complete(struct coverage *cov, const struct covered *seen, const struct function *f, uint32_t block) {
    for (uint32_t pc = f->blocks[block].first; pc < f->blocks[block].end; pc++) {
        if ((f->code[pc].op != IR_CALL && f->code[pc].op != IR_CALLI) || goes_on(seen, cov->p, f, pc)) continue;
        coverage_end(cov, f->id, pc, 1);
        return false;
    }
    return true;
}

/* Lines and branches from the blocks that were executed; critical edges are split, so
 * an edge was taken if the block behind it was executed. */
static void count(struct coverage *cov, const struct covered *seen, struct program *p) {
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        if (!ir_has_code(f) || !ir_is_users(f)) continue;
        for (uint32_t b = 0; b < f->nblocks; b++) {
            if (!covered_has_block(seen, f, f->blocks[b].first)) continue;
            coverage_block(cov, i, b, 1);
            bool complete = is_complete(cov, seen, f, b);
            for (uint32_t k = 0; complete && k < f->blocks[b].nsuccs; k++)
                if (covered_has_block(seen, f, f->blocks[f->blocks[b].succs[k]].first)) coverage_edge(cov, i, b, k, 1);
        }
    }
}

void session_coverage(const struct session *s, struct coverage *cov) {
    coverage_init(cov, s->p);
    count(cov, &s->covered, s->p);
}

static bool write_lcov(struct session *s) {
    if (!s->ctx->opt.lcov) return true;
    struct coverage cov;
    struct str text = {0};
    session_coverage(s, &cov);
    lcov_write(&cov, &text);
    bool ok = results_write(s->ctx, s->ctx->opt.lcov, &text);
    str_release(&text);
    coverage_release(&cov);
    return ok;
}

/* ---- the outcome --------------------------------------------------------------------------------------- */

/* What an outcome points to. */
struct parts {
    struct str property;
    VEC(struct outcome_case) cases;
    VEC(const char *) gaps;
    VEC(const char *) assumptions;
    struct str next;
    struct str words;
    struct str scope;
    struct coverage_summary covered;
    struct arena arena;
};

static void collect_gaps(const struct session *s, struct parts *parts) {
    const struct symbolic *sy = s->x.sym;
    struct str text = {0};
    for (uint32_t g = 0; g < GAPS; g++) {
        if (!(sy->gaps.seen & 1u << g)) continue;
        str_clear(&text);
        sym_gap_text(sy, (enum gap)g, &text);
        vec_push(&parts->gaps, arena_strdup(&parts->arena, str_text(&text)));
    }
    str_release(&text);
}

/* What follows from the program first, then what the run met. */
static void collect_assumptions(const struct session *s, struct outcome *o, struct parts *parts) {
    const struct premises *met = &s->x.sym->premises;
    struct str text = {0};
    proof_find_assumptions(o, &text);
    for (const char *at = str_text(&text); *at;) {
        size_t len = strcspn(at, "\n");
        vec_push(&parts->assumptions, arena_strndup(&parts->arena, at, len));
        at += len + 1;
    }
    for (uint32_t i = 0; i < met->list.len; i++) {
        str_clear(&text);
        premise_text(&met->list.data[i], s->p, &text);
        vec_push(&parts->assumptions, arena_strdup(&parts->arena, str_text(&text)));
    }
    str_release(&text);
    o->assumptions = parts->assumptions.data;
    o->nassumptions = parts->assumptions.len;
}

static const char *engine_of(const struct session *s) {
    bool named = s->line->command == CMD_VERIFY || s->line->command == CMD_REACH;
    return engine_name(named ? s->engine : engine_of_command(s->line->command));
}

static struct outcome_case make_case(struct session *s, const struct finding *f, struct parts *parts) {
    struct str replay = {0}, fingerprint = {0};
    if (f->confirmed) session_replay_command(s, f, NULL, &replay);
    place_fingerprint(str_text(&s->root), s->p, &s->source, &f->bug, &fingerprint);
    struct outcome_case c = {.bug = &f->bug,
                             .test = &f->test,
                             .story = f->story,
                             .confirmed = f->confirmed,
                             .replay = arena_strdup(&parts->arena, str_text(&replay)),
                             .fingerprint = arena_strdup(&parts->arena, str_text(&fingerprint)),
                             .excuse = f->excuse,
                             .in_source = f->in_source};
    str_release(&replay);
    str_release(&fingerprint);
    return c;
}

static void collect_words(const struct session *s, struct parts *parts) {
    str_addf(&parts->words, "shrike %s", s->line->name);
    for (int i = 0; i < s->line->nwords; i++) {
        struct str word = {0};
        secret_add(&word, s->line->words[i]);
        str_add_char(&parts->words, ' ');
        inline_quote(str_text(&word), &parts->words);
        str_release(&word);
    }
}

static void make_outcome(struct session *s, const char *verdict, int status, struct parts *parts, struct outcome *o) {
    const struct options *opt = &s->ctx->opt;
    arena_init(&parts->arena);
    if (opt->property && !str_read_file(&parts->property, opt->property)) str_clear(&parts->property);
    for (uint32_t i = 0; i < s->findings.len; i++) {
        const struct finding *f = &s->findings.data[i];
        vec_push(&parts->cases, make_case(s, f, parts));
    }
    collect_gaps(s, parts);
    collect_words(s, parts);
    const struct verdict_facts facts = session_facts(s, &parts->scope);
    *o = (struct outcome){.command = s->line->name,
                          .version = SHRIKE_VERSION,
                          .verdict = verdict,
                          .status = status,
                          .engine = engine_of(s),
                          .entry = opt->entry,
                          .root = str_text(&s->root),
                          .words = str_text(&parts->words),
                          .property = parts->property.len ? str_text(&parts->property) : NULL,
                          .files = s->line->files.data,
                          .nfiles = s->line->files.len,
                          .checks = s->x.checks,
                          .wanted = s->x.wanted,
                          .bounded = verdict_is_bounded(&facts),
                          .cut = verdict_extent(&facts) == EXTENT_BOUNDED,
                          .cut_loops = facts.gaps & 1u << GAP_BOUND,
                          .scope = facts.scope,
                          .p = s->p,
                          .src = &s->source,
                          .cases = parts->cases.data,
                          .ncases = parts->cases.len,
                          .gaps = parts->gaps.data,
                          .ngaps = parts->gaps.len,
                          .invariants = s->invariants.data,
                          .ninvariants = s->invariants.len,
                          .summaries = s->summaries.data,
                          .nsummaries = s->summaries.len,
                          .stats = &s->ctx->stats,
                          .time = (long long)time(NULL)};
    collect_assumptions(s, o, parts);
    if (s->ctx->opt.json || s->ctx->opt.html) {
        session_covered(s, &parts->covered);
        o->covered = &parts->covered;
        if (status == EXIT_UNKNOWN) session_next(s, &parts->next);
        if (parts->next.len) o->next = str_text(&parts->next);
    }
    o->seconds = (double)(clock_ns() - s->ctx->stats.t_total.started) / 1e9;
}

static void release_parts(struct parts *parts) {
    str_release(&parts->property);
    str_release(&parts->next);
    str_release(&parts->words);
    str_release(&parts->scope);
    vec_release(&parts->cases);
    vec_release(&parts->gaps);
    vec_release(&parts->assumptions);
    arena_release(&parts->arena);
}

/* ---- files ------------------------------------------------------------------------------------------- */

static bool write_with(struct session *s, const char *path, const struct outcome *o,
                       void (*write)(const struct outcome *o, struct str *out)) {
    if (!path) return true;
    struct str text = {0};
    write(o, &text);
    bool ok = results_write(s->ctx, path, &text);
    str_release(&text);
    return ok;
}

static bool write_json(struct session *s, const struct outcome *o) {
    if (!s->ctx->opt.json) return true;
    bool named = s->line->command == CMD_VERIFY || s->line->command == CMD_REACH;
    struct str text = {0};
    report_json_outcome(o, named ? engine_name(s->engine) : NULL, &text);
    bool ok = results_write(s->ctx, s->ctx->opt.json, &text);
    str_release(&text);
    return ok;
}

bool session_json(struct session *s, const char *verdict, int status) {
    struct parts parts = {0};
    struct outcome o;
    make_outcome(s, verdict, status, &parts, &o);
    bool ok = write_json(s, &o);
    release_parts(&parts);
    return ok;
}

static bool write_witness(struct session *s, const struct outcome *o) {
    const char *path = s->ctx->opt.witness;
    struct str why = {0};
    bool ok = true;
    if (path && !witness_possible(o, &why)) log_warning(&s->ctx->log, "wrote no witness: %s", str_text(&why));
    else if (path) ok = write_with(s, path, o, str_ends(path, ".graphml") ? witness_graphml : witness_yaml);
    str_release(&why);
    return ok;
}

/* The first error that fails the run, as a program of its own; where that cannot be, a word why. */
static bool write_reproducer(struct session *s) {
    const struct finding *f = NULL;
    struct front_input input;
    struct str headers = {0}, text = {0}, why = {0};
    for (uint32_t i = 0; i < s->findings.len && !f; i++)
        if (s->findings.data[i].confirmed && !s->findings.data[i].excuse) f = &s->findings.data[i];
    if (!s->ctx->opt.reproducer || !f) return true;
    struct test all = {0};
    session_with_arguments(s, &f->test, &all);
    command_input(s->ctx, s->line, &input, &headers);
    VEC(struct reproducer_part) parts = {0};
    for (int i = 0; i < input.nfiles; i++) {
        const struct front_unit *u = input.units ? &input.units[i] : &(struct front_unit){0};
        vec_push(&parts, (struct reproducer_part){.file = input.files[i],
                                                  .folder = u->folder,
                                                  .args = u->args,
                                                  .nargs = (uint32_t)u->nargs,
                                                  .lazy = u->lazy});
    }
    struct reproducer r = {.p = s->p,
                           .bug = &f->bug,
                           .test = &all,
                           .parts = parts.data,
                           .nparts = parts.len,
                           .compiler = s->line->clang.data,
                           .ncompiler = s->line->clang.len,
                           .headers = str_text(&headers),
                           .is32 = s->line->is32,
                           .name = command_program(s->line),
                           .entry = strcmp(input.entry, "main") == 0 ? NULL : input.entry};
    bool ok = true;
    if (input.nstubs) str_add(&why, "functions come from --stub, which is not part of the program");
    if (!why.len && reproducer_write(&r, &text, &why)) ok = results_write(s->ctx, s->ctx->opt.reproducer, &text);
    else log_warning(&s->ctx->log, "wrote no reproducer: %s", str_text(&why));
    vec_release(&parts);
    test_release(&all);
    str_release(&headers);
    str_release(&text);
    str_release(&why);
    return ok;
}

bool session_write(struct session *s, const char *verdict, int status, const struct outcome_test *tests,
                   uint32_t ntests) {
    const struct options *opt = &s->ctx->opt;
    struct parts parts = {0};
    struct outcome o;
    watchdog_doing(s->ctx, "writing results");
    make_outcome(s, verdict, status, &parts, &o);
    o.tests = tests;
    o.ntests = ntests;
    bool ok = write_json(s, &o);
    ok = write_with(s, opt->sarif, &o, sarif_write) && ok;
    ok = write_with(s, opt->junit, &o, junit_write) && ok;
    ok = write_witness(s, &o) && ok;
    ok = write_lcov(s) && ok;
    ok = write_reproducer(s) && ok;
    ok = session_page(s, &o) && ok;
    release_parts(&parts);
    return ok;
}

static void tell(struct session *s, const char *verdict, int status,
                 void (*write)(const struct outcome *o, struct str *out)) {
    struct parts parts = {0};
    struct outcome o;
    struct str text = {0};
    make_outcome(s, verdict, status, &parts, &o);
    write(&o, &text);
    fputs(str_text(&text), s->ctx->log.out);
    str_release(&text);
    release_parts(&parts);
}

void session_proof(struct session *s, const char *verdict, int status) {
    tell(s, verdict, status, proof_write);
    session_widen(s, s->ctx->log.out);
}

void session_assumptions(struct session *s, const char *verdict, int status) {
    tell(s, verdict, status, proof_add_assumptions);
    session_widen(s, s->ctx->log.out);
}
