/* What the files that speak to the broker share. */
#ifndef SHRIKE_SPREAD_INSIDE_H
#define SHRIKE_SPREAD_INSIDE_H

#include <nats/nats.h>

#include "spread/broker.h"

#define STREAM_WORK "SHRIKE_WORK"
#define STREAM_RESULTS "SHRIKE_RESULTS"
#define STREAM_PROGRAMS "SHRIKE_PROGRAMS"
#define BUCKET_JOBS "shrike-jobs"
#define BUCKET_WORKERS "shrike-workers"
#define BUCKET_FACTS "shrike-facts"
#define CONSUMER "workers"

struct broker {
    struct log *log;
    struct broker_options options;
    struct str address; /* for messages, without passwords */
    natsConnection *nc;
    jsCtx *js;
    kvStore *jobs, *workers, *facts;
    int64_t ack_ms;          /* after which a piece is handed out again */
    natsSubscription *queue; /* NULL until a piece is asked for */
    natsSubscription *notes; /* NULL: we do not listen */
};

uint64_t broker_now(void); /* ms */
/* A call has failed with s: true after a short wait if it is to be tried again. *until: 0 at first, then when patience
 * ends. */
bool broker_try_again(struct broker *b, natsStatus s, const char *what, uint64_t *until);
/* Publishes; code: JetStream's, where it refused. */
natsStatus broker_publish(struct broker *b, const char *subject, const uint8_t *data, uint64_t n, jsPubOptions *po,
                          jsErrCode *code);

#endif
