/* Pieces of work, and what came of them. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/sha256.h"
#include "spread/inside.h"

enum { WHOLE = 1, IN_PARTS = 2, SHORT_WAIT_MS = 1000, MOST_NOTES = 10000, MOST_NOTES_BYTES = 64 << 20 };

struct delivery {
    struct broker *b;
    natsMsg *msg;
    char *job; /* NULL: its subject is not one of ours */
    uint64_t count;
};

/* ---- work -------------------------------------------------------------------------------------------- */

bool broker_put_work(struct broker *b, const char *job, const char *piece, const vec_u8 *bytes, bool again) {
    struct str subject = {0};
    jsPubOptions po;
    jsErrCode code;
    str_addf(&subject, "shrike.work.%s.%s", job, piece);
    jsPubOptions_Init(&po);
    if (!again) po.MsgId = str_text(&subject); /* saves work if it is sent twice within minutes; nothing rests on it */
    natsStatus s = broker_publish(b, str_text(&subject), bytes->data, bytes->len, &po, &code);
    str_release(&subject);
    return s == NATS_OK;
}

/* The job's name in shrike.KIND.JOB.REST; NULL: it is none. */
static char *job_of(const char *subject) {
    const char *first = strchr(subject, '.'), *second = first ? strchr(first + 1, '.') : NULL;
    size_t n = second ? strcspn(second + 1, ".") : 0;
    if (!n || n > BROKER_JOB_NAME) return NULL;
    char *job = mem_alloc(n + 1);
    memcpy(job, second + 1, n);
    job[n] = '\0';
    if (broker_is_job_name(job)) return job;
    mem_free(job);
    return NULL;
}

static struct delivery *open_delivery(struct broker *b, natsMsg *msg) {
    struct delivery *d = mem_zalloc(sizeof *d);
    jsMsgMetaData *meta = NULL;
    d->b = b;
    d->msg = msg;
    d->count = 1;
    if (natsMsg_GetMetaData(&meta, msg) == NATS_OK) d->count = meta->NumDelivered;
    jsMsgMetaData_Destroy(meta);
    d->job = job_of(natsMsg_GetSubject(msg));
    return d;
}

static natsStatus have_queue(struct broker *b) {
    if (b->queue) return NATS_OK;
    jsSubOptions so;
    jsSubOptions_Init(&so);
    so.Stream = STREAM_WORK;
    so.Consumer = CONSUMER;
    return js_PullSubscribe(&b->queue, b->js, "shrike.work.*.*", CONSUMER, NULL, &so, NULL);
}

struct delivery *broker_take(struct broker *b, int64_t milliseconds) {
    natsMsgList list = {0};
    natsStatus s = have_queue(b);
    if (s == NATS_OK) s = natsSubscription_Fetch(&list, b->queue, 1, milliseconds, NULL);
    struct delivery *d = NULL;
    if (s == NATS_OK && list.Count > 0) {
        d = open_delivery(b, list.Msgs[0]);
        list.Msgs[0] = NULL;
    }
    natsMsgList_Destroy(&list);
    if (s == NATS_OK || s == NATS_TIMEOUT) return d;
    /* The broker is away, or was: begin anew. */
    log_debug(b->log, "broker: next piece: %s", natsStatus_GetText(s));
    natsSubscription_Destroy(b->queue);
    b->queue = NULL;
    nats_Sleep(milliseconds < SHORT_WAIT_MS ? milliseconds : SHORT_WAIT_MS);
    return d;
}

const char *delivery_job(const struct delivery *d) { return d->job ? d->job : ""; }
const char *delivery_piece(const struct delivery *d) { return strrchr(natsMsg_GetSubject(d->msg), '.') + 1; }

const uint8_t *delivery_bytes(const struct delivery *d, const uint8_t **end) {
    const uint8_t *at = (const uint8_t *)natsMsg_GetData(d->msg);
    *end = at + natsMsg_GetDataLength(d->msg);
    return at;
}

uint64_t delivery_count(const struct delivery *d) { return d->count; }
void delivery_alive(struct delivery *d) { natsMsg_InProgress(d->msg, NULL); }

void delivery_drop(struct delivery *d) {
    natsMsg_Destroy(d->msg);
    mem_free(d->job);
    mem_free(d);
}

/* There is no waiting for an answer: a piece that is handed out again has its result, and ends at once. */
void delivery_done(struct delivery *d) {
    natsStatus s = natsMsg_Ack(d->msg, NULL);
    if (s != NATS_OK) log_debug(d->b->log, "broker: acknowledging: %s", natsStatus_GetText(s));
    delivery_drop(d);
}

void delivery_return(struct delivery *d, int64_t milliseconds) {
    natsMsg_NakWithDelay(d->msg, milliseconds, NULL);
    delivery_drop(d);
}

bool broker_look(struct broker *b, struct broker_queue *q) {
    jsConsumerInfo *info = NULL;
    natsStatus s = js_GetConsumerInfo(&info, b->js, STREAM_WORK, CONSUMER, NULL, NULL);
    if (s == NATS_OK)
        *q = (struct broker_queue){info->NumPending, (uint64_t)info->NumAckPending, (uint64_t)info->NumWaiting};
    jsConsumerInfo_Destroy(info);
    return s == NATS_OK;
}

/* ---- notes ------------------------------------------------------------------------------------------- */

static void note_subject(struct str *out, const char *job) { str_addf(out, "shrike.note.%s", job); }

void broker_listen(struct broker *b, const char *job) {
    struct str subject = {0};
    note_subject(&subject, job);
    natsSubscription_Destroy(b->notes);
    b->notes = NULL;
    natsStatus s = natsConnection_SubscribeSync(&b->notes, b->nc, str_text(&subject));
    if (s == NATS_OK) natsSubscription_SetPendingLimits(b->notes, MOST_NOTES, MOST_NOTES_BYTES);
    else log_debug(b->log, "broker: notes: %s", natsStatus_GetText(s));
    str_release(&subject);
}

void broker_tell_note(struct broker *b, const char *job, const uint8_t *bytes, uint32_t n) {
    struct str subject = {0};
    note_subject(&subject, job);
    natsConnection_Publish(b->nc, str_text(&subject), bytes, (int)n);
    str_release(&subject);
}

bool broker_hear_note(struct broker *b, vec_u8 *bytes) {
    natsMsg *msg = NULL;
    if (!b->notes || natsSubscription_NextMsg(&msg, b->notes, 0) != NATS_OK) return false;
    const uint8_t *data = (const uint8_t *)natsMsg_GetData(msg);
    vec_clear(bytes);
    for (int i = 0; i < natsMsg_GetDataLength(msg); i++) vec_push(bytes, data[i]);
    natsMsg_Destroy(msg);
    return true;
}

/* ---- results ----------------------------------------------------------------------------------------- */

static void result_subject(struct str *out, const char *job, const char *piece) {
    str_addf(out, "shrike.result.%s.%s", job, piece);
}

static void part_subject(struct str *out, const char *job, const char *piece, const char *digest, uint64_t number) {
    str_clear(out);
    str_addf(out, "shrike.part.%s.%s.%s.%llu", job, piece, digest, (unsigned long long)number);
}

static bool put_parts(struct broker *b, const char *job, const char *piece, const vec_u8 *bytes, const char *digest) {
    struct str subject = {0};
    natsStatus s = NATS_OK;
    for (uint64_t at = 0; at < bytes->len && s == NATS_OK; at += BROKER_CHUNK) {
        uint64_t n = bytes->len - at < BROKER_CHUNK ? bytes->len - at : BROKER_CHUNK;
        jsErrCode code;
        part_subject(&subject, job, piece, digest, at / BROKER_CHUNK);
        s = broker_publish(b, str_text(&subject), bytes->data + at, n, NULL, &code);
    }
    str_release(&subject);
    return s == NATS_OK;
}

/* In the place of a large result: its size and digest, under which its parts are found. */
static bool put_large(struct broker *b, const char *job, const char *piece, const vec_u8 *bytes, vec_u8 *out) {
    struct str digest = {0};
    sha256_add(&digest, bytes->data, bytes->len);
    bool ok = put_parts(b, job, piece, bytes, str_text(&digest));
    put_var(out, IN_PARTS);
    put_var(out, bytes->len);
    put_text(out, str_text(&digest));
    str_release(&digest);
    return ok;
}

enum broker_put broker_put_result(struct broker *b, const char *job, const char *piece, const vec_u8 *bytes) {
    struct str subject = {0};
    vec_u8 out = {0};
    jsPubOptions po;
    jsErrCode code;
    memset(&code, 0, sizeof code);
    bool ok = true;
    if (bytes->len > BROKER_CHUNK) {
        ok = bytes->len <= BROKER_RESULT_BYTES && put_large(b, job, piece, bytes, &out);
    } else {
        put_var(&out, WHOLE);
        for (uint32_t i = 0; i < bytes->len; i++) vec_push(&out, bytes->data[i]);
    }
    result_subject(&subject, job, piece);
    jsPubOptions_Init(&po);
    po.ExpectNoMessage = true;
    if (ok) ok = broker_publish(b, str_text(&subject), out.data, out.len, &po, &code) == NATS_OK;
    str_release(&subject);
    vec_release(&out);
    return ok ? PUT_FIRST : code == JSStreamWrongLastSequenceErr ? PUT_KNOWN : PUT_FAILED;
}

static natsStatus get_by_subject(struct broker *b, const char *subject, natsMsg **msg) {
    uint64_t until = 0;
    natsStatus s;
    do {
        jsDirectGetMsgOptions o;
        jsDirectGetMsgOptions_Init(&o);
        o.LastBySubject = subject;
        s = js_DirectGetMsg(msg, b->js, STREAM_RESULTS, NULL, &o);
    } while (s != NATS_OK && broker_try_again(b, s, subject, &until)); /* a replica may be late */
    return s;
}

bool broker_has_result(struct broker *b, const char *job, const char *piece) {
    struct str subject = {0};
    natsMsg *msg = NULL;
    jsDirectGetMsgOptions o;
    jsDirectGetMsgOptions_Init(&o);
    result_subject(&subject, job, piece);
    o.LastBySubject = str_text(&subject);
    natsStatus s = js_DirectGetMsg(&msg, b->js, STREAM_RESULTS, NULL, &o);
    natsMsg_Destroy(msg);
    str_release(&subject);
    return s == NATS_OK;
}

static bool get_part(struct broker *b, const char *subject, struct str *bytes) {
    natsMsg *msg = NULL;
    natsStatus s = get_by_subject(b, subject, &msg);
    if (s == NATS_OK) str_add_len(bytes, natsMsg_GetData(msg), (size_t)natsMsg_GetDataLength(msg));
    natsMsg_Destroy(msg);
    return s == NATS_OK;
}

static bool get_large(struct broker *b, const char *job, const char *piece, const uint8_t *at, const uint8_t *end,
                      struct str *bytes) {
    uint64_t size;
    struct str subject = {0}, own = {0};
    if (!get_var(&at, end, &size) || size > BROKER_RESULT_BYTES) return false;
    char *digest = get_text(&at, end, 64);
    bool ok = digest && strlen(digest) == 64 && strspn(digest, "0123456789abcdef") == 64;
    for (uint64_t from = 0; from < size && ok; from += BROKER_CHUNK) {
        part_subject(&subject, job, piece, digest, from / BROKER_CHUNK);
        ok = get_part(b, str_text(&subject), bytes) && bytes->len <= size;
    }
    if (ok) sha256_add(&own, str_text(bytes), bytes->len);
    ok = ok && strcmp(str_text(&own), digest) == 0;
    mem_free(digest);
    str_release(&own);
    str_release(&subject);
    return ok;
}

/* The message of a result: the piece's name and the bytes of it. */
static bool open_result(struct broker *b, const char *job, natsMsg *msg, struct str *piece, struct str *bytes) {
    const uint8_t *at = (const uint8_t *)natsMsg_GetData(msg), *end = at + natsMsg_GetDataLength(msg);
    const char *dot = strrchr(natsMsg_GetSubject(msg), '.');
    uint64_t form;
    if (dot) str_add(piece, dot + 1);
    bool ok = dot && get_var(&at, end, &form) && (form == WHOLE || form == IN_PARTS);
    if (ok && form == IN_PARTS) return get_large(b, job, dot + 1, at, end, bytes);
    if (ok) str_add_len(bytes, (const char *)at, (size_t)(end - at));
    return ok;
}

void broker_refuse_result(struct broker *b, const char *job, const char *piece, uint64_t at) {
    log_warning(b->log, "refused: a malformed result (shrike.result.%s.%s)", job, piece);
    js_DeleteMsg(b->js, STREAM_RESULTS, at, NULL, NULL); /* or no other could take its place */
}

enum broker_result broker_next_result(struct broker *b, const char *job, uint64_t *at, struct str *piece,
                                      struct str *bytes) {
    struct str subject = {0};
    uint64_t until = 0;
    natsMsg *msg = NULL;
    natsStatus s;
    str_addf(&subject, "shrike.result.%s.*", job);
    do {
        jsDirectGetMsgOptions o;
        jsDirectGetMsgOptions_Init(&o);
        o.Sequence = *at + 1;
        o.NextBySubject = str_text(&subject);
        s = js_DirectGetMsg(&msg, b->js, STREAM_RESULTS, NULL, &o);
    } while (s != NATS_OK && s != NATS_NOT_FOUND && broker_try_again(b, s, "results", &until));
    str_release(&subject);
    if (s == NATS_NOT_FOUND) return RESULT_NONE;
    if (s != NATS_OK) return RESULT_FAILED;
    *at = natsMsg_GetSequence(msg);
    str_clear(piece);
    str_clear(bytes);
    bool ok = open_result(b, job, msg, piece, bytes);
    if (!ok) broker_refuse_result(b, job, str_text(piece), *at);
    natsMsg_Destroy(msg);
    return ok ? RESULT_FOUND : RESULT_BAD;
}
