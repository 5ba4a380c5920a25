#include "portfolio/racer.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/child.h"
#include "base/str.h"

/* In the child: if memory runs out it is the one to go. */
static void offer_memory(void) {
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd < 0) return;
    if (write(fd, "500", 3) != 3) errno = 0; /* a wish, no more */
    close(fd);
}

static bool open_files(struct racer *j) {
    for (int i = 0; i < 2; i++)
        if (!j->kept[i]) j->kept[i] = tmpfile();
    return j->kept[0] && j->kept[1];
}

pid_t racer_start(struct racer *j, int *fd) {
    assert(j->state == RACER_NEW && fd);
    if (!open_files(j)) return -1;
    pid_t pid = child_fork_talking(SIGKILL, true, fd);
    if (pid == 0) offer_memory();
    if (pid <= 0) return pid;
    j->pid = pid;
    j->fd = *fd;
    j->state = RACER_RUNNING;
    return pid;
}

void racer_signal(const struct racer *j, int sig) {
    assert(j->pid > 1); /* -0 and -1 would be our own group, and all processes */
    if (kill(-j->pid, sig)) kill(j->pid, sig);
}

void racer_stop(struct racer *j) {
    assert(j->state == RACER_RUNNING);
    racer_signal(j, SIGSTOP);
    j->state = RACER_STOPPED;
}

void racer_continue(struct racer *j) {
    assert(j->state == RACER_STOPPED);
    racer_signal(j, SIGCONT);
    j->state = RACER_RUNNING;
}

int racer_wait(struct racer *j) {
    assert(racer_lives(j));
    int how = child_reap(j->pid);
    j->state = RACER_GONE;
    close(j->fd);
    return how;
}

int racer_kill(struct racer *j) {
    racer_signal(j, SIGKILL);
    return racer_wait(j);
}

void racer_release(struct racer *j) {
    if (racer_lives(j)) racer_kill(j);
    for (int i = 0; i < 2; i++)
        if (j->kept[i]) fclose(j->kept[i]);
    assert(!racer_lives(j));
    mailbox_release(&j->box);
    vec_release(&j->unreachable);
}

/* With pread: the place in the file is the process's. */
void racer_said(const struct racer *j, struct str *out) {
    char bytes[4096];
    off_t at = 0;
    if (!j->kept[1]) return;
    for (ssize_t n; (n = pread(fileno(j->kept[1]), bytes, sizeof bytes, at)) > 0; at += n)
        str_add_len(out, bytes, (size_t)n);
}

double racer_cpu_ms(const struct racer *j) {
    clockid_t clock;
    struct timespec t;
    if (!racer_lives(j) || clock_getcpuclockid(j->pid, &clock) || clock_gettime(clock, &t)) return 0;
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

uint64_t racer_memory(const struct racer *j) {
    char path[64];
    unsigned long all = 0, resident = 0, shared = 0;
    if (!racer_lives(j)) return 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)j->pid);
    FILE *f = fopen(path, "r");
    if (!f) return 0;
    bool ok = fscanf(f, "%lu %lu %lu", &all, &resident, &shared) == 3 && resident > shared;
    fclose(f);
    return ok ? (uint64_t)(resident - shared) * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}
