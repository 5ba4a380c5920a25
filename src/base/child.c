#include "base/child.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/stats.h"

pid_t child_fork(int death, bool group) {
    pid_t parent = getpid();
    fflush(NULL);
    pid_t pid = fork();
    if (group && pid >= 0) setpgid(pid, pid); /* parent and child both do so: either may run first */
    if (pid != 0) return pid;
    if (death) prctl(PR_SET_PDEATHSIG, death);
    if (death && getppid() != parent) _exit(1); /* too late */
    return 0;
}

pid_t child_fork_talking(int death, bool group, int *fd) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return -1;
    pid_t pid = child_fork(death, group);
    int mine = pid == 0;
    close(pair[!mine]);
    if (pid < 0) close(pair[mine]);
    else *fd = pair[mine];
    return pid;
}

bool child_pipes(int (*pipes)[2], uint32_t n) {
    assert(n > 0);
    for (uint32_t i = 0; i < n; i++) {
        if (pipe2(pipes[i], O_CLOEXEC) == 0) continue;
        for (; i > 0; i--) close(pipes[i - 1][0]), close(pipes[i - 1][1]);
        return false;
    }
    return true;
}

static void pause_ns(uint64_t ns) {
    struct timespec t = {(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};
    nanosleep(&t, NULL);
}

static bool is_over(const struct limits *limits, uint64_t grace_ns) {
    if (limits->interrupted && *limits->interrupted) return true;
    return limits->deadline_ns && clock_ns() > limits->deadline_ns + grace_ns;
}

enum child_end child_await(const struct limits *limits, pid_t pid, uint64_t end, uint64_t grace_ns, int *value) {
    uint64_t wait = 200000;
    for (pid_t got; (got = waitpid(pid, value, WNOHANG)) != pid;) {
        if (got < 0 && errno != EINTR) return *value = errno, CHILD_FAILED;
        if (is_over(limits, grace_ns)) return CHILD_STOPPED;
        if (clock_ns() > end) return CHILD_TIMEOUT;
        pause_ns(wait);
        if (wait < 10000000) wait += wait / 2;
    }
    return WIFSIGNALED(*value) ? CHILD_SIGNALED : CHILD_EXITED;
}

int child_reap(pid_t pid) {
    int status;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return status;
}
