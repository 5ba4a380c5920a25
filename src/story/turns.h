/* The story of a program with threads: what each of them did to memory that others see, in the order of the schedule. */
#ifndef SHRIKE_STORY_TURNS_H
#define SHRIKE_STORY_TURNS_H

struct exec;
struct story;
struct turn_log;

/* For a run of x, from its beginning on. */
struct turn_log *turn_log_new(struct exec *x);
void turn_log_free(struct turn_log *log);
/* The run has ended in x->bug. */
struct story *turn_log_tell(struct turn_log *log);

#endif
