/* shrike fuzz: whitebox fuzzing by generational search. */
#include <stdio.h>
#include <unistd.h>

#include "base/str.h"
#include "base/watchdog.h"
#include "cli/commands.h"
#include "cli/explore.h"
#include "cli/fuzz_corpus.h"
#include "engine/concolic/workers.h"
#include "exec/sym/outside.h"
#include "ir/known.h"
#include "job/fuzz.h"
#include "report/folder.h"

enum { QUESTION_MS = 100 }; /* other inputs are more promising than hard questions */

struct fuzzer {
    struct session s;
    struct generations g;
    struct workers_counts workers;
    struct folder *folder;
    struct piece first; /* --on: what the job begins with */
    struct fuzz_corpus corpus;
    vec_files seeds;
    enum seed_kind kind;
    struct str stdin_range, file_range;
    uint64_t most; /* bytes of an input */
    bool failed;   /* something cannot be written */
};

/* ---- what the search finds ------------------------------------------------------------------- */

/* The input itself beside the report: other tools want plain files. */
static bool write_crash(struct fuzzer *f, const vec_u8 *file) {
    struct str name = {0}, bytes = {0};
    corpus_name(file, "crash-", &name);
    str_add_len(&bytes, file->len ? (const char *)file->data : "", file->len);
    bool ok = folder_write(f->folder, str_text(&name), &bytes);
    str_release(&name);
    str_release(&bytes);
    return ok;
}

/* The file of the finding, if --minimise has made another one of it. */
static void take_minimised(const struct fuzzer *f, const struct test *t, vec_u8 *file) {
    enum test_input_kind kind = f->kind == SEED_FILE ? TEST_FILE : TEST_STDIN;
    for (uint32_t i = 0; i < t->inputs.len; i++) {
        if (t->inputs.data[i].kind != kind) continue;
        vec_clear(file);
        for (uint32_t k = 0; k < t->inputs.data[i].size; k++) vec_push(file, t->inputs.data[i].bytes[k]);
        return;
    }
}

static void write_finding(struct fuzzer *f, const struct finding *found, const vec_u8 *file) {
    vec_u8 kept = {0};
    vec_append(&kept, file->data, file->len);
    bool plain = f->kind == SEED_STDIN || f->kind == SEED_FILE;
    if (plain && found->confirmed && f->s.ctx->opt.minimise_inputs) take_minimised(f, &found->test, &kept);
    if (!folder_add_test(f->folder, &found->test, FORMAT_KTEST, &found->bug, f->s.p, NULL) || !write_crash(f, &kept))
        f->failed = true;
    vec_release(&kept);
}

static bool on_bug(void *owner, struct exec *x, const vec_u8 *file, bool *settled) {
    struct fuzzer *f = owner;
    const struct finding *found = session_bug(&f->s, x);
    *settled = found->confirmed;
    write_finding(f, found, file);
    return !f->failed && !(found->confirmed && !found->excuse && f->s.ctx->opt.stop_on_first_test);
}

static bool on_file(void *owner, const vec_u8 *file, const vec_u64 *blocks) {
    struct fuzzer *f = owner;
    (void)blocks;
    if (!fuzz_corpus_add(&f->corpus, file)) f->failed = true;
    return !f->failed;
}

static void look_for_more(struct fuzzer *f);

static void on_progress(void *owner) {
    struct fuzzer *f = owner;
    struct session *s = &f->s;
    look_for_more(f);
    if (!session_shows_progress(s)) return;
    const struct covered_counts *c = &s->covered.counts[0];
    uint64_t runs = runner_counts(f->g.runner)->runs + f->workers.sum.runs;
    double seconds = (double)(s->progress_ns - s->ctx->stats.t_execute.started) / 1e9 + 1e-9;
    fprintf(stderr, "\r\033[Kgeneration %u, %llu runs (%.0f/s), %u waiting, %u/%u blocks, %llu errors", f->g.generation,
            (unsigned long long)runs, (double)runs / seconds, f->g.queue.len, c->blocks, c->all_blocks,
            (unsigned long long)f->g.bugs);
    fflush(stderr);
}

/* ---- how inputs get in ----------------------------------------------------------------------------- */

/* Inputs may become twice as long as the longest seed. */
static uint64_t longest_input(const struct fuzzer *f) {
    enum { LONGEST = 1 << 16 };
    uint64_t most = (uint64_t)f->s.ctx->opt.fuzz_size;
    for (uint32_t i = 0; i < f->seeds.len; i++)
        if (2 * f->seeds.data[i].bytes.len > most) most = 2 * f->seeds.data[i].bytes.len;
    return most < LONGEST ? most : LONGEST;
}

/* "@@" among the arguments stands for the input file. */
static bool replace_file(struct command_line *line) {
    bool found = false;
    for (uint32_t i = 0; i < line->arguments.len; i++) {
        if (strcmp(line->arguments.data[i], "@@") != 0) continue;
        line->arguments.data[i] = "A";
        found = true;
    }
    return found;
}

/* What must be said before the program begins. */
static void set_options(struct fuzzer *f, struct context *ctx, struct command_line *line) {
    struct options *opt = &ctx->opt;
    uint64_t most = f->most = longest_input(f);
    if (!opt->solver_timeout) opt->solver_timeout = QUESTION_MS;
    opt->fuzz_size = (int64_t)most;
    bool args = opt->sym_arg.len || opt->sym_args.len;
    if (replace_file(line) || opt->fuzz_input == FUZZ_FILE) {
        opt->fuzz_input = FUZZ_FILE;
        str_addf(&f->file_range, "1x%llu", (unsigned long long)most);
        opt->sym_files = f->file_range.data;
    } else if (opt->fuzz_input == FUZZ_STREAM || (opt->fuzz_input == FUZZ_AUTO && args)) {
        opt->fuzz_input = FUZZ_STREAM;
    } else {
        str_addf(&f->stdin_range, "0-%llu", (unsigned long long)most);
        if (!opt->sym_stdin) opt->sym_stdin = f->stdin_range.data;
    }
}

/* Does the program ask for inputs by calls? */
static bool takes_words(const struct program *p) {
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        if (f->builtin >= 0 && known_effects(f) & KNOWN_INPUT) return true;
    }
    return false;
}

/* What the program says about it, once loaded. */
static void look_at_program(struct fuzzer *f) {
    struct options *opt = &f->s.ctx->opt;
    if (opt->fuzz_input == FUZZ_AUTO) opt->fuzz_input = takes_words(f->s.p) ? FUZZ_STREAM : FUZZ_STDIN;
    f->kind = fuzz_kind(&f->s);
}

/* ---- the search ---------------------------------------------------------------------------------------- */

/* The seed cut or filled up to `size` bytes, at each beginning that the program has. Did it
 * reach new code? */
static bool plant(struct fuzzer *f, const vec_u8 *seed, uint32_t size) {
    bool useful = false;
    for (uint32_t root = 0; root < runner_roots(f->g.runner) && !f->g.stopped; root++) {
        struct work w;
        work_init(&w);
        w.root = root;
        w.kind = f->kind;
        copy_bytes(&w.seed, seed);
        vec_resize(&w.seed, size);
        useful |= generations_seed(&f->g, &w);
    }
    return useful;
}

/* What others have found in the meantime. */
static void look_for_more(struct fuzzer *f) {
    vec_files files = {0};
    fuzz_corpus_look(&f->corpus, &files);
    for (uint32_t i = 0; i < files.len && !f->g.stopped; i++) {
        const vec_u8 *file = &files.data[i].bytes;
        plant(f, file, file->len < f->most ? file->len : (uint32_t)f->most);
    }
    corpus_release(&files);
}

static void plant_seeds(struct fuzzer *f) {
    uint32_t sizes[FUZZ_SIZES];
    f->g.repeats = true;
    for (uint32_t i = 0; i < f->seeds.len && !f->g.stopped; i++) {
        const vec_u8 *seed = &f->seeds.data[i].bytes;
        uint32_t n = fuzz_sizes(f->kind, seed->len, sizes);
        if (!plant(f, seed, sizes[0]) && f->s.ctx->opt.minimize) fuzz_corpus_drop(&f->corpus, f->seeds.data[i].path);
        for (uint32_t k = 1; k < n; k++) plant(f, seed, sizes[k]);
    }
    if (!f->seeds.len) generations_random(&f->g);
}

static void add_workers(struct stats *stats, const struct workers_counts *c) {
    stats->instructions += c->instructions;
    stats->paths += c->sum.runs;
    stats->concolic_runs += c->sum.runs;
    stats->concolic_events += c->sum.events;
    stats->concolic_asked += c->sum.asked;
    stats->concolic_found += c->sum.found;
    stats->concolic_refuted += c->sum.refuted;
    stats->concolic_repeated += c->sum.repeated;
    stats->concolic_settled += c->sum.settled;
    stats->concolic_repaired += c->sum.repaired;
    stats->concolic_unrepaired += c->sum.unrepaired;
    stats->concolic_died += c->died;
}

static bool search(struct fuzzer *f) {
    struct stats *stats = &f->s.ctx->stats;
    static const struct listener nobody = {0}; /* the hooks tell */
    struct generations_hooks hooks = {on_bug, on_file, on_progress, f};
    f->s.run.to = &nobody;
    timer_start(&stats->t_execute);
    generations_init(&f->g, &f->s.run, f->kind, &hooks, f->s.ctx->opt.mutate ? f->most : 0);
    plant_seeds(f);
    if (f->s.ctx->opt.jobs > 1 && !f->g.stopped) workers_run(&f->g, (uint32_t)f->s.ctx->opt.jobs, &f->workers);
    else generations_run(&f->g);
    timer_stop(&stats->t_execute);
    generations_count(&f->g, stats);
    add_workers(stats, &f->workers);
    if (solver_saw_nan_bits(f->s.x.sym->solver)) sym_gap(&f->s.x, GAP_NAN, NULL);
    run_limit_now(&f->s.run);
    f->s.exhausted = generations_done(&f->g);
    if (f->s.progress_shown) fputs("\r\033[K", stderr);
    generations_release(&f->g);
    return true;
}

/* ---- others search ------------------------------------------------------------------------------------- */

static void hear_finding(void *owner, const struct finding *found, const vec_u8 *file) {
    write_finding(owner, found, file);
}

static void hear_input(void *owner, const vec_u8 *file) { on_file(owner, file, NULL); }

static bool is_enough(void *owner) { return ((const struct fuzzer *)owner)->failed; }

/* False after a message. */
static bool make_first(struct fuzzer *f) {
    if (fuzz_first_piece(&f->seeds, f->kind, &f->first)) return true;
    log_error(&f->s.ctx->log,
              "not supported: --on with so many or so large seeds; shrike fuzz --minimize makes a corpus smaller");
    return false;
}

static bool search_elsewhere(struct fuzzer *f) {
    struct job_listener heard = {.finding = hear_finding, .input = hear_input, .enough = is_enough, .owner = f};
    bool ok = job_explore(&f->s, engine_of_command(CMD_FUZZ), &f->first, &heard);
    f->s.ctx->stats.concolic_runs = f->s.run.counts.paths;
    return ok;
}

/* ---- the end ----------------------------------------------------------------------------------------- */

static int verdict(const struct session *s, struct str *text) {
    struct str scope = {0};
    struct verdict_facts f = session_facts(s, &scope);
    int status = verdict_fuzz(&f, text);
    str_release(&scope);
    return status;
}

static int finish(struct fuzzer *f) {
    struct session *s = &f->s;
    const struct stats *stats = &s->ctx->stats;
    const struct covered_counts *c = &s->covered.counts[0];
    struct str text = {0};
    int status = verdict(s, &text);
    if (f->failed || !session_write(s, s->confirmed ? "bugs" : "inputs", status, NULL, 0)) {
        str_release(&text);
        return EXIT_WRONG;
    }
    watchdog_claim(s->ctx, status);
    printf("%llu runs, %u generations, %llu diverged, blocks %u/%u, functions %u/%u\n",
           (unsigned long long)stats->concolic_runs, (unsigned)stats->concolic_generation,
           (unsigned long long)stats->concolic_diverged, c->blocks, c->all_blocks, c->functions, c->all_functions);
    if (f->corpus.folder || f->corpus.sync)
        printf("%llu inputs added to %s\n", (unsigned long long)f->corpus.added,
               f->corpus.folder ? f->corpus.folder : f->corpus.sync);
    printf("%u errors (%u confirmed) in %s\n", s->findings.len, s->confirmed, folder_name(f->folder));
    if (session_extent(s) == EXTENT_ALL) session_assumptions(s, str_text(&text), status);
    printf("%s\n", str_text(&text));
    job_tell_verdict(s->ctx, str_text(&text));
    str_release(&text);
    return status;
}

static int search_and_finish(struct fuzzer *f) {
    f->s.engine = engine_of_command(CMD_FUZZ);
    if (!session_begin(&f->s)) return EXIT_WRONG;
    int status = EXIT_WRONG;
    if (f->s.ctx->opt.on ? search_elsewhere(f) : search(f)) {
        if (f->kind == SEED_FILE) sym_gap(&f->s.x, GAP_SIZE, "sizes of the input file");
        session_explain(&f->s);
        status = finish(f);
    }
    session_close(&f->s);
    return status;
}

static int run(struct fuzzer *f, struct context *ctx, const struct command_line *line) {
    int status = EXIT_WRONG;
    if (!session_load(&f->s, ctx, line)) return status;
    look_at_program(f);
    bool ok = !ctx->opt.on || make_first(f), leaves = ok && ctx->opt.on && ctx->opt.detach;
    if (leaves) status = cli_submit(&f->s, engine_of_command(CMD_FUZZ), &f->first);
    f->folder = ok && !leaves ? folder_open(ctx, ctx->opt.output) : NULL;
    if (f->folder) status = search_and_finish(f);
    else session_unload(&f->s);
    folder_close(f->folder);
    return status;
}

int cli_fuzz(struct context *ctx, struct command_line *line) {
    struct fuzzer f = {0};
    f.s.ctx = ctx;
    int status = EXIT_WRONG;
    if (ctx->opt.on && !job_is_possible(ctx, line)) return EXIT_WRONG;
    watchdog_expect(ctx, "INCOMPLETE", EXIT_FINE);
    if (fuzz_corpus_open(&f.corpus, ctx, &f.seeds)) {
        set_options(&f, ctx, line);
        status = run(&f, ctx, line);
    }
    piece_release(&f.first);
    corpus_release(&f.seeds);
    fuzz_corpus_release(&f.corpus);
    str_release(&f.stdin_range);
    str_release(&f.file_range);
    return status;
}
