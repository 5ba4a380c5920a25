#include "serve/frame.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

void frames_init(struct frames *f) { memset(f, 0, sizeof *f); }

void frames_release(struct frames *f) { str_release(&f->bytes); }

/* What was taken is forgotten now and then, so that each byte is moved a few times at most. */
static void forget(struct frames *f) {
    if (f->at < f->bytes.len && f->at < f->bytes.len / 2) return;
    size_t rest = f->bytes.len - f->at;
    if (rest) memmove(f->bytes.data, f->bytes.data + f->at, rest);
    f->bytes.len = rest;
    if (f->bytes.data) f->bytes.data[rest] = '\0';
    f->at = 0;
}

void frames_feed(struct frames *f, const char *data, size_t size) {
    size_t dropped = f->skip < size ? f->skip : size;
    f->skip -= dropped;
    forget(f);
    if (size > dropped) str_add_len(&f->bytes, data + dropped, size - dropped);
    assert(f->at <= f->bytes.len);
}

bool frames_is_within(const struct frames *f) { return f->skip || f->at < f->bytes.len; }

/* Behind the empty line that ends the header; NULL: it has not come. */
static const char *header_end(const char *from, const char *end) {
    for (const char *line = from;;) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        if (!newline) return NULL;
        if (newline == line || (newline == line + 1 && *line == '\r')) return newline + 1;
        line = newline + 1;
    }
}

/* The number behind the colon; false: there is none. */
static bool read_number(const char *at, const char *end, size_t *n) {
    const size_t most = SIZE_MAX / 16;
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    const char *first = at;
    for (*n = 0; at < end && *at >= '0' && *at <= '9'; at++) {
        if (*n > most) return false;
        *n = *n * 10 + (size_t)(*at - '0');
    }
    bool any = at > first;
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r')) at++;
    return any && at == end;
}

static const char name[] = "content-length:";

static bool read_length(const char *from, const char *end, size_t *n) {
    bool found = false;
    for (const char *line = from; line < end;) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        const char *stop = newline ? newline : end;
        if ((size_t)(stop - line) >= sizeof name - 1 && strncasecmp(line, name, sizeof name - 1) == 0) {
            if (found || !read_number(line + sizeof name - 1, stop, n)) return false;
            found = true;
        }
        line = newline ? newline + 1 : end;
    }
    return found;
}

static enum frame_result broken(const char *why, const char **data, size_t *size) {
    *data = why;
    *size = strlen(why);
    return FRAME_BROKEN;
}

/* Where the next header may begin, in what is none. */
static const char *next_header(const char *from, const char *end) {
    for (const char *at = from + 1; end - at >= (ptrdiff_t)(sizeof name - 1); at++)
        if (strncasecmp(at, name, sizeof name - 1) == 0) return at;
    return end;
}

/* A message of n bytes is left out, those that are still to come as well, unless there are more than a client would
 * send. */
static void leave_out(struct frames *f, size_t n) {
    if (n > FRAME_SKIPPED_MOST) return;
    size_t here = f->bytes.len - f->at, dropped = n < here ? n : here;
    f->at += dropped;
    f->skip = n - dropped;
}

enum frame_result frames_next(struct frames *f, const char **data, size_t *size) {
    size_t length;
    if (f->at == f->bytes.len) return FRAME_NONE;
    const char *from = f->bytes.data + f->at, *end = f->bytes.data + f->bytes.len, *body = header_end(from, end);
    if (!body && end - from <= FRAME_HEADER_MOST) return FRAME_NONE;
    if (!body) {
        f->at = (size_t)(next_header(from, end) - f->bytes.data);
        return broken("the header does not end", data, size);
    }
    if (!read_length(from, body, &length)) {
        f->at = (size_t)(next_header(from, body) - f->bytes.data);
        return broken("the header needs exactly one Content-Length", data, size);
    }
    if (length > FRAME_MOST) {
        f->at = (size_t)(body - f->bytes.data);
        leave_out(f, length);
        return broken("the message is too large", data, size);
    }
    if ((size_t)(end - body) < length) return FRAME_NONE;
    f->at = (size_t)(body - f->bytes.data) + length;
    *data = body;
    *size = length;
    assert(f->at <= f->bytes.len);
    return FRAME_MESSAGE;
}

void frame_write(const struct str *message, struct str *out) {
    str_addf(out, "Content-Length: %zu\r\n\r\n", message->len);
    str_add_len(out, str_text(message), message->len);
}
