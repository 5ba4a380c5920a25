/* Processes of a run stay in its group and die with their parent, so that none
 * is left behind. */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    CPU_SECONDS = 600, /* for what gets away nevertheless */
    MOST_FORKS = 64,
};

static unsigned *forks;

int __shrike_setsid(void) { return getpid(); }
int __shrike_setpgrp(void) { return 0; }
int __shrike_setpgid(int pid, int group) { return (void)pid, (void)group, 0; }
int __shrike_daemon(int stay, int keep) { return (void)stay, (void)keep, 0; }

/* As many in all, whoever forks: the counter is shared. */
int __shrike_fork(void) {
    if (!forks || __atomic_add_fetch(forks, 1, __ATOMIC_RELAXED) > MOST_FORKS) return errno = EAGAIN, -1;
    return fork();
}

__attribute__((constructor(102))) static void bind_to_parent(void) {
    struct rlimit cpu = {CPU_SECONDS, CPU_SECONDS};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CPU, &cpu);
    void *page = mmap(NULL, sizeof *forks, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page != MAP_FAILED) forks = page;
}
