#include "report/corpus.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/context.h"
#include "base/str.h"
#include "report/sha256.h"

enum { NAME_DIGITS = 16 };

/* Always false. */
static bool complain(struct context *ctx, const char *path) {
    log_error(&ctx->log, "%s: %s", path, strerror(errno));
    return false;
}

/* ---- reading ----------------------------------------------------------------------------------- */

static bool read_one(struct context *ctx, const char *path, uint32_t most, vec_files *out) {
    struct str text = {0};
    errno = EIO;
    if (!str_read_file(&text, path)) {
        str_release(&text);
        return complain(ctx, path);
    }
    vec_u8 bytes = {0};
    vec_resize(&bytes, text.len < most ? text.len : most);
    if (bytes.len) memcpy(bytes.data, text.data, bytes.len);
    vec_push(out, bytes);
    str_release(&text);
    return true;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static bool read_folder(struct context *ctx, const char *path, uint32_t most, vec_files *out) {
    VEC(char *) names = {0};
    DIR *dir = opendir(path);
    if (!dir) return complain(ctx, path);
    for (struct dirent *entry; (entry = readdir(dir));)
        if (entry->d_name[0] != '.') vec_push(&names, mem_strdup(entry->d_name));
    closedir(dir);
    if (names.len) qsort(names.data, names.len, sizeof *names.data, by_name);
    bool ok = true;
    for (uint32_t i = 0; i < names.len; i++) {
        struct str full = {0};
        struct stat st;
        str_addf(&full, "%s/%s", path, names.data[i]);
        if (ok && stat(full.data, &st) == 0 && S_ISREG(st.st_mode)) ok = read_one(ctx, full.data, most, out);
        str_release(&full);
        mem_free(names.data[i]);
    }
    vec_release(&names);
    return ok;
}

bool corpus_read(struct context *ctx, const char *path, uint32_t most, vec_files *out) {
    struct stat st;
    if (stat(path, &st) != 0) return complain(ctx, path);
    return S_ISDIR(st.st_mode) ? read_folder(ctx, path, most, out) : read_one(ctx, path, most, out);
}

void corpus_release(vec_files *files) {
    for (uint32_t i = 0; i < files->len; i++) vec_release(&files->data[i]);
    vec_release(files);
}

/* ---- writing ------------------------------------------------------------------------------------- */

bool corpus_open(struct context *ctx, const char *folder) {
    struct stat st;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) return complain(ctx, folder);
    if (stat(folder, &st) == 0 && S_ISDIR(st.st_mode)) return true;
    errno = ENOTDIR;
    return complain(ctx, folder);
}

void corpus_name(const vec_u8 *bytes, const char *prefix, struct str *name) {
    struct str digest = {0};
    sha256_add(&digest, bytes->len ? (const void *)bytes->data : "", bytes->len);
    str_addf(name, "%s%.*s", prefix, NAME_DIGITS, str_text(&digest));
    str_release(&digest);
}

bool corpus_add(struct context *ctx, const char *folder, const char *prefix, const vec_u8 *bytes, bool *added) {
    struct str path = {0}, temp = {0};
    str_addf(&path, "%s/", folder);
    corpus_name(bytes, prefix, &path);
    str_addf(&temp, "%s/.tmp-%ld", folder, (long)getpid());
    *added = access(path.data, F_OK) != 0;
    bool ok = true;
    if (*added) {
        ok = str_write_file(temp.data, bytes->len ? (const char *)bytes->data : "", bytes->len) &&
             rename(temp.data, path.data) == 0;
        if (!ok) {
            complain(ctx, path.data);
            unlink(temp.data);
        }
    }
    str_release(&path);
    str_release(&temp);
    return ok;
}
