#include "cli/auto.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/context.h"
#include "base/mem.h"
#include "engine/explore.h"

/* In the order of their first turns: one that proves and one that finds first. */
static const struct {
    enum engine engine;
    const char *name;
} plan[] = {{ENGINE_INTERPOLATE, "interpolate"}, {ENGINE_EXPLORE, "explore"}, {ENGINE_DASH, "dash"},
            {ENGINE_BMC, "bmc"},                 {ENGINE_CDSE, "cdse"}};

enum {
    ENGINES = sizeof plan / sizeof *plan,
    FIRST_TURN_MS = 500,
    LONGEST_TURN_MS = 16000,
    GRACE_MS = 8000, /* after the time limit, for engines to end by themselves */
};

enum job_state { JOB_NEW, JOB_RUNNING, JOB_STOPPED, JOB_WAITS, JOB_GONE };

struct job {
    enum job_state state;
    pid_t pid;
    int report, go;     /* pipes: its exit status; our permission */
    int status;         /* of a job that waits */
    uint64_t turn_ends; /* of a running one */
    int turn_ms;        /* the next turn */
};

struct portfolio {
    struct context *ctx;
    const struct command_line *line;
    auto_verify_fn verify;
    struct job jobs[ENGINES];
    uint64_t deadline; /* 0: none */
    bool interrupted;
};

/* ---- a process ------------------------------------------------------------------------------------------ */

struct gate {
    int report, go;
    FILE *kept[2]; /* what was to be printed, on 1 and 2 */
    int real[2];   /* where it goes */
};

static bool keep_back(struct gate *g) {
    fflush(NULL);
    for (int i = 0; i < 2; i++) {
        g->kept[i] = tmpfile();
        g->real[i] = dup(i + 1);
        if (!g->kept[i] || g->real[i] < 0 || dup2(fileno(g->kept[i]), i + 1) < 0) return false;
    }
    return true;
}

static void copy_out(FILE *from, int to) {
    char buffer[4096];
    if (fseek(from, 0, SEEK_SET)) return;
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, from)) > 0;)
        for (size_t done = 0; done < n;) {
            ssize_t wrote = write(to, buffer + done, n - done);
            if (wrote <= 0) return;
            done += (size_t)wrote;
        }
}

void gate_wait(struct gate *g, int status) {
    if (!g) return;
    unsigned char byte = (unsigned char)status;
    fflush(NULL);
    if (write(g->report, &byte, 1) != 1 || read(g->go, &byte, 1) != 1) _exit(EXIT_WRONG);
    for (int i = 1; i >= 0; i--) { /* standard error first: the verdict is the last line */
        copy_out(g->kept[i], g->real[i]);
        dup2(g->real[i], i + 1);
    }
}

static void child(struct portfolio *p, uint32_t at, int report, int go) {
    struct gate gate = {.report = report, .go = go};
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (!keep_back(&gate)) _exit(EXIT_WRONG);
    struct context *ctx = p->ctx;
    ctx->opt.engine = plan[at].engine;
    if (ctx->opt.max_memory) ctx->opt.max_memory = ctx->opt.max_memory / ENGINES + 1;
    context_apply_options(ctx);
    int status = p->verify(ctx, p->line, &gate);
    fflush(NULL);
    _exit(status);
}

/* To the engine and what it has started. */
static void signal_job(const struct job *j, int sig) {
    if (kill(-j->pid, sig)) kill(j->pid, sig);
}

static bool start(struct portfolio *p, uint32_t at) {
    struct job *j = &p->jobs[at];
    int report[2], go[2];
    if (pipe(report)) return false;
    if (pipe(go)) {
        close(report[0]);
        close(report[1]);
        return false;
    }
    fflush(NULL);
    j->pid = fork();
    if (j->pid == 0) {
        close(report[0]);
        close(go[1]);
        for (uint32_t i = 0; i < ENGINES; i++)
            if (i != at && p->jobs[i].pid) { /* or others would not see them closed */
                close(p->jobs[i].report);
                close(p->jobs[i].go);
            }
        child(p, at, report[1], go[0]);
    }
    if (j->pid > 0) setpgid(j->pid, j->pid); /* here as well: whoever comes first */
    close(report[1]);
    close(go[0]);
    j->report = report[0];
    j->go = go[1];
    j->state = j->pid < 0 ? JOB_GONE : JOB_RUNNING;
    return j->pid > 0;
}

/* ---- turns ------------------------------------------------------------------------------------------------- */

static uint64_t now_ms(void) { return clock_ns() / 1000000; }

static uint32_t count(const struct portfolio *p, enum job_state state) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < ENGINES; i++) n += p->jobs[i].state == state;
    return n;
}

static bool is_over(const struct portfolio *p) {
    return p->interrupted || (p->deadline && now_ms() >= p->deadline);
}

static void give_turn(struct portfolio *p, uint32_t at) {
    struct job *j = &p->jobs[at];
    if (!j->turn_ms) j->turn_ms = FIRST_TURN_MS;
    if (j->state == JOB_NEW && !start(p, at)) {
        j->state = JOB_GONE;
        return;
    }
    if (j->state == JOB_STOPPED) signal_job(j, SIGCONT);
    j->state = JOB_RUNNING;
    j->turn_ends = now_ms() + (uint64_t)j->turn_ms;
    if (j->turn_ms < LONGEST_TURN_MS) j->turn_ms *= 2;
}

/* Who has had the shortest turns is next; the plan's order decides among equals. */
static int next_in_line(const struct portfolio *p) {
    int best = -1;
    for (int i = 0; i < ENGINES; i++) {
        const struct job *j = &p->jobs[i];
        if (j->state != JOB_NEW && j->state != JOB_STOPPED) continue;
        if (best < 0 || j->turn_ms < p->jobs[best].turn_ms) best = i;
    }
    return best;
}

static void schedule(struct portfolio *p, uint32_t processors) {
    if (is_over(p)) { /* everybody ends by its own limit */
        for (uint32_t i = 0; i < ENGINES; i++)
            if (p->jobs[i].state == JOB_STOPPED) give_turn(p, i);
        return;
    }
    bool others = next_in_line(p) >= 0;
    for (uint32_t i = 0; others && i < ENGINES; i++) {
        struct job *j = &p->jobs[i];
        if (j->state != JOB_RUNNING || now_ms() < j->turn_ends) continue;
        signal_job(j, SIGSTOP);
        j->state = JOB_STOPPED;
    }
    while (count(p, JOB_RUNNING) < processors) {
        int next = next_in_line(p);
        if (next < 0) return;
        give_turn(p, (uint32_t)next);
    }
}

/* ---- answers ----------------------------------------------------------------------------------------------- */

static bool is_definite(const struct job *j) {
    return j->state == JOB_WAITS && (j->status == EXIT_FINE || j->status == EXIT_UNSAFE || j->status == EXIT_WRONG);
}

/* A job has told its status, or it is gone. */
static void hear(struct portfolio *p, uint32_t at) {
    struct job *j = &p->jobs[at];
    unsigned char byte;
    ssize_t n = read(j->report, &byte, 1);
    if (n == 1) {
        j->state = JOB_WAITS;
        j->status = byte;
        return;
    }
    if (n < 0 && errno == EINTR) return;
    int how = 0;
    waitpid(j->pid, &how, 0);
    j->state = JOB_GONE;
    if (WIFSIGNALED(how))
        log_warning(&p->ctx->log, "the engine %s ended with signal %d", plan[at].name, WTERMSIG(how));
}

static void listen_once(struct portfolio *p) {
    struct pollfd fds[ENGINES];
    uint32_t who[ENGINES], n = 0;
    for (uint32_t i = 0; i < ENGINES; i++) {
        if (p->jobs[i].state != JOB_RUNNING && p->jobs[i].state != JOB_STOPPED) continue;
        who[n] = i;
        fds[n++] = (struct pollfd){.fd = p->jobs[i].report, .events = POLLIN};
    }
    if (poll(fds, n, 50) <= 0) return;
    for (uint32_t i = 0; i < n; i++)
        if (fds[i].revents) hear(p, who[i]);
}

static void look_for_interrupt(struct portfolio *p) {
    if (p->interrupted || limits_look(&p->ctx->limits) != LIMIT_INTERRUPT) return;
    p->interrupted = true;
    if (!p->deadline) p->deadline = now_ms();
    for (uint32_t i = 0; i < ENGINES; i++)
        if (p->jobs[i].state == JOB_RUNNING || p->jobs[i].state == JOB_STOPPED) {
            kill(p->jobs[i].pid, SIGINT);
            signal_job(&p->jobs[i], SIGCONT);
        }
}

static bool work_left(const struct portfolio *p) {
    if (is_over(p)) /* nobody is started any more */
        return count(p, JOB_RUNNING) + count(p, JOB_STOPPED) > 0 && (!p->deadline || now_ms() < p->deadline + GRACE_MS);
    return count(p, JOB_NEW) + count(p, JOB_RUNNING) + count(p, JOB_STOPPED) > 0;
}

/* The job whose answer counts; -1 if there is none. Without a definite one that of
 * the engine which is first in the plan after those that tell least. */
static int choose(const struct portfolio *p) {
    int best = -1;
    for (int i = 0; i < ENGINES; i++) {
        if (is_definite(&p->jobs[i])) return i;
        if (p->jobs[i].state == JOB_WAITS && (best < 0 || plan[i].engine == ENGINE_EXPLORE)) best = i;
    }
    return best;
}

static bool contradicts(const struct portfolio *p) {
    bool safe = false, unsafe = false;
    for (uint32_t i = 0; i < ENGINES; i++) {
        safe |= is_definite(&p->jobs[i]) && p->jobs[i].status == EXIT_FINE;
        unsafe |= is_definite(&p->jobs[i]) && p->jobs[i].status == EXIT_UNSAFE;
    }
    return safe && unsafe;
}

static void end_others(struct portfolio *p, int but) {
    for (int i = 0; i < ENGINES; i++) {
        struct job *j = &p->jobs[i];
        if (j->state == JOB_NEW || j->state == JOB_GONE) continue;
        if (i != but) {
            signal_job(j, SIGKILL);
            waitpid(j->pid, NULL, 0);
            j->state = JOB_GONE;
        }
    }
}

static int tell(struct portfolio *p, int at) {
    struct job *j = &p->jobs[at];
    unsigned char byte = 1;
    int how = 0;
    log_info(&p->ctx->log, "auto: %s answers", plan[at].name);
    if (write(j->go, &byte, 1) != 1 || waitpid(j->pid, &how, 0) != j->pid || !WIFEXITED(how)) return EXIT_WRONG;
    j->state = JOB_GONE;
    return WEXITSTATUS(how);
}

static int complain(struct portfolio *p) {
    for (uint32_t i = 0; i < ENGINES; i++)
        if (is_definite(&p->jobs[i]) && p->jobs[i].status != EXIT_WRONG)
            log_error(&p->ctx->log, "internal error: engines contradict each other: %s says %s", plan[i].name,
                      p->jobs[i].status == EXIT_FINE ? "SAFE" : "UNSAFE");
    log_error(&p->ctx->log, "please report this with the program and the command line");
    end_others(p, -1);
    printf("UNKNOWN\n");
    return EXIT_INTERNAL;
}

int auto_verify(struct context *ctx, const struct command_line *line, auto_verify_fn verify) {
    struct portfolio p = {.ctx = ctx, .line = line, .verify = verify};
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (ctx->opt.timeout) p.deadline = now_ms() + (uint64_t)ctx->opt.timeout * 1000;
    bool found = false;
    while (!found && work_left(&p)) {
        look_for_interrupt(&p);
        schedule(&p, processors < 1 ? 1 : (uint32_t)processors);
        listen_once(&p);
        for (uint32_t i = 0; i < ENGINES; i++) found |= is_definite(&p.jobs[i]);
    }
    if (contradicts(&p)) return complain(&p);
    int at = choose(&p);
    end_others(&p, at);
    if (at >= 0) return tell(&p, at);
    log_error(&ctx->log, "no engine came as far as a verdict");
    printf("UNKNOWN\n");
    return EXIT_UNKNOWN;
}
