/* What the broker knows of a job (shrike jobs). */
#ifndef SHRIKE_JOB_SUMMARY_H
#define SHRIKE_JOB_SUMMARY_H

#include "job/fold.h"
#include "job/job.h"

/* Sums over all results so far. */
struct job_summary {
    uint64_t paths, partial, instructions, findings, tests, milliseconds;
    uint32_t gaps;
    bool partial_results;
};

/* False after a message. f is to be released in any case. */
bool job_summarize(struct broker *b, const struct job *job, struct fold *f, struct job_summary *sum);
/* Puts what is open into the queue again; *n: so many pieces. False after a message. */
bool job_resume(struct broker *b, const struct job *job, uint32_t *n);
/* Workers leave it alone until it is resumed. False after a message. */
bool job_stop(struct broker *b, const char *job);

#endif
