/* cage [-t] [-l] [-m BYTES] [-a BYTES] [-w FOLDER]... [-r FOLDER]... [-h HOME] -- PROGRAM ARGV0 [ARGUMENT]...
 * cage --probe [-l]: says in a line what the kernel offers. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cage.h"

enum { MOST_PROCESSES = 256 };

_Noreturn void cage_fail(const char *what) {
    dprintf(fcntl(CAGE_REPORT_FD, F_GETFD) >= 0 ? CAGE_REPORT_FD : 2, "SHRIKE cage: %s: %s\n", what, strerror(errno));
    _exit(CAGE_REFUSED);
}

static void limit(int which, rlim_t most) {
    struct rlimit l;
    getrlimit((__rlimit_resource_t)which, &l);
    if (l.rlim_max > most) l.rlim_max = most;
    if (l.rlim_cur > l.rlim_max) l.rlim_cur = l.rlim_max;
    setrlimit((__rlimit_resource_t)which, &l);
}

/* /tmp is read-only for a tool, and so is the place where ccache keeps what it has, unless that is one of the folders. */
static void help_tool(const struct cage *c) {
    for (int i = c->nfolders - 1; i >= 0; i--)
        if (c->folders[i].writable) setenv("TMPDIR", c->folders[i].path, 1);
    const char *cache = getenv("CCACHE_DIR");
    if (!cache || access(cache, W_OK)) setenv("CCACHE_DISABLE", "1", 1);
}

/* In the process that becomes the program. */
static _Noreturn void start(const struct cage *c) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (!c->tool) setsid();
    limit(RLIMIT_CORE, 0);
    if (!c->light) limit(RLIMIT_NPROC, MOST_PROCESSES);
    if (c->space_bytes) limit(RLIMIT_AS, c->space_bytes);
    if (c->tool) help_tool(c);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) cage_fail("no_new_privs");
    rules_apply(c);
    filter_apply(c);
    execvp(c->program, c->argv);
    dprintf(fcntl(CAGE_REPORT_FD, F_GETFD) >= 0 ? CAGE_REPORT_FD : 2, "SHRIKE cage: cannot run %s: %s\n", c->program, strerror(errno));
    _exit(CAGE_NOT_FOUND);
}

/* Our end is its end; the kernel ends it with us. */
static void die_with(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(CAGE_REFUSED);
}

/* The first process of the namespaces: waits for all that is left to it, and tells how the program ended. */
static _Noreturn void be_first(const struct cage *c, int tell) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (!space_furnish(c) || write(tell, "r", 1) != 1) _exit(1);
    pid_t program = fork(), ended;
    if (program == 0) start(c);
    int status = CAGE_REFUSED << 8;
    while (program > 0 && (ended = wait(&status)) != program)
        if (ended < 0 && errno != EINTR) break;
    if (write(tell, &status, sizeof status) != sizeof status) _exit(1);
    _exit(0);
}

/* Namespaces and the program in them. False: the kernel does not let us, and nothing has happened. */
static bool run_in_space(const struct cage *c) {
    int ends[2];
    char ready = 0;
    if (pipe2(ends, O_CLOEXEC)) return false;
    pid_t first = space_clone();
    if (first == 0) {
        close(ends[0]);
        be_first(c, ends[1]);
    }
    close(ends[1]);
    if (first > 0 && read(ends[0], &ready, 1) == 1 && ready == 'r') watch(c, first, ends[0]);
    if (first > 0) waitpid(first, NULL, 0);
    close(ends[0]);
    return false;
}

static _Noreturn void run_light(struct cage *c) {
    c->light = true;
    if (!rules_version()) errno = ENOSYS, cage_fail("the kernel offers neither namespaces nor Landlock");
    if (!c->tool) dprintf(CAGE_REPORT_FD, "SHRIKE light cage\n");
    pid_t self = getpid();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t program = fork();
    if (program < 0) cage_fail("fork");
    if (program == 0) {
        die_with(self);
        start(c);
    }
    watch(c, program, -1);
}

static _Noreturn void probe(bool light) {
    pid_t first = light ? -1 : space_clone();
    int status = 1;
    if (first == 0) _exit(space_furnish(&(struct cage){.tool = true}) ? 0 : 1);
    if (first > 0) waitpid(first, &status, 0);
    printf("namespaces %s, landlock %d, seccomp %s\n", status == 0 ? "yes" : "no", rules_version(),
           prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0 ? "yes" : "no");
    exit(status == 0 || rules_version() ? 0 : CAGE_REFUSED);
}

static void add(struct cage *c, const char *path, bool writable) {
    char *absolute = NULL, *here = path[0] == '/' ? NULL : getcwd(NULL, 0);
    if (here && asprintf(&absolute, "%s/%s", here, path) < 0) cage_fail("folders"); /* it is used until the end */
    free(here);
    if (c->nfolders == CAGE_MOST_FOLDERS) errno = E2BIG, cage_fail("folders");
    c->folders[c->nfolders++] = (struct cage_folder){.path = absolute ? absolute : path, .writable = writable};
}

static void take_options(struct cage *c, int argc, char **argv) {
    int option;
    while ((option = getopt(argc, argv, "+tlm:a:w:r:h:")) != -1) {
        switch (option) {
        case 't': c->tool = true; break;
        case 'l': c->light = true; break;
        case 'm': c->memory = strtoull(optarg, NULL, 10); break;
        case 'a': c->space_bytes = strtoull(optarg, NULL, 10); break;
        case 'w': add(c, optarg, true); break;
        case 'r': add(c, optarg, false); break;
        case 'h': c->home = optarg; break;
        default: errno = EINVAL, cage_fail("options");
        }
    }
}

int main(int argc, char **argv) {
    struct cage c = {0};
    if (argc > 1 && strcmp(argv[1], "--probe") == 0) probe(argc > 2);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    take_options(&c, argc, argv);
    if (argc - optind < 2) errno = EINVAL, cage_fail("no program");
    c.program = argv[optind];
    c.argv = argv + optind + 1;
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    if (!c.light) run_in_space(&c);
    run_light(&c);
}
