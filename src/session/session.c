#include "session/session.h"

#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/watchdog.h"
#include "engine/treelog.h"
#include "exec/decide/fork.h"
#include "exec/run/program.h"
#include "exec/sym/effort.h"
#include "exec/sym/errors.h"
#include "exec/sym/outside.h"
#include "portfolio/gate.h"
#include "replay/match.h"
#include "replay/replay.h"
#include "report/place.h"
#include "session/auto.h"
#include "session/entry.h"
#include "session/excuse.h"
#include "session/finding.h"
#include "session/library.h"
#include "session/shrink.h"
#include "story/story.h"
#include "test/from_state.h"

/* ---- the program ------------------------------------------------------------------------------ */

/* Solver layers make sense? False after a message. */
static bool check_layers(struct context *ctx) {
    struct str error = {0};
    bool ok = solver_layers_valid(ctx->opt.solver, &error) && sym_options_valid(&ctx->opt, &error);
    if (!ok) log_error(&ctx->log, "%s", str_text(&error));
    str_release(&error);
    return ok;
}

/* The native program, compiled when first needed; NULL if that fails. */
static struct replay *native(struct session *s) {
    static const struct replay_library library = {replay64, replay64_end, replay32, replay32_end};
    if (s->replay || s->cannot_replay) return s->replay;
    struct str error = {0};
    if (!entry_prepare(s->ctx, s->line)) {
        s->cannot_replay = true;
        return NULL;
    }
    command_input(s->ctx, s->line, &s->input, &s->headers);
    s->replay = replay_new(s->ctx, &s->input, &library, &error);
    if (!s->replay) {
        s->cannot_replay = true;
        log_warning(&s->ctx->log, "the program could not be compiled natively: %s", str_text(&error));
    }
    str_release(&error);
    return s->replay;
}

/* The program with __shrike_trace in every block. */
static struct program *load_traced(struct session *s) {
    struct replay *r = native(s);
    const char *bitcode = r ? replay_trace_bitcode(r) : NULL;
    if (r && !bitcode) log_error(&s->ctx->log, "the program could not be compiled with traces");
    struct program *p = bitcode ? command_load_unbound(s->ctx, s->line, bitcode, NULL) : NULL;
    if (!p) {
        replay_free(s->replay);
        str_release(&s->headers);
    }
    return p;
}

static bool has_function(const struct program *p, const char *name) {
    for (uint32_t i = 1; i < p->functions.len; i++)
        if (strcmp(p->functions.data[i]->name, name) == 0) return true;
    return false;
}

/* If the user has built bitcode with checks of its own, the run looks for their errors. */
static void want_own_checks(struct session *s) {
    if (has_function(s->p, "__shrike_undefined")) s->wanted |= checks_bugs(1u << CHECK_OVERFLOW | 1u << CHECK_ALIGN);
}

/* Programs with threads have an engine of their own, and all others no errors of threads. */
static bool suit_threads(struct session *s) {
    const check_set of_threads = 1u << CHECK_THREAD | 1u << CHECK_RACE;
    if (s->p->threads && s->line->command == CMD_FUZZ) {
        log_error(&s->ctx->log, "not supported: fuzzing of programs with threads");
        return false;
    }
    if (s->p->threads && s->line->command == CMD_TEST && (s->ctx->opt.on || s->kept.foreign)) {
        log_error(&s->ctx->log, "not supported: test --on with programs that have threads");
        return false;
    }
    if (s->p->threads) {
        s->engine = engine_of_threads();
    } else if (s->checks & ~of_threads) {
        s->checks &= ~of_threads;
        s->wanted &= ~checks_bugs(of_threads);
    }
    return true;
}

static void start(struct session *s, struct context *ctx, const struct command_line *line) {
    memset(s, 0, sizeof *s);
    s->ctx = ctx;
    s->line = line;
    s->engine = (enum engine)ctx->opt.engine;
    source_init(&s->source);
    for (uint32_t i = 0; i < line->files.len; i++) source_compiled(&s->source, line->files.data[i]);
    arena_init(&s->arena);
    strmap_init(&s->baseline);
    place_root(&s->root);
}

bool session_load_kept(struct session *s, struct context *ctx, const struct command_line *line,
                       struct front_kept *kept) {
    start(s, ctx, line);
    s->kept = *kept;
    memset(kept, 0, sizeof *kept);
    s->kept.foreign = true;
    bool ok = command_checks(ctx, line, &s->checks, &s->wanted) && check_layers(ctx);
    s->p = ok ? command_load_unbound(ctx, line, NULL, &s->kept) : NULL;
    if (!s->p) {
        front_kept_release(&s->kept);
        return false;
    }
    if (!ctx->opt.check && !ctx->opt.property) want_own_checks(s);
    if (suit_threads(s)) return true;
    session_unload(s);
    return false;
}

bool session_load(struct session *s, struct context *ctx, const struct command_line *line) {
    start(s, ctx, line);
    if (!command_checks(ctx, line, &s->checks, &s->wanted) || !check_layers(ctx)) return false;
    if (ctx->opt.baseline && !excuse_load(ctx, ctx->opt.baseline, &s->baseline)) return false;
    s->p = ctx->opt.trace_paths ? load_traced(s) : command_load_unbound(ctx, line, NULL, &s->kept);
    if (!s->p) {
        front_kept_release(&s->kept);
        return false;
    }
    if (!ctx->opt.check && !ctx->opt.property) want_own_checks(s);
    if (ctx->opt.on) s->fingerprint = command_fingerprint(s->p);
    if (suit_threads(s)) return true;
    session_unload(s);
    return false;
}

static void watch_effort(struct session *s) {
    s->x.effort = s->effort = effort_new();
    solver_listen(s->x.sym->solver, effort_asked, &s->x);
}

bool session_begin(struct session *s) {
    if (!command_bound(s->ctx, s->engine, s->p)) {
        session_unload(s);
        return false;
    }
    engine_prepare(s->engine, s->p);
    covered_init(&s->covered, s->p);
    exec_init(&s->x, s->ctx, s->p, s->checks, &fork_decider);
    s->x.wanted = s->wanted;
    s->x.max_instructions = (uint64_t)s->ctx->opt.max_instructions;
    sym_init(&s->x, NULL, NULL);
    if (s->gate) solver_log_apart(s->x.sym->solver, engine_name(s->engine)); /* their queries have the same numbers */
    option_list args = {0};
    vec_push(&args, command_program(s->line));
    vec_append(&args, s->line->arguments.data, s->line->arguments.len);
    exec_begin(&s->x, (int)args.len, args.data);
    vec_release(&args);
    entry_assume(s->line, &s->x);
    for (uint32_t i = 0; i < s->p->supposed.len; i++)
        premise_narrow(&s->x.sym->premises, s->p, s->p->supposed.data[i].what, s->p->supposed.data[i].narrows, 0);
    run_init(&s->run, &s->x, NULL, &s->covered);
    s->run.search = s->search;
    s->x.coverage.returned = s->covered.returned;
    s->x.coverage.returned_first = s->covered.first_code;
    if (s->ctx->opt.html) watch_effort(s);
    return true;
}

bool session_open(struct session *s, struct context *ctx, const struct command_line *line) {
    return session_load(s, ctx, line) && session_begin(s);
}

void session_unload(struct session *s) {
    replay_free(s->replay);
    str_release(&s->headers);
    front_kept_release(&s->kept);
    program_free(s->p);
    program_free(s->plain);
    source_release(&s->source);
    treelog_free(s->tree);
    effort_free(s->effort);
    vec_release(&s->invariants);
    vec_release(&s->summaries);
    strmap_release(&s->baseline);
    str_release(&s->root);
    arena_release(&s->arena);
}

void session_close(struct session *s) {
    for (uint32_t i = 0; i < s->findings.len; i++) finding_release(&s->findings.data[i]);
    vec_release(&s->findings);
    if (!s->x.abandoned) {
        sym_release(&s->x);
        exec_release(&s->x);
        covered_release(&s->covered);
    }
    run_release(&s->run);
    session_unload(s);
}

/* ---- exploring ---------------------------------------------------------------------------------- */

static bool write_tree(struct session *s) {
    const char *file = s->ctx->opt.show_tree;
    if (!file) return true;
    if (treelog_size(s->tree)) return treelog_write(s->tree, file);
    log_warning(&s->ctx->log, "did not write %s: this engine has no execution tree", file);
    return true;
}

bool session_explore(struct session *s, const struct listener *to, struct invariants *invariants) {
    struct stats *stats = &s->ctx->stats;
    struct run *r = &s->run;
    r->to = to;
    r->tree = s->tree = treelog_new(&s->x);
    r->invariants = invariants;
    r->share = s->share;
    r->link = s->link;
    watchdog_doing(s->ctx, "executing");
    timer_start(&stats->t_execute);
    bool ok = engine_run(s->engine == ENGINE_AUTO ? engine_of_command(s->line->command) : s->engine, r, &s->exhausted);
    ok = write_tree(s) && ok;
    timer_stop(&stats->t_execute);
    stats->instructions = s->x.instructions;
    stats->paths = r->counts.paths;
    stats->paths_partial = r->counts.partial;
    stats->states = s->x.states_made;
    stats->states_most = r->counts.states;
    if (s->progress_shown) fputs("\r\033[K", stderr);
    return ok;
}

bool session_is_tso(const struct session *s) { return s->p && s->p->threads && s->ctx->opt.memory_model; }

struct verdict_facts session_facts(const struct session *s, struct str *scope) {
    const struct options *opt = &s->ctx->opt;
    str_clear(scope);
    premises_scope(&s->x.sym->premises, scope);
    return (struct verdict_facts){.exhausted = s->exhausted,
                                  .gaps = s->x.sym->gaps.seen,
                                  .findings = s->findings.len,
                                  .confirmed = s->confirmed,
                                  .excused = s->excused,
                                  .bound = opt->bound,
                                  .preemptions = opt->preemptions,
                                  .scope = str_text(scope),
                                  .tso = session_is_tso(s),
                                  .strict = opt->strict};
}

enum extent session_extent(const struct session *s) {
    return verdict_extent(&(struct verdict_facts){.exhausted = s->exhausted, .gaps = s->x.sym->gaps.seen, .scope = ""});
}

bool session_is_final(const struct session *s) {
    return s->exhausted && sym_gaps_are_shared(s->x.sym, 1u << GAP_BOUND | 1u << GAP_PREEMPTIONS);
}

uint64_t session_came(const struct session *s) {
    bool through = s->exhausted && !(s->x.sym->gaps.seen & 1u << GAP_ENGINE);
    return (uint64_t)through << 32 | s->covered.counts[0].blocks;
}

void session_explain(struct session *s) {
    const struct symbolic *sy = s->x.sym;
    struct str text = {0};
    for (uint32_t g = 0; g < GAPS; g++) {
        if (!(sy->gaps.seen & 1u << g)) continue;
        str_clear(&text);
        sym_gap_text(sy, (enum gap)g, &text);
        log_warning(&s->ctx->log, "%s", str_text(&text));
    }
    str_release(&text);
}

/* The parent of several engines shows it. */
static void tell_progress(struct session *s, const struct run *so_far) {
    if (!gate_is_time(s->gate)) return;
    const struct covered_counts *c = &so_far->covered->counts[0];
    struct mail_progress p = {.paths = so_far->counts.paths,
                              .open = so_far->counts.open,
                              .blocks = c->blocks,
                              .all_blocks = c->all_blocks,
                              .bound = so_far->counts.bound};
    gate_progress(s->gate, &p);
}

bool session_shows_progress(struct session *s) {
    enum { EVERY_NS = 200000000 };
    if (!s->ctx->log.colour) return false;
    uint64_t now = clock_ns();
    if (now - s->progress_ns < EVERY_NS) return false;
    s->progress_ns = now;
    return s->progress_shown = true;
}

/* Off a terminal: a line that stays, now and then. */
static void log_progress(struct session *s, const struct run *so_far) {
    if (s->ctx->log.level < LOG_WARNING || s->ctx->log.terminal) return;
    uint64_t now = clock_ns(), every = progress_every_ms();
    if (!s->progress_ns) s->progress_ns = now;
    if ((now - s->progress_ns) / 1000000 < every) return;
    s->progress_ns = now;
    const struct covered_counts *c = &so_far->covered->counts[0];
    fprintf(stderr, "shrike: %.0f s: %llu paths, %llu states, %u/%u blocks, %llu MB, %llu errors\n",
            (double)(now - s->ctx->stats.t_execute.started) / 1e9, (unsigned long long)so_far->counts.paths,
            (unsigned long long)so_far->counts.open, c->blocks, c->all_blocks,
            (unsigned long long)(mem_live_bytes() >> 20), (unsigned long long)so_far->counts.bugs);
}

void session_progress(struct session *s, const struct run *so_far) {
    if (s->gate) tell_progress(s, so_far);
    else log_progress(s, so_far);
    if (!session_shows_progress(s)) return;
    const struct covered_counts *c = &so_far->covered->counts[0];
    double seconds = (double)(s->progress_ns - s->ctx->stats.t_execute.started) / 1e9 + 1e-9;
    fprintf(stderr,
            "\r\033[K%llu paths, %llu states, %u/%u blocks, %.1f M instr/s, %.0f queries/s, %llu MB, %llu errors",
            (unsigned long long)so_far->counts.paths, (unsigned long long)so_far->counts.open, c->blocks, c->all_blocks,
            (double)so_far->x->instructions / seconds / 1e6, (double)s->ctx->stats.queries / seconds,
            (unsigned long long)(mem_live_bytes() >> 20), (unsigned long long)so_far->counts.bugs);
    fflush(stderr);
}

/* ---- errors ------------------------------------------------------------------------------------- */

void session_add_variable(struct test *t, const char *entry) {
    struct str name = {0};
    const char *value = strchr(entry, '=') + 1;
    str_addf(&name, "env %.*s", (int)(value - 1 - entry), entry);
    test_add(t, TEST_BYTES, str_text(&name), NULL, value, (uint32_t)strlen(value) + 1, 0);
    str_release(&name);
}

void session_with_arguments(const struct session *s, const struct test *t, struct test *all) {
    for (uint32_t i = 0; i < s->ctx->opt.env.len; i++) session_add_variable(all, s->ctx->opt.env.data[i]);
    for (uint32_t i = 0; i < s->line->arguments.len; i++) {
        const char *text = s->line->arguments.data[i];
        test_add(all, TEST_ARG, "argument", "char *", text, (uint32_t)strlen(text) + 1, 0);
    }
    for (uint32_t i = 0; i < t->inputs.len; i++) {
        const struct test_input *in = &t->inputs.data[i];
        test_add(all, in->kind, in->name, in->type, in->bytes, in->size, in->pos);
    }
}

/* Does a word of the bytes lead to the address, give or take an offset? (NULL leads to the first page.) */
static bool holds_address(const struct test_input *in, uint64_t address, uint32_t word) {
    const bool low = address < PAGE_SIZE;
    const uint64_t near = low ? PAGE_SIZE : word == 8 ? 1 << 24 : 1 << 16;
    for (uint32_t i = 0; i + word <= in->size; i += low ? word : 1) {
        uint64_t v = 0;
        memcpy(&v, in->bytes + i, word);
        if (v && (address - v < near || (!low && v - address < near))) return true;
    }
    return false;
}

/* A pointer that a function without body has made up: that it points nowhere is our doing. */
static bool is_made_up(const struct session *s, const struct finding *f) {
    bool found = false;
    if (!f->bug.address) return false;
    for (uint32_t i = 0; i < f->test.inputs.len; i++)
        found |= test_is_external(&f->test.inputs.data[i], NULL) &&
                 holds_address(&f->test.inputs.data[i], f->bug.address, s->p->ptr_bytes);
    return found;
}

/* Does the compiled program show the error? `what` gets what happened. */
static bool confirm(struct session *s, struct finding *f, struct str *what) {
    if (is_made_up(s, f)) {
        str_add(what, "a function without a body wrote the address (--stub FILE.c gives it a body)");
        return false;
    }
    if (!s->ctx->opt.confirm) return true;
    if (f->test.partial) {
        str_addf(what, "its inputs exceed %d MB", TEST_MOST_MB);
        return false;
    }
    struct replay *r = native(s);
    if (!r) {
        str_add(what, "the program could not be compiled natively");
        return false;
    }
    struct test all = {0};
    session_with_arguments(s, &f->test, &all);
    const enum replay_result result = replay_run(r, &all, &f->bug, s->p, what);
    test_release(&all);
    f->ordinary = result == REPLAY_ORDINARY;
    return result == REPLAY_CONFIRMED || f->ordinary;
}

/* The place in the program; 0: it is none. */
static uint32_t position_at(const struct program *p, const char *file, uint32_t line, uint32_t column) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < p->positions.len; i++) {
        const struct position *at = &p->positions.data[i];
        if (at->line != line || !at->file || !match_files(p->files.data[at->file], file)) continue;
        if (at->column == column) return i;
        if (!best) best = i;
    }
    return best;
}

/* The native run has shown another error that is asked for: then it is that. */
static bool take_other(struct session *s, struct finding *f) {
    const struct replay_other *other = s->replay && s->line->command == CMD_VERIFY ? replay_other(s->replay) : NULL;
    if (!other || !bug_has(s->wanted, other->kind)) return false;
    struct bug bug = {.kind = other->kind, .pos = position_at(s->p, other->file, other->line, other->column)};
    bool known = !bug.pos;
    for (uint32_t i = 0; i < s->findings.len; i++) known |= error_key(&s->findings.data[i].bug) == error_key(&bug);
    if (known) return false;
    str_addf(&bug.message, "%s (shown by the native run instead of the predicted: %s)", other->text,
             str_text(&f->bug.message));
    vec_push(&bug.stack, (struct bug_frame){arena_strdup(&s->arena, other->function), bug.pos});
    str_release(&f->bug.message);
    vec_release(&f->bug.stack);
    f->bug = bug;
    return f->other = true;
}

static bool confirm_or_take_other(struct session *s, struct finding *f, struct str *what) {
    if (confirm(s, f, what)) return true;
    bool other = take_other(s, f);
    if (s->replay) replay_forget_other(s->replay);
    return other;
}

static void copy_bug(struct bug *to, const struct bug *from) {
    to->kind = from->kind;
    to->pos = from->pos;
    to->address = from->address;
    str_add(&to->message, str_text(&from->message));
    vec_append(&to->stack, from->stack.data, from->stack.len);
}

static void print(struct session *s, const struct finding *f, const struct str *what) {
    struct str text = {0};
    if (s->progress_shown) fputs("\r\033[K", stderr);
    session_report(s, f, NULL, s->ctx->log.colour, &text);
    if (f->ordinary) str_add(&text, "  an ordinary build shows it; the build with sanitizers does not\n");
    if (!f->confirmed) str_addf(&text, "  not confirmed natively: %s\n", str_text(what));
    if (f->excuse)
        str_addf(&text, "  %s: %s\n", f->in_source ? "ignored by a comment in the source" : "known", f->excuse);
    fputs(str_text(&text), s->ctx->log.out);
    str_release(&text);
}

int64_t session_stdin_size(struct exec *x) {
    const struct symbolic *sy = x->sym;
    if (!expr_is(sy->stdin_size) || expr_is_const(sy->pool, sy->stdin_size)) return -1;
    return (int64_t)sym_sample(x, sy->stdin_size);
}

bool session_is_settled(const struct session *s) { return s->confirmed > s->excused && s->ctx->opt.stop_on_first; }

/* Looks for a reason why it does not fail the run. */
static void excuse(struct session *s, struct finding *f) {
    struct str why = {0}, fingerprint = {0};
    place_fingerprint(str_text(&s->root), s->p, &s->source, &f->bug, &fingerprint);
    f->in_source = excuse_in_source(s->p, &s->source, &f->bug, &why);
    if (f->in_source) f->excuse = arena_strdup(&s->arena, why.len ? str_text(&why) : "no reason is given");
    else if (strmap_find(&s->baseline, str_text(&fingerprint)))
        f->excuse = arena_printf(&s->arena, "it is in %s", s->ctx->opt.baseline);
    str_release(&why);
    str_release(&fingerprint);
}

/* Prints the finding and keeps it. */
static void add_finding(struct session *s, struct finding *f, const struct str *what) {
    if (!f->other) session_tell(s, f); /* the engine saw another one */
    excuse(s, f);
    if (f->confirmed) {
        s->confirmed++;
        s->excused += f->excuse != NULL;
    } else sym_gap(&s->x, GAP_UNCONFIRMED, NULL);
    print(s, f, what);
    if (s->ctx->opt.trace_errors) session_trace(s, f);
    vec_push(&s->findings, *f);
}

static void share(struct session *s, const struct finding *f) {
    vec_u8 m = {0};
    mail_begin(&m, MAIL_FINDING);
    finding_write(f, &m);
    gate_send(s->gate, &m);
    vec_release(&m);
}

static bool shows(struct session *s, struct finding *f) {
    struct str what = {0};
    bool shown = confirm(s, f, &what);
    str_release(&what);
    return shown;
}

const struct finding *session_bug(struct session *s, struct exec *x) {
    struct finding f = {0};
    struct str what = {0};
    copy_bug(&f.bug, &x->bug);
    test_from_state(x, x->now, &f.test);
    f.stdin_size = session_stdin_size(x);
    gate_ask(s->gate);
    f.confirmed = confirm_or_take_other(s, &f, &what);
    if (f.confirmed && !f.other && s->ctx->opt.minimise_inputs) shrink_finding(s, &f, shows);
    if (s->gate) share(s, &f);
    add_finding(s, &f, &what);
    gate_settled(s->gate);
    str_release(&what);
    return &vec_last(&s->findings);
}

static bool is_known(const struct session *s, const struct finding *f) {
    const uint32_t most = s->line->command == CMD_FUZZ ? 3 : 1; /* other inputs may show natively what these do not */
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->findings.len; i++)
        if (error_key(&s->findings.data[i].bug) == error_key(&f->bug)) n += s->findings.data[i].confirmed ? most : 1;
    return n >= most || (s->confirmed && s->ctx->opt.stop_on_first && s->line->command == CMD_VERIFY);
}

bool session_adopt(struct session *s, const uint8_t **p, const uint8_t *end) {
    struct finding f;
    struct str what = {0};
    if (!finding_read(&f, s->p, p, end)) return false;
    if (is_known(s, &f)) {
        finding_release(&f);
        return true;
    }
    f.confirmed = confirm_or_take_other(s, &f, &what);
    if (f.confirmed && !f.other && s->ctx->opt.minimise_inputs) shrink_finding(s, &f, shows);
    add_finding(s, &f, &what);
    str_release(&what);
    return true;
}

void session_merge(struct session *s, const uint8_t *p, const uint8_t *end) {
    struct finding f;
    struct str what = {0};
    bool known = session_is_settled(s) || !finding_read(&f, s->p, &p, end);
    if (known) return;
    for (uint32_t i = 0; i < s->findings.len; i++)
        known |=
            error_key(&s->findings.data[i].bug) == error_key(&f.bug) && (s->findings.data[i].confirmed || !f.confirmed);
    str_add(&what, "another engine found it");
    if (known) finding_release(&f);
    else add_finding(s, &f, &what);
    str_release(&what);
}
