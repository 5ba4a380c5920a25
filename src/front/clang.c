#include "front/clang.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/context.h"
#include "base/str.h"
#include "front/sanitize.h"

extern char **environ;

#define CLANG "clang-19"

/* Debug information and lifetime markers give reports and scopes; the rest
 * keeps clang from exploiting undefined behaviour or rewriting library calls.
 * Old C (implicit int, implicit declarations, K&R) is accepted with a warning. */
static const char *const fixed_args[] = {
    "-c", "-emit-llvm", "-O0", "-g", "-Xclang", "-disable-O0-optnone", "-Xclang",
    "-fsanitize-address-use-after-scope", "-fno-builtin", "-fno-delete-null-pointer-checks",
    "-fno-strict-aliasing", "-fno-stack-protector", "-fno-omit-frame-pointer",
    "-fno-discard-value-names", "-fno-common", "-U_FORTIFY_SOURCE", "-D__NO_CTYPE", "-fno-pic", "-fno-pie",
    "-ffp-contract=off", "-ffine-grained-bitfield-accesses", "-Wno-implicit-int", "-Wno-error=implicit-int",
    "-Wno-error=implicit-function-declaration", "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-type",
    "-Wno-error=incompatible-pointer-types", "-Wno-error=deprecated-non-prototype",
    "-Wno-unused-command-line-argument", "-fbracket-depth=100000",
    /* Inline functions without an external definition have bodies only where clang optimises; no
     * pass runs, and the program is told that none does. */
    "-Xclang", "-O1", "-Xclang", "-disable-llvm-passes", "-U__OPTIMIZE__", "-D__NO_INLINE__=1",
    "-fno-elide-constructors", /* a variable that is returned has a place, and a life, of its own */
};

/* Targets may lie in functions that nothing uses. Labels must be instructions while
 * clang emits code: it takes an empty block for the function's return block, and every
 * return would then pass the label in it. */
static const char *const target_args[] = {
    "-femit-all-decls", "-mllvm", "-experimental-debuginfo-iterators=0",
};

typedef VEC(const char *) arg_list;

/* `sanitize` stays the caller's. */
static void collect_args(struct context *ctx, const struct front_input *input, const char *file,
                         const char *prelude, const char *output, const char *sanitize, arg_list *args) {
    vec_push(args, CLANG);
    for (size_t i = 0; i < sizeof fixed_args / sizeof *fixed_args; i++)
        vec_push(args, fixed_args[i]);
    if (!log_enabled(&ctx->log, LOG_INFO)) vec_push(args, "-w");
    if (ctx->log.colour) vec_push(args, "-fcolor-diagnostics");
    if (input->is32) vec_push(args, "-m32");
    for (size_t i = 0; input->ntargets && i < sizeof target_args / sizeof *target_args; i++)
        vec_push(args, target_args[i]);
    if (*sanitize) {
        vec_push(args, "-fno-fine-grained-bitfield-accesses"); /* sanitizers do not have it */
        vec_push(args, sanitize);
    }
    for (int i = 0; i < input->nclang_args; i++) vec_push(args, input->clang_args[i]);
    if (input->include_dir) {
        vec_push(args, "-isystem");
        vec_push(args, input->include_dir);
    }
    if (prelude) {
        vec_push(args, "-include");
        vec_push(args, prelude);
    }
    vec_push(args, "-o");
    vec_push(args, output);
    vec_push(args, "--");
    vec_push(args, file);
    vec_push(args, NULL);
}

static int spawn(const arg_list *args, bool quiet, pid_t *pid) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (quiet) posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    int failed = posix_spawnp(pid, CLANG, &actions, NULL, (char *const *)args->data, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

bool clang_compile(struct context *ctx, const struct front_input *input, const char *file,
                   const char *prelude, const char *output) {
    arg_list args = {0};
    struct str sanitize = {0};
    sanitize_option(&input->checks, &sanitize);
    collect_args(ctx, input, file, prelude, output, str_text(&sanitize), &args);
    pid_t pid;
    int failed = spawn(&args, prelude != NULL, &pid);
    vec_release(&args);
    str_release(&sanitize);
    if (failed) {
        log_error(&ctx->log, "cannot run %s: %s (is it installed?)", CLANG, strerror(failed));
        return false;
    }
    int status;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) return false;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    if (prelude) return false;
    if (WIFSIGNALED(status))
        log_error(&ctx->log, "%s: %s died of signal %d", file, CLANG, WTERMSIG(status));
    else
        log_error(&ctx->log, "%s: could not be compiled", file);
    return false;
}
