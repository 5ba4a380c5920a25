#include "front/compile/compile.h"

#include <assert.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cage.h"
#include "base/context.h"
#include "base/str.h"
#include "front/checks/sanitize.h"

extern char **environ;

#define CLANG "clang-19"

/* Debug information and lifetime markers give reports and scopes; the rest
 * keeps clang from exploiting undefined behaviour or rewriting library calls.
 * Old C (implicit int, implicit declarations, K&R) is accepted with a warning. */
static const char *const fixed_args[] = {
    "-c", "-emit-llvm", "-O0", "-g", "-Xclang", "-disable-O0-optnone", "-Xclang", "-fsanitize-address-use-after-scope",
    "-fno-builtin", "-fno-delete-null-pointer-checks", "-fno-stack-protector", "-fno-omit-frame-pointer",
    "-fno-discard-value-names", "-fno-common", "-U_FORTIFY_SOURCE", "-D__NO_CTYPE", "-fno-pic", "-fno-pie",
    "-ffp-contract=off", "-Wno-implicit-int", "-Wno-error=implicit-int", "-Wno-error=implicit-function-declaration",
    "-Wno-error=int-conversion", "-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-type",
    "-Wno-error=incompatible-pointer-types", "-Wno-error=deprecated-non-prototype", "-Wno-unused-command-line-argument",
    "-fbracket-depth=100000",
    /* Inline functions without an external definition have bodies only where clang optimises; no
     * pass runs, and macros tell the program that clang does not optimise. */
    "-Xclang", "-O1", "-Xclang", "-disable-llvm-passes", "-U__OPTIMIZE__", "-D__NO_INLINE__=1",
    /* The last array of a struct may be one of any length only if it is declared with none, 0 or 1: `d[]`, `d[0]`,
       `d[1]`. */
    "-fstrict-flex-arrays=1",
    "-fno-elide-constructors", /* a variable that is returned has a place, and a life, of its own */
};

/* Targets may lie in functions that nothing uses. Labels must be instructions while
 * clang emits code: it takes an empty block for the function's return block, and every
 * return would then pass the label in it. */
static const char *const target_args[] = {
    "-femit-all-decls",
    "-mllvm",
    "-experimental-debuginfo-iterators=0",
};

/* Functions that nothing uses are described too, and what attributes say of pointers is kept. */
static const char *const describe_args[] = {
    "-femit-all-decls",
    "-fstandalone-debug",
    "-fdelete-null-pointer-checks",
};

/* Memory that clang may take, if --max-memory does not say, and whatever it says: headers alone take 100 MB. */
#define MOST_MEMORY (UINT64_C(8) << 30)
#define LEAST_MEMORY (UINT64_C(512) << 20)

typedef VEC(const char *) arg_list;

static const struct front_unit *unit_of(const struct front_input *input, int number) {
    static const struct front_unit plain;
    return input->units ? &input->units[number] : &plain;
}

static const char *name_of(const struct front_input *input, int number) {
    const char *name = unit_of(input, number)->name;
    return name ? name : input->files[number];
}

/* All but those that are not obeyed. */
static void add_options(const char *const *given, int n, arg_list *args) {
    for (int i = 0; i < n; i++) {
        const int words = front_unobeyed(given + i, n - i);
        if (!words) vec_push(args, given[i]);
        else i += words - 1;
    }
}

/* What decides about the code; `sanitize` stays the caller's. */
static void add_meaning(const struct front_input *input, int number, const char *sanitize, arg_list *args) {
    const struct front_unit *unit = unit_of(input, number);
    for (size_t i = 0; i < sizeof fixed_args / sizeof *fixed_args; i++) vec_push(args, fixed_args[i]);
    if (input->is32) vec_push(args, "-m32");
    for (size_t i = 0; input->ntargets && i < sizeof target_args / sizeof *target_args; i++)
        vec_push(args, target_args[i]);
    for (size_t i = 0; input->describe && i < sizeof describe_args / sizeof *describe_args; i++)
        vec_push(args, describe_args[i]);
    if (*sanitize) vec_push(args, sanitize);
    add_options(unit->args, unit->nargs, args);
    add_options(input->clang_args, input->nclang_args, args);
    if (input->include_dir) {
        vec_push(args, "-isystem");
        vec_push(args, input->include_dir);
    }
}

static bool is_unknown(const struct clang_job *job, const char *word) {
    for (uint32_t i = 0; i < job->unknown.len; i++)
        if (strcmp(job->unknown.data[i], word) == 0) return true;
    return false;
}

static bool shows_warnings(const struct context *ctx) { return log_enabled(&ctx->log, LOG_INFO); }

static void collect_args(struct context *ctx, const struct front_input *input, const struct clang_job *job,
                         const char *sanitize, arg_list *args) {
    static const char *const warnings[] = {FOLDED_WARNINGS};
    arg_list all = {0};
    add_meaning(input, job->number, sanitize, &all);
    vec_push(args, CLANG);
    for (uint32_t i = 0; i < all.len; i++)
        if (!is_unknown(job, all.data[i]) && strcmp(all.data[i], "-w") != 0) vec_push(args, all.data[i]);
    vec_release(&all);
    for (size_t i = shows_warnings(ctx) ? 2 : 0; i < sizeof warnings / sizeof *warnings; i++)
        vec_push(args, warnings[i]);
    if (ctx->log.colour) vec_push(args, "-fcolor-diagnostics");
    if (job->prelude) {
        vec_push(args, "-include");
        vec_push(args, job->prelude);
    }
    if (job->depends) {
        vec_push(args, "-MD");
        vec_push(args, "-MF");
        vec_push(args, job->depends);
    }
    vec_push(args, "-o");
    vec_push(args, job->output);
    vec_push(args, "--");
    vec_push(args, name_of(input, job->number));
    vec_push(args, NULL);
}

void clang_describe(struct context *ctx, const struct front_input *input, int number, struct str *out) {
    (void)ctx;
    arg_list args = {0};
    struct str sanitize = {0};
    const char *folder = unit_of(input, number)->folder;
    char here[4096];
    sanitize_option(&input->checks, &sanitize);
    add_meaning(input, number, str_text(&sanitize), &args);
    str_addf(out, CLANG "\n%s\n%s\n", folder ? folder : getcwd(here, sizeof here) ? here : "", name_of(input, number));
    for (uint32_t i = 0; i < args.len; i++) str_addf(out, "%s\n", args.data[i]);
    vec_release(&args);
    str_release(&sanitize);
}

/* In a cage: sources are read by a large program that has had bugs, and may ask for any file or any amount of memory.
 */
static int spawn(const struct context *ctx, const arg_list *args, const char *folder, const struct clang_job *job,
                 pid_t *pid) {
    const char *slash = strrchr(job->output, '/');
    struct str output = {0};
    str_add_len(&output, job->output, slash ? (size_t)(slash - job->output) : 0);
    const uint64_t asked = ctx->opt.max_memory ? (uint64_t)ctx->opt.max_memory << 20 : MOST_MEMORY;
    const uint64_t memory = asked < LEAST_MEMORY ? LEAST_MEMORY : asked;
    struct cage_words words;
    cage_wrap(&(struct cage_wish){.cage = slash ? ctx->cage : CAGE_NONE,
                                  .tool = true,
                                  .memory = memory,
                                  .written = (const char *const[]){str_text(&output), NULL},
                                  .program = CLANG,
                                  .argv = args->data},
              &words);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 2, job->errors, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (folder) posix_spawn_file_actions_addchdir_np(&actions, folder);
    int failed = posix_spawnp(pid, words.program, &actions, NULL, (char *const *)words.argv.data, environ);
    posix_spawn_file_actions_destroy(&actions);
    cage_words_release(&words);
    str_release(&output);
    return failed;
}

bool clang_start(struct context *ctx, const struct front_input *input, struct clang_job *job) {
    assert(job->number >= 0 && job->number < input->nfiles && job->output && job->errors);
    arg_list args = {0};
    struct str sanitize = {0};
    sanitize_option(&input->checks, &sanitize);
    collect_args(ctx, input, job, str_text(&sanitize), &args);
    int failed = spawn(ctx, &args, unit_of(input, job->number)->folder, job, &job->pid);
    vec_release(&args);
    str_release(&sanitize);
    if (failed) log_error(&ctx->log, "cannot run %s: %s (is it installed?)", CLANG, strerror(failed));
    return !failed;
}

void clang_job_release(struct clang_job *job) {
    for (uint32_t i = 0; i < job->unknown.len; i++) mem_free(job->unknown.data[i]);
    vec_release(&job->unknown);
}

/* ---- what clang said --------------------------------------------------------------------- */

/* The argument that starts with `word` (clang names parts of some). */
static const char *argument(const struct front_input *input, int number, const char *word) {
    const struct front_unit *unit = unit_of(input, number);
    for (int i = 0; i < unit->nargs; i++)
        if (*word && (str_starts(unit->args[i], word) || str_ends(unit->args[i], word))) return unit->args[i];
    for (int i = 0; i < input->nclang_args; i++)
        if (*word && (str_starts(input->clang_args[i], word) || str_ends(input->clang_args[i], word)))
            return input->clang_args[i];
    return NULL;
}

/* Arguments that clang complains about, from complaints like: unknown argument: '-fno-ivopts'. */
static bool note_unknown(struct context *ctx, const struct front_input *input, struct clang_job *job,
                         const char *said) {
    static const char *const complaints[] = {"error: unknown argument", "error: unsupported option '",
                                             "error: unsupported argument '", "error: unknown target CPU '",
                                             "error: invalid value '"};
    bool found = false;
    for (size_t i = 0; i < sizeof complaints / sizeof *complaints; i++)
        for (const char *p = said; (p = strstr(p, complaints[i])); p++) {
            const char *word = strchr(p, '\'');
            if (!word) break;
            struct str text = {0};
            str_add_len(&text, word + 1, strcspn(word + 1, "'\n"));
            const char *whole = argument(input, job->number, str_text(&text));
            if (whole && !is_unknown(job, whole)) {
                log_info(&ctx->log, "%s: ignored: %s, which " CLANG " does not know", input->files[job->number], whole);
                vec_push(&job->unknown, mem_strdup(whole));
                found = true;
            }
            str_release(&text);
        }
    return found;
}

enum clang_result clang_end(struct context *ctx, const struct front_input *input, struct clang_job *job, int status) {
    const char *file = input->files[job->number];
    bool ok = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (job->prelude) return ok ? CLANG_DONE : CLANG_FAILED;
    struct str said = {0};
    str_read_file(&said, job->errors);
    bool again = !ok && note_unknown(ctx, input, job, str_text(&said));
    if (!again && (!ok || shows_warnings(ctx))) fputs(str_text(&said), stderr);
    str_release(&said);
    if (ok || again) return ok ? CLANG_DONE : CLANG_AGAIN;
    if (WIFSIGNALED(status)) log_error(&ctx->log, "%s: %s died of signal %d", file, CLANG, WTERMSIG(status));
    else log_error(&ctx->log, "%s: could not be compiled", file);
    return CLANG_FAILED;
}
