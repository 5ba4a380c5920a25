#include "job/job.h"

#include <string.h>

#include "base/hash.h"
#include "base/sha256.h"
#include "base/str.h"

enum { VERSION = 4, MOST_TEXT = 1 << 16, MOST_FIRST = 64 };

void job_release(struct job *j) {
    mem_free(j->name);
    mem_free(j->version);
    mem_free(j->property);
    broker_words_release(&j->options);
    broker_words_release(&j->targets);
    broker_words_release(&j->arguments);
    for (uint32_t i = 0; i < j->files.len; i++) mem_free(j->files.data[i].name);
    vec_release(&j->files);
    for (uint32_t i = 0; i < j->first.len; i++) piece_release(&j->first.data[i]);
    vec_release(&j->first);
}

static void put_words(vec_u8 *out, const broker_words *words) {
    put_var(out, words->len);
    for (uint32_t i = 0; i < words->len; i++) put_text(out, words->data[i]);
}

/* All but name, time and pieces. */
static void put_task(const struct job *j, vec_u8 *out) {
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

uint64_t job_identity(const struct job *j) {
    vec_u8 bytes = {0};
    struct str digest = {0};
    put_task(j, &bytes);
    sha256_add(&digest, bytes.data, bytes.len);
    uint64_t identity = hash_bytes(str_text(&digest), digest.len);
    str_release(&digest);
    vec_release(&bytes);
    return identity;
}

void job_write(const struct job *j, vec_u8 *out) {
    uint32_t from = out->len;
    put_var(out, VERSION);
    put_text(out, j->name);
    put_task(j, out);
    put_var(out, j->first.len);
    for (uint32_t i = 0; i < j->first.len; i++) piece_write(&j->first.data[i], out);
    put_var(out, j->made);
    seal_put(out, from);
}

static bool get_count(const uint8_t **at, const uint8_t *end, uint64_t most, uint64_t *n) {
    return get_var(at, end, n) && *n <= most;
}

static bool get_words(const uint8_t **at, const uint8_t *end, broker_words *words) {
    uint64_t n;
    if (!get_count(at, end, JOB_WORDS_MOST, &n)) return false;
    for (uint64_t i = 0; i < n; i++) {
        char *word = get_text(at, end, MOST_TEXT);
        if (!word) return false;
        vec_push(words, word);
    }
    return true;
}

static bool get_file(const uint8_t **at, const uint8_t *end, struct job *j) {
    struct job_file file = {.name = get_text(at, end, MOST_TEXT)};
    char *digest = file.name ? get_text(at, end, 64) : NULL;
    uint64_t role = 0;
    bool ok = digest && strlen(digest) == 64 && strspn(digest, "0123456789abcdef") == 64 &&
              get_count(at, end, JOB_FILE_MOST, &file.size) && get_count(at, end, JOB_DATA, &role) &&
              (file.size || role == JOB_DATA);
    file.role = (enum job_role)role;
    if (ok) memcpy(file.digest, digest, 65);
    if (ok) vec_push(&j->files, file);
    else mem_free(file.name);
    mem_free(digest);
    return ok;
}

static bool get_files(const uint8_t **at, const uint8_t *end, struct job *j) {
    uint64_t n;
    if (!get_count(at, end, JOB_FILES_MOST, &n)) return false;
    for (uint64_t i = 0; i < n; i++)
        if (!get_file(at, end, j)) return false;
    return true;
}

static bool get_first(const uint8_t **at, const uint8_t *end, struct job *j) {
    uint64_t n, identity = job_identity(j);
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

static bool get_all(struct job *j, const uint8_t **at, const uint8_t *end) {
    uint64_t version, command, is32;
    if (!get_count(at, end, VERSION, &version) || version != VERSION) return false;
    j->name = get_text(at, end, BROKER_JOB_NAME);
    j->version = j->name ? get_text(at, end, MOST_TEXT) : NULL;
    if (!j->version || !broker_is_job_name(j->name)) return false;
    if (!get_count(at, end, UINT32_MAX, &command) || !get_u64(at, end, &j->fingerprint) ||
        !get_count(at, end, 1, &is32))
        return false;
    j->command = (uint32_t)command;
    j->is32 = is32;
    if (!get_words(at, end, &j->options) || !get_words(at, end, &j->targets) || !get_words(at, end, &j->arguments))
        return false;
    j->property = get_text(at, end, MOST_TEXT);
    return j->property && get_files(at, end, j) && get_first(at, end, j) && get_var(at, end, &j->made) && *at == end;
}

bool job_read(struct job *j, const uint8_t *at, const uint8_t *end) {
    memset(j, 0, sizeof *j);
    if (seal_get(at, &end) && get_all(j, &at, end)) return true;
    job_release(j);
    return false;
}

bool job_get(struct broker *b, struct log *log, const char *name, struct job *j) {
    struct str bytes = {0};
    bool there = broker_get_job(b, name, &bytes);
    const uint8_t *at = (const uint8_t *)str_text(&bytes);
    bool ok = there && job_read(j, at, at + bytes.len);
    if (there && !ok) log_warning(log, "the job %s is malformed, and refused", name);
    str_release(&bytes);
    return ok;
}

bool job_put_piece(struct broker *b, const char *job, const struct piece *p, bool again) {
    vec_u8 bytes = {0};
    piece_write(p, &bytes);
    bool ok = broker_put_work(b, job, p->name, &bytes, again);
    vec_release(&bytes);
    return ok;
}

/* The result's own name must be that which it has in the broker. */
static bool read_result(const struct str *piece, const struct str *bytes, struct piece_result *r) {
    const uint8_t *at = (const uint8_t *)str_text(bytes);
    if (!result_read(r, at, at + bytes->len)) return false;
    bool ok = strcmp(r->name, str_text(piece)) == 0;
    if (!ok) result_release(r);
    return ok;
}

enum broker_result job_next_result(struct broker *b, const char *job, uint64_t *at, struct piece_result *r) {
    struct str piece = {0}, bytes = {0};
    enum broker_result got = broker_next_result(b, job, at, &piece, &bytes);
    if (got == RESULT_FOUND && !read_result(&piece, &bytes, r)) {
        broker_refuse_result(b, job, str_text(&piece), *at);
        got = RESULT_BAD;
    }
    str_release(&piece);
    str_release(&bytes);
    return got;
}
