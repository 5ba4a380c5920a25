#include "replay/replay.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/context.h"
#include "base/str.h"
#include "base/tempfolder.h"
#include "exec/core/trace.h"
#include "front/front.h"
#include "ir/ir.h"
#include "replay/build.h"
#include "replay/handover.h"
#include "replay/match.h"
#include "replay/observe.h"
#include "replay/ordinary.h"
#include "replay/process.h"
#include "test/test.h"

enum {
    MEMORY_MB = 2048,      /* of the program under test */
    CAGE_MB = 3072,        /* of all its processes, the symbolizer among them */
    SANITIZER_STATUS = 98, /* exit status of a run that it ended */
    MOST_SEEN = 24,        /* files that are given to the program */
    TRACE_ROOM = 16 << 20, /* blocks that are kept one by one */
};

struct replay {
    struct context *ctx;
    struct build build;
    struct str folder; /* programs, and the files of a run */
    struct str files;  /* files that the program sees and writes */
    struct str symbolizer;
    bool built[BUILD_VARIANTS], failed[BUILD_VARIANTS];
    struct strmap functions;
    struct str trace_bitcode;
    bool told;                 /* the user was warned that the cage has no namespaces */
    bool piped;                /* standard input is a pipe */
    int fill;                  /* of all storage without a value; -1: as the test says */
    struct replay_other other; /* kind BUG_NONE: none */
    struct arena words;        /* what it points to */
};

const char *replay_result_name(enum replay_result result) {
    static const char *const names[] = {[REPLAY_CONFIRMED] = "CONFIRMED", [REPLAY_ORDINARY] = "CONFIRMED",
                                        [REPLAY_DIFFERENT] = "DIFFERENT", [REPLAY_NOT_CONFIRMED] = "NOT CONFIRMED",
                                        [REPLAY_DIVERGED] = "DIVERGED",   [REPLAY_ASSUMPTION] = "ASSUMPTION",
                                        [REPLAY_UNABLE] = "UNABLE"};
    return names[result];
}

/* ---- programs ---------------------------------------------------------------------- */

static void note_functions(struct replay *r, const char *names) {
    struct str name = {0};
    for (; *names; names += strcspn(names, "\n") + 1) {
        str_clear(&name);
        str_add_len(&name, names, strcspn(names, "\n"));
        strmap_put(&r->functions, str_text(&name), 1);
    }
    str_release(&name);
    /* Names that the front end gives; seen where there is no debug information. */
    strmap_put(&r->functions, "__shrike_entry", 1);
    strmap_put(&r->functions, "__shrike_fuzz_entry", 1);
}

static bool make_program(struct replay *r, enum build_variant v, struct str *error) {
    if (r->built[v]) return true;
    if (r->failed[v]) {
        str_add(error, "the program could not be built for this check");
        return false;
    }
    struct str names = {0};
    r->built[v] = build_program(&r->build, v, &names, error);
    r->failed[v] = !r->built[v];
    note_functions(r, str_text(&names));
    str_release(&names);
    return r->built[v];
}

/* The tool that turns addresses into lines. */
static void find_symbolizer(struct str *out) {
    static const char *const places[] = {"/usr/bin/llvm-symbolizer-19", "/usr/lib/llvm-19/bin/llvm-symbolizer"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (out->len == 0 && access(places[i], X_OK) == 0) str_add(out, places[i]);
}

struct replay *replay_new(struct context *ctx, const struct front_input *input, const struct replay_library *library,
                          struct str *error) {
    struct replay *r = MEM_NEW(struct replay);
    r->ctx = ctx;
    r->fill = -1;
    strmap_init(&r->functions);
    arena_init(&r->words);
    bool ok = folder_make(&r->folder);
    r->build = (struct build){ctx, input, library, str_text(&r->folder)};
    if (ok) {
        folder_file(r->folder.data, "files", &r->files);
        folder_file(r->folder.data, "trace.bc", &r->trace_bitcode);
        ok = mkdir(r->files.data, 0700) == 0;
    }
    if (!ok) str_addf(error, "cannot make a temporary folder: %s", strerror(errno));
    find_symbolizer(&r->symbolizer);
    if (ok && make_program(r, BUILD_ADDRESS, error)) return r;
    replay_free(r);
    return NULL;
}

void replay_free(struct replay *r) {
    if (!r) return;
    if (r->files.len) folder_remove(str_text(&r->folder));
    strmap_release(&r->functions);
    arena_release(&r->words);
    str_release(&r->folder);
    str_release(&r->files);
    str_release(&r->symbolizer);
    str_release(&r->trace_bitcode);
    mem_free(r);
}

/* ---- one run ------------------------------------------------------------------------- */

static check_set selected(const struct replay *r) {
    struct str error = {0};
    check_set checks = 0;
    checks_parse(r->ctx->opt.check, &checks, &error);
    str_release(&error);
    return checks;
}

/* Frames kept after return slow deep recursion down beyond measure, and those that longjmp
 * leaves behind hide leaks. */
static void sanitizer_options(const struct replay *r, const char *variable, enum bug_kind claimed, struct str *out) {
    bool leaks =
        claimed == BUG_LEAK || claimed == BUG_CLEANUP || (claimed == BUG_NONE && check_has(selected(r), CHECK_LEAK));
    bool gone = claimed == BUG_STACK || claimed == BUG_STACK_SIZE || (leaks && claimed != BUG_NONE);
    str_addf(out,
             "%s=detect_leaks=%d:fast_unwind_on_malloc=%d:stack_trace_format='%s':print_stacktrace=1:"
             "detect_stack_use_after_return=%d:max_uar_stack_size_log=17:allocator_may_return_null=1:strict_memcmp=0:"
             "redzone=64:max_redzone=2048:"
             "malloc_context_size=30:handle_segv=2:handle_sigbus=2:handle_sigfpe=2:handle_sigill=0:handle_abort=0:"
             "detect_odr_violation=0:disable_coredump=1:hard_rss_limit_mb=%d:halt_on_error=%d:exitcode=%d:"
             "print_legend=0:symbolize=1",
             variable, leaks, !leaks /* through the library's functions, such as asprintf */, OBSERVE_FRAME_FORMAT,
             !gone, MEMORY_MB, strcmp(variable, "ASAN_OPTIONS") == 0, SANITIZER_STATUS);
    if (r->symbolizer.len) str_addf(out, ":external_symbolizer_path=%s", str_text(&r->symbolizer));
}

/* What the child finds in its environment; NULL behind the last. */
enum { ENV = 10 };
static void make_env(const struct replay *r, enum bug_kind claimed, struct str env[ENV], const char *list[ENV]) {
    static const char *const variables[] = {"ASAN_OPTIONS", "UBSAN_OPTIONS", "MSAN_OPTIONS"};
    int n = 0;
    for (; n < 3; n++) sanitizer_options(r, variables[n], claimed, &env[n]);
    if (claimed == BUG_CLEANUP ||
        (claimed == BUG_NONE && check_has(selected(r), CHECK_CLEANUP))) /* nothing keeps a block */
        str_add(&env[n++], "LSAN_OPTIONS=use_globals=0:use_stacks=0:use_registers=0:use_tls=0:use_root_regions=0");
    str_addf(&env[n++], "SHRIKE_REPLAY=%s/inputs", str_text(&r->folder));
    str_addf(&env[n++], "SHRIKE_REPLAY_FILES=%s", str_text(&r->files));
    str_addf(&env[n++], "SHRIKE_REPLAY_TRACE=%s/trace", str_text(&r->folder));
    if (r->fill >= 0) str_addf(&env[n++], "SHRIKE_REPLAY_FILL=%d", r->fill);
    for (int i = 0; i < n; i++) list[i] = str_text(&env[i]);
    list[n] = NULL;
}

/* As runtime/stat.c has it: a test that says what standard input is has been made with a file. */
static bool has_pipe(const struct replay *r, const struct test *t) {
    for (uint32_t i = 0; i < t->inputs.len; i++)
        if (strcmp(t->inputs.data[i].name, "type of stdin") == 0) return false;
    return !r->ctx->opt.stdin_kind;
}

static bool hand_over(struct replay *r, const struct test *t, const struct program *p, struct str *error) {
    struct str bytes = {0}, path = {0}, input = {0};
    folder_empty(str_text(&r->files));
    r->piped = has_pipe(r, t);
    handover_inputs(t, p, &bytes);
    bool ok = str_write_file(folder_file(r->folder.data, "inputs", &path), str_text(&bytes), bytes.len) &&
              handover_files(t, folder_file(r->folder.data, "stdin", &input), str_text(&r->files));
    if (!ok) str_addf(error, "cannot pass the inputs to the program: %s", strerror(errno));
    str_release(&bytes);
    str_release(&path);
    str_release(&input);
    return ok;
}

static enum child_end run_program(struct replay *r, enum build_variant v, enum bug_kind claimed, int *value) {
    struct str env[ENV] = {{0}}, file[5] = {{0}};
    static const char *const names[] = {"stdin", "stdout", "stderr", "report"};
    const char *list[ENV], *argv[] = {r->build.input->files[0], NULL};
    make_env(r, claimed, env, list);
    for (int i = 0; i < 4; i++) folder_file(r->folder.data, names[i], &file[i]);
    struct str trace = {0};
    const option_list *given = &r->ctx->opt.give;
    const char *seen[MOST_SEEN + 2] = {str_text(&r->folder)};
    for (uint32_t i = 0; i < given->len && i < MOST_SEEN; i++) seen[i + 1] = given->data[i];
    const char *written[] = {str_text(&r->files),
                             v == BUILD_TRACE ? folder_file(r->folder.data, "trace", &trace) : NULL, NULL};
    struct process_run run = {
        .memory = (uint64_t)CAGE_MB << 20,
        .seen = seen,
        .written = written,
        .argv = argv,
        .program = folder_file(r->folder.data, build_name(v), &file[4]),
        .env = list,
        .input = file[0].data,
        .piped = r->piped,
        .output = file[1].data,
        .errors = file[2].data,
        .report = file[3].data,
        .seconds = (uint64_t)r->ctx->opt.replay_timeout,
        .stack = claimed == BUG_STACK_SIZE ? (uint64_t)r->ctx->opt.stack_size << 10 : 0,
    };
    enum child_end end = process_run(r->ctx, &run, value);
    str_release(&trace);
    for (int i = 0; i < ENV; i++) str_release(&env[i]);
    for (int i = 0; i < 5; i++) str_release(&file[i]);
    return end;
}

static void read_file(const struct replay *r, const char *name, struct str *out) {
    struct str path = {0};
    str_read_file(out, folder_file(r->folder.data, name, &path));
    str_release(&path);
}

void replay_output(struct replay *r, struct str *standard_output, struct str *standard_error) {
    if (standard_output) read_file(r, "stdout", standard_output);
    if (standard_error) read_file(r, "stderr", standard_error);
}

/* ---- judging --------------------------------------------------------------------------- */

static void describe(const struct replay *r, const struct observation *seen, struct str *out) {
    const struct source_place *at = observation_user_frame(seen, &r->functions);
    if (seen->said.file) at = &seen->said;
    if (seen->kind) str_addf(out, "%s ", bug_slug(seen->kind));
    if (at && at->file) str_addf(out, "at %s:%" PRIu32 ":%" PRIu32 " ", at->file, at->line, at->column);
    else if (at) str_addf(out, "in %s ", at->function);
    str_addf(out, "(%s)", seen->text);
}

/* An end that the sanitizer or our library forced, without an error to show for it. */
static bool explain_status(const char *report, int status, struct str *out) {
    bool memory = strstr(report, "hard rss limit exhausted") != NULL;
    bool other = strstr(report, "ERROR: ") || strstr(report, "encountered a fatal error");
    if (status != SANITIZER_STATUS || (!memory && !other)) return false;
    if (memory) str_addf(out, "the program used more than %d MB", MEMORY_MB);
    else str_add(out, "the sanitizer stopped the program for another reason");
    return true;
}

/* A program whose sanitizer could not start says nothing about the test. */
static bool has_started(const struct replay *r, const char *report, struct str *what) {
    if (strstr(report, "SHRIKE started\n")) return true;
    struct str said = {0};
    read_file(r, "stderr", &said);
    const char *line = str_text(&said);
    str_addf(what, "the program did not start: %.*s", (int)strcspn(line, "\n"), line);
    str_release(&said);
    return false;
}

/* Native code may make storage where the test cannot reach it. */
static void explain_storage(const struct test *t, struct str *out) {
    for (uint32_t i = 0; i < t->inputs.len; i++) {
        if (t->inputs.data[i].kind != TEST_UNINIT) continue;
        str_add(out, "; the test may not have set values of uninitialised storage");
        return;
    }
}

static void describe_end(enum child_end end, int value, int64_t seconds, struct str *out) {
    switch (end) {
    case CHILD_EXITED: str_addf(out, "the program ended with status %d", value); break;
    case CHILD_SIGNALED: str_addf(out, "signal %d (%s) ended the program", value, strsignal(value)); break;
    case CHILD_TIMEOUT: str_addf(out, "the program was still running after %" PRId64 " s", seconds); break;
    case CHILD_STOPPED: str_add(out, "the run ended before the program did"); break;
    case CHILD_FAILED: str_addf(out, "the program could not be started: %s", strerror(value)); break;
    case CHILD_REFUSED:
        str_add(out, "did not run the program: this machine has no cage for it (`shrike doctor`); --unsafe-native runs "
                     "it without");
        break;
    }
}

/* The first error that counts without a claim. */
static bool is_selected(const struct replay *r, const struct observation *seen) {
    if (seen->type != SEEN_ERROR || seen->hint) return false;
    return seen->kind == BUG_NONE ? seen->crash : check_has(selected(r), bug_check(seen->kind));
}

/* An index beyond its array comes before the access, of which more may be said. */
static bool is_prelude(const struct observation *seen, const struct replay_claim *claim) {
    return seen->kind == BUG_INDEX && !(claim && claim->kind == BUG_INDEX);
}

/* Leaks are looked for where nothing else is claimed, and a signal is of no kind. */
static void note_other(struct replay *r, const struct observation *seen) {
    const struct source_place *at = seen->said.file ? &seen->said : observation_user_frame(seen, &r->functions);
    if (r->other.kind || !is_selected(r, seen) || !seen->kind || seen->kind == BUG_LEAK || seen->kind == BUG_CLEANUP ||
        !at || !at->file || !at->line)
        return;
    const struct source_place *frame = observation_user_frame(seen, &r->functions);
    r->other = (struct replay_other){seen->kind,
                                     arena_strdup(&r->words, seen->text),
                                     arena_strdup(&r->words, at->file),
                                     arena_strdup(&r->words, frame ? frame->function : at->function),
                                     at->line,
                                     at->column};
}

void replay_forget_other(struct replay *r) { r->other = (struct replay_other){0}; }

const struct replay_other *replay_other(const struct replay *r) { return r->other.kind ? &r->other : NULL; }

static enum replay_result judge(struct replay *r, const struct observations *o, const struct replay_claim *claim,
                                struct str *what) {
    const struct observation *other = NULL, *prelude = NULL;
    for (uint32_t i = 0; i < o->all.len; i++) {
        const struct observation *seen = &o->all.data[i];
        bool it = claim ? match_claim(seen, claim, &r->functions) : is_selected(r, seen);
        if (it && is_prelude(seen, claim)) {
            if (!prelude) prelude = seen;
            continue;
        }
        if (it) return describe(r, seen, what), REPLAY_CONFIRMED;
        if (prelude && seen->type != SEEN_ERROR) break;
        if (seen->type != SEEN_ERROR) {
            str_add(what, seen->text);
            return seen->type == SEEN_DIVERGED ? REPLAY_DIVERGED : REPLAY_ASSUMPTION;
        }
        if (!other && !seen->hint) other = seen;
        note_other(r, seen);
    }
    if (prelude) return describe(r, prelude, what), REPLAY_CONFIRMED;
    if (!other || (!claim && !is_selected(r, other))) return REPLAY_NOT_CONFIRMED;
    describe(r, other, what);
    return REPLAY_DIFFERENT;
}

static bool is_limit(enum bug_kind kind) {
    return kind == BUG_UNDEFINED || kind == BUG_EXTERNAL || kind == BUG_UNSUPPORTED;
}

static void tell_light(struct replay *r, const char *report) {
    if (r->told || !strstr(report, "SHRIKE light cage\n")) return;
    r->told = true;
    log_warning(
        &r->ctx->log,
        "the kernel refuses namespaces here: the program ran under Landlock and seccomp only (`shrike doctor`)");
}

/* Runs it and looks for what is claimed. */
static enum replay_result run_and_judge(struct replay *r, const struct test *t, const struct replay_claim *claim,
                                        struct program *p, struct str *what) {
    enum bug_kind kind = claim ? claim->kind : BUG_NONE;
    enum build_variant v = kind == BUG_UNINIT ? BUILD_MEMORY : BUILD_ADDRESS;
    r->other = (struct replay_other){0};
    if (!make_program(r, v, what) || !hand_over(r, t, p, what)) return REPLAY_UNABLE;
    int value;
    struct str report = {0};
    enum child_end end = run_program(r, v, kind, &value);
    read_file(r, "report", &report);
    tell_light(r, str_text(&report));
    struct observations o = {0};
    arena_init(&o.arena);
    observe(&o, str_text(&report));
    enum replay_result result = REPLAY_NOT_CONFIRMED;
    if (end == CHILD_EXITED || end == CHILD_SIGNALED)
        result = has_started(r, str_text(&report), what) ? judge(r, &o, claim, what) : REPLAY_UNABLE;
    else if (end == CHILD_TIMEOUT) result = judge(r, &o, claim, what);
    if (result == REPLAY_NOT_CONFIRMED && end == CHILD_EXITED && explain_status(str_text(&report), value, what))
        result = REPLAY_UNABLE;
    if (result == REPLAY_NOT_CONFIRMED) describe_end(end, value, r->ctx->opt.replay_timeout, what);
    if (result == REPLAY_NOT_CONFIRMED) explain_storage(t, what);
    if (result == REPLAY_NOT_CONFIRMED && (end == CHILD_FAILED || end == CHILD_STOPPED || end == CHILD_REFUSED))
        result = REPLAY_UNABLE;
    observations_release(&o);
    str_release(&report);
    return result;
}

/* ---- traces --------------------------------------------------------------------------------- */

/* As in replay/trace.c. */
struct trace_file {
    uint64_t count, hash;
    uint32_t room, unused;
    uint32_t ids[];
};

static bool make_trace_file(const char *path) {
    struct trace_file head = {.hash = path_trace_empty().hash, .room = TRACE_ROOM};
    return str_write_file(path, (const char *)&head, sizeof head) &&
           truncate(path, (off_t)(sizeof head + sizeof(uint32_t) * (uint64_t)TRACE_ROOM)) == 0;
}

static bool read_trace(const char *path, struct replay_trace *out) {
    struct trace_file head;
    FILE *file = fopen(path, "rb");
    bool ok = file && fread(&head, sizeof head, 1, file) == 1;
    if (ok) {
        out->count = head.count;
        out->hash = head.hash;
        vec_resize(&out->ids, (uint32_t)(head.count < TRACE_ROOM ? head.count : TRACE_ROOM));
        ok = fread(out->ids.data, sizeof *out->ids.data, out->ids.len, file) == out->ids.len;
    }
    if (file) fclose(file);
    return ok;
}

bool replay_trace(struct replay *r, const struct test *t, struct program *p, struct replay_trace *out,
                  struct str *error) {
    struct str path = {0};
    int value;
    folder_file(r->folder.data, "trace", &path);
    bool ok = make_program(r, BUILD_TRACE, error) && hand_over(r, t, p, error);
    if (ok && make_trace_file(path.data)) {
        enum child_end end = run_program(r, BUILD_TRACE, BUG_NONE, &value);
        ok = end != CHILD_FAILED && end != CHILD_STOPPED && end != CHILD_REFUSED && read_trace(path.data, out);
        if (!ok) describe_end(end, value, r->ctx->opt.replay_timeout, error);
    } else if (ok) {
        str_addf(error, "cannot make %s: %s", path.data, strerror(errno));
        ok = false;
    }
    unlink(path.data);
    str_release(&path);
    return ok;
}

const char *replay_trace_bitcode(struct replay *r) {
    struct str error = {0};
    bool ok = make_program(r, BUILD_TRACE, &error);
    str_release(&error);
    return ok ? str_text(&r->trace_bitcode) : NULL;
}

void replay_trace_release(struct replay_trace *trace) { vec_release(&trace->ids); }

/* ---- other contents of uninitialised memory --------------------------------------------------- */

/* What one run came to. */
struct behaviour {
    enum child_end end;
    int value;
    uint64_t blocks, hash;
    struct str output;
};

static void behaviour_release(struct behaviour *b) { str_release(&b->output); }

static bool behave(struct replay *r, const struct test *t, struct program *p, int fill, struct behaviour *b) {
    struct str path = {0}, error = {0};
    struct replay_trace trace = {0};
    *b = (struct behaviour){0};
    folder_file(r->folder.data, "trace", &path);
    r->fill = fill;
    bool ok = hand_over(r, t, p, &error) && make_trace_file(path.data);
    if (ok) {
        b->end = run_program(r, BUILD_TRACE, BUG_NONE, &b->value);
        ok = (b->end == CHILD_EXITED || b->end == CHILD_SIGNALED) && read_trace(path.data, &trace);
    }
    r->fill = -1;
    b->blocks = trace.count;
    b->hash = trace.hash;
    read_file(r, "stdout", &b->output);
    unlink(path.data);
    replay_trace_release(&trace);
    str_release(&path);
    str_release(&error);
    return ok;
}

static bool same_behaviour(const struct behaviour *a, const struct behaviour *b) {
    return a->end == b->end && a->value == b->value && a->blocks == b->blocks && a->hash == b->hash &&
           a->output.len == b->output.len && memcmp(str_text(&a->output), str_text(&b->output), a->output.len) == 0;
}

/* Does the program do anything else where uninitialised memory has other contents, and the
 * same where it has the same? */
static bool depends_on_contents(struct replay *r, const struct test *t, struct program *p) {
    static const int fills[] = {-1, 0, 255, 127, 1};
    struct str error = {0};
    struct behaviour first, again, other;
    bool built = make_program(r, BUILD_TRACE, &error), depends = false;
    str_release(&error);
    if (!built || !behave(r, t, p, -1, &first)) return false;
    for (size_t i = 0; i < sizeof fills / sizeof *fills && !depends; i++) {
        bool ran = behave(r, t, p, fills[i], &other), same = ran && same_behaviour(&first, &other);
        behaviour_release(&other);
        if (i == 0 && !same) break; /* addresses, or the time, make a difference */
        if (!ran || same) continue;
        depends = behave(r, t, p, -1, &again) && same_behaviour(&first, &again);
        behaviour_release(&again);
    }
    behaviour_release(&first);
    return depends;
}

/* ---- ordinary builds --------------------------------------------------------------------------- */

/* Errors that a program reports by itself. */
static bool tells_itself(enum bug_kind kind) { return kind == BUG_ASSERTION || kind == BUG_ERROR_REACHED; }

static bool is_there(const struct observation *seen, const struct replay_claim *claim) {
    return !seen->said.file || !claim->file ||
           (match_files(seen->said.file, claim->file) && seen->said.line == claim->line);
}

/* The error that the run reported, if it is the one that is claimed (NULL: any). */
static enum bug_kind told_error(const struct replay *r, const struct observations *o,
                                const struct replay_claim *claim) {
    for (uint32_t i = 0; i < o->all.len; i++) {
        const struct observation *seen = &o->all.data[i];
        if (seen->type != SEEN_ERROR) return BUG_NONE; /* it has left the test */
        if (!tells_itself(seen->kind)) continue;
        if (claim ? match_kind(seen, claim->kind) && is_there(seen, claim) : is_selected(r, seen)) return seen->kind;
    }
    return BUG_NONE;
}

static enum bug_kind run_ordinary(struct replay *r, enum build_variant v, const struct test *t,
                                  const struct replay_claim *claim, struct program *p) {
    struct str error = {0}, report = {0};
    struct observations o = {0};
    int value;
    arena_init(&o.arena);
    bool ran = make_program(r, v, &error) && hand_over(r, t, p, &error);
    if (ran && run_program(r, v, claim ? claim->kind : BUG_NONE, &value) == CHILD_EXITED)
        read_file(r, "report", &report);
    observe(&o, str_text(&report));
    enum bug_kind told = told_error(r, &o, claim);
    observations_release(&o);
    str_release(&error);
    str_release(&report);
    return told;
}

static bool ordinary_shows(struct replay *r, const struct test *t, const struct replay_claim *claim, struct program *p,
                           struct str *what) {
    if (claim && !tells_itself(claim->kind)) return false;
    for (enum build_variant v = BUILD_ORDINARY; v < BUILD_VARIANTS; v++) {
        enum bug_kind told = run_ordinary(r, v, t, claim, p);
        if (!told) continue;
        str_clear(what);
        str_addf(what, "%s: the program compiled by %s shows it", bug_slug(told), ordinary_words(v));
        return true;
    }
    return false;
}

/* ---- all ----------------------------------------------------------------------------------------- */

enum replay_result replay_run_claim(struct replay *r, const struct test *t, const struct replay_claim *claim,
                                    struct program *p, struct str *what) {
    enum bug_kind kind = claim ? claim->kind : BUG_NONE;
    if (is_limit(kind)) {
        str_addf(what, "%s is a limit of shrike, which native code does not have", bug_slug(kind));
        return REPLAY_UNABLE;
    }
    enum replay_result result = run_and_judge(r, t, claim, p, what);
    bool unseen = result == REPLAY_NOT_CONFIRMED || result == REPLAY_UNABLE;
    if (unseen && ordinary_shows(r, t, claim, p, what)) return REPLAY_ORDINARY;
    if (kind != BUG_UNINIT || !unseen || !depends_on_contents(r, t, p)) return result;
    str_clear(what);
    str_add(what, "the program takes another path with other contents of uninitialised memory");
    return REPLAY_CONFIRMED;
}

/* Is the error in a library function that the program did not call, as exit after main? Its place is none of
 * the program's. */
static bool is_outside(const struct program *p, const struct bug *bug) {
    if (!p || !bug->stack.len || bug->pos != bug->stack.data[0].pos) return false;
    const struct function *fn = program_function(p, bug->stack.data[0].function);
    return fn && fn->runtime;
}

enum replay_result replay_run(struct replay *r, const struct test *t, const struct bug *bug, struct program *p,
                              struct str *what) {
    if (!bug) return replay_run_claim(r, t, NULL, p, what);
    struct replay_claim claim = {.kind = bug->kind};
    if (p && bug->pos && bug->pos < p->positions.len && !is_outside(p, bug)) {
        struct position at = p->positions.data[bug->pos];
        claim.file = at.file ? p->files.data[at.file] : NULL;
        claim.line = at.line;
        claim.column = at.column;
    }
    for (uint32_t i = 0; i < bug->stack.len && !claim.function; i++) {
        const struct function *fn = p ? program_function(p, bug->stack.data[i].function) : NULL;
        if (!fn || !fn->runtime) claim.function = bug->stack.data[i].function;
    }
    return replay_run_claim(r, t, &claim, p, what);
}
