#include "project/project.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

void project_init(struct project *p) {
    memset(p, 0, sizeof *p);
    arena_init(&p->arena);
    strmap_init(&p->by_path);
}

void project_release(struct project *p) {
    for (uint32_t i = 0; i < p->all.len; i++) {
        vec_release(&p->all.data[i]->flags);
        vec_release(&p->all.data[i]->parts);
        vec_release(&p->all.data[i]->missing);
    }
    vec_release(&p->all);
    vec_release(&p->names);
    strmap_release(&p->by_path);
    arena_release(&p->arena);
}

struct made *project_add(struct project *p, enum made_kind kind, const char *path) {
    struct made *m = ARENA_NEW(&p->arena, struct made);
    m->kind = kind;
    m->path = arena_strdup(&p->arena, path);
    vec_push(&p->all, m);
    return m;
}

void project_name(struct project *p, const char *path, uint32_t made) {
    vec_push(&p->names, (struct project_name){arena_strdup(&p->arena, path), made});
    strmap_put(&p->by_path, path, p->names.len);
}

uint32_t project_number(const struct project *p, const char *path) {
    uint64_t found = strmap_get(&p->by_path, path, 0);
    return found ? p->names.data[found - 1].made : UINT32_MAX;
}

const struct made *project_find(const struct project *p, const char *path) {
    uint32_t number = project_number(p, path);
    return number == UINT32_MAX ? NULL : p->all.data[number];
}

const char *made_source(const struct made *m, struct str *out) { return path_clean(m->folder, m->source, out); }

const char *path_base(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Takes "." and ".." out of a path from the root. */
static void squeeze(const char *path, struct str *out) {
    str_clear(out);
    while (*path) {
        size_t len = strcspn(path, "/");
        if (len == 2 && memcmp(path, "..", 2) == 0) {
            while (out->len && out->data[out->len - 1] != '/') out->len--;
            if (out->len) out->len--;
            if (out->data) out->data[out->len] = '\0';
        } else if (len && !(len == 1 && *path == '.')) {
            str_add_char(out, '/');
            str_add_len(out, path, len);
        }
        path += len + (path[len] == '/');
    }
    if (!out->len) str_add(out, "/");
}

const char *path_clean(const char *folder, const char *path, struct str *out) {
    char real[PATH_MAX];
    struct str whole = {0}, above = {0};
    if (*path != '/') str_addf(&whole, "%s/", folder);
    str_add(&whole, path);
    const char *base = path_base(str_text(&whole));
    str_add_len(&above, str_text(&whole), (size_t)(base - str_text(&whole)));
    bool plain = *base && strcmp(base, ".") != 0 && strcmp(base, "..") != 0;
    if (plain && realpath(str_text(&above), real)) {
        str_clear(out);
        str_addf(out, "%s/%s", strcmp(real, "/") == 0 ? "" : real, base);
    } else {
        squeeze(str_text(&whole), out);
    }
    str_release(&whole);
    str_release(&above);
    return str_text(out);
}
