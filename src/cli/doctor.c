/* shrike doctor: what this machine offers to native runs. */
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cage.h"
#include "base/child.h"
#include "cli/commands.h"
#include "session/library.h"

/* The exit status; below 0 if it cannot be started. */
static int run_quietly(const char *program, const char *const *argv) {
    pid_t pid;
    int failed = posix_spawnp(&pid, program, NULL, NULL, (char *const *)argv, (char *[]){NULL});
    if (failed) return -failed;
    int status = child_reap(pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool probe_cage(void) {
    char path[32];
    int fd = cage_make(cage_program, cage_program_end);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    printf("cage: ");
    fflush(stdout);
    int status = fd < 0 ? -errno : run_quietly(path, (const char *const[]){"cage", "--probe", NULL});
    if (status < 0) printf("cannot be started (%s)\n", strerror(-status));
    if (fd >= 0) close(fd);
    if (status)
        puts("native runs: none, so shrike cannot confirm errors (--unsafe-native runs programs with all your rights)");
    return status == 0;
}

static bool tell_file(const char *what, const char *path) {
    bool there = access(path, R_OK) == 0;
    printf("%s: %s%s\n", what, there ? "" : "missing: ", path);
    return there;
}

int cli_doctor(struct context *ctx) {
    (void)ctx;
    bool ok = probe_cage();
    ok &= tell_file("clang", "/usr/lib/llvm-19/bin/clang");
    ok &= tell_file("sanitizers", "/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.asan-x86_64.so");
    tell_file("sanitizers, 32 bit", "/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.asan-i386.so");
    tell_file("symbolizer", "/usr/lib/llvm-19/bin/llvm-symbolizer");
    return ok ? EXIT_FINE : EXIT_WRONG;
}
