/* Files: those of the test lie in the folder of the run, and what the program
 * writes goes there too, so that the user's files stay as they are. */
#include "replay_rt.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOM = 4096 };

/* The file's place in the folder; 0 if there is no room for the name. */
static int inside(const char *path, char *to) {
    const char *folder = setting("SHRIKE_REPLAY_FILES");
    if (!folder || !path || !*path || strlen(path) > 250) return 0; /* no file has an empty name */
    int n = snprintf(to, ROOM, "%s/", folder);
    if (n < 0 || n + strlen(path) + 1 > ROOM) return 0;
    for (const char *p = path; *p; p++) to[n++] = *p == '/' ? '%' : *p;
    to[n] = '\0';
    return 1;
}

static int is_device(const char *path) { return strncmp(path, "/dev/", 5) == 0; }

int __shrike_place(const char *path, char *to) { return inside(path, to) && access(to, F_OK) == 0; }

/* Where a file is to be opened; `keep`: its old contents matter. */
static const char *place(const char *path, int writes, int keep, char *to) {
    if (!path || is_device(path) || !inside(path, to)) return path;
    if (access(to, F_OK) == 0) return to;
    if (!writes) return path;
    if (keep) { /* a copy is changed instead */
        FILE *in = fopen(path, "rb"), *out = in ? fopen(to, "wb") : NULL;
        for (int c; out && (c = getc(in)) != EOF;) putc(c, out);
        if (in) fclose(in);
        if (out) fclose(out);
    }
    return to;
}

static const char *place_mode(const char *path, const char *mode, char *to) {
    return place(path, strpbrk(mode, "wa+") != NULL, mode[0] != 'w', to);
}

static const char *place_flags(const char *path, int flags, char *to) {
    return place(path, (flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0, !(flags & O_TRUNC), to);
}

FILE *__shrike_fopen(const char *path, const char *mode) {
    char to[ROOM];
    return fopen(place_mode(path, mode, to), mode);
}

FILE *__shrike_freopen(const char *path, const char *mode, FILE *file) {
    char to[ROOM];
    return freopen(place_mode(path, mode, to), mode, file);
}

int __shrike_open(const char *path, int flags, ...) {
    char to[ROOM];
    va_list args;
    va_start(args, flags);
    int mode = flags & O_CREAT ? va_arg(args, int) : 0;
    va_end(args);
    return open(place_flags(path, flags, to), flags, mode);
}

int __shrike_creat(const char *path, unsigned mode) {
    char to[ROOM];
    return open(place(path, 1, 0, to), O_CREAT | O_WRONLY | O_TRUNC, mode);
}

int __shrike_close(int fd) {
    if (fd == REPORT_FD) return errno = EBADF, -1;
    return close(fd);
}

/* Only files of the run can be removed; others look as if they had been. */
int __shrike_unlink(const char *path) {
    char to[ROOM];
    if (path && inside(path, to) && access(to, F_OK) == 0) return unlink(to);
    return access(path, F_OK);
}

int __shrike_rename(const char *from, const char *to) {
    char a[ROOM], b[ROOM];
    if (!inside(to, b)) return -1;
    return rename(place(from, 1, 1, a), b);
}
