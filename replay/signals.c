/* A program that ends itself by a signal tells so before: the sanitizers do not look at
 * these signals, and what follows is the program's own. */
#include "replay_rt.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

void __shrike_abort(void) {
    remark("abort", "abort() is called");
    abort();
}

void __shrike_trap(void) { stop("abort", "a trap is reached"); }

static int dumps_core(int sig) {
    static const int all[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGXCPU, SIGXFSZ, SIGSYS};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i] == sig) return 1;
    return 0;
}

/* Signals that have a handler of the program's, or are blocked, do not end it. The sanitizers
 * have handlers of their own for some. */
static int ends(int sig) {
    struct sigaction now;
    sigset_t blocked;
    if (!dumps_core(sig) || sigaction(sig, NULL, &now) != 0 || sigprocmask(SIG_BLOCK, NULL, &blocked) != 0) return 0;
    int own = sig == SIGSEGV || sig == SIGBUS || sig == SIGFPE;
    return (own || now.sa_handler == SIG_DFL || now.sa_handler == replay_on_abort) && !sigismember(&blocked, sig);
}

int __shrike_raise(int sig) {
    if (ends(sig)) remark("abort", "the program ends itself by a signal");
    return raise(sig);
}

int __shrike_kill(pid_t pid, int sig) {
    if ((pid == getpid() || pid == 0) && ends(sig)) remark("abort", "the program ends itself by a signal");
    return kill(pid, sig);
}
