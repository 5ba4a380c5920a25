/* stdio.h: opening, closing and configuring streams. */
#include "stream.h"
#include "files.h"

#include <fcntl.h>
#include <stdio_ext.h>
#include <sys/stat.h>

int rt_parse_mode(const char *mode) {
    int flags = *mode == 'r' ? O_RDONLY : O_WRONLY;
    if (*mode == 'w')
        flags |= O_CREAT | O_TRUNC;
    else if (*mode == 'a')
        flags |= O_CREAT | O_APPEND;
    else if (*mode != 'r')
        return rt_fail(EINVAL);
    while (*++mode && *mode != ',') {
        if (*mode == '+') flags = (flags & ~O_ACCMODE) | O_RDWR;
        if (*mode == 'x') flags |= O_EXCL;
        if (*mode == 'e') flags |= O_CLOEXEC;
    }
    return flags;
}

/* What a stream may do, from its open flags. */
static void set_access(struct rt_file *f, int flags) {
    f->readable = (flags & O_ACCMODE) != O_WRONLY;
    f->writable = (flags & O_ACCMODE) != O_RDONLY;
    f->appending = (flags & O_APPEND) != 0;
}

struct rt_file *rt_stream_new(int fd, int flags) {
    struct rt_file *f = calloc(1, sizeof *f);
    if (!f) return rt_null(ENOMEM);
    f->glibc._fileno = fd;
    set_access(f, flags);
    if (f->appending && !f->readable) rt_seek(fd, 0, SEEK_END);
    rt_list_add(f);
    return f;
}

struct rt_file *rt_cookie_new(void *cookie, const char *mode, cookie_io_functions_t functions) {
    int flags = rt_parse_mode(mode);
    if (flags < 0) return NULL;
    struct rt_file *f = calloc(1, sizeof *f);
    if (!f) return rt_null(ENOMEM);
    f->glibc._fileno = -2; /* fileno fails */
    f->is_cookie = true;
    f->cookie = cookie;
    f->functions = functions;
    set_access(f, flags);
    rt_list_add(f);
    return f;
}

static FILE *open_stream(const char *path, const char *mode) {
    int flags = rt_parse_mode(mode);
    int fd = flags < 0 ? -1 : rt_open(path, flags, 0666);
    if (fd < 0) return NULL;
    return (FILE *)rt_stream_new(fd, flags);
}

FILE *fopen(const char *restrict path, const char *restrict mode) {
    return open_stream(path, mode);
}
FILE *fopen64(const char *restrict path, const char *restrict mode) {
    return open_stream(path, mode);
}

FILE *fdopen(int fd, const char *mode) {
    int flags = rt_parse_mode(mode);
    struct rt_open *o = flags < 0 ? NULL : rt_descriptor(fd);
    if (!o) return NULL;
    int has = o->flags & O_ACCMODE, wants = flags & O_ACCMODE;
    if (has != O_RDWR && has != wants) return rt_null(EINVAL);
    if (flags & O_APPEND) o->flags |= O_APPEND;
    return (FILE *)rt_stream_new(fd, flags);
}

static FILE *reopen_stream(const char *path, const char *mode, FILE *stream) {
    struct rt_file *f = rt_stream(stream);
    int flags = rt_parse_mode(mode), old = f->glibc._fileno;
    if (!path) __shrike_unsupported("freopen without a path");
    rt_stream_release(f);
    int fd = flags < 0 ? -1 : rt_open(path, flags, 0666);
    f->glibc._flags &= ~(_IO_EOF_SEEN | _IO_ERR_SEEN);
    f->is_cookie = false;
    if (fd < 0) {
        f->readable = f->writable = false;
        f->glibc._fileno = -1;
        return NULL;
    }
    if (old >= 0 && old != fd && rt_dup2(fd, old) >= 0) {
        rt_close(fd);
        fd = old;
    }
    f->glibc._fileno = fd;
    f->wide = 0;
    set_access(f, flags);
    return stream;
}

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict f) {
    return reopen_stream(path, mode, f);
}
FILE *freopen64(const char *restrict path, const char *restrict mode, FILE *restrict f) {
    return reopen_stream(path, mode, f);
}

/* A file that has no name: gone when it is closed. */
static FILE *open_temporary(void) {
    struct rt_inode *inode = rt_inode_new(RT_FILE, 0600);
    int fd = inode ? rt_open_inode(inode, O_RDWR) : -1;
    return fd < 0 ? NULL : (FILE *)rt_stream_new(fd, O_RDWR);
}

FILE *tmpfile(void) { return open_temporary(); }
FILE *tmpfile64(void) { return open_temporary(); }

FILE *fopencookie(void *restrict cookie, const char *restrict mode,
                  cookie_io_functions_t functions) {
    return (FILE *)rt_cookie_new(cookie, mode, functions);
}

int fclose(FILE *f) { return rt_stream_close(rt_stream(f)); }

int fcloseall(void) {
    int result = rt_flush_all();
    return result;
}

static int flush_one_or_all(FILE *f) { return f ? rt_flush(rt_stream(f)) : rt_flush_all(); }

int fflush(FILE *f) { return flush_one_or_all(f); }
int fflush_unlocked(FILE *f) { return flush_one_or_all(f); }
void _flushlbf(void) { rt_flush_all(); }

int setvbuf(FILE *restrict f, char *restrict buf, int mode, size_t n) {
    return rt_set_buffer(rt_stream(f), buf, mode, n);
}

void setbuffer(FILE *restrict f, char *restrict buf, size_t n) {
    rt_set_buffer(rt_stream(f), buf, buf ? _IOFBF : _IONBF, n);
}

void setbuf(FILE *restrict f, char *restrict buf) {
    rt_set_buffer(rt_stream(f), buf, buf ? _IOFBF : _IONBF, BUFSIZ);
}

void setlinebuf(FILE *f) { rt_set_buffer(rt_stream(f), NULL, _IOLBF, 0); }

static int stream_number(FILE *f) {
    int fd = rt_stream(f)->glibc._fileno;
    return fd < 0 ? rt_fail(EBADF) : fd;
}

int fileno(FILE *f) { return stream_number(f); }
int fileno_unlocked(FILE *f) { return stream_number(f); }

size_t __fpending(FILE *f) { return rt_stream(f)->phase == RT_WRITING ? rt_stream(f)->pos : 0; }
size_t __fbufsize(FILE *f) { return rt_stream(f)->cap; }
int __freadable(FILE *f) { return rt_stream(f)->readable; }
int __fwritable(FILE *f) { return rt_stream(f)->writable; }
int __freading(FILE *f) { return !rt_stream(f)->writable || rt_stream(f)->phase == RT_READING; }
int __fwriting(FILE *f) { return !rt_stream(f)->readable || rt_stream(f)->phase == RT_WRITING; }
int __flbf(FILE *f) { return rt_stream(f)->buffering == _IOLBF; }
int __fsetlocking(FILE *f, int type) { return (void)f, (void)type, FSETLOCKING_INTERNAL; }

void __fpurge(FILE *file) {
    struct rt_file *f = rt_stream(file);
    f->pos = f->end = f->back_count = 0;
}

/* One thread: a stream is never locked by anybody else. */
void flockfile(FILE *f) { (void)f; }
void funlockfile(FILE *f) { (void)f; }
int ftrylockfile(FILE *f) { return (void)f, 0; }
