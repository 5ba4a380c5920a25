#include "serve/offspring.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/stats.h"
#include "base/vec.h"

enum { PATIENCE_NS = 2000000000 };

void offspring_init(struct offspring *c) {
    memset(c, 0, sizeof *c);
    c->out = c->err = -1;
}

static void close_pipe(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

static void reap(struct offspring *c) {
    int status = child_reap(c->pid);
    c->status = WIFEXITED(status) ? WEXITSTATUS(status) : WIFSIGNALED(status) ? 128 + WTERMSIG(status) : 128;
    c->pid = 0;
    close_pipe(&c->out);
    close_pipe(&c->err);
}

void offspring_release(struct offspring *c) {
    if (c->pid) {
        kill(-c->pid, SIGKILL);
        kill(c->pid, SIGKILL);
        reap(c);
    }
    str_release(&c->said);
    str_release(&c->errors);
}

/* In the child. What we have blocked, ignored or handled is ours; a handler may have taken the signal of the parent's
 * end. */
static _Noreturn void become(pid_t parent, const char *folder, const char *const *argv, int (*pipes)[2]) {
    sigset_t none;
    sigemptyset(&none);
    for (int sig = SIGHUP; sig <= SIGTERM; sig++)
        if (sig == SIGHUP || sig == SIGINT || sig == SIGTERM || sig == SIGPIPE) signal(sig, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    bool ok = getppid() == parent && (!folder || chdir(folder) == 0) && dup2(nothing, STDIN_FILENO) >= 0 &&
              dup2(pipes[0][1], STDOUT_FILENO) >= 0 && dup2(pipes[1][1], STDERR_FILENO) >= 0;
    if (ok) execv("/proc/self/exe", (char *const *)argv);
    _exit(127);
}

bool offspring_start(struct offspring *c, const char *folder, const char *const *words, int progress, struct str *why) {
    int pipes[2][2]; /* what it says, and its errors */
    VEC(const char *) argv = {0};
    char every[16];
    assert(!c->pid);
    str_clear(&c->said);
    str_clear(&c->errors);
    c->kill_ns = 0;
    vec_push(&argv, "shrike");
    for (; *words; words++) vec_push(&argv, *words);
    vec_push(&argv, NULL);
    snprintf(every, sizeof every, "%d", progress);
    setenv("SHRIKE_PROGRESS", every, 1);
    pid_t parent = getpid();
    bool piped = child_pipes(pipes, 2);
    c->pid = piped ? child_fork(SIGTERM, true) : -1;
    if (c->pid == 0) become(parent, folder, argv.data, pipes);
    vec_release(&argv);
    if (c->pid < 0) str_addf(why, "cannot start a process: %s", strerror(errno));
    for (int i = 0; piped && i < 2; i++) close(pipes[i][1]);
    if (piped) c->out = pipes[0][0], c->err = pipes[1][0];
    if (c->pid > 0) {
        fcntl(c->out, F_SETFL, O_NONBLOCK);
        fcntl(c->err, F_SETFL, O_NONBLOCK);
        return true;
    }
    c->pid = 0;
    close_pipe(&c->out);
    close_pipe(&c->err);
    return false;
}

void offspring_stop(struct offspring *c) {
    if (!c->pid || c->kill_ns) return;
    kill(c->pid, SIGTERM);
    c->kill_ns = clock_ns() + PATIENCE_NS;
}

int offspring_poll(const struct offspring *c, struct pollfd *fds) {
    int n = 0;
    if (c->out >= 0) fds[n++] = (struct pollfd){.fd = c->out, .events = POLLIN};
    if (c->err >= 0) fds[n++] = (struct pollfd){.fd = c->err, .events = POLLIN};
    return n;
}

int offspring_patience(const struct offspring *c) {
    if (!c->pid || !c->kill_ns) return -1;
    uint64_t now = clock_ns();
    return now >= c->kill_ns ? 0 : (int)((c->kill_ns - now) / 1000000) + 1;
}

static void take(int *fd, struct str *into) {
    char bytes[65536];
    while (*fd >= 0) {
        ssize_t n = read(*fd, bytes, sizeof bytes);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return;
        if (n == 0) close_pipe(fd);
        else if (into->len < OFFSPRING_MOST) str_add_len(into, bytes, (size_t)n);
    }
}

bool offspring_look(struct offspring *c) {
    if (!c->pid) return false;
    take(&c->out, &c->said);
    take(&c->err, &c->errors);
    if (c->kill_ns && clock_ns() >= c->kill_ns) {
        kill(-c->pid, SIGKILL);
        kill(c->pid, SIGKILL);
        close_pipe(&c->out); /* a process that has left the group may keep them open */
        close_pipe(&c->err);
    }
    if (c->out >= 0 || c->err >= 0) return false;
    reap(c);
    return true;
}

void offspring_wait(struct offspring *c) {
    struct pollfd fds[OFFSPRING_POLLED];
    while (c->pid && !offspring_look(c)) poll(fds, (nfds_t)offspring_poll(c, fds), offspring_patience(c));
}
