/* Files and folders of a test, below TMPDIR. */
#ifndef SHRIKE_TEST_FILES_H
#define SHRIKE_TEST_FILES_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef char temp_path[PATH_MAX];

static inline bool temp_name(temp_path path, const char *suffix) {
    const char *dir = getenv("TMPDIR");
    int n = snprintf(path, sizeof(temp_path), "%s/shrike-test-XXXXXX%s", dir && *dir ? dir : P_tmpdir, suffix);
    return n > 0 && (size_t)n < sizeof(temp_path);
}

/* A new file, open for writing: its descriptor, or -1. */
static inline int temp_file(temp_path path, const char *suffix) {
    return temp_name(path, suffix) ? mkstemps(path, (int)strlen(suffix)) : -1;
}

/* A new folder. */
static inline bool temp_folder(temp_path path) { return temp_name(path, "") && mkdtemp(path); }

/* Removes it with all that is in it. The name must not be relative to it. */
static inline bool temp_folder_remove(const char *path) {
    pid_t child = fork();
    int status = -1;
    if (child == 0) {
        execlp("rm", "rm", "-rf", "--", path, (char *)NULL);
        _exit(1);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

#endif
