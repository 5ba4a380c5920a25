/* stdio.h: characters, lines, blocks, positions and states of streams. Formatted output is in
 * printf.c, input in scanf.c. */
#include "stream.h"

#include <stdlib.h>

int __uflow(FILE *);
int __overflow(FILE *, int);
int _IO_getc(FILE *);
int _IO_putc(int, FILE *);

int getc(FILE *f) { return rt_getc(rt_stream(f)); }
int fgetc(FILE *f) { return rt_getc(rt_stream(f)); }
int getchar(void) { return rt_getc(rt_stream(stdin)); }
int getc_unlocked(FILE *f) { return rt_getc(rt_stream(f)); }
int fgetc_unlocked(FILE *f) { return rt_getc(rt_stream(f)); }
int getchar_unlocked(void) { return rt_getc(rt_stream(stdin)); }
int _IO_getc(FILE *f) { return rt_getc(rt_stream(f)); }
int __uflow(FILE *f) { return rt_getc(rt_stream(f)); }

int putc(int c, FILE *f) { return rt_putc(c, rt_stream(f)); }
int fputc(int c, FILE *f) { return rt_putc(c, rt_stream(f)); }
int putchar(int c) { return rt_putc(c, rt_stream(stdout)); }
int putc_unlocked(int c, FILE *f) { return rt_putc(c, rt_stream(f)); }
int fputc_unlocked(int c, FILE *f) { return rt_putc(c, rt_stream(f)); }
int putchar_unlocked(int c) { return rt_putc(c, rt_stream(stdout)); }
int _IO_putc(int c, FILE *f) { return rt_putc(c, rt_stream(f)); }
int __overflow(FILE *f, int c) { return rt_putc(c, rt_stream(f)); }
int ungetc(int c, FILE *f) { return rt_ungetc(c, rt_stream(f)); }

static int put_string(const char *s, struct rt_file *f) {
    size_t n = rt_strlen(s);
    return rt_stream_write(f, s, n) == n ? 1 : EOF;
}

int fputs(const char *restrict s, FILE *restrict f) { return put_string(s, rt_stream(f)); }
int fputs_unlocked(const char *restrict s, FILE *restrict f) { return put_string(s, rt_stream(f)); }

int puts(const char *s) {
    struct rt_file *f = rt_stream(stdout);
    size_t n = rt_strlen(s);
    if (rt_stream_write(f, s, n) != n || rt_putc('\n', f) == EOF) return EOF;
    return n < INT_MAX ? (int)n + 1 : INT_MAX;
}

static size_t write_items(const void *data, size_t size, size_t count, FILE *f) {
    if (size == 0 || count == 0) return 0;
    size_t done = rt_stream_write(rt_stream(f), data, size * count);
    return done == size * count ? count : done / size;
}

size_t fwrite(const void *restrict data, size_t size, size_t count, FILE *restrict f) {
    return write_items(data, size, count, f);
}

size_t fwrite_unlocked(const void *restrict data, size_t size, size_t count, FILE *restrict f) {
    return write_items(data, size, count, f);
}

static size_t read_items(void *data, size_t size, size_t count, FILE *f) {
    if (size == 0 || count == 0) return 0;
    return rt_stream_read(rt_stream(f), data, size * count) / size;
}

size_t fread(void *restrict data, size_t size, size_t count, FILE *restrict f) {
    return read_items(data, size, count, f);
}

size_t fread_unlocked(void *restrict data, size_t size, size_t count, FILE *restrict f) {
    return read_items(data, size, count, f);
}

/* ---- lines ---- */
/* How many bytes can be taken at once, up to and including the delimiter: one that was pushed back,
 * or a run of the buffer. 0 at the end. */
static size_t next_run(struct rt_file *f, int delimiter, size_t max) {
    if (f->back_count > 0) return 1;
    if (!rt_fill(f)) return 0;
    size_t left = f->end - f->pos, n = 0;
    if (max > left) max = left;
    const unsigned char *s = f->buf + f->pos;
    while (n < max)
        if (s[n++] == (unsigned char)delimiter) break;
    return n;
}

/* Copies up to and including the delimiter, at most n bytes, and returns how many. */
static size_t take_until(struct rt_file *f, char *out, size_t n, int delimiter) {
    size_t done = 0;
    while (done < n) {
        size_t run = next_run(f, delimiter, n - done);
        if (run == 0) break;
        done += rt_stream_read(f, out + done, run);
        if (out[done - 1] == (char)delimiter) break;
    }
    return done;
}

char *rt_get_line(char *s, int n, struct rt_file *f) {
    if (n <= 0) return NULL;
    if (n == 1) return *s = 0, s;
    int before = f->glibc._flags & _IO_ERR_SEEN;
    f->glibc._flags &= ~_IO_ERR_SEEN;
    size_t len = take_until(f, s, (size_t)n - 1, '\n');
    bool failed = len == 0 || ((f->glibc._flags & _IO_ERR_SEEN) && rt_errno != EAGAIN);
    f->glibc._flags |= before;
    if (failed) return NULL;
    s[len] = 0;
    return s;
}

char *fgets(char *restrict s, int n, FILE *restrict f) { return rt_get_line(s, n, rt_stream(f)); }
char *fgets_unlocked(char *restrict s, int n, FILE *restrict f) {
    return rt_get_line(s, n, rt_stream(f));
}

char *gets(char *s);
char *gets(char *s) {
    size_t len = take_until(rt_stream(stdin), s, SIZE_MAX, '\n');
    if (len == 0) return NULL;
    s[s[len - 1] == '\n' ? len - 1 : len] = 0;
    return s;
}

/* Room for `need` bytes in the line buffer of getdelim; sizes grow as glibc's do. */
static bool grow_line(char **line, size_t *cap, size_t need) {
    if (need <= *cap) return true;
    size_t next = 2 * *cap > need ? 2 * *cap : need;
    char *p = realloc(*line, next);
    if (!p) return false;
    *line = p;
    *cap = next;
    return true;
}

static ssize_t get_delimited(char **line, size_t *cap, int delimiter, FILE *stream) {
    struct rt_file *f = rt_stream(stream);
    if (!line || !cap) return rt_fail(EINVAL);
    if (!*line || *cap == 0) {
        char *p = realloc(*line, 120);
        if (!p) return -1;
        *line = p;
        *cap = 120;
    }
    size_t len = 0;
    for (size_t run; (run = next_run(f, delimiter, SIZE_MAX)) > 0;) {
        if (!grow_line(line, cap, len + run + 1)) return rt_fail(ENOMEM);
        len += rt_stream_read(f, *line + len, run);
        if ((*line)[len - 1] == (char)delimiter) break;
    }
    if (len == 0) return -1;
    (*line)[len] = 0;
    return (ssize_t)len;
}

ssize_t getdelim(char **restrict line, size_t *restrict cap, int delimiter, FILE *restrict f) {
    return get_delimited(line, cap, delimiter, f);
}

ssize_t __getdelim(char **restrict line, size_t *restrict cap, int delimiter, FILE *restrict f) {
    return get_delimited(line, cap, delimiter, f);
}

ssize_t getline(char **restrict line, size_t *restrict cap, FILE *restrict f) {
    return get_delimited(line, cap, '\n', f);
}

static int get_word(FILE *f) {
    int w;
    return rt_stream_read(rt_stream(f), &w, sizeof w) == sizeof w ? w : EOF;
}

int getw(FILE *f) { return get_word(f); }
int putw(int w, FILE *f) {
    return rt_stream_write(rt_stream(f), &w, sizeof w) == sizeof w ? 0 : EOF;
}

/* ---- states ---- */
static int has_error(FILE *f) {
    __shrike_suppose_works("input and output do not fail");
    return (f->_flags & _IO_ERR_SEEN) != 0;
}
int feof(FILE *f) { return (f->_flags & _IO_EOF_SEEN) != 0; }
int ferror(FILE *f) { return has_error(f); }
void clearerr(FILE *f) { f->_flags &= ~(_IO_EOF_SEEN | _IO_ERR_SEEN); }
int feof_unlocked(FILE *f) { return (f->_flags & _IO_EOF_SEEN) != 0; }
int ferror_unlocked(FILE *f) { return has_error(f); }
void clearerr_unlocked(FILE *f) { f->_flags &= ~(_IO_EOF_SEEN | _IO_ERR_SEEN); }

/* ---- positions ---- */
static long tell_long(FILE *f) {
    int64_t position = rt_stream_tell(rt_stream(f));
    return position > LONG_MAX ? rt_fail(EOVERFLOW) : (long)position;
}

static int seek_checked(FILE *f, int64_t offset, int whence) {
    if (whence != SEEK_SET && whence != SEEK_CUR && whence != SEEK_END) return rt_fail(EINVAL);
    return rt_stream_seek(rt_stream(f), offset, whence);
}

int fseek(FILE *f, long offset, int whence) { return seek_checked(f, offset, whence); }
int fseeko(FILE *f, off_t offset, int whence) { return seek_checked(f, offset, whence); }
int fseeko64(FILE *f, off64_t offset, int whence) { return seek_checked(f, offset, whence); }
long ftell(FILE *f) { return tell_long(f); }
off_t ftello(FILE *f) { return tell_long(f); }
off64_t ftello64(FILE *f) { return rt_stream_tell(rt_stream(f)); }

void rewind(FILE *f) {
    rt_stream_seek(rt_stream(f), 0, SEEK_SET);
    f->_flags &= ~(_IO_EOF_SEEN | _IO_ERR_SEEN);
}

int fgetpos(FILE *restrict f, fpos_t *restrict p) {
    long position = tell_long(f);
    if (position < 0) return -1;
    rt_memset(p, 0, sizeof *p);
    p->__pos = position;
    return 0;
}

int fgetpos64(FILE *restrict f, fpos64_t *restrict p) {
    int64_t position = rt_stream_tell(rt_stream(f));
    if (position < 0) return -1;
    rt_memset(p, 0, sizeof *p);
    p->__pos = position;
    return 0;
}

int fsetpos(FILE *f, const fpos_t *p) { return rt_stream_seek(rt_stream(f), p->__pos, SEEK_SET); }
int fsetpos64(FILE *f, const fpos64_t *p) {
    return rt_stream_seek(rt_stream(f), p->__pos, SEEK_SET);
}
