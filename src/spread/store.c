/* Programs, jobs, their facts, and workers. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sha256.h"
#include "spread/inside.h"

/* ---- programs ---------------------------------------------------------------------------------------- */

static void chunk_subject(struct str *out, const char *digest, uint64_t number) {
    str_clear(out);
    str_addf(out, "shrike.program.%s.%llu", digest, (unsigned long long)number);
}

bool broker_put_program(struct broker *b, const char *digest, uint64_t size, const uint8_t *bytes) {
    struct str subject = {0};
    natsStatus s = NATS_OK;
    for (uint64_t at = 0; at < size && s == NATS_OK; at += BROKER_CHUNK) {
        uint64_t n = size - at < BROKER_CHUNK ? size - at : BROKER_CHUNK;
        jsPubOptions po;
        jsErrCode code;
        jsPubOptions_Init(&po);
        po.ExpectNoMessage = true; /* it may be there from another job */
        chunk_subject(&subject, digest, at / BROKER_CHUNK);
        s = broker_publish(b, str_text(&subject), bytes + at, n, &po, &code);
        if (code == JSStreamWrongLastSequenceErr) s = NATS_OK;
    }
    str_release(&subject);
    return s == NATS_OK;
}

static bool get_chunk(struct broker *b, const char *subject, struct str *bytes) {
    uint64_t until = 0;
    natsMsg *msg = NULL;
    natsStatus s;
    do {
        jsDirectGetMsgOptions o;
        jsDirectGetMsgOptions_Init(&o);
        o.LastBySubject = subject;
        s = js_DirectGetMsg(&msg, b->js, STREAM_PROGRAMS, NULL, &o);
    } while (s != NATS_OK && s != NATS_NOT_FOUND && broker_try_again(b, s, subject, &until));
    if (s == NATS_OK) str_add_len(bytes, natsMsg_GetData(msg), (size_t)natsMsg_GetDataLength(msg));
    natsMsg_Destroy(msg);
    return s == NATS_OK;
}

static bool has_digest(const struct str *bytes, const char *digest) {
    struct str own = {0};
    sha256_add(&own, str_text(bytes), bytes->len);
    bool same = strcmp(str_text(&own), digest) == 0;
    str_release(&own);
    return same;
}

bool broker_get_program(struct broker *b, const char *digest, uint64_t size, struct str *bytes) {
    struct str subject = {0};
    bool ok = true;
    for (uint64_t at = 0; at < size && ok; at += BROKER_CHUNK) {
        chunk_subject(&subject, digest, at / BROKER_CHUNK);
        ok = get_chunk(b, str_text(&subject), bytes);
    }
    str_release(&subject);
    return ok && bytes->len == size && has_digest(bytes, digest);
}

/* ---- entries of buckets ------------------------------------------------------------------------------ */

/* NATS_NOT_FOUND: there is none. */
static natsStatus get_entry(struct broker *b, kvStore *kv, const char *key, struct str *value) {
    uint64_t until = 0;
    kvEntry *entry = NULL;
    natsStatus s;
    do s = kvStore_Get(&entry, kv, key);
    while (s != NATS_OK && s != NATS_NOT_FOUND && broker_try_again(b, s, key, &until));
    if (s == NATS_OK) str_add_len(value, kvEntry_Value(entry), (size_t)kvEntry_ValueLen(entry));
    kvEntry_Destroy(entry);
    return s;
}

static bool put_entry(struct broker *b, kvStore *kv, const char *key, const void *data, uint64_t n) {
    uint64_t until = 0;
    natsStatus s;
    do s = kvStore_Put(NULL, kv, key, data, (int)n);
    while (s != NATS_OK && broker_try_again(b, s, key, &until));
    return s == NATS_OK;
}

static void key_of(struct str *out, const char *job, const char *what) {
    str_clear(out);
    str_addf(out, "%s.%s", job, what);
}

/* ---- jobs -------------------------------------------------------------------------------------------- */

bool broker_is_job_name(const char *text) {
    size_t n = strlen(text);
    return n && n <= BROKER_JOB_NAME &&
           strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == n;
}

bool broker_put_job(struct broker *b, const char *name, const vec_u8 *job, bool *taken) {
    struct str old = {0};
    natsStatus s = get_entry(b, b->jobs, name, &old);
    *taken = s == NATS_OK;
    bool ok = s == NATS_NOT_FOUND && broker_set_status(b, name, BROKER_OPEN) &&
              put_entry(b, b->jobs, name, job->data, job->len);
    str_release(&old);
    return ok;
}

bool broker_get_job(struct broker *b, const char *name, struct str *job) {
    return get_entry(b, b->jobs, name, job) == NATS_OK;
}

static const char *const statuses[] = {"open", "stopped", "over"};

const char *broker_status_name(enum broker_status status) { return statuses[status]; }

static bool find_status(const char *name, enum broker_status *status) {
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
        if (strcmp(statuses[i], name) != 0) continue;
        *status = (enum broker_status)i;
        return true;
    }
    return false;
}

bool broker_set_status(struct broker *b, const char *job, enum broker_status status) {
    struct str key = {0};
    const char *text = broker_status_name(status);
    key_of(&key, job, "status");
    bool ok = put_entry(b, b->jobs, str_text(&key), text, strlen(text));
    str_release(&key);
    return ok;
}

bool broker_get_status(struct broker *b, const char *job, enum broker_status *status) {
    struct str key = {0}, value = {0};
    key_of(&key, job, "status");
    natsStatus s = get_entry(b, b->jobs, str_text(&key), &value);
    if (s != NATS_OK || !find_status(str_text(&value), status)) *status = BROKER_OVER;
    str_release(&key);
    str_release(&value);
    return s == NATS_OK || s == NATS_NOT_FOUND;
}

bool broker_set_verdict(struct broker *b, const char *job, const char *verdict) {
    struct str key = {0};
    key_of(&key, job, "verdict");
    bool ok = put_entry(b, b->jobs, str_text(&key), verdict, strlen(verdict));
    str_release(&key);
    return ok;
}

void broker_get_verdict(struct broker *b, const char *job, struct str *verdict) {
    struct str key = {0};
    key_of(&key, job, "verdict");
    get_entry(b, b->jobs, str_text(&key), verdict);
    str_release(&key);
}

void broker_put_covered(struct broker *b, const char *job, const uint8_t *bytes, uint32_t n) {
    struct str key = {0};
    key_of(&key, job, "covered");
    natsStatus s = kvStore_Put(NULL, b->jobs, str_text(&key), bytes, (int)n);
    if (s != NATS_OK) log_debug(b->log, "broker: %s: %s", str_text(&key), natsStatus_GetText(s));
    str_release(&key);
}

bool broker_get_covered(struct broker *b, const char *job, vec_u8 *bytes) {
    struct str key = {0};
    kvEntry *entry = NULL;
    key_of(&key, job, "covered");
    bool there = kvStore_Get(&entry, b->jobs, str_text(&key)) == NATS_OK;
    vec_clear(bytes);
    for (int i = 0; there && i < kvEntry_ValueLen(entry); i++)
        vec_push(bytes, ((const uint8_t *)kvEntry_Value(entry))[i]);
    kvEntry_Destroy(entry);
    str_release(&key);
    return there;
}

static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

void broker_words_release(broker_words *words) {
    for (uint32_t i = 0; i < words->len; i++) mem_free(words->data[i]);
    vec_release(words);
}

/* The keys of a bucket, sorted. */
static bool list_keys(struct broker *b, kvStore *kv, broker_words *out) {
    uint64_t until = 0;
    kvKeysList list = {0};
    natsStatus s;
    do s = kvStore_Keys(&list, kv, NULL);
    while (s != NATS_OK && s != NATS_NOT_FOUND && broker_try_again(b, s, "keys", &until));
    for (int i = 0; s == NATS_OK && i < list.Count; i++) vec_push(out, mem_strdup(list.Keys[i]));
    if (s == NATS_OK) kvKeysList_Destroy(&list);
    if (out->len) qsort(out->data, out->len, sizeof *out->data, compare);
    return s == NATS_OK || s == NATS_NOT_FOUND;
}

bool broker_list_jobs(struct broker *b, broker_words *names) {
    broker_words keys = {0};
    bool ok = list_keys(b, b->jobs, &keys);
    for (uint32_t i = 0; i < keys.len; i++)
        if (!strchr(keys.data[i], '.')) vec_push(names, mem_strdup(keys.data[i]));
    broker_words_release(&keys);
    return ok;
}

/* ---- facts ------------------------------------------------------------------------------------------- */

/* A bucket is a stream whose subjects are its keys: publishing tells what was in the way, which putting a key does not.
 */
static void fact_subject(struct str *out, const char *job, uint64_t version) {
    str_addf(out, "$KV." BUCKET_FACTS ".%s.%llu", job, (unsigned long long)version);
}

enum broker_kept broker_keep_fact(struct broker *b, const char *job, uint64_t version, const uint8_t *bytes,
                                  uint32_t n) {
    struct str subject = {0};
    jsPubOptions po;
    jsErrCode code;
    memset(&code, 0, sizeof code);
    if (n > BROKER_FACT_BYTES || version > BROKER_MOST_FACTS) return KEPT_FAILED;
    jsPubOptions_Init(&po);
    po.ExpectNoMessage = true;
    fact_subject(&subject, job, version);
    bool ok = broker_publish(b, str_text(&subject), bytes, n, &po, &code) == NATS_OK;
    str_release(&subject);
    return ok ? KEPT : code == JSStreamWrongLastSequenceErr ? KEPT_TAKEN : KEPT_FAILED;
}

bool broker_get_fact(struct broker *b, const char *job, uint64_t version, vec_u8 *bytes) {
    struct str key = {0};
    kvEntry *entry = NULL;
    str_addf(&key, "%s.%llu", job, (unsigned long long)version);
    bool there = kvStore_Get(&entry, b->facts, str_text(&key)) == NATS_OK;
    const uint8_t *data = there ? kvEntry_Value(entry) : NULL;
    vec_clear(bytes);
    for (int i = 0; there && i < kvEntry_ValueLen(entry); i++) vec_push(bytes, data[i]);
    kvEntry_Destroy(entry);
    str_release(&key);
    return there;
}

/* ---- the end of jobs --------------------------------------------------------------------------------- */

static bool purge(struct broker *b, const char *stream, const char *kind, const char *job, const char *rest) {
    struct str subject = {0};
    uint64_t until = 0;
    natsStatus s;
    str_addf(&subject, "%s.%s.%s", kind, job, rest);
    do {
        jsOptions o;
        jsOptions_Init(&o);
        o.Stream.Purge.Subject = str_text(&subject);
        s = js_PurgeStream(b->js, stream, &o, NULL);
    } while (s != NATS_OK && broker_try_again(b, s, stream, &until));
    str_release(&subject);
    return s == NATS_OK;
}

static bool delete_entries(struct broker *b, const char *job) {
    static const char *const keys[] = {"status", "verdict", "covered"};
    struct str key = {0};
    bool ok = kvStore_Delete(b->jobs, job) == NATS_OK;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        key_of(&key, job, keys[i]);
        ok = kvStore_Delete(b->jobs, str_text(&key)) == NATS_OK && ok;
    }
    str_release(&key);
    return ok;
}

bool broker_forget(struct broker *b, const char *job, bool all) {
    bool ok = purge(b, STREAM_WORK, "shrike.work", job, "*");
    if (!all) return ok;
    return purge(b, STREAM_RESULTS, "shrike.result", job, "*") && purge(b, STREAM_RESULTS, "shrike.part", job, ">") &&
           purge(b, "KV_" BUCKET_FACTS, "$KV." BUCKET_FACTS, job, "*") && delete_entries(b, job) && ok;
}

/* ---- workers ----------------------------------------------------------------------------------------- */

void broker_show_worker(struct broker *b, const char *name, const char *text) {
    kvStore_PutString(NULL, b->workers, name, text);
}

bool broker_list_workers(struct broker *b, broker_words *lines) {
    broker_words keys = {0};
    bool ok = list_keys(b, b->workers, &keys);
    for (uint32_t i = 0; i < keys.len; i++) {
        struct str value = {0}, line = {0};
        if (get_entry(b, b->workers, keys.data[i], &value) == NATS_OK) {
            str_addf(&line, "%s %s", keys.data[i], str_text(&value));
            vec_push(lines, str_take(&line));
        }
        str_release(&value);
        str_release(&line);
    }
    broker_words_release(&keys);
    return ok;
}
