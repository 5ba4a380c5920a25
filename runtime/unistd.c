/* unistd.h, fcntl.h, sys/uio.h: files by descriptor and by name, on the model in files.h. Functions
 * with 64 in their name are the same with a wider offset type. */
#include "files.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <termios.h>
#include <unistd.h>

/* The mode argument is there only when a file may be created. */
#define OPEN(call)                       \
    mode_t mode = 0;                     \
    if (flags & O_CREAT) {               \
        va_list ap;                      \
        va_start(ap, flags);             \
        mode = va_arg(ap, mode_t);       \
        va_end(ap);                      \
    }                                    \
    return call

int open(const char *path, int flags, ...) { OPEN(rt_open(path, flags, mode)); }
int open64(const char *path, int flags, ...) { OPEN(rt_open(path, flags, mode)); }

static int open_at(int directory, const char *path, int flags, mode_t mode) {
    char *full = rt_path_at(directory, path);
    int fd = full ? rt_open(full, flags, mode) : -1;
    free(full);
    return fd;
}

int openat(int fd, const char *path, int flags, ...) { OPEN(open_at(fd, path, flags, mode)); }
int openat64(int fd, const char *path, int flags, ...) { OPEN(open_at(fd, path, flags, mode)); }
int __open_2(const char *path, int flags);
int __open_2(const char *path, int flags) { return rt_open(path, flags, 0); }
int __open64_2(const char *path, int flags);
int __open64_2(const char *path, int flags) { return rt_open(path, flags, 0); }
int creat(const char *path, mode_t mode) {
    return rt_open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}
int creat64(const char *path, mode_t mode) {
    return rt_open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

int close(int fd) { return rt_close(fd); }
ssize_t read(int fd, void *buf, size_t n) {
    __shrike_suppose_works(rt_short_io ? "reading does not fail" : "reading does not fail and gives all that is there");
    return rt_read(fd, buf, n);
}
ssize_t write(int fd, const void *buf, size_t n) { return rt_write(fd, buf, n); }
int dup(int fd) { return rt_dup(fd, 0); }
int dup2(int fd, int wanted) { return rt_dup2(fd, wanted); }
int dup3(int fd, int wanted, int flags) {
    return (void)flags, fd == wanted ? rt_fail(EINVAL) : rt_dup2(fd, wanted);
}

off_t lseek(int fd, off_t offset, int whence) { return (off_t)rt_seek(fd, offset, whence); }
off64_t lseek64(int fd, off64_t offset, int whence) { return rt_seek(fd, offset, whence); }

/* Does one transfer at an offset and puts the position back. */
static ssize_t transfer_at(int fd, void *buf, size_t n, int64_t offset, bool writing) {
    struct rt_open *o = rt_descriptor(fd);
    if (!o) return -1;
    if (offset < 0) return rt_fail(EINVAL);
    if (o->inode->kind == RT_OUTPUT || rt_is_pipe(o->inode)) return rt_fail(ESPIPE);
    int64_t before = o->position;
    o->position = offset;
    ssize_t done = writing ? rt_write(fd, buf, n) : rt_read(fd, buf, n);
    o->position = before;
    return done;
}

ssize_t pread(int fd, void *buf, size_t n, off_t at) { return transfer_at(fd, buf, n, at, false); }
ssize_t pread64(int fd, void *buf, size_t n, off64_t at) {
    return transfer_at(fd, buf, n, at, false);
}
ssize_t pwrite(int fd, const void *buf, size_t n, off_t at) {
    return transfer_at(fd, (void *)buf, n, at, true);
}
ssize_t pwrite64(int fd, const void *buf, size_t n, off64_t at) {
    return transfer_at(fd, (void *)buf, n, at, true);
}

static ssize_t transfer_vector(int fd, const struct iovec *v, int n, bool writing) {
    ssize_t total = 0;
    for (int i = 0; i < n; i++) {
        ssize_t done = writing ? rt_write(fd, v[i].iov_base, v[i].iov_len)
                               : rt_read(fd, v[i].iov_base, v[i].iov_len);
        if (done < 0) return total > 0 ? total : -1;
        total += done;
        if ((size_t)done < v[i].iov_len) break;
    }
    return total;
}

ssize_t readv(int fd, const struct iovec *v, int n) { return transfer_vector(fd, v, n, false); }
ssize_t writev(int fd, const struct iovec *v, int n) { return transfer_vector(fd, v, n, true); }

static int check_descriptor(int fd) { return rt_descriptor(fd) ? 0 : -1; }

int fsync(int fd) { return rt_output(), check_descriptor(fd); }
int fdatasync(int fd) { return rt_output(), check_descriptor(fd); }
void sync(void) {}
static int lock(int fd) {
    __shrike_suppose_result("no other process locks files");
    return check_descriptor(fd);
}
int flock(int fd, int operation) { return (void)operation, lock(fd); }
int lockf(int fd, int command, off_t n) { return (void)command, (void)n, lock(fd); }
int lockf64(int fd, int command, off64_t n) { return (void)command, (void)n, lock(fd); }
int posix_fadvise(int fd, off_t at, off_t n, int advice) {
    return (void)at, (void)n, (void)advice, check_descriptor(fd) ? EBADF : 0;
}

int posix_fadvise64(int fd, off64_t at, off64_t n, int advice) {
    return (void)at, (void)n, (void)advice, check_descriptor(fd) ? EBADF : 0;
}

static int control_file(int fd, int command, long argument) {
    struct rt_open *o = rt_descriptor(fd);
    if (!o) return -1;
    switch (command) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC: return rt_dup(fd, (int)argument);
    case F_GETFL: return o->flags;
    case F_SETFL:
        o->flags = (o->flags & O_ACCMODE) | ((int)argument & (O_APPEND | O_NONBLOCK));
        return 0;
    case F_GETFD:
    case F_SETFD: return 0; /* nothing is ever executed, so nothing is closed by it */
    default: return rt_fail(EINVAL);
    }
}

int fcntl(int fd, int command, ...) {
    va_list ap;
    va_start(ap, command);
    bool has_argument = command == F_DUPFD || command == F_DUPFD_CLOEXEC || command == F_SETFL;
    int result = control_file(fd, command, has_argument ? va_arg(ap, int) : 0);
    va_end(ap);
    return result;
}

int fcntl64(int fd, int command, ...) {
    va_list ap;
    va_start(ap, command);
    bool has_argument = command == F_DUPFD || command == F_DUPFD_CLOEXEC || command == F_SETFL;
    int result = control_file(fd, command, has_argument ? va_arg(ap, int) : 0);
    va_end(ap);
    return result;
}

/* No descriptor is a terminal. */
static int not_a_terminal(int fd) {
    if (!rt_descriptor(fd)) return -1;
    __shrike_suppose("no descriptor is a terminal");
    return rt_fail(ENOTTY);
}

int isatty(int fd) { return not_a_terminal(fd), 0; }
char *ttyname(int fd) { return not_a_terminal(fd), NULL; }
int ioctl(int fd, unsigned long request, ...) { return (void)request, not_a_terminal(fd); }
int tcgetattr(int fd, struct termios *t) { return (void)t, not_a_terminal(fd); }
int tcsetattr(int fd, int when, const struct termios *t) {
    return (void)when, (void)t, not_a_terminal(fd);
}

pid_t tcgetpgrp(int fd) { return not_a_terminal(fd); }
int tcsetpgrp(int fd, pid_t group) { return (void)group, not_a_terminal(fd); }

/* ---- names ---- */
int unlink(const char *path) { return rt_file_changes(), rt_unlink(path); }
int rmdir(const char *path) { return rt_file_changes(), rt_remove_directory(path); }
int rename(const char *from, const char *to) { return rt_file_changes(), rt_rename(from, to); }
int link(const char *from, const char *to) { return rt_file_changes(), rt_link(from, to); }
int chdir(const char *path) { return rt_chdir(path); }

int remove(const char *path) {
    struct rt_inode *inode = rt_lookup(path);
    if (!inode) return -1;
    rt_file_changes();
    return inode->kind == RT_DIRECTORY ? rt_remove_directory(path) : rt_unlink(path);
}

int rt_make_directory(const char *path, mode_t mode) {
    int before = rt_errno;
    if (rt_lookup(path)) return rt_fail(EEXIST);
    if (rt_errno != ENOENT) return -1;
    rt_errno = before;
    return rt_create(path, RT_DIRECTORY, mode) ? 0 : -1;
}

int mkdir(const char *path, mode_t mode) { return rt_make_directory(path, mode); }

int rt_may_access(const char *path, int mode) {
    struct rt_inode *inode = rt_lookup(path);
    if (!inode) return -1;
    __shrike_suppose("files may be read and written");
    bool executable = inode->kind == RT_DIRECTORY || (inode->mode & 0111);
    return (mode & X_OK) && !executable ? rt_fail(EACCES) : 0;
}

int access(const char *path, int mode) { return rt_may_access(path, mode); }
int euidaccess(const char *path, int mode) { return rt_may_access(path, mode); }
int eaccess(const char *path, int mode) { return rt_may_access(path, mode); }

ssize_t readlink(const char *restrict path, char *restrict buf, size_t n) {
    (void)buf, (void)n;
    return rt_lookup(path) ? rt_fail(EINVAL) : -1; /* there are no links */
}

static char *current_directory(char *buf, size_t n) {
    const char *cwd = rt_cwd();
    __shrike_suppose("the current directory has the same name as in this run");
    size_t need = rt_strlen(cwd) + 1;
    if (buf && n == 0) return rt_null(EINVAL);
    if (n != 0 && need > n) return rt_null(ERANGE);
    if (!buf) buf = malloc(n ? n : need);
    if (!buf) return rt_null(ENOMEM);
    rt_memcpy(buf, cwd, need);
    return buf;
}

char *getcwd(char *buf, size_t n) { return current_directory(buf, n); }

char *get_current_dir_name(void) { return current_directory(NULL, 0); }

char *realpath(const char *restrict path, char *restrict result) {
    if (!path) return rt_null(EINVAL);
    if (!rt_lookup(path)) return NULL;
    char *full = rt_absolute_path(path);
    if (!full || !result) return full;
    rt_stpcpy(result, full);
    free(full);
    return result;
}

/* ---- sizes ---- */
static int resize(struct rt_open *o, int64_t size) {
    if (!o) return -1;
    if (o->inode->kind != RT_FILE || (o->flags & O_ACCMODE) == O_RDONLY) return rt_fail(EINVAL);
    rt_file_changes();
    return rt_resize(o->inode, size);
}

static int resize_path(const char *path, int64_t size) {
    struct rt_inode *inode = rt_lookup(path);
    if (!inode) return -1;
    if (inode->kind != RT_FILE) return rt_fail(inode->kind == RT_DIRECTORY ? EISDIR : EINVAL);
    rt_file_changes();
    return rt_resize(inode, size);
}

int ftruncate(int fd, off_t size) { return resize(rt_descriptor(fd), size); }
int ftruncate64(int fd, off64_t size) { return resize(rt_descriptor(fd), size); }
int truncate(const char *path, off_t size) { return resize_path(path, size); }
int truncate64(const char *path, off64_t size) { return resize_path(path, size); }

/* ---- temporary names ---- */
int mkstemp(char *pattern) { return rt_make_temp(pattern, 0, 0); }
int mkstemp64(char *pattern) { return rt_make_temp(pattern, 0, 0); }
int mkostemp(char *pattern, int flags) { return rt_make_temp(pattern, 0, flags); }
int mkstemps(char *pattern, int suffix) { return rt_make_temp(pattern, suffix, 0); }
int mkostemps(char *pattern, int suffix, int flags) { return rt_make_temp(pattern, suffix, flags); }

int mkostemp64(char *pattern, int flags) { return rt_make_temp(pattern, 0, flags); }
int mkstemps64(char *pattern, int suffix) { return rt_make_temp(pattern, suffix, 0); }
int mkostemps64(char *pattern, int suffix, int flags) { return rt_make_temp(pattern, suffix, flags); }

/* A free name, made by creating the file and removing it again. */
static char *free_name(char *pattern) {
    int fd = rt_make_temp(pattern, 0, 0);
    if (fd < 0) return *pattern = 0, pattern;
    rt_close(fd);
    rt_unlink(pattern);
    return pattern;
}

char *mktemp(char *pattern) { return free_name(pattern); }

char *mkdtemp(char *pattern) {
    if (!*free_name(pattern)) return rt_null(EINVAL);
    return rt_create(pattern, RT_DIRECTORY, 0700) ? pattern : NULL;
}

char *tmpnam(char *buf) {
    static char own[L_tmpnam];
    rt_stpcpy(buf ? buf : own, "/tmp/fileXXXXXX");
    return free_name(buf ? buf : own);
}

char *tmpnam_r(char *buf) {
    if (!buf) return NULL;
    rt_stpcpy(buf, "/tmp/fileXXXXXX");
    return free_name(buf);
}

char *tempnam(const char *directory, const char *prefix) {
    const char *where = directory ? directory : "/tmp";
    size_t n = rt_strlen(where) + 16;
    char *name = malloc(n);
    if (!name) return rt_null(ENOMEM);
    rt_snprintf(name, n, "%s/%.5sXXXXXX", where, prefix ? prefix : "file");
    return free_name(name);
}
