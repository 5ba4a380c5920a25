/* fcntl.h, unistd.h, sys/stat.h: files by a name that is relative to a folder behind a descriptor, or AT_FDCWD; and what is done
 * to the file behind a descriptor. Times and owners are not kept. */
#include "files.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

/* The result of what is done to the path that (fd, name) means. */
#define WITH_PATH(fd, name, call)        \
    char *path = rt_path_at(fd, name);   \
    int result = path ? call : -1;       \
    free(path);                          \
    return result

/* Does the file exist? What would be changed of it is not kept. */
static int change_nothing(const char *path) { return rt_file_changes(), rt_lookup(path) ? 0 : -1; }
static int change_nothing_open(int fd) { return rt_file_changes(), rt_descriptor(fd) ? 0 : -1; }

static int known_flags(int flags, int known) { return flags & ~known ? rt_fail(EINVAL) : 0; }

int mkdirat(int fd, const char *name, mode_t mode) { WITH_PATH(fd, name, rt_make_directory(path, mode)); }

int faccessat(int fd, const char *name, int mode, int flags) {
    if (known_flags(flags, AT_EACCESS | AT_SYMLINK_NOFOLLOW) < 0) return -1;
    WITH_PATH(fd, name, rt_may_access(path, mode));
}

int fchmodat(int fd, const char *name, mode_t mode, int flags) {
    if (known_flags(flags, AT_SYMLINK_NOFOLLOW) < 0) return -1;
    if (flags & AT_SYMLINK_NOFOLLOW) __shrike_unsupported("fchmodat with AT_SYMLINK_NOFOLLOW");
    WITH_PATH(fd, name, rt_set_mode(rt_lookup(path), mode));
}

int fchownat(int fd, const char *name, uid_t user, gid_t group, int flags) {
    (void)user, (void)group;
    if (known_flags(flags, AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH) < 0) return -1;
    if (flags & AT_EMPTY_PATH && !*name) return change_nothing_open(fd);
    WITH_PATH(fd, name, change_nothing(path));
}

static int unlink_path(const char *path, int flags) {
    rt_file_changes();
    return flags & AT_REMOVEDIR ? rt_remove_directory(path) : rt_unlink(path);
}

int unlinkat(int fd, const char *name, int flags) {
    if (known_flags(flags, AT_REMOVEDIR) < 0) return -1;
    WITH_PATH(fd, name, unlink_path(path, flags));
}

ssize_t readlinkat(int fd, const char *restrict name, char *restrict buf, size_t n) {
    (void)buf, (void)n;
    WITH_PATH(fd, name, rt_lookup(path) ? rt_fail(EINVAL) : -1); /* there are no links */
}

/* One name becomes, or joins, another. */
static int two_names(int (*change)(const char *, const char *), int from_fd, const char *from, int to_fd, const char *to) {
    rt_file_changes();
    char *source = rt_path_at(from_fd, from), *target = source ? rt_path_at(to_fd, to) : NULL;
    int result = target ? change(source, target) : -1;
    free(source);
    free(target);
    return result;
}

int linkat(int from_fd, const char *from, int to_fd, const char *to, int flags) {
    if (known_flags(flags, AT_SYMLINK_FOLLOW | AT_EMPTY_PATH) < 0) return -1;
    if (flags & AT_EMPTY_PATH && !*from) __shrike_unsupported("linkat of an open file");
    return two_names(rt_link, from_fd, from, to_fd, to);
}

int renameat(int from_fd, const char *from, int to_fd, const char *to) { return two_names(rt_rename, from_fd, from, to_fd, to); }

static int rename_new(const char *from, const char *to) {
    if (!rt_lookup(from)) return -1;
    return rt_lookup(to) ? rt_fail(EEXIST) : rt_rename(from, to);
}

int renameat2(int from_fd, const char *from, int to_fd, const char *to, unsigned flags) {
    if (flags & ~(unsigned)RENAME_NOREPLACE) __shrike_unsupported("renameat2 with other flags than RENAME_NOREPLACE");
    return two_names(flags ? rename_new : rt_rename, from_fd, from, to_fd, to);
}

int fchdir(int fd) { WITH_PATH(fd, ".", rt_chdir(path)); }

/* ---- times ---- */
static bool times_valid(const struct timespec *t) {
    for (int i = 0; t && i < 2; i++)
        if (t[i].tv_nsec != UTIME_NOW && t[i].tv_nsec != UTIME_OMIT && (unsigned long)t[i].tv_nsec > 999999999) return false;
    return true;
}

int futimens(int fd, const struct timespec times[2]) { return times_valid(times) ? change_nothing_open(fd) : rt_fail(EINVAL); }

int utimensat(int fd, const char *name, const struct timespec times[2], int flags) {
    if (!times_valid(times) || known_flags(flags, AT_SYMLINK_NOFOLLOW) < 0) return rt_fail(EINVAL);
    WITH_PATH(fd, name, change_nothing(path));
}

static int check_micro(const struct timeval *t) {
    for (int i = 0; t && i < 2; i++)
        if ((unsigned long)t[i].tv_usec > 999999) return rt_fail(EINVAL);
    return 0;
}

int futimes(int fd, const struct timeval times[2]) { return check_micro(times) < 0 ? -1 : change_nothing_open(fd); }
int lutimes(const char *path, const struct timeval times[2]) { return check_micro(times) < 0 ? -1 : change_nothing(path); }
int futimesat(int fd, const char *name, const struct timeval times[2]) {
    if (check_micro(times) < 0) return -1;
    WITH_PATH(fd, name, change_nothing(path));
}

/* ---- room ---- */
/* 0 or an error number. */
static int allocate(int fd, int64_t at, int64_t n) {
    int before = rt_errno;
    const struct rt_open *o = rt_descriptor(fd);
    rt_errno = before;
    if (!o) return EBADF;
    if (at < 0 || n <= 0) return EINVAL;
    if ((o->flags & O_ACCMODE) == O_RDONLY) return EBADF;
    if (o->inode->kind != RT_FILE) return ENODEV;
    if (at > INT64_MAX - n || at + n > PTRDIFF_MAX) return EFBIG;
    rt_file_changes();
    if ((size_t)(at + n) > o->inode->size && rt_resize(o->inode, at + n) < 0) {
        rt_errno = before;
        return ENOSPC;
    }
    return 0;
}

static int allocate_as(int fd, int mode, int64_t at, int64_t n) {
    if (mode) __shrike_unsupported("fallocate with a mode");
    int err = allocate(fd, at, n);
    return err ? rt_fail(err) : 0;
}

int posix_fallocate(int fd, off_t at, off_t n) { return allocate(fd, at, n); }
int posix_fallocate64(int fd, off64_t at, off64_t n) { return allocate(fd, at, n); }
int fallocate(int fd, int mode, off_t at, off_t n) { return allocate_as(fd, mode, at, n); }
int fallocate64(int fd, int mode, off64_t at, off64_t n) { return allocate_as(fd, mode, at, n); }

/* ---- names ---- */
char *canonicalize_file_name(const char *path) {
    return rt_lookup(path) ? rt_absolute_path(path) : NULL;
}

/* ---- no model: as the functions without "at" ---- */
#define UNSUPPORTED(name, ...) \
    int name(__VA_ARGS__) { __shrike_unsupported(#name); }
#pragma clang diagnostic ignored "-Wunused-parameter"
UNSUPPORTED(symlinkat, const char *from, int fd, const char *to)
UNSUPPORTED(mkfifoat, int fd, const char *name, mode_t mode)
UNSUPPORTED(mknodat, int fd, const char *name, mode_t mode, dev_t device)
UNSUPPORTED(mknod, const char *name, mode_t mode, dev_t device)
