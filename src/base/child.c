#include "base/child.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <time.h>

#include "base/limits.h"
#include "base/stats.h"

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
