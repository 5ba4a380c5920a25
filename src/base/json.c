#include "base/json.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "base/str.h"

/* Length of the well-formed UTF-8 sequence at p, 0 if there is none. */
static size_t utf8_length(const unsigned char *p) {
    size_t n = p[0] < 0x80                   ? 1
               : p[0] >= 0xc2 && p[0] < 0xe0 ? 2
               : (p[0] & 0xf0) == 0xe0       ? 3
               : p[0] >= 0xf0 && p[0] < 0xf5 ? 4
                                             : 0;
    for (size_t i = 1; i < n; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    if (n == 3 && ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] >= 0xa0))) return 0;
    if (n == 4 && ((p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] >= 0x90))) return 0;
    return n;
}

void json_quote(struct str *out, const char *text) {
    str_add_char(out, '"');
    const unsigned char *p = (const unsigned char *)text;
    while (*p) {
        size_t n = utf8_length(p);
        if (*p == '"' || *p == '\\') str_addf(out, "\\%c", *p++);
        else if (*p == '\n') str_add(out, "\\n"), p++;
        else if (*p < 0x20 || *p == 0x7f || n == 0) str_addf(out, "\\u%04x", *p++);
        else str_add_len(out, (const char *)p, n), p += n;
    }
    str_add_char(out, '"');
}

void json_key(struct str *out, const char *key) {
    if (out->len && !strchr("{[:\n", out->data[out->len - 1])) str_add_char(out, ',');
    if (!key) return;
    json_quote(out, key);
    str_add_char(out, ':');
}

void json_open(struct str *out, const char *key, char bracket) {
    assert(bracket == '{' || bracket == '[');
    json_key(out, key);
    str_add_char(out, bracket);
}

void json_close(struct str *out, const char *brackets) {
    assert(*brackets && strspn(brackets, "}]") == strlen(brackets));
    str_add(out, brackets);
}

void json_add(struct str *out, const char *key, const char *text) {
    json_key(out, key);
    json_quote(out, text);
}

void json_number(struct str *out, const char *key, uint64_t value) {
    json_addf(out, key, "%llu", (unsigned long long)value);
}
void json_bool(struct str *out, const char *key, bool value) { json_addf(out, key, "%s", value ? "true" : "false"); }

void json_texts(struct str *out, const char *key, const char *const *texts, uint32_t n) {
    json_open(out, key, '[');
    for (uint32_t i = 0; i < n; i++) json_add(out, NULL, texts[i]);
    json_close(out, "]");
}

void json_addf(struct str *out, const char *key, const char *format, ...) {
    va_list args;
    json_key(out, key);
    va_start(args, format);
    str_vaddf(out, format, args);
    va_end(args);
}
