/* What is known of files: those of the test lie in the folder of the run, and with --sym-stat the test says what
 * they are. It is taken where the engine took it, the first time that somebody asks (runtime/stat.c). */
#include "replay_rt.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROOM = 4096, MOST = 32 /* files */ };

static struct given {
    dev_t device;
    ino_t number; /* the real ones */
    unsigned mode, user, group, links, blocks, own;
    int64_t times[3]; /* access, modification, change */
    int has_times;
} files[MOST];
static int count;

/* Is the next input "WHAT of FILE"? The file's name then. */
static const char *next_of(const char *what) {
    const struct record *r = peek();
    size_t n = strlen(what);
    int is_it = r && strncmp(record_name(r), what, n) == 0 && strncmp(record_name(r) + n, " of ", 4) == 0;
    return is_it ? record_name(r) + n + 4 : NULL;
}

/* Is it the file of that name that these are the numbers of? */
static int is_named(const char *name, dev_t device, ino_t number) {
    struct stat s;
    char to[ROOM];
    int known = strcmp(name, "stdin") == 0 ? fstat(STDIN_FILENO, &s) : __shrike_place(name, to) ? stat(to, &s) : -1;
    return known == 0 && s.st_dev == device && s.st_ino == number;
}

static unsigned take_number(const char *what) {
    int32_t number = 0;
    if (next_of(what)) take(&number, sizeof number, what);
    return (unsigned)number;
}

static void take_times(struct given *g) {
    static const char *const names[] = {"access", "modification", "change"};
    g->has_times = next_of(names[0]) != NULL;
    for (int i = 0; i < 3 && g->has_times; i++) take(&g->times[i], sizeof g->times[i], names[i]);
}

static void take_given(struct given *g) {
    static const unsigned types[] = {S_IFREG, S_IFIFO, S_IFCHR, S_IFBLK, S_IFSOCK};
    unsigned type = take_number("type");
    g->mode = types[type < 5 ? type : 0] | take_number("mode");
    g->user = take_number("user");
    g->group = take_number("group");
    g->links = take_number("links");
    g->blocks = take_number("blocks");
    g->own = take_number("number");
    take_times(g);
}

static const struct given *find(dev_t device, ino_t number) {
    for (int i = 0; i < count; i++)
        if (files[i].device == device && files[i].number == number) return &files[i];
    const char *name = next_of("type");
    if (!name || count == MOST || !is_named(name, device, number)) return NULL;
    struct given *g = &files[count++];
    *g = (struct given){.device = device, .number = number};
    take_given(g);
    return g;
}

/* Inode numbers of the engine differ in their upper half, which real ones do as well. */
#define APPLY(s)                                                        \
    const struct given *g = find((s)->st_dev, (s)->st_ino);             \
    if (!g) return 0;                                                   \
    (s)->st_ino = (s)->st_ino << 16 | g->own;                           \
    (s)->st_mode = g->mode;                                             \
    (s)->st_uid = g->user;                                              \
    (s)->st_gid = g->group;                                             \
    (s)->st_nlink = g->links;                                           \
    (s)->st_blocks = g->blocks;                                         \
    if (!S_ISREG(g->mode)) (s)->st_size = 0;                            \
    if (!g->has_times) return 0;                                        \
    (s)->st_atime = (time_t)g->times[0];                                \
    (s)->st_mtime = (time_t)g->times[1];                                \
    (s)->st_ctime = (time_t)g->times[2];                                \
    return 0

static int apply(struct stat *s) { APPLY(s); }
static int apply64(struct stat64 *s) { APPLY(s); }

static const char *place(const char *path, char *to) { return path && __shrike_place(path, to) ? to : path; }

int __shrike_stat(const char *path, struct stat *s) {
    char to[ROOM];
    return stat(place(path, to), s) == 0 ? apply(s) : -1;
}

int __shrike_lstat(const char *path, struct stat *s) {
    char to[ROOM];
    return lstat(place(path, to), s) == 0 ? apply(s) : -1;
}

int __shrike_fstat(int fd, struct stat *s) { return fstat(fd, s) == 0 ? apply(s) : -1; }

int __shrike_stat64(const char *path, struct stat64 *s) {
    char to[ROOM];
    return stat64(place(path, to), s) == 0 ? apply64(s) : -1;
}

int __shrike_lstat64(const char *path, struct stat64 *s) {
    char to[ROOM];
    return lstat64(place(path, to), s) == 0 ? apply64(s) : -1;
}

int __shrike_fstat64(int fd, struct stat64 *s) { return fstat64(fd, s) == 0 ? apply64(s) : -1; }
