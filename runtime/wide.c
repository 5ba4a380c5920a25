/* wchar.h, wctype.h and the multibyte functions of stdlib.h. Bytes are ASCII in the C locale and
 * UTF-8 in C.UTF-8; wide characters beyond ASCII have no class and no case here. */
#include "rt.h"

#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

/* ---- one character ---- */
int rt_encode(char *s, uint32_t c) {
    if (c < 0x80) return s[0] = (char)c, 1;
    if (!rt_locale_utf8() || c > 0x7fffffff || (c >= 0xd800 && c < 0xe000)) return -1;
    int n = c < 0x800 ? 2 : c < 0x10000 ? 3 : c < 0x200000 ? 4 : c < 0x4000000 ? 5 : 6;
    for (int i = n - 1; i > 0; i--, c >>= 6) s[i] = (char)(0x80 | (c & 0x3f));
    s[0] = (char)((0xff00u >> n) | c);
    return n;
}

/* The length that a first byte announces, 0 when it cannot be one; *bits gets its payload. */
static int announced_length(unsigned char first, uint32_t *bits) {
    for (int n = 2; n <= 6; n++) {
        unsigned lead = (0xff00u >> n) & 0xff, mask = 0xffu >> (n + 1);
        if ((first & ~mask & 0xff) != lead) continue;
        *bits = first & mask;
        return first < 0xc2 ? 0 : n;
    }
    return 0;
}

int rt_decode(uint32_t *c, const char *s, size_t n) {
    unsigned char first = (unsigned char)s[0];
    if (first < 0x80) return *c = first, 1;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000};
    uint32_t v = 0;
    int length = rt_locale_utf8() ? announced_length(first, &v) : 0;
    if (length == 0) return -1;
    for (int i = 1; i < length; i++) {
        if ((size_t)i >= n) return -2;
        unsigned char byte = (unsigned char)s[i];
        if ((byte & 0xc0) != 0x80) return -1;
        v = v << 6 | (byte & 0x3f);
    }
    if (v < least[length] || (v >= 0xd800 && v < 0xe000)) return -1;
    *c = v;
    return length;
}

/* ---- restartable: mbstate_t keeps the bytes of an unfinished character ---- */
static mbstate_t shared_state;

/* The state holds up to five bytes: four in __wchb, the fifth above their number in __count. */
static size_t load_state(const mbstate_t *state, char *bytes) {
    for (int i = 0; i < 4; i++) bytes[i] = state->__value.__wchb[i];
    bytes[4] = (char)(state->__count >> 8);
    return (size_t)state->__count & 7;
}

static void save_state(mbstate_t *state, const char *bytes, size_t n) {
    for (size_t i = 0; i < 4; i++) state->__value.__wchb[i] = i < n ? bytes[i] : 0;
    state->__count = (int)n | (n == 5 ? (unsigned char)bytes[4] << 8 : 0);
}

/* mbrtowc. */
static size_t decode_state(wchar_t *w, const char *s, size_t n, mbstate_t *state) {
    char bytes[8];
    size_t kept = load_state(state, bytes), total = kept;
    if (!s) s = "", n = 1, w = NULL;
    uint32_t c = 0;
    while (total - kept < n) {
        bytes[total] = s[total - kept];
        total++;
        int length = rt_decode(&c, bytes, total);
        if (length == -2) continue;
        if (length == -1) return rt_errno = EILSEQ, (size_t)-1;
        state->__count = 0;
        if (w) *w = (wchar_t)c;
        return c ? total - kept : 0;
    }
    save_state(state, bytes, total);
    return (size_t)-2;
}

static size_t encode_state(char *s, wchar_t c) {
    char bytes[6];
    int n = rt_encode(s ? s : bytes, s ? (uint32_t)c : 0);
    return n < 0 ? (rt_errno = EILSEQ, (size_t)-1) : (size_t)n;
}

size_t mbrtowc(wchar_t *restrict w, const char *restrict s, size_t n, mbstate_t *restrict state) {
    return decode_state(w, s, n, state ? state : &shared_state);
}

size_t mbrlen(const char *restrict s, size_t n, mbstate_t *restrict state) {
    return decode_state(NULL, s, n, state ? state : &shared_state);
}

size_t wcrtomb(char *restrict s, wchar_t c, mbstate_t *restrict state) {
    return (void)state, encode_state(s, c);
}

int mbsinit(const mbstate_t *state) { return !state || state->__count == 0; }

/* mbtowc and mblen: no state; an unfinished character is an error. */
static int decode_one(wchar_t *w, const char *s, size_t n) {
    if (!s) return 0; /* the encoding has no states */
    if (n == 0) return -1;
    uint32_t c = 0;
    int length = rt_decode(&c, s, n);
    if (length < 0) return rt_fail(EILSEQ);
    if (w) *w = (wchar_t)c;
    return c ? length : 0;
}

int mbtowc(wchar_t *restrict w, const char *restrict s, size_t n) { return decode_one(w, s, n); }
int mblen(const char *s, size_t n) { return decode_one(NULL, s, n); }
int wctomb(char *s, wchar_t c) { return s ? (int)encode_state(s, c) : 0; }
wint_t btowc(int c) { return c >= 0 && c < 0x80 ? (wint_t)c : WEOF; }
int wctob(wint_t c) { return c < 0x80 ? (int)c : -1; }

/* ---- strings of them ---- */
/* At most n characters from at most `bytes` bytes of *s. With out, *s moves behind what was taken,
 * or becomes NULL at the end. */
static size_t decode_string(wchar_t *out, const char **s, size_t bytes, size_t n) {
    const char *p = *s;
    size_t count = 0;
    while (!out || count < n) {
        uint32_t c = 0;
        size_t left = bytes - (size_t)(p - *s);
        if (left == 0) break;
        int length = rt_decode(&c, p, left);
        if (length == -2 && bytes != SIZE_MAX) break;
        if (length < 0) {
            if (out) *s = p;
            return rt_errno = EILSEQ, (size_t)-1;
        }
        if (out) out[count] = (wchar_t)c;
        if (!c) {
            if (out) *s = NULL;
            return count;
        }
        p += length;
        count++;
    }
    if (out) *s = p;
    return count;
}

static size_t encode_string(char *out, const wchar_t **s, size_t chars, size_t n) {
    const wchar_t *p = *s;
    size_t count = 0;
    for (;; p++) {
        char bytes[6];
        if ((size_t)(p - *s) >= chars) break;
        int length = rt_encode(bytes, (uint32_t)*p);
        if (length < 0) {
            if (out) *s = p;
            return rt_errno = EILSEQ, (size_t)-1;
        }
        if (out && count + (size_t)length > n) break;
        if (out) rt_memcpy(out + count, bytes, (size_t)length);
        if (!*p) {
            if (out) *s = NULL;
            return count;
        }
        count += (size_t)length;
    }
    if (out) *s = p;
    return count;
}

size_t mbstowcs(wchar_t *restrict w, const char *restrict s, size_t n) {
    const char *p = s;
    return decode_string(w, &p, SIZE_MAX, n);
}
size_t wcstombs(char *restrict s, const wchar_t *restrict w, size_t n) {
    const wchar_t *p = w;
    return encode_string(s, &p, SIZE_MAX, n);
}
size_t mbsrtowcs(wchar_t *restrict w, const char **restrict s, size_t n, mbstate_t *restrict st) {
    return (void)st, decode_string(w, s, SIZE_MAX, n);
}
size_t wcsrtombs(char *restrict s, const wchar_t **restrict w, size_t n, mbstate_t *restrict st) {
    return (void)st, encode_string(s, w, SIZE_MAX, n);
}
size_t mbsnrtowcs(wchar_t *restrict w, const char **restrict s, size_t bytes, size_t n,
                  mbstate_t *restrict st) {
    return (void)st, decode_string(w, s, bytes, n);
}
size_t wcsnrtombs(char *restrict s, const wchar_t **restrict w, size_t chars, size_t n,
                  mbstate_t *restrict st) {
    return (void)st, encode_string(s, w, chars, n);
}

/* ---- classes ---- */
static int ascii(wint_t c) { return c < 0x80 ? (int)c : -1; }
static bool is_graph(int c) { return c > 32 && c < 127; }

static const char class_names[12][8] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                        "lower", "print", "punct", "space", "upper", "xdigit"};

/* The class with this number in class_names. */
static bool in_class(wint_t wide, unsigned class) {
    int c = ascii(wide);
    switch (class) {
    case 0: return rt_isalnum(c);
    case 1: return rt_isalpha(c);
    case 2: return c == ' ' || c == '\t';
    case 3: return (unsigned)c < 32 || c == 127;
    case 4: return rt_isdigit(c);
    case 5: return is_graph(c);
    case 6: return rt_islower(c);
    case 7: return is_graph(c) || c == ' ';
    case 8: return is_graph(c) && !rt_isalnum(c);
    case 9: return rt_isspace(c);
    case 10: return rt_isupper(c);
    default: return rt_digit(c) < 16;
    }
}

int iswalnum(wint_t c) { return in_class(c, 0); }
int iswalpha(wint_t c) { return in_class(c, 1); }
int iswblank(wint_t c) { return in_class(c, 2); }
int iswcntrl(wint_t c) { return in_class(c, 3); }
int iswdigit(wint_t c) { return in_class(c, 4); }
int iswgraph(wint_t c) { return in_class(c, 5); }
int iswlower(wint_t c) { return in_class(c, 6); }
int iswprint(wint_t c) { return in_class(c, 7); }
int iswpunct(wint_t c) { return in_class(c, 8); }
int iswspace(wint_t c) { return in_class(c, 9); }
int iswupper(wint_t c) { return in_class(c, 10); }
int iswxdigit(wint_t c) { return in_class(c, 11); }
static wint_t lower_case(wint_t c) { return rt_isupper(ascii(c)) ? c + 32 : c; }
static wint_t upper_case(wint_t c) { return rt_islower(ascii(c)) ? c - 32 : c; }
wint_t towlower(wint_t c) { return lower_case(c); }
wint_t towupper(wint_t c) { return upper_case(c); }

static wctype_t find_class(const char *name) {
    for (unsigned i = 0; i < 12; i++)
        if (rt_strcmp(name, class_names[i]) == 0) return i + 1;
    return 0;
}

static int in_type(wint_t c, wctype_t type) { return type > 0 && in_class(c, (unsigned)type - 1); }
wctype_t wctype(const char *name) { return find_class(name); }
int iswctype(wint_t c, wctype_t type) { return in_type(c, type); }

static int width(wchar_t c) {
    if (c == 0) return 0;
    if (c >= 32 && c < 127) return 1;
    return c >= 160 && rt_locale_utf8() ? 1 : -1;
}

int wcwidth(wchar_t c) { return width(c); }

int wcswidth(const wchar_t *s, size_t n) {
    int total = 0;
    for (size_t i = 0; i < n && s[i]; i++) {
        int w = width(s[i]);
        if (w < 0) return -1;
        total += w;
    }
    return total;
}

static wctrans_t find_change(const char *name) {
    static const int32_t lower = 1, upper = 2;
    if (rt_strcmp(name, "tolower") == 0) return &lower;
    return rt_strcmp(name, "toupper") == 0 ? &upper : NULL;
}

static wint_t change(wint_t c, wctrans_t type) { return !type ? c : *type == 1 ? lower_case(c) : upper_case(c); }
wctrans_t wctrans(const char *name) { return find_change(name); }
wint_t towctrans(wint_t c, wctrans_t type) { return change(c, type); }

/* ---- the same for a locale: those that there are agree ---- */
int iswalnum_l(wint_t c, locale_t l) { return (void)l, in_class(c, 0); }
int iswalpha_l(wint_t c, locale_t l) { return (void)l, in_class(c, 1); }
int iswblank_l(wint_t c, locale_t l) { return (void)l, in_class(c, 2); }
int iswcntrl_l(wint_t c, locale_t l) { return (void)l, in_class(c, 3); }
int iswdigit_l(wint_t c, locale_t l) { return (void)l, in_class(c, 4); }
int iswgraph_l(wint_t c, locale_t l) { return (void)l, in_class(c, 5); }
int iswlower_l(wint_t c, locale_t l) { return (void)l, in_class(c, 6); }
int iswprint_l(wint_t c, locale_t l) { return (void)l, in_class(c, 7); }
int iswpunct_l(wint_t c, locale_t l) { return (void)l, in_class(c, 8); }
int iswspace_l(wint_t c, locale_t l) { return (void)l, in_class(c, 9); }
int iswupper_l(wint_t c, locale_t l) { return (void)l, in_class(c, 10); }
int iswxdigit_l(wint_t c, locale_t l) { return (void)l, in_class(c, 11); }
wint_t towlower_l(wint_t c, locale_t l) { return (void)l, lower_case(c); }
wint_t towupper_l(wint_t c, locale_t l) { return (void)l, upper_case(c); }
wctype_t wctype_l(const char *name, locale_t l) { return (void)l, find_class(name); }
int iswctype_l(wint_t c, wctype_t type, locale_t l) { return (void)l, in_type(c, type); }
wctrans_t wctrans_l(const char *name, locale_t l) { return (void)l, find_change(name); }
wint_t towctrans_l(wint_t c, wctrans_t type, locale_t l) { return (void)l, change(c, type); }
