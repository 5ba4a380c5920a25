#include "front/target_file.h"

#include <limits.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

void target_files_init(struct target_files *files) {
    memset(files, 0, sizeof *files);
    map_init(&files->scopes);
    strmap_init(&files->paths);
    vec_push(&files->names, NULL);
}

void target_files_release(struct target_files *files) {
    for (uint32_t i = 0; i < files->names.len; i++) mem_free(files->names.data[i]);
    vec_release(&files->names);
    strmap_release(&files->paths);
    map_release(&files->scopes);
}

/* The path without links and dots if there is such a file, else as it is. */
static void resolve(struct str *path) {
    char real[PATH_MAX];
    if (!realpath(str_text(path), real)) return;
    str_clear(path);
    str_add(path, real);
}

static uint32_t intern(struct target_files *files, struct str *path) {
    resolve(path);
    uint32_t known = (uint32_t)strmap_get(&files->paths, str_text(path), 0);
    if (known) return known;
    uint32_t number = files->names.len;
    strmap_put(&files->paths, str_text(path), number);
    vec_push(&files->names, str_take(path));
    return number;
}

uint32_t target_files_of(struct target_files *files, LLVMMetadataRef scope) {
    uint64_t key = (uint64_t)(uintptr_t)scope;
    uint64_t *known = map_find(&files->scopes, key);
    if (known) return (uint32_t)*known;
    LLVMMetadataRef file = LLVMDIScopeGetFile(scope);
    uint32_t number = 0;
    if (file) {
        unsigned len, dir_len;
        const char *name = LLVMDIFileGetFilename(file, &len);
        const char *dir = LLVMDIFileGetDirectory(file, &dir_len);
        struct str path = {0};
        if (dir_len && len && name[0] != '/') {
            str_add_len(&path, dir, dir_len);
            str_add_char(&path, '/');
        }
        str_add_len(&path, name, len);
        number = intern(files, &path);
        str_release(&path);
    }
    map_put(&files->scopes, key, number);
    return number;
}

static bool is_tail(const char *path, const struct str *tail) {
    size_t n = strlen(path);
    return n > tail->len && path[n - tail->len - 1] == '/' && str_ends(path, str_text(tail));
}

uint32_t target_files_find(const struct target_files *files, const char *given, size_t len,
                           struct str *error) {
    struct str name = {0}, path = {0};
    while (len > 2 && given[0] == '.' && given[1] == '/') given += 2, len -= 2;
    str_add_len(&name, given, len);
    str_add_len(&path, given, len);
    resolve(&path);
    uint32_t found = (uint32_t)strmap_get(&files->paths, str_text(&path), 0);
    for (uint32_t i = 1, exact = found; i < files->names.len && !exact; i++) {
        if (!is_tail(files->names.data[i], &name)) continue;
        if (found) {
            str_addf(error, "it may be %s or %s", files->names.data[found], files->names.data[i]);
            found = 0;
            break;
        }
        found = i;
    }
    if (!found && !error->len) {
        str_addf(error, "the program has no code from %s, only from", str_text(&name));
        for (uint32_t i = 1; i < files->names.len && i < 9; i++)
            str_addf(error, "%s %s", i > 1 ? "," : "", files->names.data[i]);
        if (files->names.len == 1) str_add(error, " files without debug information");
        if (files->names.len > 9) str_add(error, ", ...");
    }
    str_release(&name);
    str_release(&path);
    return found;
}
