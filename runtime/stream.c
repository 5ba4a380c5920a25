/* The buffers of streams: see stream.h. The order in which output leaves is glibc's, as far as a
 * program that writes to several descriptors can show it. */
#include "stream.h"
#include "files.h"

#include <fcntl.h>
#include <unistd.h>

struct rt_file rt_stdin = {
    .glibc = {._fileno = 0}, .self = &rt_stdin, .readable = true, .next = NULL};
struct rt_file rt_stdout = {
    .glibc = {._fileno = 1}, .self = &rt_stdout, .writable = true, .next = &rt_stdin};
struct rt_file rt_stderr = {.glibc = {._fileno = 2},
                            .self = &rt_stderr,
                            .writable = true,
                            .buffering = _IONBF,
                            .next = &rt_stdout};
static struct rt_file *streams = &rt_stderr;
static bool any_written; /* some stream has held output: every path of a program ends by asking */

FILE *stdin = &rt_stdin.glibc;
FILE *stdout = &rt_stdout.glibc;
FILE *stderr = &rt_stderr.glibc;

static bool is_standard(const struct rt_file *f) {
    return f == &rt_stdin || f == &rt_stdout || f == &rt_stderr;
}

struct rt_file *rt_stream(FILE *file) {
    struct rt_file *f = (struct rt_file *)(void *)file;
    if (f->self != f) __shrike_no_stream(is_standard(f));
    return f;
}

void rt_list_add(struct rt_file *f) {
    f->self = f;
    f->next = streams;
    streams = f;
}

static void list_remove(struct rt_file *f) {
    struct rt_file **p = &streams;
    while (*p && *p != f) p = &(*p)->next;
    if (*p) *p = f->next;
}

/* ---- below the buffer: a descriptor or the functions of a cookie ---- */
static ssize_t raw_read(struct rt_file *f, void *buf, size_t n) {
    if (!f->is_cookie) return rt_read(f->glibc._fileno, buf, n);
    return f->functions.read ? f->functions.read(f->cookie, buf, n) : rt_fail(EBADF);
}

static ssize_t raw_write(struct rt_file *f, const void *buf, size_t n) {
    if (!f->is_cookie) return rt_write(f->glibc._fileno, buf, n);
    if (!f->functions.write) return rt_fail(EINVAL);
    ssize_t written = f->functions.write(f->cookie, buf, n);
    return written > 0 ? written : -1;
}

static int64_t raw_seek(struct rt_file *f, int64_t offset, int whence) {
    if (!f->is_cookie) return rt_seek(f->glibc._fileno, offset, whence);
    off64_t position = offset;
    if (!f->functions.seek) return rt_fail(EINVAL);
    if (f->functions.seek(f->cookie, &position, whence) < 0) return -1;
    return position;
}

static int raw_close(struct rt_file *f) {
    if (!f->is_cookie) return rt_close(f->glibc._fileno);
    return f->functions.close ? f->functions.close(f->cookie) : 0;
}

bool rt_dropped(const struct rt_file *f) {
    if (!__shrike_exploring() || f->is_cookie || !f->writable) return false;
    int before = rt_errno;
    const struct rt_open *o = rt_descriptor(f->glibc._fileno);
    rt_errno = before;
    if (!o || (o->flags & O_ACCMODE) == O_RDONLY) return false;
    rt_output();
    return o->inode->kind == RT_OUTPUT || o->inode->kind == RT_NULL;
}

/* ---- the buffer ---- */
static int need_buffer(struct rt_file *f) {
    if (f->buf) return 0;
    if (f->buffering != _IONBF) {
        f->cap = f->is_cookie ? BUFSIZ : RT_BLOCK;
        f->buf = malloc(f->cap);
        f->owns_buf = f->buf != NULL;
        if (is_standard(f)) __shrike_own(f->buf);
    }
    if (!f->buf) f->buf = f->one, f->cap = 1;
    return 0;
}

static void drop_buffer(struct rt_file *f) {
    if (f->owns_buf) free(f->buf);
    f->buf = NULL;
    f->cap = 0;
    f->owns_buf = false;
}

/* Output that is dropped would be in the buffer that the program gave, if it gave one, and leave
 * from there: if that is gone, it is an error. */
static bool has_given_buffer(const struct rt_file *f) { return f->buf && !f->owns_buf && f->buf != f->one; }

static void touch_buffer(struct rt_file *f, bool pending) {
    if (!has_given_buffer(f)) return;
    volatile unsigned char *first = f->buf;
    *first = *first;
    f->pending = pending;
    if (pending) any_written = true;
}

/* Length and bytes may be symbolic: they are looked at only where that matters. */
void rt_drop(struct rt_file *f, const void *data, size_t n) {
    if (!has_given_buffer(f) || n == 0) return;
    touch_buffer(f, f->buffering == _IOFBF || ((const char *)data)[n - 1] != '\n');
}

int rt_set_buffer(struct rt_file *f, char *buf, int mode, size_t n) {
    if (mode != _IOFBF && mode != _IOLBF && mode != _IONBF) return -1;
    if (f->phase == RT_WRITING) rt_flush(f);
    if (f->phase == RT_READING && f->pos < f->end) return 0; /* too late to change */
    f->buffering = mode;
    f->phase = RT_IDLE;
    f->pos = f->end = 0;
    if (mode == _IONBF || (buf && n > 0)) drop_buffer(f);
    if (mode != _IONBF && buf && n > 0) {
        f->buf = (unsigned char *)buf;
        f->cap = n;
    }
    return 0;
}

/* Writes past the buffer. */
static size_t write_through(struct rt_file *f, const unsigned char *data, size_t n) {
    size_t done = 0;
    while (done < n) {
        ssize_t k = raw_write(f, data + done, n - done);
        if (k < 0) {
            f->glibc._flags |= _IO_ERR_SEEN;
            break;
        }
        done += (size_t)k;
    }
    return done;
}

static int flush_writes(struct rt_file *f) {
    size_t n = f->pos, done = write_through(f, f->buf, n);
    if (done > 0 && done < n) rt_memmove(f->buf, f->buf + done, n - done);
    f->pos = n - done;
    return done == n ? 0 : EOF;
}

/* Gives back what was read ahead, so that the descriptor stands where the program thinks. */
static int leave_reading(struct rt_file *f) {
    int64_t ahead = (int64_t)(f->end - f->pos) + (int64_t)f->back_count;
    if (ahead > 0 && raw_seek(f, -ahead, SEEK_CUR) < 0 && rt_errno != ESPIPE) return EOF;
    f->pos = f->end = f->back_count = 0;
    f->phase = RT_IDLE;
    return 0;
}

int rt_flush(struct rt_file *f) {
    if (f->phase == RT_READING) return leave_reading(f);
    if (!f->is_cookie) rt_output(); /* what was dropped did not go through the buffer */
    if (f->pending) touch_buffer(f, false);
    if (f->phase != RT_WRITING) return 0;
    return flush_writes(f);
}

int rt_flush_all(void) {
    int result = 0;
    for (struct rt_file *f = any_written ? streams : NULL; f; f = f->next)
        if ((f->phase == RT_WRITING || f->pending) && rt_flush(f) == EOF) result = EOF;
    return result;
}

/* ---- writing ---- */
/* Prepares for writing. *room is what the buffer takes at once: nothing at the first write, which
 * therefore passes a small buffer of the program's. */
static bool start_writing(struct rt_file *f, size_t *room) {
    if (!f->writable) {
        f->glibc._flags |= _IO_ERR_SEEN;
        rt_errno = EBADF;
        return false;
    }
    need_buffer(f);
    *room = f->phase == RT_WRITING ? f->cap - f->pos : 0;
    if (f->phase == RT_WRITING) return true;
    if (f->phase == RT_READING) leave_reading(f);
    f->phase = RT_WRITING;
    any_written = true;
    f->pos = f->end = 0;
    return true;
}

static size_t last_newline(const unsigned char *s, size_t n) {
    while (n > 0 && s[n - 1] != '\n') n--;
    return n;
}

/* Fills the buffer, then writes whole blocks past it and keeps the rest. */
static size_t write_full(struct rt_file *f, const unsigned char *data, size_t n, size_t room) {
    size_t head = n < room ? n : room;
    if (head > 0) rt_memcpy(f->buf + f->pos, data, head);
    f->pos += head;
    if (head == n) return n;
    if (flush_writes(f) == EOF) return head;
    size_t rest = n - head, blocks = f->cap >= 128 ? rest - rest % f->cap : rest;
    size_t done = write_through(f, data + head, blocks);
    if (done < blocks) return head + done;
    rt_memcpy(f->buf, data + head + blocks, rest - blocks);
    f->pos = rest - blocks;
    return n;
}

size_t rt_stream_write(struct rt_file *f, const void *data, size_t n) {
    const unsigned char *s = data;
    if (rt_dropped(f)) {
        __shrike_output(1, data, n);
        rt_drop(f, data, n);
        return n;
    }
    if (n == 0) return 0;
    if (!f->is_cookie) __shrike_shown(data, n);
    size_t room;
    if (!start_writing(f, &room)) return 0;
    if (f->buffering == _IONBF) return write_through(f, s, n);
    if (f->buffering == _IOFBF) return write_full(f, s, n, room);
    size_t lines = last_newline(s, n), done = 0;
    if (lines > 0) {
        done = write_full(f, s, lines, room);
        if (done < lines || flush_writes(f) == EOF) return done;
    }
    return lines < n ? done + write_full(f, s + lines, n - lines, f->cap - f->pos) : done;
}

int rt_putc(int c, struct rt_file *f) {
    unsigned char byte = (unsigned char)c;
    if (rt_dropped(f)) {
        __shrike_shown(&byte, 1);
        rt_drop(f, &byte, 1);
        return byte;
    }
    if (f->phase == RT_WRITING && f->buffering == _IOFBF && f->pos < f->cap)
        return f->buf[f->pos++] = byte;
    return rt_stream_write(f, &byte, 1) == 1 ? byte : EOF;
}

/* ---- reading ---- */
static bool start_reading(struct rt_file *f) {
    if (!f->readable) {
        f->glibc._flags |= _IO_ERR_SEEN;
        rt_errno = EBADF;
        return false;
    }
    need_buffer(f);
    if (f->phase == RT_READING) return true;
    if (f->phase == RT_WRITING && flush_writes(f) == EOF) return false;
    f->phase = RT_READING;
    f->pos = f->end = 0;
    return true;
}

bool rt_fill(struct rt_file *f) {
    if (f->glibc._flags & _IO_EOF_SEEN) return false;
    if (!start_reading(f)) return false;
    if (f->pos < f->end) return true;
    if (f->buffering != _IOFBF && rt_stdout.buffering == _IOLBF) rt_flush(&rt_stdout);
    ssize_t n = raw_read(f, f->buf, f->cap);
    f->pos = 0;
    f->end = n > 0 ? (size_t)n : 0;
    if (n <= 0) f->glibc._flags |= n < 0 ? _IO_ERR_SEEN : _IO_EOF_SEEN;
    return n > 0;
}

int rt_getc(struct rt_file *f) {
    if (f->back_count > 0) return f->back[--f->back_count];
    if ((f->phase != RT_READING || f->pos >= f->end) && !rt_fill(f)) return EOF;
    return f->buf[f->pos++];
}

int rt_ungetc(int c, struct rt_file *f) {
    if (c == EOF) return EOF;
    if (!start_reading(f)) return EOF;
    f->glibc._flags &= ~_IO_EOF_SEEN;
    if (f->back_count == 0 && f->pos > 0 && f->buf[f->pos - 1] == (unsigned char)c) {
        f->pos--;
        return (unsigned char)c;
    }
    if (f->back_count == f->back_cap) {
        size_t cap = f->back_cap ? 2 * f->back_cap : 16;
        unsigned char *back = realloc(f->back, cap);
        if (!back) return EOF;
        f->back = back;
        f->back_cap = cap;
    }
    return f->back[f->back_count++] = (unsigned char)c;
}

size_t rt_stream_read(struct rt_file *f, void *data, size_t n) {
    unsigned char *out = data;
    size_t done = 0;
    while (done < n && f->back_count > 0) out[done++] = f->back[--f->back_count];
    while (done < n && rt_fill(f)) {
        size_t k = f->end - f->pos;
        if (k > n - done) k = n - done;
        rt_memcpy(out + done, f->buf + f->pos, k);
        f->pos += k;
        done += k;
    }
    return done;
}

/* ---- positions ---- */
int64_t rt_stream_tell(struct rt_file *f) {
    bool at_end = f->appending && f->phase == RT_WRITING && f->pos > 0;
    int64_t base = raw_seek(f, 0, at_end ? SEEK_END : SEEK_CUR);
    if (base < 0) return -1;
    if (f->phase == RT_WRITING) return base + (int64_t)f->pos;
    int64_t position = base - (int64_t)(f->end - f->pos) - (int64_t)f->back_count;
    return position < 0 ? 0 : position;
}

int rt_stream_seek(struct rt_file *f, int64_t offset, int whence) {
    if (f->phase == RT_WRITING && rt_flush(f) == EOF) return -1;
    int64_t ahead = (int64_t)(f->end - f->pos) + (int64_t)f->back_count;
    if (whence == SEEK_CUR && f->phase == RT_READING) offset -= ahead;
    if (raw_seek(f, offset, whence) < 0) return -1;
    f->pos = f->end = f->back_count = 0;
    f->phase = RT_IDLE;
    f->glibc._flags &= ~_IO_EOF_SEEN;
    return 0;
}

/* ---- the end ---- */
int rt_stream_release(struct rt_file *f) {
    int result = rt_flush(f);
    if (raw_close(f) < 0) result = EOF;
    drop_buffer(f);
    free(f->back);
    f->back = NULL;
    f->back_count = f->back_cap = 0;
    f->pos = f->end = 0;
    f->phase = RT_IDLE;
    return result;
}

int rt_stream_close(struct rt_file *f) {
    list_remove(f);
    int result = rt_stream_release(f);
    f->readable = f->writable = false;
    f->self = NULL;
    if (!is_standard(f)) free(f);
    return result;
}
