/* What the processes of --engine=auto tell one another.
 *
 * A message is a length and that many bytes (base/message.h), of which the first word says
 * what it is. The parent never waits for the rest of a message: an engine may be stopped while
 * it sends one.
 */
#ifndef SHRIKE_PORTFOLIO_MAIL_H
#define SHRIKE_PORTFOLIO_MAIL_H

#include <stdbool.h>

#include "base/vec.h"

enum mail {
    /* from an engine */
    MAIL_PROGRESS, /* struct mail_progress */
    MAIL_ASK,      /* it has an error and would run the program natively */
    MAIL_SETTLED,  /* it has done that */
    MAIL_FINDING,  /* was it confirmed?, then the error (session/finding.h) */
    MAIL_TARGET,   /* number, then what to print of it: a target is reached */
    MAIL_VERDICT,  /* struct gate_verdict */
    MAIL_STATS,    /* struct stats, after everything is printed */
    /* to an engine */
    MAIL_MAY, /* answers MAIL_ASK */
    MAIL_GO,  /* tell your verdict; what others found came before */
};

struct mail_progress {
    uint64_t paths, open, blocks, all_blocks;
    uint64_t bound; /* run_counts.bound */
};

/* A message being written: `struct vec_u8` that starts with its kind. */
void mail_begin(vec_u8 *out, enum mail kind);

/* Bytes that have come in. */
struct mailbox {
    vec_u8 bytes;
    uint32_t start; /* of what was not taken yet */
};

void mailbox_release(struct mailbox *box);
/* Takes in what can be read now. False: the other side is gone. */
bool mailbox_fill(struct mailbox *box, int fd);
/* The next whole message without its kind: from *p to *end, valid until the next call of
 * mailbox_fill. False: there is none. */
bool mailbox_next(struct mailbox *box, enum mail *kind, const uint8_t **p, const uint8_t **end);

#endif
