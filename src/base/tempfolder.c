#include "base/tempfolder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"

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

/* ---- shrike-SPACE-PID-XXXXXX: SPACE is the namespace in which PID is a number ------------------------ */

static unsigned long long process_space(void) {
    struct stat st;
    return stat("/proc/self/ns/pid", &st) == 0 ? st.st_ino : 0;
}

/* Does the process still run? A zombie does not. */
static bool runs(int pid) {
    char path[32], state = 'R';
    if (kill(pid, 0) != 0) return errno != ESRCH;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *f = fopen(path, "re");
    if (f && fscanf(f, "%*d (%*[^)]) %c", &state) != 1) state = 'R';
    if (f) fclose(f);
    return state != 'Z';
}

/* A folder of ours whose process was killed. */
static bool is_left(const char *name, unsigned long long space) {
    unsigned long long of;
    int pid, end = 0;
    if (sscanf(name, "shrike-%llx-%d-%n", &of, &pid, &end) != 2 || !end || strlen(name + end) != 6) return false;
    return of == space && pid > 0 && !runs(pid);
}

static void remove_left(const char *in, unsigned long long space) {
    struct str path = {0};
    struct stat st;
    DIR *list = space ? opendir(in) : NULL;
    for (const struct dirent *entry; list && (entry = readdir(list));)
        if (is_left(entry->d_name, space) && lstat(folder_file(in, entry->d_name, &path), &st) == 0 &&
            st.st_uid == geteuid())
            folder_remove(path.data);
    if (list) closedir(list);
    str_release(&path);
}

bool folder_make(struct str *path) {
    const char *dir = getenv("TMPDIR");
    unsigned long long space = process_space();
    if (!dir || !*dir) dir = "/tmp";
    remove_left(dir, space);
    str_clear(path);
    str_addf(path, "%s/shrike-%llx-%d-XXXXXX", dir, space, (int)getpid());
    return mkdtemp(path->data) != NULL;
}

const char *folder_file(const char *path, const char *name, struct str *out) {
    str_clear(out);
    str_addf(out, "%s/%s", path, name);
    return str_text(out);
}
