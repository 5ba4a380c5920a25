/* The connection, and the streams. */
#include "spread/broker.h"

#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "base/secret.h"
#include "spread/inside.h"

enum {
    WAIT_MS = 100,    /* between two tries */
    ANSWER_MS = 4000, /* for one call */
    ACK_SECONDS = 30,
    MOST_TAKEN = 1000000, /* pieces handed out at one time */
    RECONNECTS = 1000000,
    CONNECT_MS = 15000,
    MOST_ODD = 4,
    DUPLICATES_SECONDS = 120,
    FACTS_SECONDS = 7 * 24 * 3600, /* removes what a worker says of a job while it is being removed */
};

uint64_t broker_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* What the server said of it, where it said more than the library's one word. */
static const char *reason(struct broker *b, natsStatus s) {
    const char *said = NULL;
    bool refused = b->nc && natsConnection_GetLastError(b->nc, &said) != NATS_OK && said &&
                   strcasestr(said, "permissions violation");
    if (!refused) said = s == NATS_ERR || s == NATS_INSUFFICIENT_BUFFER ? nats_GetLastError(NULL) : NULL;
    return said && *said ? said : natsStatus_GetText(s);
}

/* A right that we lack, or a disk that is full, does not come by waiting. */
static bool is_final(const char *why) {
    return strcasestr(why, "permissions violation") || strcasestr(why, "insufficient");
}

bool broker_try_again(struct broker *b, natsStatus s, const char *what, uint64_t *until) {
    bool over = b->options.is_over && b->options.is_over(b->options.owner);
    if (!*until) *until = broker_now() + BROKER_PATIENCE_MS;
    const char *why = reason(b, s);
    if (!over && broker_now() < *until && s != NATS_CONNECTION_CLOSED && s != NATS_INVALID_ARG && !is_final(why)) {
        log_debug(b->log, "broker: %s: %s; again", what, why);
        nats_Sleep(WAIT_MS);
        return true;
    }
    log_error(b->log, "broker: %s: %s", what, why);
    return false;
}

natsStatus broker_publish(struct broker *b, const char *subject, const uint8_t *data, uint64_t n, jsPubOptions *po,
                          jsErrCode *code) {
    uint64_t until = 0;
    natsStatus s;
    do {
        memset(code, 0, sizeof *code);
        s = js_Publish(NULL, b->js, subject, data, (int)n, po, code);
    } while (s != NATS_OK && *code != JSStreamWrongLastSequenceErr && broker_try_again(b, s, subject, &until));
    return s;
}

/* ---- connecting -------------------------------------------------------------------------------------- */

/* The library would write lines of its own on standard error. */
static void ignore_error(natsConnection *nc, natsSubscription *sub, natsStatus err, void *closure) {
    (void)nc;
    (void)sub;
    (void)err;
    (void)closure;
}

static natsStatus set_servers(natsOptions *o, const char *url) {
    enum { MOST = 32 };
    const char *servers[MOST];
    int n = 0;
    char *all = mem_strdup(url), *rest = all;
    for (char *one; n < MOST && (one = strtok_r(rest, ",", &rest));) servers[n++] = one;
    natsStatus s = n ? natsOptions_SetServers(o, servers, n) : NATS_INVALID_ARG;
    mem_free(all);
    return s;
}

static natsStatus set_trust(natsOptions *o, const struct broker_options *options) {
    natsStatus s = NATS_OK;
    if (options->creds) s = natsOptions_SetUserCredentialsFromFiles(o, options->creds, NULL);
    if (s == NATS_OK && options->tls_ca) s = natsOptions_SetSecure(o, true);
    if (s == NATS_OK && options->tls_ca) s = natsOptions_LoadCATrustedCertificates(o, options->tls_ca);
    return s;
}

static natsStatus connect_to(struct broker *b) {
    natsOptions *o = NULL;
    natsStatus s = natsOptions_Create(&o);
    if (s == NATS_OK) s = set_servers(o, b->options.url);
    if (s == NATS_OK) s = set_trust(o, &b->options);
    if (s == NATS_OK) s = natsOptions_SetName(o, b->options.role);
    if (s == NATS_OK) s = natsOptions_SetMaxReconnect(o, RECONNECTS);
    if (s == NATS_OK) s = natsOptions_SetReconnectWait(o, WAIT_MS);
    if (s == NATS_OK) s = natsOptions_SetReconnectJitter(o, WAIT_MS, WAIT_MS);
    if (s == NATS_OK) s = natsOptions_SetFailRequestsOnDisconnect(o, true);
    if (s == NATS_OK) s = natsOptions_SetErrorHandler(o, ignore_error, NULL);
    if (s == NATS_OK) s = natsConnection_Connect(&b->nc, o);
    natsOptions_Destroy(o);
    return s;
}

/* A broker that ends during the handshake looks like a server that is no broker; but the latter does so each time. */
static bool may_be_starting(natsStatus s, uint32_t *odd) {
    if (s == NATS_PROTOCOL_ERROR) return ++*odd < MOST_ODD;
    return s == NATS_NO_SERVER || s == NATS_IO_ERROR || s == NATS_TIMEOUT || s == NATS_CONNECTION_CLOSED;
}

/* Tries again for some seconds if the broker may be starting, not if it refuses us. */
static natsStatus connect_with_patience(struct broker *b) {
    uint64_t until = broker_now() + CONNECT_MS;
    natsStatus s = connect_to(b);
    bool told = false;
    uint32_t odd = 0;
    while (may_be_starting(s, &odd) && broker_now() < until) {
        if (b->options.is_over && b->options.is_over(b->options.owner)) break;
        if (!told) log_warning(b->log, "%s does not answer; trying for %d s", str_text(&b->address), CONNECT_MS / 1000);
        told = true;
        nats_Sleep(WAIT_MS);
        s = connect_to(b);
    }
    return s;
}

/* ---- what must be there -------------------------------------------------------------------------------- */

static natsStatus add_stream(struct broker *b, const char *name, const char **subjects, int n, jsRetentionPolicy keep,
                             jsErrCode *code) {
    jsStreamConfig c;
    jsStreamConfig_Init(&c);
    c.Name = name;
    c.Subjects = subjects;
    c.SubjectsLen = n;
    c.Retention = keep;
    c.Storage = js_FileStorage;
    c.Replicas = b->options.replicas;
    c.AllowDirect = keep == js_LimitsPolicy;
    c.Duplicates = (int64_t)DUPLICATES_SECONDS * 1000000000;
    return js_AddStream(NULL, b->js, &c, NULL, code);
}

static bool have_stream(struct broker *b, const char *name, const char **subjects, int n, jsRetentionPolicy keep) {
    uint64_t until = 0;
    natsStatus s;
    do {
        jsErrCode code;
        memset(&code, 0, sizeof code);
        jsStreamInfo *info = NULL;
        s = js_GetStreamInfo(&info, b->js, name, NULL, &code);
        jsStreamInfo_Destroy(info);
        if (s == NATS_NOT_FOUND) s = add_stream(b, name, subjects, n, keep, &code);
        if (code == JSStreamNameExistErr) s = NATS_OK; /* another process was faster */
        if (code == JSNotEnabledErr || code == JSNotEnabledForAccountErr) {
            log_error(b->log, "%s has no JetStream (nats-server -js)", str_text(&b->address));
            return false;
        }
    } while (s != NATS_OK && broker_try_again(b, s, name, &until));
    return s == NATS_OK;
}

static bool have_bucket(struct broker *b, const char *name, int64_t seconds, kvStore **kv) {
    uint64_t until = 0;
    natsStatus s;
    do {
        kvConfig c;
        kvConfig_Init(&c);
        c.Bucket = name;
        c.History = 1;
        c.TTL = seconds * 1000000000;
        c.Replicas = (int)b->options.replicas;
        s = js_KeyValue(kv, b->js, name);
        if (s == NATS_NOT_FOUND) s = js_CreateKeyValue(kv, b->js, &c);
    } while (s != NATS_OK && broker_try_again(b, s, name, &until));
    return s == NATS_OK;
}

static bool have_consumer(struct broker *b) {
    uint64_t until = 0;
    natsStatus s;
    do {
        jsConsumerConfig c;
        jsErrCode code;
        memset(&code, 0, sizeof code);
        jsConsumerConfig_Init(&c);
        c.Durable = CONSUMER;
        c.AckPolicy = js_AckExplicit;
        c.AckWait = (b->options.ack_seconds ? b->options.ack_seconds : ACK_SECONDS) * 1000000000;
        c.MaxAckPending = MOST_TAKEN;
        c.MaxWaiting = 10000;
        jsConsumerInfo *info = NULL;
        s = js_GetConsumerInfo(&info, b->js, STREAM_WORK, CONSUMER, NULL, &code);
        b->ack_ms = (info && info->Config && !b->options.ack_seconds ? info->Config->AckWait : c.AckWait) / 1000000;
        jsConsumerInfo_Destroy(info);
        if (s == NATS_NOT_FOUND) s = js_AddConsumer(NULL, b->js, STREAM_WORK, &c, NULL, &code);
        else if (s == NATS_OK && b->options.ack_seconds)
            s = js_UpdateConsumer(NULL, b->js, STREAM_WORK, &c, NULL, &code);
        if (code == JSConsumerNameExistErr || code == JSConsumerExistingActiveErr) s = NATS_OK;
    } while (s != NATS_OK && broker_try_again(b, s, CONSUMER, &until));
    return s == NATS_OK;
}

static bool have_all(struct broker *b) {
    const char *work[] = {"shrike.work.*.*"}, *results[] = {"shrike.result.*.*", "shrike.part.*.*.*.*"},
               *programs[] = {"shrike.program.*.*"};
    return have_stream(b, STREAM_WORK, work, 1, js_WorkQueuePolicy) &&
           have_stream(b, STREAM_RESULTS, results, 2, js_LimitsPolicy) &&
           have_stream(b, STREAM_PROGRAMS, programs, 1, js_LimitsPolicy) && have_consumer(b) &&
           have_bucket(b, BUCKET_JOBS, 0, &b->jobs) &&
           have_bucket(b, BUCKET_WORKERS, BROKER_WORKER_SECONDS, &b->workers) &&
           have_bucket(b, BUCKET_FACTS, FACTS_SECONDS, &b->facts);
}

struct broker *broker_open(struct log *log, const struct broker_options *options) {
    struct broker *b = mem_zalloc(sizeof *b);
    b->log = log;
    b->options = *options;
    secret_add(&b->address, options->url);
    jsOptions o;
    jsOptions_Init(&o);
    o.Wait = ANSWER_MS;
    natsStatus s = connect_with_patience(b);
    if (s == NATS_OK) s = natsConnection_JetStream(&b->js, b->nc, &o);
    if (s != NATS_OK) log_error(log, "cannot connect to %s: %s", str_text(&b->address), natsStatus_GetText(s));
    if (s == NATS_OK && have_all(b)) return b;
    broker_close(b);
    return NULL;
}

int64_t broker_ack_ms(const struct broker *b) { return b->ack_ms; }

void broker_close(struct broker *b) {
    if (!b) return;
    natsSubscription_Destroy(b->queue);
    natsSubscription_Destroy(b->notes);
    kvStore_Destroy(b->jobs);
    kvStore_Destroy(b->workers);
    kvStore_Destroy(b->facts);
    jsCtx_Destroy(b->js);
    natsConnection_Destroy(b->nc);
    str_release(&b->address);
    mem_free(b);
}
