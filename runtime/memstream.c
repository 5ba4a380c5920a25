/* stdio.h: streams in memory, as cookie streams. */
#include "stream.h"

#include <fcntl.h>
#include <stdlib.h>

/* ---- fmemopen: a fixed buffer ---- */
struct fixed {
    char *data;
    size_t size, end; /* end: how much counts as contents */
    int64_t position;
    bool owned, appending, binary;
};

static ssize_t fixed_read(void *cookie, char *buf, size_t n) {
    struct fixed *m = cookie;
    if (m->position >= (int64_t)m->end) return 0;
    size_t left = m->end - (size_t)m->position;
    if (n > left) n = left;
    rt_memcpy(buf, m->data + m->position, n);
    m->position += (int64_t)n;
    return (ssize_t)n;
}

static ssize_t fixed_write(void *cookie, const char *buf, size_t n) {
    struct fixed *m = cookie;
    int64_t at = m->appending ? (int64_t)m->end : m->position;
    bool terminate = n == 0 || buf[n - 1] != 0;
    if (at >= (int64_t)m->size) return rt_errno = ENOSPC, 0;
    size_t room = m->size - (size_t)at;
    if (n > room) n = room;
    if (n == 0) return rt_errno = ENOSPC, 0;
    rt_memcpy(m->data + at, buf, n);
    m->position = at + (int64_t)n;
    if ((size_t)m->position > m->end) {
        m->end = (size_t)m->position;
        if (m->end < m->size && terminate)
            m->data[m->end] = 0;
        else if (terminate && !m->appending)
            m->data[m->size - 1] = 0;
    }
    return (ssize_t)n;
}

static int fixed_seek(void *cookie, off64_t *offset, int whence) {
    struct fixed *m = cookie;
    int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? m->position : (int64_t)m->end;
    if (base + *offset < 0 || base + *offset > (int64_t)m->size) return rt_fail(EINVAL);
    m->position = *offset = base + *offset;
    return 0;
}

static int fixed_close(void *cookie) {
    struct fixed *m = cookie;
    if (m->owned) free(m->data);
    free(m);
    return 0;
}

FILE *fmemopen(void *buf, size_t n, const char *mode) {
    static const cookie_io_functions_t functions = {fixed_read, fixed_write, fixed_seek,
                                                    fixed_close};
    int flags = rt_parse_mode(mode);
    if (flags < 0) return NULL;
    struct fixed *m = calloc(1, sizeof *m);
    if (!m) return rt_null(ENOMEM);
    m->owned = !buf;
    m->data = buf ? buf : calloc(1, n ? n : 1);
    m->size = n;
    m->appending = (flags & O_APPEND) != 0;
    if (buf && (flags & O_TRUNC) && n > 0) m->data[0] = 0;
    if (m->data) m->end = *mode == 'r' && buf ? n : rt_strnlen(m->data, n);
    if (m->appending) m->position = (int64_t)m->end;
    struct rt_file *f = m->data ? rt_cookie_new(m, mode, functions) : rt_null(ENOMEM);
    if (!f) fixed_close(m);
    return (FILE *)f;
}

/* ---- open_memstream: a block that grows and that the program gets ----
 * It is as long as what was written and a zero behind it: C promises no more. The program sees it
 * when the stream is flushed or closed, and what it saw before is gone then if the block has grown;
 * its variables are its own in between. */
struct growing {
    char **data;
    size_t *size;
    char *block;
    size_t end; /* the block has end + 1 bytes */
    int64_t position;
};

static bool grow(struct growing *m, size_t end) {
    char *p = realloc(m->block, end + 1);
    if (!p) return false;
    rt_memset(p + m->end, 0, end + 1 - m->end);
    m->block = p;
    m->end = end;
    return true;
}

static void show(struct growing *m) {
    *m->data = m->block;
    *m->size = (size_t)m->position < m->end ? (size_t)m->position : m->end;
}

static ssize_t growing_write(void *cookie, const char *buf, size_t n) {
    struct growing *m = cookie;
    size_t at = (size_t)m->position;
    if (at + n > m->end && !grow(m, at + n)) return rt_errno = ENOMEM, 0;
    rt_memcpy(m->block + at, buf, n);
    m->position += (int64_t)n;
    show(m);
    return (ssize_t)n;
}

static int growing_seek(void *cookie, off64_t *offset, int whence) {
    struct growing *m = cookie;
    int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? m->position : (int64_t)m->end;
    if (base + *offset < 0) return rt_fail(EINVAL);
    m->position = *offset = base + *offset;
    show(m);
    return 0;
}

/* What lies behind the last position is cut off. */
static int growing_close(void *cookie) {
    struct growing *m = cookie;
    if ((size_t)m->position < m->end) {
        m->end = (size_t)m->position;
        m->block[m->end] = 0;
        char *p = realloc(m->block, m->end + 1);
        if (p) m->block = p;
    }
    show(m);
    free(m);
    return 0;
}

FILE *open_memstream(char **data, size_t *size) {
    static const cookie_io_functions_t functions = {NULL, growing_write, growing_seek,
                                                    growing_close};
    struct growing *m = calloc(1, sizeof *m);
    if (!m) return rt_null(ENOMEM);
    m->data = data;
    m->size = size;
    if (!grow(m, 0)) return free(m), rt_null(ENOMEM);
    show(m);
    return (FILE *)rt_cookie_new(m, "w", functions);
}
