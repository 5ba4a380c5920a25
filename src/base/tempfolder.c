#include "base/tempfolder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"

bool folder_make(struct str *path) {
    const char *dir = getenv("TMPDIR");
    str_clear(path);
    str_addf(path, "%s/shrike-replay-XXXXXX", dir && *dir ? dir : "/tmp");
    return mkdtemp(path->data) != NULL;
}

static void empty_at(int dir) {
    DIR *list = fdopendir(dir);
    if (!list) {
        close(dir);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(list));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (unlinkat(dir, entry->d_name, 0) == 0) continue;
        int inner = openat(dir, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (inner >= 0) empty_at(inner);
        unlinkat(dir, entry->d_name, AT_REMOVEDIR);
    }
    closedir(list);
}

void folder_empty(const char *path) {
    int dir = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (dir >= 0) empty_at(dir);
}

void folder_remove(const char *path) {
    folder_empty(path);
    rmdir(path);
}

const char *folder_file(const char *path, const char *name, struct str *out) {
    str_clear(out);
    str_addf(out, "%s/%s", path, name);
    return str_text(out);
}
