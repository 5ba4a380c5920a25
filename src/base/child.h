/* Starting child processes, and waiting for them. (What runs in the cage is spawned by src/replay/process.c, which sets
 * limits and files for it: spawning costs the same however large we are, which forking does not.) */
#ifndef SHRIKE_BASE_CHILD_H
#define SHRIKE_BASE_CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct limits;

enum child_end {
    CHILD_EXITED,
    CHILD_SIGNALED,
    CHILD_TIMEOUT, /* it still runs, after its own time */
    CHILD_STOPPED, /* it still runs, but this run is over: a limit or an interrupt */
    CHILD_FAILED,  /* it was never started */
    CHILD_REFUSED, /* there is no cage on this machine, so it was not started. Its report says why */
};

/* Forks; what is buffered is written before. 0 in the child, -1 with errno if there is none. The child gets the signal
 * `death` when its parent ends (0: none), and does not begin if that has happened; `group`: it leads a process group.
 */
pid_t child_fork(int death, bool group);
/* The same with a socket between the two: *fd is the parent's end in the parent, the child's in the child. */
pid_t child_fork_talking(int death, bool group, int *fd);
/* Makes n pipes, which exec closes; false with errno: none is made. */
bool child_pipes(int (*pipes)[2], uint32_t n);

/* Waits until the child ends, `end` (on the clock, ns) is reached, or the run is over by more than grace_ns. *value:
 * the wait status; errno for CHILD_FAILED. A child that still runs is the caller's to end. */
enum child_end child_await(const struct limits *limits, pid_t pid, uint64_t end, uint64_t grace_ns, int *value);
/* Waits for as long as it takes; the wait status, -1 if there is no such child. */
int child_reap(pid_t pid);

#endif
