#include "text/jsonread.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"

enum { DEEPEST = 200 };

struct json_reader {
    const char *path, *start, *at, *end;
    struct arena *arena;
    struct str *error;
    uint32_t depth;
};

static struct json *value(struct json_reader *r);

/* ---- places and messages ------------------------------------------------------------------------------ */

static uint32_t line_of(const struct json_reader *r, uint32_t *column) {
    uint32_t line = 1;
    *column = 1;
    for (const char *c = r->start; c < r->at; c++) {
        *column = *c == '\n' ? 1 : *column + 1;
        line += *c == '\n';
    }
    return line;
}

static struct json *wrong(struct json_reader *r, const char *what) {
    uint32_t column, line = line_of(r, &column);
    if (!r->error->len) str_addf(r->error, "%s:%u:%u: %s", r->path, line, column, what);
    return NULL;
}

static void skip_space(struct json_reader *r) {
    while (r->at < r->end && *r->at && strchr(" \t\r\n", *r->at)) r->at++;
}

static bool take(struct json_reader *r, const char *word) {
    size_t n = strlen(word);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n) != 0) return false;
    r->at += n;
    return true;
}

/* ---- texts ------------------------------------------------------------------------------------------- */

static bool hex4(struct json_reader *r, uint32_t *code) {
    *code = 0;
    if (r->end - r->at < 4) return false;
    for (int i = 0; i < 4; i++) {
        char c = *r->at++;
        uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                         : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                         : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                                : 16;
        if (digit > 15) return false;
        *code = *code << 4 | digit;
    }
    return true;
}

static void add_utf8(struct str *out, uint32_t c) {
    if (c < 0x80) {
        str_add_char(out, (char)c);
    } else if (c < 0x800) {
        str_add_char(out, (char)(0xc0 | c >> 6));
        str_add_char(out, (char)(0x80 | (c & 0x3f)));
    } else if (c < 0x10000) {
        str_add_char(out, (char)(0xe0 | c >> 12));
        str_add_char(out, (char)(0x80 | (c >> 6 & 0x3f)));
        str_add_char(out, (char)(0x80 | (c & 0x3f)));
    } else {
        str_add_char(out, (char)(0xf0 | c >> 18));
        str_add_char(out, (char)(0x80 | (c >> 12 & 0x3f)));
        str_add_char(out, (char)(0x80 | (c >> 6 & 0x3f)));
        str_add_char(out, (char)(0x80 | (c & 0x3f)));
    }
}

/* Behind a backslash. */
static bool escape(struct json_reader *r, struct str *out) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    uint32_t code, low;
    if (r->at == r->end) return false;
    char c = *r->at++;
    const char *known = c ? strchr(from, c) : NULL;
    if (known) {
        str_add_char(out, to[known - from]);
        return true;
    }
    if (c != 'u' || !hex4(r, &code)) return false;
    if (code >= 0xd800 && code < 0xdc00) {
        if (!take(r, "\\u") || !hex4(r, &low) || low < 0xdc00 || low > 0xdfff) return false;
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    add_utf8(out, code);
    return true;
}

/* At a quote. */
static const char *text(struct json_reader *r) {
    struct str out = {0};
    bool ok = true;
    r->at++;
    while (ok && r->at < r->end && *r->at != '"' && (unsigned char)*r->at >= 0x20) {
        char c = *r->at++;
        if (c != '\\') str_add_char(&out, c);
        else ok = escape(r, &out);
    }
    const char *kept = NULL;
    if (ok && r->at < r->end && *r->at == '"' && r->at++) kept = arena_strdup(r->arena, str_text(&out));
    else wrong(r, "a string that does not end, or an invalid escape");
    str_release(&out);
    return kept;
}

/* ---- values ------------------------------------------------------------------------------------------ */

static struct json *make(struct json_reader *r, enum json_kind kind) {
    struct json *v = ARENA_NEW(r->arena, struct json);
    v->kind = kind;
    return v;
}

static struct json *number(struct json_reader *r) {
    char digits[64];
    size_t n = 0;
    while (r->at + n < r->end && n < sizeof digits - 1 && r->at[n] && strchr("+-.0123456789eE", r->at[n])) n++;
    memcpy(digits, r->at, n);
    digits[n] = '\0';
    char *end;
    double v = strtod(digits, &end);
    if (!n || *end || n == sizeof digits - 1) return wrong(r, "expected a value");
    struct json *out = make(r, JSON_NUMBER);
    out->number = v;
    r->at += n;
    return out;
}

static struct json *word(struct json_reader *r) {
    static const struct {
        const char *text;
        enum json_kind kind;
        double number;
    } words[] = {{"null", JSON_NULL, 0}, {"true", JSON_BOOL, 1}, {"false", JSON_BOOL, 0}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!take(r, words[i].text)) continue;
        struct json *out = make(r, words[i].kind);
        out->number = words[i].number;
        return out;
    }
    return number(r);
}

static const char *member_name(struct json_reader *r) {
    skip_space(r);
    if (r->at == r->end || *r->at != '"') {
        wrong(r, "expected the name of a member");
        return NULL;
    }
    const char *name = text(r);
    skip_space(r);
    if (name && take(r, ":")) return name;
    wrong(r, "expected :");
    return NULL;
}

/* A list or an object, at its bracket. */
static struct json *composed(struct json_reader *r, bool object) {
    struct json *out = make(r, object ? JSON_OBJECT : JSON_LIST), **link = &out->first;
    const char *close = object ? "}" : "]";
    r->at++;
    skip_space(r);
    if (take(r, close)) return out;
    for (;;) {
        const char *name = object ? member_name(r) : NULL;
        if (object && !name) return NULL;
        struct json *item = value(r);
        if (!item) return NULL;
        item->name = name;
        *link = item;
        link = &item->next;
        skip_space(r);
        if (take(r, close)) return out;
        if (!take(r, ",")) return wrong(r, object ? "expected , or }" : "expected , or ]");
    }
}

static struct json *value(struct json_reader *r) {
    skip_space(r);
    if (r->at == r->end) return wrong(r, "the text ends too early");
    if (r->depth == DEEPEST) return wrong(r, "nested too deeply");
    r->depth++;
    struct json *out = NULL;
    if (*r->at == '"') {
        const char *kept = text(r);
        if (kept) {
            out = make(r, JSON_TEXT);
            out->text = kept;
        }
    } else if (*r->at == '{' || *r->at == '[') {
        out = composed(r, *r->at == '{');
    } else {
        out = word(r);
    }
    r->depth--;
    return out;
}

const struct json *json_read(const char *path, const char *data, size_t size, struct arena *arena, struct str *error) {
    struct json_reader r = {
        .path = path, .start = data, .at = data, .end = data + size, .arena = arena, .error = error};
    if (size >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0) r.at += 3;
    struct json *out = value(&r);
    skip_space(&r);
    if (out && r.at != r.end) return wrong(&r, "text after the value");
    return out;
}

const struct json *json_member(const struct json *v, const char *name) {
    if (!v || v->kind != JSON_OBJECT) return NULL;
    for (const struct json *m = v->first; m; m = m->next)
        if (strcmp(m->name, name) == 0) return m;
    return NULL;
}

const char *json_text(const struct json *v, const char *name) {
    const struct json *m = json_member(v, name);
    return m && m->kind == JSON_TEXT ? m->text : "";
}
