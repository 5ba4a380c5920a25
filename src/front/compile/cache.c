#include "front/compile/compile.h"

#include <assert.h>
#include <string.h>
#include <sys/stat.h>

#include "base/sha256.h"
#include "base/str.h"

void cache_init(struct bitcode_cache *c, const char *folder) {
    memset(c, 0, sizeof *c);
    c->folder = folder;
    strmap_init(&c->numbers);
    vec_push(&c->digests, NULL);
}

void cache_release(struct bitcode_cache *c) {
    for (uint32_t i = 0; i < c->digests.len; i++) mem_free(c->digests.data[i]);
    vec_release(&c->digests);
    strmap_release(&c->numbers);
}

/* Of the file's content; NULL if it cannot be read. Headers are read by many files. */
static const char *digest_of(struct bitcode_cache *c, const char *path) {
    uint32_t known = (uint32_t)strmap_get(&c->numbers, path, 0);
    if (known) return c->digests.data[known];
    struct str bytes = {0}, digest = {0};
    bool ok = str_read_file(&bytes, path);
    if (ok) sha256_add(&digest, str_text(&bytes), bytes.len);
    strmap_put(&c->numbers, path, c->digests.len);
    vec_push(&c->digests, ok ? str_take(&digest) : NULL);
    str_release(&bytes);
    str_release(&digest);
    return vec_last(&c->digests);
}

void cache_key(struct context *ctx, const struct front_input *input, int number, struct str *key) {
    assert(number >= 0 && number < input->nfiles);
    struct str text = {0};
    struct stat self; /* another shrike compiles in other ways */
    if (stat("/proc/self/exe", &self) == 0)
        str_addf(&text, "%lld %lld\n", (long long)self.st_mtime, (long long)self.st_size);
    clang_describe(ctx, input, number, &text);
    sha256_add(key, str_text(&text), text.len);
    str_release(&text);
}

static const char *entry(const struct bitcode_cache *c, const char *key, const char *ending, struct str *path) {
    str_clear(path);
    str_addf(path, "%s/%s%s", c->folder, key, ending);
    return str_text(path);
}

/* Do all lines of KEY.d, the first apart, still hold? */
static bool holds(struct bitcode_cache *c, const char *line) {
    while (*line) {
        size_t len = strcspn(line, "\n"), digest = strcspn(line, " ");
        struct str path = {0};
        if (digest >= len) return false;
        str_add_len(&path, line + digest + 1, len - digest - 1);
        const char *now = digest_of(c, str_text(&path));
        bool same = now && strlen(now) == digest && memcmp(now, line, digest) == 0;
        str_release(&path);
        if (!same) return false;
        line += len + (line[len] == '\n');
    }
    return true;
}

bool cache_find(struct bitcode_cache *c, const char *key, struct str *bitcode) {
    assert(*key);
    if (!c->folder) return false;
    struct str path = {0}, list = {0}, bytes = {0}, digest = {0};
    bool found = str_read_file(&list, entry(c, key, ".d", &path)) && str_read_file(&bytes, entry(c, key, ".bc", &path));
    if (found) {
        sha256_add(&digest, str_text(&bytes), bytes.len);
        const char *rest = strchr(str_text(&list), '\n');
        found = rest && str_starts(str_text(&list), str_text(&digest)) && holds(c, rest + 1);
    }
    if (found) str_add_len(bitcode, str_text(&bytes), bytes.len);
    str_release(&path);
    str_release(&list);
    str_release(&bytes);
    str_release(&digest);
    return found;
}

/* The next name of a list as make writes it; *p moves behind it. */
static bool next_name(const char **p, struct str *name) {
    const char *q = *p;
    str_clear(name);
    while (*q == ' ' || *q == '\n' || (*q == '\\' && q[1] == '\n')) q++;
    for (; *q && *q != ' ' && *q != '\n'; q++) {
        if ((*q == '\\' && (q[1] == ' ' || q[1] == '#' || q[1] == '\\')) || (*q == '$' && q[1] == '$')) q++;
        else if (*q == '\\' && q[1] == '\n') break;
        str_add_char(name, *q);
    }
    *p = q;
    return name->len > 0;
}

static void add_path(const char *folder, const char *name, struct str *out) {
    if (folder && name[0] != '/') str_addf(out, "%s/", folder);
    str_add(out, name);
}

static bool list_depends(struct bitcode_cache *c, const char *folder, const char *text, struct str *out) {
    struct str name = {0}, path = {0};
    bool ok = next_name(&text, &name); /* the target */
    while (ok && next_name(&text, &name)) {
        str_clear(&path);
        add_path(folder, name.data, &path);
        const char *digest = digest_of(c, str_text(&path));
        ok = digest && !strchr(str_text(&path), '\n');
        if (ok) str_addf(out, "%s %s\n", digest, str_text(&path));
    }
    str_release(&name);
    str_release(&path);
    return ok;
}

void cache_add_depends(const char *folder, const char *depends, struct str *out) {
    struct str text = {0}, name = {0};
    const char *at = str_read_file(&text, depends) ? str_text(&text) : "";
    if (next_name(&at, &name)) /* the target */
        while (next_name(&at, &name)) {
            add_path(folder, name.data, out);
            str_add_char(out, '\n');
        }
    str_release(&text);
    str_release(&name);
}

void cache_add_reads(struct bitcode_cache *c, const char *key, struct str *out) {
    struct str path = {0}, list = {0};
    const char *line = str_read_file(&list, entry(c, key, ".d", &path)) ? strchr(str_text(&list), '\n') : NULL;
    while (line && *++line) { /* behind the line of the bitcode */
        size_t len = strcspn(line, "\n"), digest = strcspn(line, " ");
        if (digest < len) str_add_len(out, line + digest + 1, len - digest - 1);
        str_add_char(out, '\n');
        line = line[len] ? line + len : NULL;
    }
    str_release(&path);
    str_release(&list);
}

void cache_keep(struct bitcode_cache *c, const char *key, const char *folder, const char *depends,
                const struct str *bitcode) {
    assert(*key && bitcode->len);
    if (!c->folder) return;
    struct str list = {0}, text = {0}, path = {0};
    sha256_add(&list, str_text(bitcode), bitcode->len);
    str_add(&list, " bitcode\n");
    mkdir(c->folder, 0777);
    if (str_read_file(&text, depends) && list_depends(c, folder, str_text(&text), &list) &&
        str_write_file(entry(c, key, ".bc", &path), str_text(bitcode), bitcode->len))
        str_write_file(entry(c, key, ".d", &path), str_text(&list), list.len);
    str_release(&list);
    str_release(&text);
    str_release(&path);
}
