#include "serve/position.h"

#include <ctype.h>
#include <string.h>

#include "base/str.h"

/* ---- URIs -------------------------------------------------------------------------------------------- */

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool uri_path(const char *uri, struct str *path) {
    if (!str_starts(uri, "file://")) return false;
    uri += strlen("file://");
    if (str_starts(uri, "localhost/")) uri += strlen("localhost");
    if (*uri != '/') return false;
    for (; *uri && *uri != '?' && *uri != '#'; uri++) {
        int high = *uri == '%' ? hex_digit(uri[1]) : -1, low = high >= 0 ? hex_digit(uri[2]) : -1;
        if (low >= 0 && !(high | low)) return false; /* no path has a zero in it */
        str_add_char(path, low < 0 ? *uri : (char)(high << 4 | low));
        if (low >= 0) uri += 2;
    }
    return true;
}

void uri_add(const char *path, struct str *out) {
    str_add(out, "file://");
    for (; *path; path++) {
        if (isascii((unsigned char)*path) && (isalnum((unsigned char)*path) || strchr("/-._~", *path)))
            str_add_char(out, *path);
        else str_addf(out, "%%%02X", (unsigned char)*path);
    }
}

/* ---- columns ----------------------------------------------------------------------------------------- */

/* Bytes of the character at the start; 1 of what is no UTF-8. */
static size_t character(const char *at, size_t len) {
    unsigned char c = (unsigned char)*at;
    size_t n = c >= 0xf0 && c < 0xf8 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 1;
    if (c >= 0xf8 || n > len) return 1;
    for (size_t i = 1; i < n; i++)
        if (((unsigned char)at[i] & 0xc0) != 0x80) return 1;
    return n;
}

uint32_t position_units(const char *line, size_t len, size_t bytes, bool utf8) {
    uint32_t units = 0;
    if (bytes > len) bytes = len;
    if (utf8) return (uint32_t)bytes;
    for (size_t at = 0; at < bytes;) {
        size_t n = character(line + at, len - at);
        units += n == 4 ? 2 : 1;
        at += n;
    }
    return units;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80; }

size_t position_token_end(const char *line, size_t len, size_t from) {
    size_t at = from;
    if (from >= len) return len;
    if (!is_word(line[at])) return at + 1;
    while (at < len && is_word(line[at])) at++;
    return at;
}

/* ---- lines ------------------------------------------------------------------------------------------- */

const char *text_line(const char *text, uint32_t number, size_t *len) {
    while (number--) {
        text = strchr(text, '\n');
        if (!text++) return NULL;
    }
    *len = strcspn(text, "\r\n");
    return text;
}

static uint32_t count_lines(const char *from, const char *end) {
    uint32_t n = 0;
    while (from < end) n += *from++ == '\n';
    return n;
}

uint32_t text_line_before(const char *old, const char *now, uint32_t number) {
    const char *a = old, *b = now, *end_a = old + strlen(old), *end_b = now + strlen(now);
    while (*a && *a == *b) a++, b++;
    if (!*a && !*b) return number;
    uint32_t same = count_lines(now, b); /* whole lines before the first difference */
    if (number < same) return number;
    while (end_a > a && end_b > b && end_a[-1] == end_b[-1]) end_a--, end_b--;
    uint32_t lines_old = count_lines(old, old + strlen(old)), lines_now = count_lines(now, now + strlen(now));
    bool whole = (end_b == now || end_b[-1] == '\n') && (end_a == old || end_a[-1] == '\n');
    if (number < count_lines(now, end_b) + !whole) return UINT32_MAX; /* up to the last difference */
    return number + lines_old - lines_now;
}
