/*
 * Streams. A FILE of the program is an rt_file; it begins with glibc's own structure, because the
 * macros of its headers look into that: the buffer pointers in it stay NULL, so that those macros
 * always call __uflow and __overflow, and the end-of-file and error bits live in its _flags.
 *
 * One buffer serves reading and writing:
 *   reading:  buf[pos..end) is still to be read; the descriptor stands behind buf[end)
 *   writing:  buf[0..pos) is still to be written; end is 0
 *   idle:     pos == end == 0
 * Bytes pushed back that differ from what was read go to `back`, last pushed last.
 */
#ifndef RT_STREAM_H
#define RT_STREAM_H

#include "rt.h"

#include <stdio.h>

enum rt_phase { RT_IDLE, RT_READING, RT_WRITING };

struct rt_file {
    FILE glibc;
    struct rt_file *self; /* the stream while it is open: what is none does not point to itself */
    unsigned char *buf;
    size_t cap, pos, end;
    unsigned char *back;
    size_t back_count, back_cap;
    cookie_io_functions_t functions; /* cookie streams: fopencookie, memory streams */
    void *cookie;
    struct rt_file *next; /* all streams, newest first */
    enum rt_phase phase;
    int buffering; /* _IOFBF, _IOLBF, _IONBF */
    bool readable, writable, appending, owns_buf, is_cookie;
    bool pending; /* dropped output would be in the program's own buffer */
    signed char wide;     /* fwide: orientation */
    unsigned char one[1]; /* the buffer of unbuffered streams */
};

/* The size of stream buffers, and of the blocks in which large writes pass them. */
enum { RT_BLOCK = 4096 };

extern struct rt_file rt_stdin, rt_stdout, rt_stderr;

/* ---- stream.c: buffers ---- */
/* The stream that the program means; an error if it was closed or never was one. */
struct rt_file *rt_stream(FILE *f);
/* A new stream is one from here on. */
void rt_list_add(struct rt_file *f);
/* Closes (fclose): flushes, releases the descriptor and the memory. 0 or EOF. */
int rt_stream_close(struct rt_file *f);
/* Releases what is below the stream and its buffers, but not the stream itself (freopen). */
int rt_stream_release(struct rt_file *f);
int rt_flush(struct rt_file *f);
int rt_flush_all(void);
/* Writes n bytes and returns how many were taken; less only after an error. */
size_t rt_stream_write(struct rt_file *f, const void *data, size_t n);
size_t rt_stream_read(struct rt_file *f, void *data, size_t n);
int rt_putc(int c, struct rt_file *f);
/* Is what is written to f dropped? In exploring runs what leaves the program is: buffers are passed
 * by, lengths may be symbolic. */
bool rt_dropped(const struct rt_file *f);
/* These bytes are dropped. */
void rt_drop(struct rt_file *f, const void *data, size_t n);
int rt_getc(struct rt_file *f);
int rt_ungetc(int c, struct rt_file *f);
/* Makes buf[pos..end) non-empty; false at the end or on error. Pushed back bytes must be gone. */
bool rt_fill(struct rt_file *f);
int rt_stream_seek(struct rt_file *f, int64_t offset, int whence);
/* The logical position, -1 with errno. */
int64_t rt_stream_tell(struct rt_file *f);
int rt_set_buffer(struct rt_file *f, char *buf, int mode, size_t n);

/* ---- stdio.c ---- */
/* As fgets. */
char *rt_get_line(char *s, int n, struct rt_file *f);

/* ---- printf_api.c ---- */
/* As vfprintf. */
int rt_print(struct rt_file *f, const char *fmt, va_list ap);

/* ---- stream_open.c ---- */
/* The meaning of fopen's mode: open flags, or -1 with EINVAL. */
int rt_parse_mode(const char *mode);
struct rt_file *rt_stream_new(int fd, int flags);
struct rt_file *rt_cookie_new(void *cookie, const char *mode, cookie_io_functions_t functions);

#endif
