/* shrike as a child process, with what it writes collected: verifications that go on while the server listens to its
 * client.
 *
 * A child is the leader of a process group, and is asked to end (SIGTERM) when we die. */
#ifndef SHRIKE_SERVE_OFFSPRING_H
#define SHRIKE_SERVE_OFFSPRING_H

#include <poll.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/str.h"

enum { OFFSPRING_POLLED = 2, OFFSPRING_MOST = 256 << 20 };

struct offspring {
    pid_t pid;         /* 0: none runs */
    int out, err;      /* pipes; -1: closed */
    struct str said;   /* on standard output ... */
    struct str errors; /* ... and standard error; both at most OFFSPRING_MOST bytes */
    uint64_t kill_ns;  /* asked to end: killed then; 0: it may go on */
    int status;        /* after its end: exit status, or 128 and the signal */
};

void offspring_init(struct offspring *c);
/* Kills a child that runs. */
void offspring_release(struct offspring *c);
/* Runs this program with these words (argv[0] apart; NULL ends them) in a folder; progress: how often it writes to
 * standard error what it does, in seconds. False after adding a reason. */
bool offspring_start(struct offspring *c, const char *folder, const char *const *words, int progress, struct str *why);
/* Asks it to end; it is killed if that takes long. */
void offspring_stop(struct offspring *c);
/* What is to be waited for; returns how many (at most OFFSPRING_POLLED). */
int offspring_poll(const struct offspring *c, struct pollfd *fds);
/* Milliseconds until offspring_look has to be called at the latest; -1: until one of those has something to say. */
int offspring_patience(const struct offspring *c);
/* Takes what is there, without waiting. True: it has just ended. */
bool offspring_look(struct offspring *c);
/* Waits until it has ended, after offspring_stop. */
void offspring_wait(struct offspring *c);

#endif
