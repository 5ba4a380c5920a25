/* shrike jobs: what there is in a broker. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/str.h"
#include "cli/commands.h"
#include "job/submit.h"
#include "spread/broker.h"

static const char *command_name(uint32_t command) {
    return command == CMD_VERIFY  ? "verify"
           : command == CMD_TEST  ? "test"
           : command == CMD_REACH ? "reach"
           : command == CMD_FUZZ  ? "fuzz"
                                  : "?";
}

static void print_line(struct broker *b, const struct job *job) {
    struct str verdict = {0};
    enum broker_status status = BROKER_OVER;
    char made[32] = "";
    time_t t = (time_t)job->made;
    struct tm tm;
    broker_get_status(b, job->name, &status);
    broker_get_verdict(b, job->name, &verdict);
    if (localtime_r(&t, &tm)) strftime(made, sizeof made, "%Y-%m-%d %H:%M:%S", &tm);
    printf("%-32s %-8s %s  %s %s%s%s\n", job->name, broker_status_name(status), made, command_name(job->command),
           job->files.len ? job->files.data[0].name : "", verdict.len ? ": " : "", str_text(&verdict));
    str_release(&verdict);
}

static int list(struct context *ctx, struct broker *b) {
    broker_words names = {0};
    bool ok = broker_list_jobs(b, &names);
    for (uint32_t i = 0; i < names.len; i++) {
        struct job job;
        if (!job_get(b, &ctx->log, names.data[i], &job)) continue;
        print_line(b, &job);
        job_release(&job);
    }
    broker_words_release(&names);
    return ok ? EXIT_FINE : EXIT_WRONG;
}

static void print_workers(struct broker *b, const char *job) {
    broker_words lines = {0};
    uint32_t here = 0;
    broker_list_workers(b, &lines);
    for (uint32_t i = 0; i < lines.len; i++) {
        const char *what = strchr(lines.data[i], ' ');
        here += what && strncmp(what + 1, job, strlen(job)) == 0 && what[1 + strlen(job)] == ',';
    }
    printf("workers: %u, of %u that were seen in the last %d s\n", here, lines.len, BROKER_WORKER_SECONDS);
    broker_words_release(&lines);
}

static void print_gaps(const struct job_summary *sum) {
    for (uint32_t g = 0; g < GAPS; g++)
        if (sum->gaps & 1u << g) printf("gap: %s\n", gap_text((enum gap)g));
    if (sum->partial_results) printf("gap: some pieces were not executed to their end\n");
}

static int show(struct broker *b, const struct job *job) {
    struct fold f;
    struct job_summary sum;
    print_line(b, job);
    bool ok = job_summarize(b, job, &f, &sum);
    printf("pieces: %llu done, %llu open\n", (unsigned long long)f.done, (unsigned long long)(f.named - f.done));
    printf("%llu paths, %llu cut, %llu tests, %llu errors as workers found them, %llu instructions in %.1f s of work\n",
           (unsigned long long)sum.paths, (unsigned long long)sum.partial, (unsigned long long)sum.tests,
           (unsigned long long)sum.findings, (unsigned long long)sum.instructions, (double)sum.milliseconds / 1e3);
    print_gaps(&sum);
    print_workers(b, job->name);
    fold_release(&f);
    return ok ? EXIT_FINE : EXIT_WRONG;
}

static int resume(struct broker *b, const struct job *job) {
    uint32_t n;
    bool ok = job_resume(b, job, &n);
    if (ok) printf("%s goes on with %u open pieces\n", job->name, n);
    return ok ? EXIT_FINE : EXIT_WRONG;
}

static int act(struct context *ctx, struct broker *b, const char *action, const char *name) {
    struct job job;
    int status = EXIT_WRONG;
    if (!broker_is_job_name(name) || !job_get(b, &ctx->log, name, &job)) {
        log_error(&ctx->log, "there is no job %s", name);
        return status;
    }
    if (!action) status = show(b, &job);
    else if (strcmp(action, "stop") == 0) status = job_stop(b, name) ? EXIT_FINE : EXIT_WRONG;
    else if (strcmp(action, "resume") == 0) status = resume(b, &job);
    else if (strcmp(action, "remove") == 0) status = broker_forget(b, name, true) ? EXIT_FINE : EXIT_WRONG;
    else log_error(&ctx->log, "unknown action %s: stop, resume or remove", action);
    job_release(&job);
    return status;
}

int cli_jobs(struct context *ctx, const struct command_line *line) {
    uint32_t n = line->files.len;
    if (n > 2) {
        log_error(&ctx->log, "usage: shrike jobs --on URL [[stop|resume|remove] JOB]");
        return EXIT_WRONG;
    }
    struct broker *b = job_connect(ctx, "shrike jobs");
    if (!b) return EXIT_WRONG;
    int status = n ? act(ctx, b, n == 2 ? line->files.data[0] : NULL, line->files.data[n - 1]) : list(ctx, b);
    broker_close(b);
    return status;
}
