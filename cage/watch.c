#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cage.h"

enum { MOST_DESCENDANTS = 512, LIST_ROOM = 8192, LOOK_EVERY_NS = 20000000 };

/* ---- who is there ------------------------------------------------------------------------------------ */

static size_t read_text(const char *path, char *out, size_t room) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, out, room - 1);
    if (fd >= 0) close(fd);
    out[n > 0 ? n : 0] = '\0';
    return n > 0 ? (size_t)n : 0;
}

struct family {
    pid_t members[MOST_DESCENDANTS];
    int n;
    bool more; /* than we count */
};

static void add_children(struct family *f, pid_t of) {
    char path[64], list[LIST_ROOM], *at = list;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", of, of);
    if (!read_text(path, list, sizeof list)) return;
    for (long pid; (pid = strtol(at, &at, 10)) > 0;) {
        if (f->n == MOST_DESCENDANTS) f->more = true;
        else f->members[f->n++] = (pid_t)pid;
    }
}

static void find_descendants(struct family *f, pid_t of) {
    f->n = 0;
    f->more = false;
    add_children(f, of);
    for (int i = 0; i < f->n; i++) add_children(f, f->members[i]);
}

static uint64_t memory_of(pid_t pid) {
    char path[64], text[256];
    unsigned long long size, resident, shared;
    snprintf(path, sizeof path, "/proc/%d/statm", pid);
    read_text(path, text, sizeof text);
    return sscanf(text, "%llu %llu %llu", &size, &resident, &shared) == 3 ? resident * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

/* ---- limits --------------------------------------------------------------------------------------------- */

static bool is_too_much(const struct cage *c, const struct family *f) {
    uint64_t sum = 0;
    for (int i = 0; i < f->n; i++) sum += memory_of(f->members[i]);
    return f->more || (c->memory && sum > c->memory);
}

static void kill_all(const struct family *f) {
    for (int i = 0; i < f->n; i++) kill(f->members[i], SIGKILL);
}

static void look(const struct cage *c) {
    struct family f;
    find_descendants(&f, getpid());
    if (!is_too_much(c, &f)) return;
    dprintf(fcntl(CAGE_REPORT_FD, F_GETFD) >= 0 ? CAGE_REPORT_FD : 2, "SHRIKE cage: ended: more than %llu MB of memory, or too many processes\n",
            (unsigned long long)(c->memory >> 20));
    kill_all(&f);
}

/* What the program has left behind comes to us, as we are the reaper. */
static void end_all(void) {
    struct family f;
    do {
        find_descendants(&f, getpid());
        kill_all(&f);
        while (waitpid(-1, NULL, f.n ? 0 : WNOHANG) > 0) {}
    } while (f.n);
}

/* ---- waiting --------------------------------------------------------------------------------------------- */

static _Noreturn void end_like(int status) {
    if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    sigset_t all;
    sigfillset(&all);
    signal(WTERMSIG(status), SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    kill(getpid(), WTERMSIG(status));
    _exit(CAGE_REFUSED);
}

_Noreturn void watch(const struct cage *c, pid_t child, int told) {
    struct timespec wait = {0, LOOK_EVERY_NS};
    sigset_t ends;
    int status = 0, inside;
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    for (pid_t got; (got = waitpid(child, &status, WNOHANG)) != child;) {
        if (got < 0 && errno != EINTR) cage_fail("waiting");
        sigtimedwait(&ends, NULL, &wait);
        look(c);
    }
    if (told < 0) end_all();
    else if (read(told, &inside, sizeof inside) == sizeof inside) status = inside;
    end_like(status);
}
