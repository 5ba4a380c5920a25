#include "test/corpus.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/context.h"
#include "base/map.h"
#include "base/sha256.h"
#include "base/str.h"

enum { NAME_DIGITS = 16 };

/* Always false. */
static bool complain(struct context *ctx, const char *path) {
    log_error(&ctx->log, "%s: %s", path, strerror(errno));
    return false;
}

/* ---- reading ----------------------------------------------------------------------------------- */

static bool read_one(struct context *ctx, const char *path, uint32_t most, struct strmap *known, vec_files *out) {
    struct str text = {0};
    if (known && !strmap_put(known, path, 1)) return true;
    errno = EIO;
    if (!str_read_file(&text, path)) {
        str_release(&text);
        return complain(ctx, path);
    }
    struct corpus_file file = {.path = mem_strdup(path)};
    vec_resize(&file.bytes, text.len < most ? text.len : most);
    if (file.bytes.len) memcpy(file.bytes.data, text.data, file.bytes.len);
    vec_push(out, file);
    str_release(&text);
    return true;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

typedef VEC(char *) vec_names;

/* Names in a folder, in order, without those that start with a dot. */
static bool list(struct context *ctx, const char *path, vec_names *names) {
    DIR *dir = opendir(path);
    if (!dir) return complain(ctx, path);
    for (struct dirent *entry; (entry = readdir(dir));)
        if (entry->d_name[0] != '.') vec_push(names, mem_strdup(entry->d_name));
    closedir(dir);
    if (names->len) qsort(names->data, names->len, sizeof *names->data, by_name);
    return true;
}

static void names_release(vec_names *names) {
    for (uint32_t i = 0; i < names->len; i++) mem_free(names->data[i]);
    vec_release(names);
}

/* A file that is not there any more was another tool's. */
static bool read_folder(struct context *ctx, const char *path, uint32_t most, struct strmap *known, vec_files *out) {
    vec_names names = {0};
    bool ok = list(ctx, path, &names);
    for (uint32_t i = 0; i < names.len && ok; i++) {
        struct str full = {0};
        struct stat st;
        str_addf(&full, "%s/%s", path, names.data[i]);
        if (stat(full.data, &st) == 0 && S_ISREG(st.st_mode)) ok = read_one(ctx, full.data, most, known, out);
        str_release(&full);
    }
    names_release(&names);
    return ok;
}

bool corpus_read(struct context *ctx, const char *path, uint32_t most, struct strmap *known, vec_files *out) {
    struct stat st;
    if (stat(path, &st) != 0) return complain(ctx, path);
    return S_ISDIR(st.st_mode) ? read_folder(ctx, path, most, known, out) : read_one(ctx, path, most, known, out);
}

bool corpus_read_others(struct context *ctx, const char *sync, const char *own, uint32_t most, struct strmap *known,
                        vec_files *out) {
    vec_names names = {0};
    bool ok = list(ctx, sync, &names);
    for (uint32_t i = 0; i < names.len && ok; i++) {
        struct str queue = {0};
        struct stat st;
        str_addf(&queue, "%s/%s/queue", sync, names.data[i]);
        if (strcmp(names.data[i], own) != 0 && stat(queue.data, &st) == 0 && S_ISDIR(st.st_mode))
            ok = read_folder(ctx, queue.data, most, known, out);
        str_release(&queue);
    }
    names_release(&names);
    return ok;
}

void corpus_release(vec_files *files) {
    for (uint32_t i = 0; i < files->len; i++) {
        vec_release(&files->data[i].bytes);
        mem_free(files->data[i].path);
    }
    vec_release(files);
}

static int by_size(const void *a, const void *b) {
    const struct corpus_file *x = a, *y = b;
    if (x->bytes.len != y->bytes.len) return x->bytes.len < y->bytes.len ? -1 : 1;
    return strcmp(x->path, y->path);
}

void corpus_sort(vec_files *files) {
    if (files->len) qsort(files->data, files->len, sizeof *files->data, by_size);
}

/* ---- writing ------------------------------------------------------------------------------------- */

static bool make_folder(struct context *ctx, const char *folder) {
    if (mkdir(folder, 0777) == 0 || errno == EEXIST) return true;
    return complain(ctx, folder);
}

bool corpus_open(struct context *ctx, const char *folder) {
    struct stat st;
    char *path = mem_strdup(folder);
    bool ok = true;
    for (char *p = path + 1; *p && ok; p++) {
        if (*p != '/') continue;
        *p = 0;
        ok = make_folder(ctx, path);
        *p = '/';
    }
    ok = ok && make_folder(ctx, folder);
    mem_free(path);
    if (!ok || (stat(folder, &st) == 0 && S_ISDIR(st.st_mode))) return ok;
    errno = ENOTDIR;
    return complain(ctx, folder);
}

void corpus_name(const vec_u8 *bytes, const char *prefix, struct str *name) {
    struct str digest = {0};
    sha256_add(&digest, bytes->len ? (const void *)bytes->data : "", bytes->len);
    str_addf(name, "%s%.*s", prefix, NAME_DIGITS, str_text(&digest));
    str_release(&digest);
}

bool corpus_put(struct context *ctx, const char *folder, const char *name, const vec_u8 *bytes) {
    struct str path = {0}, temp = {0};
    str_addf(&path, "%s/%s", folder, name);
    str_addf(&temp, "%s/.tmp-%ld", folder, (long)getpid());
    bool ok = str_write_file(temp.data, bytes->len ? (const char *)bytes->data : "", bytes->len) &&
              rename(temp.data, path.data) == 0;
    if (!ok) {
        complain(ctx, path.data);
        unlink(temp.data);
    }
    str_release(&path);
    str_release(&temp);
    return ok;
}

bool corpus_add(struct context *ctx, const char *folder, const char *prefix, const vec_u8 *bytes, bool *added) {
    struct str path = {0}, name = {0};
    corpus_name(bytes, prefix, &name);
    str_addf(&path, "%s/%s", folder, name.data);
    *added = access(path.data, F_OK) != 0;
    bool ok = !*added || corpus_put(ctx, folder, name.data, bytes);
    str_release(&path);
    str_release(&name);
    return ok;
}
