#include "text/quote.h"

#include <string.h>

#include "base/str.h"

static const char escapes[] = "n\nt\tr\ra\ab\bf\fv\v\\\\\"\"";

static char letter_of(uint8_t byte) {
    for (const char *e = escapes; *e; e += 2)
        if ((uint8_t)e[1] == byte) return e[0];
    return 0;
}

static bool is_octal(char c) { return c >= '0' && c <= '7'; }

/* Three digits always: a digit that follows is never taken for part of it. */
static void add_byte(struct str *out, uint8_t byte, bool digit_follows, const char *also) {
    bool forced = byte && also && strchr(also, byte);
    if (!forced && letter_of(byte)) str_addf(out, "\\%c", letter_of(byte));
    else if (byte == 0 && !digit_follows) str_add(out, "\\0");
    else if (forced || byte < 0x20 || byte >= 0x7f) str_addf(out, "\\%03o", byte);
    else str_add_char(out, (char)byte);
}

void quote_add_plain(struct str *out, const void *bytes, size_t size, const char *also) {
    const uint8_t *p = bytes;
    for (size_t i = 0; i < size; i++) add_byte(out, p[i], i + 1 < size && p[i + 1] >= '0' && p[i + 1] <= '9', also);
}

void quote_add(struct str *out, const void *bytes, size_t size, const char *also) {
    str_add_char(out, '"');
    quote_add_plain(out, bytes, size, also);
    str_add_char(out, '"');
}

/* One escape behind its backslash; false if it is none. */
static bool read_escape(const char **text, struct str *out) {
    const char *p = *text;
    if (is_octal(*p)) {
        unsigned value = 0;
        for (int i = 0; i < 3 && is_octal(*p); i++) value = value * 8 + (unsigned)(*p++ - '0');
        if (value > 255) return false;
        str_add_char(out, (char)value);
        *text = p;
        return true;
    }
    for (const char *e = escapes; *e; e += 2)
        if (e[0] == *p) {
            str_add_char(out, e[1]);
            *text = p + 1;
            return true;
        }
    return false;
}

bool quote_read(const char **text, struct str *out) {
    while (**text == ' ' || **text == '\t' || **text == '\n') ++*text;
    if (**text != '"') return false;
    for (++*text; **text != '"';) {
        if (!**text) return false;
        if (**text != '\\') {
            str_add_char(out, *(*text)++);
            continue;
        }
        ++*text;
        if (!read_escape(text, out)) return false;
    }
    ++*text;
    return true;
}

void quote_add_hex(struct str *out, const uint8_t *bytes, size_t size) {
    str_add(out, "0x");
    for (size_t i = size; i-- > 0;) str_addf(out, "%02x", bytes[i]);
    if (!size) str_add_char(out, '0');
}
