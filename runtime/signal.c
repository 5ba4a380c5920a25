/* signal.h: handlers are recorded and run when the program itself raises a signal; nobody else
 * sends any. */
#include "rt.h"

#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { SIGNALS = 65 };

static struct sigaction actions[SIGNALS];
static sigset_t blocked, pending;

static bool is_valid(int sig) { return sig > 0 && sig < SIGNALS; }
static bool is_fixed(int sig) { return sig == SIGKILL || sig == SIGSTOP; }

/* Sets are arrays of words, one bit for each signal, from signal 1 on. */
enum { BITS = 8 * sizeof(unsigned long) };

static unsigned long bit(int sig) { return 1ul << ((sig - 1) % BITS); }
static unsigned long *word(sigset_t *set, int sig) { return &set->__val[(sig - 1) / BITS]; }
static bool has(const sigset_t *set, int sig) { return set->__val[(sig - 1) / BITS] & bit(sig); }

static bool is_harmless(int sig) {
    return sig == SIGCHLD || sig == SIGCONT || sig == SIGURG || sig == SIGWINCH;
}

static void deliver(int sig) {
    struct sigaction action = actions[sig];
    if (action.sa_handler == SIG_IGN) return;
    if (action.sa_handler == SIG_DFL) {
        if (is_harmless(sig)) return;
        if (sig == SIGABRT) abort();
        if (sig == SIGSTOP || sig == SIGTSTP || sig == SIGTTIN || sig == SIGTTOU)
            __shrike_unsupported("stopping the process");
        __shrike_killed(sig);
    }
    if (action.sa_flags & (int)SA_RESETHAND) actions[sig].sa_handler = SIG_DFL;
    sigset_t before = blocked;
    for (int i = 1; i < SIGNALS; i++)
        if (has(&action.sa_mask, i)) *word(&blocked, i) |= bit(i);
    if (!(action.sa_flags & SA_NODEFER)) *word(&blocked, sig) |= bit(sig);
    if (action.sa_flags & SA_SIGINFO) {
        siginfo_t info;
        rt_memset(&info, 0, sizeof info);
        info.si_signo = sig;
        info.si_code = SI_TKILL;
        action.sa_sigaction(sig, &info, NULL);
    } else {
        action.sa_handler(sig);
    }
    blocked = before;
}

/* Delivers what has become deliverable. */
static void deliver_pending(void) {
    for (int sig = 1; sig < SIGNALS; sig++) {
        if (!has(&pending, sig) || has(&blocked, sig)) continue;
        *word(&pending, sig) &= ~bit(sig);
        deliver(sig);
        sig = 0; /* its handler may have raised any */
    }
}

int rt_raise(int sig) {
    if (sig == 0) return 0;
    if (!is_valid(sig)) return rt_fail(EINVAL);
    *word(&pending, sig) |= bit(sig);
    deliver_pending();
    return 0;
}

int raise(int sig) { return rt_raise(sig); }

int kill(pid_t pid, int sig) {
    __shrike_suppose("the process has the number 1000, its parent 999");
    if (pid != 1000 && pid != 0) return rt_fail(ESRCH);
    return rt_raise(sig);
}

static int set_action(int sig, const struct sigaction *action, struct sigaction *old) {
    if (!is_valid(sig) || (action && is_fixed(sig))) return rt_fail(EINVAL);
    if (old) *old = actions[sig];
    /* Handlers run when the program raises a signal itself. */
    if (action && action->sa_handler != SIG_IGN && action->sa_handler != SIG_DFL)
        __shrike_suppose("no signal arrives from outside");
    /* The engine's abort() ends the program without asking the handler. */
    if (action && sig == SIGABRT && action->sa_handler != SIG_DFL && __shrike_exploring())
        __shrike_approximate("a handler of SIGABRT, which abort() calls");
    if (action) actions[sig] = *action;
    return 0;
}

int sigaction(int sig, const struct sigaction *restrict action, struct sigaction *restrict old) {
    return set_action(sig, action, old);
}

static sighandler_t set_handler(int sig, sighandler_t handler, int flags) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags}, old;
    return set_action(sig, &action, &old) < 0 ? SIG_ERR : old.sa_handler;
}

sighandler_t signal(int sig, sighandler_t handler) { return set_handler(sig, handler, SA_RESTART); }
sighandler_t bsd_signal(int sig, sighandler_t handler);
sighandler_t bsd_signal(int sig, sighandler_t handler) {
    return set_handler(sig, handler, SA_RESTART);
}
sighandler_t sysv_signal(int sig, sighandler_t handler) {
    return set_handler(sig, handler, (int)(SA_RESETHAND | SA_NODEFER));
}
sighandler_t __sysv_signal(int sig, sighandler_t handler) {
    return set_handler(sig, handler, (int)(SA_RESETHAND | SA_NODEFER));
}
int siginterrupt(int sig, int flag) { return (void)sig, (void)flag, 0; }

static int change_mask(int how, const sigset_t *set, sigset_t *old) {
    if (old) *old = blocked;
    if (!set) return 0;
    if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) return EINVAL;
    for (int sig = 1; sig < SIGNALS; sig++) {
        bool chosen = has(set, sig) && !is_fixed(sig);
        if (chosen && how != SIG_UNBLOCK) *word(&blocked, sig) |= bit(sig);
        if (how == SIG_SETMASK ? !chosen : chosen && how == SIG_UNBLOCK)
            *word(&blocked, sig) &= ~bit(sig);
    }
    deliver_pending();
    return 0;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    int err = change_mask(how, set, old);
    return err ? rt_fail(err) : 0;
}
int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    return change_mask(how, set, old);
}
int sigpending(sigset_t *set) { return *set = pending, 0; }
int sigsuspend(const sigset_t *set) {
    (void)set;
    __shrike_unsupported("sigsuspend");
}
int pause(void) { __shrike_unsupported("pause"); }

int sigemptyset(sigset_t *set) { return rt_memset(set, 0, sizeof *set), 0; }
int sigfillset(sigset_t *set) { return rt_memset(set, 255, sizeof *set), 0; }
int sigaddset(sigset_t *set, int sig) {
    if (!is_valid(sig)) return rt_fail(EINVAL);
    *word(set, sig) |= bit(sig);
    return 0;
}
int sigdelset(sigset_t *set, int sig) {
    if (!is_valid(sig)) return rt_fail(EINVAL);
    *word(set, sig) &= ~bit(sig);
    return 0;
}
int sigismember(const sigset_t *set, int sig) {
    return is_valid(sig) ? has(set, sig) : rt_fail(EINVAL);
}
int sigisemptyset(const sigset_t *set) {
    for (int sig = 1; sig <= 64; sig++)
        if (has(set, sig)) return 0;
    return 1;
}

/* What both or one of the sets have. */
static int combine(sigset_t *set, const sigset_t *a, const sigset_t *b, bool both) {
    sigset_t result;
    rt_memset(&result, 0, sizeof result);
    for (int sig = 1; sig <= 64; sig++) {
        bool in_a = has(a, sig), in_b = has(b, sig);
        if (both ? in_a && in_b : in_a || in_b) *word(&result, sig) |= bit(sig);
    }
    *set = result;
    return 0;
}

int sigandset(sigset_t *set, const sigset_t *a, const sigset_t *b) { return combine(set, a, b, true); }
int sigorset(sigset_t *set, const sigset_t *a, const sigset_t *b) { return combine(set, a, b, false); }
int sigaltstack(const stack_t *restrict stack, stack_t *restrict old) {
    (void)stack;
    if (old) *old = (stack_t){.ss_flags = SS_DISABLE};
    return 0;
}

void psignal(int sig, const char *s) {
    const char *text = rt_signal_text(sig);
    bool named = s && *s;
    if (text)
        rt_complain("%s%s%s\n", named ? s : "", named ? ": " : "", text);
    else
        rt_complain("%s%sUnknown signal %d\n", named ? s : "", named ? ": " : "", sig);
}

int __libc_current_sigrtmin(void) { return 34; }
int __libc_current_sigrtmax(void) { return 64; }

/* ---- alarms are recorded and never ring ---- */
static unsigned alarm_seconds;
unsigned alarm(unsigned seconds) {
    unsigned old = alarm_seconds;
    if (seconds) __shrike_suppose("no alarm rings");
    alarm_seconds = seconds;
    return old;
}
int setitimer(__itimer_which_t which, const struct itimerval *restrict new,
              struct itimerval *restrict old) {
    (void)which;
    if (new && (new->it_value.tv_sec || new->it_value.tv_usec)) __shrike_suppose("no alarm rings");
    if (old) *old = (struct itimerval){0};
    return 0;
}
int getitimer(__itimer_which_t which, struct itimerval *value) {
    (void)which;
    *value = (struct itimerval){0};
    return 0;
}

/* ---- timers: nobody else sends signals ---- */
int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict timer) {
    (void)clock, (void)event, (void)timer;
    __shrike_unsupported("timer_create");
}
