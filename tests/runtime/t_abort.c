/* abort does not flush */
#include "common.h"
#include <signal.h>
static void handler(int sig) { write(1, "handler\n", 8); }
static void info(int sig, siginfo_t *i, void *c) { printf("info %d %d\n", sig, i->si_signo); }
static volatile int count;
static void again(int sig) {
    if (count++ < 2) raise(sig);
    write(1, "again\n", 6);
}
int main(void) {
    struct sigaction a = {.sa_sigaction = info, .sa_flags = SA_SIGINFO}, old;
    printf("%d ", signal(SIGUSR1, handler) == SIG_DFL);
    printf("%d ", raise(SIGUSR1));
    printf("%d ", signal(SIGUSR1, SIG_IGN) == handler);
    printf("%d\n", raise(SIGUSR1));
    printf("%d ", sigaction(SIGUSR2, &a, &old));
    printf("%d ", old.sa_handler == SIG_DFL);
    raise(SIGUSR2);
    errno = 0;
    printf("%d %d ", signal(SIGKILL, handler) == SIG_ERR, errno);
    errno = 0;
    printf("%d %d ", raise(99), errno);
    printf("%d\n", raise(SIGCHLD));
    sigset_t s, o;
    sigemptyset(&s);
    sigaddset(&s, SIGUSR2);
    printf("%d ", sigprocmask(SIG_BLOCK, &s, &o));
    raise(SIGUSR2);
    printf("blocked ");
    sigpending(&o);
    printf("%d %d ", sigismember(&o, SIGUSR2), sigismember(&o, SIGUSR1));
    sigprocmask(SIG_UNBLOCK, &s, NULL);
    puts("unblocked");
    signal(SIGUSR1, again);
    raise(SIGUSR1);
    printf("%d\n", count);
    fflush(stdout);
    printf("%s|%s|%s|%s\n", strsignal(SIGSEGV), strsignal(0), strsignal(40), strsignal(99));
    psignal(SIGINT, "psignal");
    psignal(77, "");
    fflush(stdout);
    for (int i = 1; i < 32; i++) printf("%s %s ", sigabbrev_np(i), sigdescr_np(i));
    puts("");
    fflush(stdout);
    printf("lost");
    abort();
}
