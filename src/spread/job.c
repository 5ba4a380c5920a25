#include "spread/job.h"

#include <string.h>

#include "base/hash.h"
#include "base/sha256.h"
#include "base/str.h"

enum { VERSION = 4, MOST_TEXT = 1 << 16, MOST_FIRST = 64 };

bool spread_job_is_name(const char *text) {
    size_t n = strlen(text);
    return n && n <= JOB_NAME_MOST && strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == n;
}

static const char *const statuses[] = {"open", "stopped", "over"};

const char *job_status_name(enum job_status status) { return statuses[status]; }

bool job_status_find(const char *name, enum job_status *status) {
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
        if (strcmp(statuses[i], name) != 0) continue;
        *status = (enum job_status)i;
        return true;
    }
    return false;
}

static void release_words(job_words *words) {
    for (uint32_t i = 0; i < words->len; i++) mem_free(words->data[i]);
    vec_release(words);
}

void spread_job_release(struct spread_job *j) {
    mem_free(j->name);
    mem_free(j->version);
    mem_free(j->property);
    release_words(&j->options);
    release_words(&j->targets);
    release_words(&j->arguments);
    for (uint32_t i = 0; i < j->files.len; i++) mem_free(j->files.data[i].name);
    vec_release(&j->files);
    for (uint32_t i = 0; i < j->first.len; i++) piece_release(&j->first.data[i]);
    vec_release(&j->first);
}

static void put_words(vec_u8 *out, const job_words *words) {
    put_var(out, words->len);
    for (uint32_t i = 0; i < words->len; i++) put_text(out, words->data[i]);
}

/* All but name, time and pieces. */
static void put_task(const struct spread_job *j, vec_u8 *out) {
    put_text(out, j->version);
    put_var(out, j->command);
    put_u64(out, j->fingerprint);
    put_var(out, j->is32);
    put_words(out, &j->options);
    put_words(out, &j->targets);
    put_words(out, &j->arguments);
    put_text(out, j->property ? j->property : "");
    put_var(out, j->files.len);
    for (uint32_t i = 0; i < j->files.len; i++) {
        put_text(out, j->files.data[i].name);
        put_text(out, j->files.data[i].digest);
        put_var(out, j->files.data[i].size);
        put_var(out, j->files.data[i].role);
    }
}

uint64_t spread_job_identity(const struct spread_job *j) {
    vec_u8 bytes = {0};
    struct str digest = {0};
    put_task(j, &bytes);
    sha256_add(&digest, bytes.data, bytes.len);
    uint64_t identity = hash_bytes(str_text(&digest), digest.len);
    str_release(&digest);
    vec_release(&bytes);
    return identity;
}

void spread_job_write(const struct spread_job *j, vec_u8 *out) {
    uint32_t from = out->len;
    put_var(out, VERSION);
    put_text(out, j->name);
    put_task(j, out);
    put_var(out, j->first.len);
    for (uint32_t i = 0; i < j->first.len; i++) piece_write(&j->first.data[i], out);
    put_var(out, j->made);
    seal_put(out, from);
}

static bool get_count(const uint8_t **at, const uint8_t *end, uint64_t most, uint64_t *n) { return get_var(at, end, n) && *n <= most; }

static bool get_words(const uint8_t **at, const uint8_t *end, job_words *words) {
    uint64_t n;
    if (!get_count(at, end, JOB_WORDS_MOST, &n)) return false;
    for (uint64_t i = 0; i < n; i++) {
        char *word = get_text(at, end, MOST_TEXT);
        if (!word) return false;
        vec_push(words, word);
    }
    return true;
}

static bool get_file(const uint8_t **at, const uint8_t *end, struct spread_job *j) {
    struct job_file file = {.name = get_text(at, end, MOST_TEXT)};
    char *digest = file.name ? get_text(at, end, 64) : NULL;
    uint64_t role = 0;
    bool ok = digest && strlen(digest) == 64 && strspn(digest, "0123456789abcdef") == 64 && get_count(at, end, JOB_FILE_MOST, &file.size) &&
              get_count(at, end, JOB_DATA, &role) && (file.size || role == JOB_DATA);
    file.role = (enum job_role)role;
    if (ok) memcpy(file.digest, digest, 65);
    if (ok) vec_push(&j->files, file);
    else mem_free(file.name);
    mem_free(digest);
    return ok;
}

static bool get_files(const uint8_t **at, const uint8_t *end, struct spread_job *j) {
    uint64_t n;
    if (!get_count(at, end, JOB_FILES_MOST, &n)) return false;
    for (uint64_t i = 0; i < n; i++)
        if (!get_file(at, end, j)) return false;
    return true;
}

static bool get_first(const uint8_t **at, const uint8_t *end, struct spread_job *j) {
    uint64_t n, identity = spread_job_identity(j);
    if (!get_count(at, end, MOST_FIRST, &n)) return false;
    for (uint64_t i = 0; i < n; i++) {
        struct piece p;
        if (!piece_read(&p, at, end)) return false;
        p.group = (uint32_t)i;
        vec_push(&j->first, p);
        if (p.job != identity) return false;
    }
    return true;
}

static bool get_all(struct spread_job *j, const uint8_t **at, const uint8_t *end) {
    uint64_t version, command, is32;
    if (!get_count(at, end, VERSION, &version) || version != VERSION) return false;
    j->name = get_text(at, end, JOB_NAME_MOST);
    j->version = j->name ? get_text(at, end, MOST_TEXT) : NULL;
    if (!j->version || !spread_job_is_name(j->name)) return false;
    if (!get_count(at, end, UINT32_MAX, &command) || !get_u64(at, end, &j->fingerprint) || !get_count(at, end, 1, &is32)) return false;
    j->command = (uint32_t)command;
    j->is32 = is32;
    if (!get_words(at, end, &j->options) || !get_words(at, end, &j->targets) || !get_words(at, end, &j->arguments)) return false;
    j->property = get_text(at, end, MOST_TEXT);
    return j->property && get_files(at, end, j) && get_first(at, end, j) && get_var(at, end, &j->made) && *at == end;
}

bool spread_job_read(struct spread_job *j, const uint8_t *at, const uint8_t *end) {
    memset(j, 0, sizeof *j);
    if (seal_get(at, &end) && get_all(j, &at, end)) return true;
    spread_job_release(j);
    return false;
}
