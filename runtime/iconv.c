/* iconv.h: ASCII, ISO-8859-1, UTF-8, UTF-16 and UTF-32, in either order of bytes. Input becomes Unicode and that output, a
 * character at a time; what is left at an error is as glibc leaves it. */
#include "rt.h"

#include <iconv.h>
#include <stdlib.h>

enum set { ASCII, LATIN1, UTF8, UTF16, UTF32 };

struct coding {
    enum set set;
    bool big; /* the high byte comes first */
    bool marked; /* begins with a byte order mark */
};

struct conversion {
    struct coding from, to;
    bool lenient; /* //TRANSLIT, //IGNORE */
    bool read, written; /* since the start: the place of a mark is passed */
    bool unclear; /* the first call did not come to its end: whether a mark is still expected depends on glibc's buffers */
};

enum { WRONG = -1, PARTIAL = -2, MARK = 0xfeff };

/* ---- names ---- */
static const struct {
    const char *name;
    struct coding coding;
} codings[] = {{"UTF-8", {UTF8, 0, 0}},         {"UTF8", {UTF8, 0, 0}},           {"ASCII", {ASCII, 0, 0}},        {"US-ASCII", {ASCII, 0, 0}},
               {"ANSI_X3.4-1968", {ASCII, 0, 0}}, {"646", {ASCII, 0, 0}},          {"ISO-8859-1", {LATIN1, 0, 0}},  {"ISO8859-1", {LATIN1, 0, 0}},
               {"ISO_8859-1", {LATIN1, 0, 0}},  {"ISO88591", {LATIN1, 0, 0}},      {"LATIN1", {LATIN1, 0, 0}},      {"L1", {LATIN1, 0, 0}},
               {"UTF-16LE", {UTF16, 0, 0}},     {"UTF16LE", {UTF16, 0, 0}},        {"UTF-16BE", {UTF16, 1, 0}},     {"UTF16BE", {UTF16, 1, 0}},
               {"UTF-32LE", {UTF32, 0, 0}},     {"UTF32LE", {UTF32, 0, 0}},        {"UTF-32BE", {UTF32, 1, 0}},     {"UTF32BE", {UTF32, 1, 0}},
               {"UTF-16", {UTF16, 0, 1}},       {"UTF16", {UTF16, 0, 1}},          {"UTF-32", {UTF32, 0, 1}},       {"UTF32", {UTF32, 0, 1}}};

/* Does the text have this name, up to its end or two slashes? */
static bool has_name(const char *text, const char *name) {
    while (*name && rt_toupper((unsigned char)*text) == *name) text++, name++;
    return !*name && (!*text || (text[0] == '/' && text[1] == '/'));
}

static bool find_coding(struct coding *c, bool *lenient, const char *text) {
    const char *slash = rt_strchr(text, '/');
    if (slash && slash[1] == '/' && slash[2]) *lenient = true;
    if (!*text) return *c = (struct coding){rt_locale_utf8() ? UTF8 : ASCII, false, false}, true;
    for (size_t i = 0; i < sizeof codings / sizeof *codings; i++)
        if (has_name(text, codings[i].name)) return *c = codings[i].coding, true;
    return false;
}

iconv_t iconv_open(const char *to, const char *from) {
    struct conversion *c = calloc(1, sizeof *c);
    if (!c) return rt_fail(ENOMEM), (iconv_t)-1;
    if (find_coding(&c->to, &c->lenient, to) && find_coding(&c->from, &c->lenient, from)) return c;
    free(c);
    if (!__shrike_exploring()) __shrike_unsupported("iconv_open of another character set");
    __shrike_approximate("character sets other than ASCII, ISO-8859-1 and those of Unicode are unknown to iconv");
    return rt_fail(EINVAL), (iconv_t)-1;
}

int iconv_close(iconv_t cd) {
    if (cd == (iconv_t)-1) return rt_fail(EBADF);
    struct conversion *c = cd;
    if (!c) c->unclear = false; /* an error, unlike free(NULL) */
    free(c);
    return 0;
}

/* ---- from bytes: how many a character has, WRONG, or PARTIAL ---- */
static bool is_surrogate(uint32_t ch) { return ch - 0xd800 < 0x800; }
static bool continues(unsigned char b) { return (b & 0xc0) == 0x80; }

/* Up to six bytes, as before Unicode came to an end at 0x10ffff. */
static int decode_utf8(uint32_t *ch, const unsigned char *s, size_t left) {
    if (s[0] < 0x80) return *ch = s[0], 1;
    int n = s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : s[0] < 0xf8 ? 4 : s[0] < 0xfc ? 5 : s[0] < 0xfe ? 6 : 0, have = 1;
    if (n == 0) return WRONG;
    uint32_t value = s[0] & (0xffu >> (n + 1));
    for (; have < n && (size_t)have < left; have++) {
        if (!continues(s[have])) return WRONG;
        value = value << 6 | (s[have] & 0x3f);
    }
    if (have < n) return PARTIAL;
    if ((n > 2 && value >> (5 * n - 4) == 0) || is_surrogate(value)) return WRONG; /* fewer bytes would do */
    return *ch = value, n;
}

static uint32_t unit16(const unsigned char *s, bool big) { return (uint32_t)s[big ? 1 : 0] | (uint32_t)s[big ? 0 : 1] << 8; }
static uint32_t unit32(const unsigned char *s, bool big) {
    return big ? unit16(s, true) << 16 | unit16(s + 2, true) : unit16(s, false) | unit16(s + 2, false) << 16;
}

static int decode_utf16(uint32_t *ch, const unsigned char *s, size_t left, bool big) {
    if (left < 2) return PARTIAL;
    *ch = unit16(s, big);
    if (!is_surrogate(*ch)) return 2;
    if (*ch >= 0xdc00) return WRONG;
    if (left < 4) return PARTIAL;
    uint32_t low = unit16(s + 2, big) - 0xdc00;
    if (low >= 0x400) return WRONG;
    *ch = 0x10000 + ((*ch - 0xd800) << 10) + low;
    return 4;
}

static int decode(uint32_t *ch, const struct coding *from, const unsigned char *s, size_t left) {
    switch (from->set) {
    case ASCII: return *ch = s[0], s[0] < 0x80 ? 1 : WRONG;
    case LATIN1: return *ch = s[0], 1;
    case UTF8: return decode_utf8(ch, s, left);
    case UTF16: return decode_utf16(ch, s, left, from->big);
    case UTF32: break;
    }
    if (left < 4) return PARTIAL;
    *ch = unit32(s, from->big);
    return *ch > 0x10ffff || is_surrogate(*ch) ? WRONG : 4;
}

/* ---- to bytes: how many, or WRONG; there is room for 6 ---- */
static int put_units(unsigned char *to, uint32_t v, int n, bool big) {
    for (int i = 0; i < n; i++) to[big ? n - 1 - i : i] = (unsigned char)(v >> (8 * i));
    return n;
}

static int encode_utf8(unsigned char *to, uint32_t ch) {
    if (ch < 0x80) return to[0] = (unsigned char)ch, 1;
    int n = ch < 0x800 ? 2 : ch < 0x10000 ? 3 : ch < 0x200000 ? 4 : ch < 0x4000000 ? 5 : 6;
    for (int i = n - 1; i > 0; i--, ch >>= 6) to[i] = (unsigned char)(0x80 | (ch & 0x3f));
    to[0] = (unsigned char)((0xfc << (6 - n)) | ch);
    return n;
}

/* Marks of languages vanish where they have no place. */
static bool is_tag(uint32_t ch) { return ch >> 7 == 0xe0000 >> 7; }

static int encode(unsigned char *to, const struct coding *c, uint32_t ch) {
    if (c->set == ASCII || c->set == LATIN1) {
        if (is_tag(ch)) return 0;
        return to[0] = (unsigned char)ch, ch < (c->set == ASCII ? 0x80 : 0x100) ? 1 : WRONG;
    }
    if (ch > 0x10ffff && c->set != UTF8) return WRONG;
    if (c->set == UTF8) return encode_utf8(to, ch);
    if (c->set == UTF32) return put_units(to, ch, 4, c->big);
    if (ch < 0x10000) return put_units(to, ch, 2, c->big);
    put_units(to, 0xd800 + ((ch - 0x10000) >> 10), 2, c->big);
    put_units(to + 2, 0xdc00 + ((ch - 0x10000) & 0x3ff), 2, c->big);
    return 4;
}

static size_t unit_size(const struct coding *c) { return c->set == UTF16 ? 2 : c->set == UTF32 ? 4 : 1; }

/* ---- conversion ---- */
static size_t stop(struct conversion *c, int err) {
    if (err == EILSEQ && c->lenient) __shrike_unsupported("iconv of a character that has no equal, with //TRANSLIT or //IGNORE");
    c->unclear |= c->from.marked;
    return (size_t)rt_fail(err);
}

/* At the start: a mark says what the order is. It stays that of the last mark. */
static bool read_mark(struct conversion *c, char **in, size_t *in_left) {
    size_t n = unit_size(&c->from);
    if (c->unclear ? *in_left < n : c->read) return true;
    if (*in_left < n) return false;
    const unsigned char *s = (const unsigned char *)*in;
    uint32_t little = n == 2 ? unit16(s, false) : unit32(s, false), big = n == 2 ? unit16(s, true) : unit32(s, true);
    if ((little == MARK && (c->unclear || c->from.big)) || (big == MARK && c->unclear))
        __shrike_unsupported("iconv of a byte order mark after another one or after an error");
    c->unclear = false;
    c->read = true;
    if (little != MARK && big != MARK) return true;
    c->from.big = c->from.big || big == MARK;
    *in += n;
    *in_left -= n;
    return true;
}

static bool put(char **out, size_t *out_left, const unsigned char *bytes, int n) {
    if (*out_left < (size_t)n) return false;
    for (int i = 0; i < n; i++) (*out)[i] = (char)bytes[i];
    *out += n;
    *out_left -= (size_t)n;
    return true;
}

static size_t convert(struct conversion *c, char **in, size_t *in_left, char **out, size_t *out_left) {
    unsigned char bytes[6];
    uint32_t ch;
    if (c->from.marked && *in_left > 0 && !read_mark(c, in, in_left)) return (size_t)rt_fail(EINVAL);
    while (*in_left > 0) {
        int used = decode(&ch, &c->from, (const unsigned char *)*in, *in_left);
        if (used < 0) return stop(c, used == WRONG ? EILSEQ : EINVAL);
        if (c->to.marked && !c->written) {
            if (!put(out, out_left, bytes, put_units(bytes, MARK, (int)unit_size(&c->to), c->to.big))) return stop(c, E2BIG);
            c->written = true;
        }
        if (*out_left < unit_size(&c->to)) return stop(c, E2BIG);
        int made = encode(bytes, &c->to, ch);
        if (made < 0) return stop(c, EILSEQ);
        if (!put(out, out_left, bytes, made)) return stop(c, E2BIG);
        *in += used;
        *in_left -= (size_t)used;
    }
    return 0;
}

size_t iconv(iconv_t cd, char **restrict in, size_t *restrict in_left, char **restrict out, size_t *restrict out_left) {
    if (cd == (iconv_t)-1) return (size_t)rt_fail(EBADF);
    struct conversion *c = cd;
    if (in && *in) return convert(c, in, in_left, out, out_left);
    c->read = c->written = c->unclear = false; /* back to the start; none of these codings has anything to write for that */
    return 0;
}
