#include "base/str.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

void str_init(struct str *s) { memset(s, 0, sizeof *s); }

void str_release(struct str *s) {
    mem_free(s->data);
    str_init(s);
}

void str_clear(struct str *s) {
    s->len = 0;
    if (s->data) s->data[0] = '\0';
}

static void make_room(struct str *s, size_t extra) {
    size_t want = s->len + extra + 1;
    if (want <= s->cap) return;
    size_t cap = s->cap ? s->cap : 32;
    while (cap < want) cap *= 2;
    s->data = mem_realloc(s->data, cap);
    s->cap = cap;
}

void str_add_len(struct str *s, const char *text, size_t len) {
    make_room(s, len);
    if (len) memcpy(s->data + s->len, text, len);
    s->len += len;
    s->data[s->len] = '\0';
}

void str_add(struct str *s, const char *text) { str_add_len(s, text, strlen(text)); }
void str_add_char(struct str *s, char c) { str_add_len(s, &c, 1); }

void str_vaddf(struct str *s, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    assert(len >= 0);
    make_room(s, (size_t)len);
    vsnprintf(s->data + s->len, (size_t)len + 1, format, again);
    s->len += (size_t)len;
    va_end(again);
}

void str_addf(struct str *s, const char *format, ...) {
    va_list args;
    va_start(args, format);
    str_vaddf(s, format, args);
    va_end(args);
}

const char *str_text(const struct str *s) { return s->data ? s->data : ""; }

char *str_take(struct str *s) {
    char *text = s->data ? s->data : mem_strdup("");
    str_init(s);
    return text;
}

bool str_starts(const char *text, const char *prefix) { return strncmp(text, prefix, strlen(prefix)) == 0; }

bool str_ends(const char *text, const char *suffix) {
    size_t n = strlen(text), m = strlen(suffix);
    return n >= m && strcmp(text + n - m, suffix) == 0;
}

/* A pipe without a writer is empty: opening it does not wait. */
static FILE *open_to_read(const char *path) {
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return NULL;
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    return fdopen(fd, "rb");
}

bool str_read_file(struct str *s, const char *path) {
    FILE *file = open_to_read(path);
    if (!file) return false;
    char buffer[16384];
    size_t n;
    while ((n = fread(buffer, 1, sizeof buffer, file)) > 0) str_add_len(s, buffer, n);
    bool ok = !ferror(file);
    int saved = errno;
    fclose(file);
    errno = saved;
    return ok;
}

static bool write_to(const char *path, const char *data, size_t len) {
    FILE *file = fopen(path, "wb");
    if (!file) return false;
    bool ok = fwrite(data, 1, len, file) == len;
    return fclose(file) == 0 && ok;
}

bool str_write_file(const char *path, const char *data, size_t len) {
    struct stat is;
    if (stat(path, &is) == 0 && !S_ISREG(is.st_mode)) return write_to(path, data, len);
    struct str temp = {0};
    str_addf(&temp, "%s.tmp%ld", path, (long)getpid());
    bool ok = write_to(temp.data, data, len) && rename(temp.data, path) == 0;
    int saved = errno;
    if (!ok) unlink(temp.data);
    errno = saved;
    str_release(&temp);
    return ok;
}
