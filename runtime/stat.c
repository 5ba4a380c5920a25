/* sys/stat.h: what the file system model knows about a file. The names with x are those that older
 * headers used. Times are the moment of asking. */
#include "files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <utime.h>
#include <unistd.h>

static mode_t file_type(const struct rt_inode *inode) {
    switch (inode->kind) {
    case RT_INPUT: return rt_is_pipe(inode) ? S_IFIFO : S_IFREG;
    case RT_FILE:
    case RT_OUTPUT: return S_IFREG;
    case RT_DIRECTORY: return S_IFDIR;
    default: return S_IFCHR;
    }
}

/* A pipe has no size, a folder that of a block. */
static size_t size_of(const struct rt_inode *inode) {
    if (inode->kind == RT_DIRECTORY) return 4096;
    return rt_is_pipe(inode) ? 0 : inode->size;
}

/* ---- --sym-stat: what is known of a symbolic file is an input, the first time that somebody asks ---- */
struct rt_given {
    mode_t mode; /* the type as well */
    uid_t user;
    gid_t group;
    nlink_t links;
    blkcnt_t blocks;
    unsigned number;
    int64_t accessed, modified, changed;
};

static const int64_t last_second = 253402300799; /* of the year 9999 */

/* The input "WHAT of NAME". */
static int64_t ask(const char *what, const struct rt_inode *inode, int64_t low, int64_t high) {
    char name[32], letter[2] = {inode->letter, 0};
    rt_snprintf(name, sizeof name, "%s of %s", what, inode->letter ? letter : "stdin");
    return __shrike_word(name, low, high);
}

/* Regular files, devices and pipes; a path for each. */
static mode_t ask_type(const struct rt_inode *inode) {
    static const mode_t types[] = {S_IFREG, S_IFIFO, S_IFCHR, S_IFBLK, S_IFSOCK};
    int chosen = (int)ask("type", inode, 0, 4);
    for (int i = 1; i < 5; i++)
        if (chosen == i) return types[i];
    return S_IFREG;
}

/* Inode numbers differ, and the times are those of the clock where clocks show one time only. */
static void ask_all(struct rt_inode *inode) {
    struct rt_given *g = malloc(sizeof *g);
    if (!g) return;
    __shrike_own(g);
    int64_t now = __shrike_clock_ns(0) / 1000000000;
    bool times = __shrike_clock_is_input();
    g->mode = ask_type(inode);
    g->mode |= (mode_t)ask("mode", inode, 0, 07777);
    g->user = (uid_t)ask("user", inode, 0, 65535);
    g->group = (gid_t)ask("group", inode, 0, 65535);
    g->links = (nlink_t)ask("links", inode, 1, 1000);
    g->blocks = (blkcnt_t)ask("blocks", inode, 0, 65535);
    g->number = inode->number << 16 | (unsigned)ask("number", inode, 0, 65535);
    g->accessed = times ? ask("access", inode, 0, last_second) : now;
    g->modified = times ? ask("modification", inode, 0, last_second) : now;
    g->changed = times ? ask("change", inode, 0, last_second) : now;
    inode->given = g;
}

void rt_use_special(const struct rt_inode *inode) {
    if (inode->given->mode >> 12 != S_IFREG >> 12) __shrike_approximate("a device or pipe is read and written like a regular file");
}

static bool is_given(struct rt_inode *inode) {
    bool symbolic = inode->letter || inode->kind == RT_INPUT;
    if (!symbolic || !__shrike_stat_is_input()) return false;
    __shrike_suppose("file modes do not restrict access; devices and blocks are those of shrike's model");
    if (!inode->given) ask_all(inode);
    return inode->given;
}

/* Only regular files have a size. */
#define FILL_GIVEN(s, g)                              \
    (s)->st_mode = (g)->mode;                         \
    (s)->st_uid = (g)->user;                          \
    (s)->st_gid = (g)->group;                         \
    (s)->st_nlink = (g)->links;                       \
    (s)->st_ino = (g)->number;                        \
    (s)->st_blocks = (g)->blocks;                     \
    (s)->st_atime = (time_t)(g)->accessed;            \
    (s)->st_mtime = (time_t)(g)->modified;            \
    (s)->st_ctime = (time_t)(g)->changed;             \
    if ((g)->mode >> 12 != S_IFREG >> 12) (s)->st_size = 0

#define FILL(s)                                                             \
    int64_t now = __shrike_clock_ns(0) / 1000000000;                        \
    if (!is_given(inode)) __shrike_suppose("numbers, owners and modes of files are those of shrike's model"); \
    rt_memset(s, 0, sizeof *s);                                             \
    s->st_dev = 1;                                                          \
    s->st_ino = inode->number;                                              \
    s->st_mode = file_type(inode) | inode->mode;                            \
    s->st_nlink = inode->kind == RT_DIRECTORY ? 2 : inode->links;           \
    s->st_size = (off_t)size_of(inode);                                     \
    s->st_blksize = 4096;                                                   \
    s->st_blocks = (blkcnt_t)((s->st_size + 4095) / 4096 * 8);              \
    s->st_atime = s->st_mtime = s->st_ctime = (time_t)now;                  \
    if (inode->given) {                                                     \
        FILL_GIVEN(s, inode->given);                                        \
    }                                                                       \
    return 0

static int fill(struct rt_inode *inode, struct stat *s) {
    if (!inode) return -1;
    FILL(s);
}

static int fill64(struct rt_inode *inode, struct stat64 *s) {
    if (!inode) return -1;
    FILL(s);
}

static struct rt_inode *inode_of(int fd) {
    struct rt_open *o = rt_descriptor(fd);
    if (!o) return NULL;
    if (o->inode->kind == RT_INPUT && !rt_is_pipe(o->inode)) { /* its size is known at its end only */
        int64_t at = o->position;
        rt_seek(fd, 0, SEEK_END);
        o->position = at;
    }
    return o->inode;
}

static struct rt_inode *inode_at(int fd, const char *path, int flags) {
    if ((flags & AT_EMPTY_PATH) && !*path) return inode_of(fd);
    char *full = rt_path_at(fd, path);
    struct rt_inode *inode = full ? rt_lookup(full) : NULL;
    free(full);
    return inode;
}

int stat(const char *restrict path, struct stat *restrict s) { return fill(rt_lookup(path), s); }
int lstat(const char *restrict path, struct stat *restrict s) { return fill(rt_lookup(path), s); }
int fstat(int fd, struct stat *s) { return fill(inode_of(fd), s); }
int stat64(const char *restrict path, struct stat64 *restrict s) {
    return fill64(rt_lookup(path), s);
}
int lstat64(const char *restrict path, struct stat64 *restrict s) {
    return fill64(rt_lookup(path), s);
}
int fstat64(int fd, struct stat64 *s) { return fill64(inode_of(fd), s); }
int fstatat(int fd, const char *restrict path, struct stat *restrict s, int flags) {
    return fill(inode_at(fd, path, flags), s);
}
int fstatat64(int fd, const char *restrict path, struct stat64 *restrict s, int flags) {
    return fill64(inode_at(fd, path, flags), s);
}

int __xstat(int version, const char *path, struct stat *s);
int __lxstat(int version, const char *path, struct stat *s);
int __fxstat(int version, int fd, struct stat *s);
int __xstat64(int version, const char *path, struct stat64 *s);
int __lxstat64(int version, const char *path, struct stat64 *s);
int __fxstat64(int version, int fd, struct stat64 *s);
int __xstat(int v, const char *path, struct stat *s) { return (void)v, fill(rt_lookup(path), s); }
int __lxstat(int v, const char *path, struct stat *s) { return (void)v, fill(rt_lookup(path), s); }
int __fxstat(int v, int fd, struct stat *s) { return (void)v, fill(inode_of(fd), s); }
int __xstat64(int v, const char *path, struct stat64 *s) {
    return (void)v, fill64(rt_lookup(path), s);
}
int __lxstat64(int v, const char *path, struct stat64 *s) {
    return (void)v, fill64(rt_lookup(path), s);
}
int __fxstat64(int v, int fd, struct stat64 *s) { return (void)v, fill64(inode_of(fd), s); }

int rt_set_mode(struct rt_inode *inode, mode_t mode) {
    if (!inode) return -1;
    rt_file_changes();
    inode->mode = mode & 07777;
    if (inode->given) inode->given->mode = (inode->given->mode & S_IFMT) | inode->mode;
    return 0;
}

int chmod(const char *path, mode_t mode) { return rt_set_mode(rt_lookup(path), mode); }
int fchmod(int fd, mode_t mode) {
    struct rt_open *o = rt_descriptor(fd);
    return o ? rt_set_mode(o->inode, mode) : -1;
}

/* Owners and times are not kept. */
static int check_exists(const struct rt_inode *inode) { return rt_file_changes(), inode ? 0 : -1; }

int chown(const char *path, uid_t user, gid_t group) {
    return (void)user, (void)group, check_exists(rt_lookup(path));
}
int lchown(const char *path, uid_t user, gid_t group) {
    return (void)user, (void)group, check_exists(rt_lookup(path));
}
int fchown(int fd, uid_t user, gid_t group) {
    return (void)user, (void)group, rt_file_changes(), rt_descriptor(fd) ? 0 : -1;
}
int utimes(const char *path, const struct timeval times[2]) {
    return (void)times, check_exists(rt_lookup(path));
}
int utime(const char *path, const struct utimbuf *times) {
    return (void)times, check_exists(rt_lookup(path));
}

mode_t umask(mode_t mask) { return rt_umask(mask); }
