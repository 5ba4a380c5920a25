/* shrike jobs: what there is in a broker. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/bytes.h"
#include "base/str.h"
#include "cli/commands.h"
#include "cli/remote.h"
#include "spread/broker.h"
#include "spread/fold.h"

struct summary {
    uint64_t paths, partial, instructions, findings, tests, milliseconds;
    uint32_t gaps;
    bool partial_results;
};

static bool is_over(void *owner) { return limits_look(&((struct context *)owner)->limits) != LIMIT_NONE; }

static void absorb(void *owner, const struct piece_result *r, uint32_t group) {
    struct summary *s = owner;
    (void)group;
    s->paths += r->paths;
    s->partial += r->partial;
    s->instructions += r->instructions;
    s->findings += r->findings;
    s->tests += r->tests;
    s->milliseconds += r->milliseconds;
    s->gaps |= r->gaps;
    s->partial_results |= !r->exhausted;
}

/* All results of a job so far; false after a message. */
static bool fold_job(struct broker *b, const struct spread_job *job, struct fold *f, struct summary *sum) {
    struct piece_result r;
    uint64_t at = 0;
    bool again;
    enum broker_result got;
    fold_init(f);
    memset(sum, 0, sizeof *sum);
    f->absorb = absorb;
    f->owner = sum;
    for (uint32_t i = 0; i < job->first.len; i++) {
        struct piece p = job->first.data[i];
        memset(&p.key, 0, sizeof p.key);
        memset(&p.hints, 0, sizeof p.hints);
        copy_bytes(&p.key, &job->first.data[i].key);
        copy_bytes(&p.hints, &job->first.data[i].hints);
        fold_begin(f, &p);
    }
    while ((got = broker_next_result(b, job->name, &at, &r)) == RESULT_FOUND || got == RESULT_BAD)
        if (got == RESULT_FOUND) fold_take(f, &r, &again);
    return got == RESULT_NONE;
}

static const char *command_name(uint32_t command) {
    return command == CMD_VERIFY ? "verify" : command == CMD_TEST ? "test" : command == CMD_REACH ? "reach" : command == CMD_FUZZ ? "fuzz" : "?";
}

static void print_line(struct broker *b, const struct spread_job *job) {
    struct str verdict = {0};
    enum job_status status = JOB_OVER;
    char made[32] = "";
    time_t t = (time_t)job->made;
    struct tm tm;
    broker_get_status(b, job->name, &status);
    broker_get_verdict(b, job->name, &verdict);
    if (localtime_r(&t, &tm)) strftime(made, sizeof made, "%Y-%m-%d %H:%M:%S", &tm);
    printf("%-32s %-8s %s  %s %s%s%s\n", job->name, job_status_name(status), made, command_name(job->command),
           job->files.len ? job->files.data[0].name : "", verdict.len ? ": " : "", str_text(&verdict));
    str_release(&verdict);
}

static int list(struct broker *b) {
    job_words names = {0};
    bool ok = broker_list_jobs(b, &names);
    for (uint32_t i = 0; i < names.len; i++) {
        struct spread_job job;
        if (!broker_get_job(b, names.data[i], &job)) continue;
        print_line(b, &job);
        spread_job_release(&job);
    }
    broker_words_release(&names);
    return ok ? EXIT_FINE : EXIT_WRONG;
}

static void print_workers(struct broker *b, const char *job) {
    job_words lines = {0};
    uint32_t here = 0;
    broker_list_workers(b, &lines);
    for (uint32_t i = 0; i < lines.len; i++) {
        const char *what = strchr(lines.data[i], ' ');
        here += what && strncmp(what + 1, job, strlen(job)) == 0 && what[1 + strlen(job)] == ',';
    }
    printf("workers: %u, of %u that were seen in the last %d s\n", here, lines.len, BROKER_WORKER_SECONDS);
    broker_words_release(&lines);
}

static void print_gaps(const struct summary *sum) {
    for (uint32_t g = 0; g < GAPS; g++)
        if (sum->gaps & 1u << g) printf("gap: %s\n", gap_text((enum gap)g));
    if (sum->partial_results) printf("gap: some pieces were not executed to their end\n");
}

static int show(struct broker *b, const struct spread_job *job) {
    struct fold f;
    struct summary sum;
    print_line(b, job);
    bool ok = fold_job(b, job, &f, &sum);
    printf("pieces: %llu done, %llu open\n", (unsigned long long)f.done, (unsigned long long)(f.named - f.done));
    printf("%llu paths, %llu cut, %llu tests, %llu errors as workers found them, %llu instructions in %.1f s of work\n", (unsigned long long)sum.paths,
           (unsigned long long)sum.partial, (unsigned long long)sum.tests, (unsigned long long)sum.findings, (unsigned long long)sum.instructions,
           (double)sum.milliseconds / 1e3);
    print_gaps(&sum);
    print_workers(b, job->name);
    fold_release(&f);
    return ok ? EXIT_FINE : EXIT_WRONG;
}

/* What is open goes into the queue again. */
static int resume(struct broker *b, const struct spread_job *job) {
    struct fold f;
    struct summary sum;
    uint32_t cursor = 0, n = 0;
    const struct piece *p;
    bool ok = broker_set_status(b, job->name, JOB_OPEN) && fold_job(b, job, &f, &sum);
    while (ok && (p = fold_next_open(&f, &cursor))) {
        ok = broker_put_work(b, job->name, p, true);
        n++;
    }
    if (ok) printf("%s goes on with %u open pieces\n", job->name, n);
    fold_release(&f);
    return ok ? EXIT_FINE : EXIT_WRONG;
}

static int act(struct context *ctx, struct broker *b, const char *action, const char *name) {
    struct spread_job job;
    int status = EXIT_WRONG;
    if (!spread_job_is_name(name) || !broker_get_job(b, name, &job)) {
        log_error(&ctx->log, "there is no job %s", name);
        return status;
    }
    if (!action) status = show(b, &job);
    else if (strcmp(action, "stop") == 0) status = broker_set_status(b, name, JOB_HALTED) && broker_forget(b, name, false) ? EXIT_FINE : EXIT_WRONG;
    else if (strcmp(action, "resume") == 0) status = resume(b, &job);
    else if (strcmp(action, "remove") == 0) status = broker_forget(b, name, true) ? EXIT_FINE : EXIT_WRONG;
    else log_error(&ctx->log, "what is %s? (stop, resume or remove JOB)", action);
    spread_job_release(&job);
    return status;
}

int cli_jobs(struct context *ctx, const struct command_line *line) {
    uint32_t n = line->files.len;
    if (n > 2) {
        log_error(&ctx->log, "usage: shrike jobs --on URL [[stop|resume|remove] JOB]");
        return EXIT_WRONG;
    }
    struct broker *b = remote_connect(ctx, "shrike jobs", is_over);
    if (!b) return EXIT_WRONG;
    int status = n ? act(ctx, b, n == 2 ? line->files.data[0] : NULL, line->files.data[n - 1]) : list(b);
    broker_close(b);
    return status;
}
