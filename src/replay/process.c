#include "replay/process.h"

#include <assert.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cage.h"
#include "base/child.h"
#include "base/context.h"
#include "base/str.h"
#include "base/vec.h"

extern char **environ;

enum {
    STACK_BYTES = 128 << 20,
    FILE_BYTES = 256 << 20,
    PIPED = 1 << 16,
    MOST_PIPED = 1 << 20, /* what a pipe holds at first, and may hold */
};

typedef VEC(const char *) text_list;

#define TOOL_BYTES (UINT64_C(4) << 30) /* memory of a linker */

#define GRACE_NS UINT64_C(800000000) /* what is under way at the time limit has this long to end */

static int spawn_tool(const struct context *ctx, const struct process_tool *tool, pid_t *pid) {
    struct cage_words words;
    posix_spawn_file_actions_t actions;
    cage_wrap(&(struct cage_wish){.cage = ctx->cage,
                                  .tool = true,
                                  .memory = TOOL_BYTES,
                                  .written = (const char *const[]){tool->folder, NULL},
                                  .program = tool->argv[0],
                                  .argv = tool->argv},
              &words);
    posix_spawn_file_actions_init(&actions);
    if (tool->quiet) posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (tool->where) posix_spawn_file_actions_addchdir_np(&actions, tool->where);
    int failed = posix_spawnp(pid, words.program, &actions, NULL, (char *const *)words.argv.data, environ);
    posix_spawn_file_actions_destroy(&actions);
    cage_words_release(&words);
    return failed;
}

bool process_tool(const struct context *ctx, const struct process_tool *tool, struct str *error) {
    assert(tool->argv && tool->argv[0] && tool->folder);
    const char *name = tool->argv[0];
    pid_t pid;
    int status, failed = spawn_tool(ctx, tool, &pid);
    if (failed) {
        str_addf(error, "cannot run %s: %s (is it installed?)", name, strerror(failed));
        return false;
    }
    enum child_end end = child_await(&ctx->limits, pid, UINT64_MAX, GRACE_NS, &status);
    if (end == CHILD_STOPPED) {
        kill(pid, SIGTERM); /* it removes its own temporary files */
        child_reap(pid);
    }
    if (end == CHILD_EXITED && WEXITSTATUS(status) == 0) return true;
    str_addf(error, end == CHILD_STOPPED ? "the time limit or an interrupt ended %s" : "%s failed", name);
    return false;
}

/* ---- the program under test --------------------------------------------------------- */

/* Nothing of our environment: others may read what a program under test prints. */
static void collect_env(const char *const *given, text_list *out) {
    vec_push(out, "PATH=/usr/local/bin:/usr/bin:/bin");
    for (; *given; given++) vec_push(out, *given);
    vec_push(out, NULL);
}

static void set_limit(int which, rlim_t value, struct rlimit *old) {
    getrlimit((__rlimit_resource_t)which, old);
    struct rlimit want = {value, old->rlim_max};
    if (value > old->rlim_max) want.rlim_cur = old->rlim_max; /* RLIM_INFINITY is the largest number */
    setrlimit((__rlimit_resource_t)which, &want);
}

static const struct {
    int which;
    rlim_t value;
} limited[] = {
    {RLIMIT_STACK, STACK_BYTES},
    {RLIMIT_CORE, 0},
    {RLIMIT_FSIZE, FILE_BYTES},
    {RLIMIT_AS, RLIM_INFINITY}, /* the sanitizers reserve terabytes, and have a limit of their own */
};
enum { LIMITED = sizeof limited / sizeof *limited };

/* The child inherits our limits, so they are lowered while it is made: spawning
 * costs the same however large we are, which forking does not. */
static int spawn_limited(pid_t *pid, const struct process_run *run, const char *program,
                         const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attr, char *const *argv,
                         char *const *env) {
    struct rlimit old[LIMITED];
    for (int i = 0; i < LIMITED; i++) set_limit(limited[i].which, limited[i].value, &old[i]);
    struct rlimit plain;
    if (run->stack) set_limit(RLIMIT_STACK, run->stack, &plain);
    int failed = posix_spawn(pid, program, actions, attr, argv, env);
    for (int i = 0; i < LIMITED; i++) setrlimit((__rlimit_resource_t)limited[i].which, &old[i]);
    return failed;
}

/* A pipe that has all that is in the file already, and its reading end; -1: it has no room, or there is none. */
static int fill_pipe(const char *path) {
    struct str bytes = {0};
    int ends[2] = {-1, -1};
    bool ok = str_read_file(&bytes, path) && bytes.len <= MOST_PIPED && pipe2(ends, O_CLOEXEC) == 0;
    ok = ok && (bytes.len <= PIPED || fcntl(ends[1], F_SETPIPE_SZ, MOST_PIPED) > 0);
    ok = ok && write(ends[1], str_text(&bytes), bytes.len) == (ssize_t)bytes.len;
    if (ends[1] >= 0) close(ends[1]);
    if (!ok && ends[0] >= 0) close(ends[0]);
    str_release(&bytes);
    return ok ? ends[0] : -1;
}

static int start(const struct context *ctx, const struct process_run *run, pid_t *pid) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attr;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attr);
    int write_mode = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND;
    int input = run->piped ? fill_pipe(run->input) : -1;
    if (input >= 0) posix_spawn_file_actions_adddup2(&actions, input, 0);
    else posix_spawn_file_actions_addopen(&actions, 0, run->input, O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, run->output, write_mode, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, run->errors, write_mode, 0600);
    posix_spawn_file_actions_addopen(&actions, PROCESS_REPORT_FD, run->report, write_mode, 0600);
    sigset_t all;
    sigfillset(&all);
    posix_spawnattr_setsigdefault(&attr, &all);
    posix_spawnattr_setpgroup(&attr, 0);
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    text_list env = {0};
    collect_env(run->env, &env);
    struct cage_words words;
    cage_wrap(&(struct cage_wish){.cage = ctx->cage,
                                  .memory = run->memory,
                                  .seen = run->seen,
                                  .written = run->written,
                                  .program = run->program,
                                  .argv = run->argv},
              &words);
    int failed = spawn_limited(pid, run, words.program, &actions, &attr, (char *const *)words.argv.data,
                               (char *const *)env.data);
    if (input >= 0) close(input);
    cage_words_release(&words);
    vec_release(&env);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attr);
    return failed;
}

static bool was_refused(const struct process_run *run) {
    struct str report = {0};
    bool refused = str_read_file(&report, run->report) && strstr(str_text(&report), "SHRIKE cage: ");
    str_release(&report);
    return refused;
}

enum child_end process_run(struct context *ctx, const struct process_run *run, int *value) {
    assert(run->argv && run->program && run->input && run->output && run->errors && run->report);
    pid_t pid;
    *value = start(ctx, run, &pid);
    if (*value) return CHILD_FAILED;
    uint64_t end = clock_ns() + run->seconds * 1000000000u;
    enum child_end result = child_await(&ctx->limits, pid, end, GRACE_NS, value);
    assert(pid > 1);
    kill(-pid, SIGKILL); /* all of it, or what it left behind */
    if (result == CHILD_TIMEOUT || result == CHILD_STOPPED) child_reap(pid);
    if (result == CHILD_EXITED) *value = WEXITSTATUS(*value);
    if (result == CHILD_SIGNALED) *value = WTERMSIG(*value);
    if (ctx->cage >= 0 && result == CHILD_EXITED && *value == CAGE_REFUSED && was_refused(run)) return CHILD_REFUSED;
    return result;
}
