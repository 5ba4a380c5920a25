/*
 * The printf engine. A format is read once when its arguments come in order. With n$ arguments it
 * is read twice: first to learn the type of every argument, because they can only be fetched in
 * order. Floating point goes to the engine; everything else is done here.
 */
#include "fixed.h"
#include "rt.h"
#include "rt_fenv.h"

#include <stdlib.h>
#include <wchar.h>

enum length { LEN_NONE, LEN_CHAR, LEN_SHORT, LEN_LONG, LEN_LLONG, LEN_LDOUBLE };
enum type { T_NONE, T_INT, T_LONG, T_LLONG, T_DOUBLE, T_LDOUBLE, T_POINTER };

union value {
    intmax_t i;
    double d;
    long double ld;
    const void *p;
};

struct spec {
    bool left, plus, space, alt, zero, group, i18n;
    int width, precision;    /* precision -1: none; width is never negative */
    int width_arg, prec_arg; /* 1-based argument numbers of n$ formats, 0: not from an argument */
    bool width_star, prec_star;
    int arg; /* 1-based, 0: the next */
    enum length length;
    char conversion; /* 0: the format ended */
};

struct args {
    va_list ap, left;    /* the next argument; what the caller's list becomes, once `apart` */
    bool apart;          /* from here on glibc reads a copy of the list: n$, or a conversion that nobody knows */
    union value *values; /* of n$ formats; else NULL */
    int count;
};

/* ---- text that is only counted: without branches on values, which may be symbolic ---- */
static long larger(long a, long b) { return a > b ? a : b; }

/* A field of n bytes. */
static void count_field(struct rt_out *o, const struct spec *s, size_t n) {
    o->count += (size_t)larger((long)n, s->width);
}

static long count_digits(uintmax_t v, unsigned base) {
    long n = 0;
    if (base == 10) {
        uintmax_t power = 1;
        for (int i = 0; i < 20; i++, power *= 10) n += v >= power;
        return n;
    }
    unsigned bits = base == 16 ? 4 : base == 8 ? 3 : 1;
    for (unsigned shift = 0; shift < 64; shift += bits) n += v >> shift != 0;
    return n;
}

static void count_integer(struct rt_out *o, const struct spec *s, uintmax_t v, unsigned base,
                          long prefix) {
    long n = count_digits(v, base), zeros = larger((s->precision < 0 ? 1 : s->precision) - n, 0);
    if (base == 8 && s->alt) zeros = larger(zeros, 1);
    count_field(o, s, (size_t)(prefix + zeros + n));
}

/* Text in a field: spaces on one side. */
static void put_field(struct rt_out *o, const struct spec *s, const char *text, size_t n) {
    long pad = s->width - (long)n;
    if (o->dry) {
        __shrike_shown(text, n);
        count_field(o, s, n);
        return;
    }
    if (!s->left) rt_out_pad(o, ' ', pad);
    rt_out_write(o, text, n);
    if (s->left) rt_out_pad(o, ' ', pad);
}

/* ---- parsing ---- */
/* A number at *p, or -1 (EOVERFLOW) when it does not fit an int. */
static int parse_number(const char **p) {
    int64_t v = 0;
    for (; rt_isdigit((unsigned char)**p); (*p)++)
        if (v <= INT_MAX) v = v * 10 + (**p - '0');
    return v > INT_MAX ? rt_fail(EOVERFLOW) : (int)v;
}

/* "n$" at p: n, and *p moved behind it; otherwise 0. */
static int parse_position(const char **p) {
    const char *q = *p;
    int before = rt_errno, n = rt_isdigit((unsigned char)*q) ? parse_number(&q) : 0;
    rt_errno = before;
    if (n <= 0 || *q != '$') return 0;
    *p = q + 1;
    return n;
}

static const char *parse_flags(const char *p, struct spec *s) {
    for (;; p++) {
        switch (*p) {
        case '-': s->left = true; break;
        case '+': s->plus = true; break;
        case ' ': s->space = true; break;
        case '#': s->alt = true; break;
        case '0': s->zero = true; break;
        case '\'': s->group = true; break;
        case 'I': s->i18n = true; break;
        default: return p;
        }
    }
}

static const char *parse_length(const char *p, struct spec *s) {
    s->length = LEN_NONE;
    switch (*p) {
    case 'h': s->length = p[1] == 'h' ? LEN_CHAR : LEN_SHORT; return p + 1 + (p[1] == 'h');
    case 'l': s->length = p[1] == 'l' ? LEN_LLONG : LEN_LONG; return p + 1 + (p[1] == 'l');
    case 'q': s->length = LEN_LLONG; return p + 1;
    case 'L': s->length = LEN_LDOUBLE; return p + 1;
    case 'j': s->length = LEN_LLONG; return p + 1;
    case 'z':
    case 'Z':
    case 't': s->length = sizeof(size_t) == sizeof(int) ? LEN_NONE : LEN_LONG; return p + 1;
    default: return p;
    }
}

/* Width and precision: a number, '*' or '*n$'. False with EOVERFLOW. */
static bool parse_amount(const char **p, int *amount, bool *star, int *arg) {
    *amount = 0;
    *star = **p == '*';
    if (!*star) return (*amount = parse_number(p)) >= 0;
    ++*p;
    *arg = parse_position(p);
    return true;
}

/* The conversion after a '%'. NULL with errno when width or precision overflow. */
static const char *parse_spec(const char *p, struct spec *s) {
    rt_memset(s, 0, sizeof *s);
    s->precision = -1;
    s->arg = parse_position(&p);
    p = parse_flags(p, s);
    if (!parse_amount(&p, &s->width, &s->width_star, &s->width_arg)) return NULL;
    if (*p == '.') {
        p++;
        if (!parse_amount(&p, &s->precision, &s->prec_star, &s->prec_arg)) return NULL;
    }
    p = parse_length(p, s);
    s->conversion = *p;
    return *p ? p + 1 : p;
}

/* ---- arguments ---- */
static enum type spec_type(const struct spec *s) {
    switch (s->conversion) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'b':
    case 'B':
        if (s->length == LEN_LLONG || s->length == LEN_LDOUBLE) return T_LLONG;
        return s->length == LEN_LONG ? T_LONG : T_INT;
    case 'c':
    case 'C': return T_INT;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': return s->length == LEN_LDOUBLE || s->length == LEN_LLONG ? T_LDOUBLE : T_DOUBLE;
    case 's':
    case 'S':
    case 'p':
    case 'n': return T_POINTER;
    default: return T_NONE;
    }
}

static union value fetch(struct args *a, enum type type) {
    union value v;
    rt_memset(&v, 0, sizeof v); /* all of it: the union is copied whole */
    switch (type) {
    case T_INT: v.i = va_arg(a->ap, int); break;
    case T_LONG: v.i = va_arg(a->ap, long); break;
    case T_LLONG: v.i = va_arg(a->ap, long long); break;
    case T_DOUBLE: v.d = va_arg(a->ap, double); break;
    case T_LDOUBLE: v.ld = va_arg(a->ap, long double); break;
    case T_POINTER: v.p = va_arg(a->ap, const void *); break;
    case T_NONE: break;
    }
    return v;
}

static void set_apart(struct args *a) {
    if (!a->apart) va_copy(a->left, a->ap);
    a->apart = true;
}

static union value take(struct args *a, int number, enum type type) {
    if (!a->values) return fetch(a, type);
    return number > 0 && number <= a->count ? a->values[number - 1] : fetch(a, T_NONE);
}

/* Replaces '*' by its argument. False with EOVERFLOW. */
static bool resolve_stars(struct args *a, struct spec *s) {
    if (s->width_star) {
        int width = (int)take(a, s->width_arg, T_INT).i;
        s->left |= width < 0;
        if (width == INT_MIN) return rt_errno = EOVERFLOW, false;
        s->width = width < 0 ? -width : width;
    }
    if (s->prec_star) {
        int precision = (int)take(a, s->prec_arg, T_INT).i;
        s->precision = precision < 0 ? -1 : precision;
    }
    return true;
}

/* ---- integers ---- */
static uintmax_t narrow_unsigned(uintmax_t v, enum length length) {
    if (length == LEN_CHAR) return (unsigned char)v;
    if (length == LEN_SHORT) return (unsigned short)v;
    if (length == LEN_NONE) return (unsigned)v;
    return length == LEN_LONG ? (unsigned long)v : v;
}

static intmax_t narrow_signed(intmax_t v, enum length length) {
    if (length == LEN_CHAR) return (signed char)v;
    if (length == LEN_SHORT) return (short)v;
    return v;
}

/* Sign or base prefix, zeros, digits. */
static void put_integer(struct rt_out *o, const struct spec *s, uintmax_t v, unsigned base,
                        const char *prefix) {
    char buf[64];
    bool upper = s->conversion == 'X';
    char *digits = rt_format_unsigned(buf + sizeof buf, v, base, upper);
    long n = buf + sizeof buf - digits, prefix_len = (long)rt_strlen(prefix);
    long zeros = (s->precision < 0 ? 1 : s->precision) - n;
    if (base == 8 && s->alt && zeros <= 0 && (n == 0 || *digits != '0')) zeros = 1;
    if (zeros < 0) zeros = 0;
    long pad = s->width - prefix_len - zeros - n;
    if (s->zero && !s->left && s->precision < 0 && pad > 0) zeros += pad, pad = 0;
    if (!s->left) rt_out_pad(o, ' ', pad);
    rt_out_write(o, prefix, (size_t)prefix_len);
    rt_out_pad(o, '0', zeros);
    rt_out_write(o, digits, (size_t)n);
    if (s->left) rt_out_pad(o, ' ', pad);
}

static const char *sign_prefix(const struct spec *s, bool negative) {
    return negative ? "-" : s->plus ? "+" : s->space ? " " : "";
}

static void put_signed(struct rt_out *o, const struct spec *s, intmax_t v) {
    v = narrow_signed(v, s->length);
    if (o->dry) __shrike_shown(&v, sizeof v);
    uintmax_t magnitude = v < 0 ? (uintmax_t)0 - (uintmax_t)v : (uintmax_t)v;
    if (o->dry) {
        count_integer(o, s, magnitude, 10, s->plus || s->space ? 1 : v < 0);
        return;
    }
    put_integer(o, s, magnitude, 10, sign_prefix(s, v < 0));
}

static void put_unsigned(struct rt_out *o, const struct spec *s, uintmax_t v) {
    static const char prefixes[][3] = {"0x", "0X", "0b", "0B"};
    char c = s->conversion;
    v = narrow_unsigned(v, s->length);
    if (o->dry) __shrike_shown(&v, sizeof v);
    bool can_prefix = s->alt && c != 'u' && c != 'o';
    unsigned base = c == 'u' ? 10 : c == 'o' ? 8 : (c | 32) == 'x' ? 16 : 2;
    if (o->dry) {
        count_integer(o, s, v, base, can_prefix ? 2 * (v != 0) : 0);
        return;
    }
    bool prefixed = can_prefix && v != 0;
    const char *prefix = prefixes[(c == 'X' || c == 'B') + 2 * ((c | 32) == 'b')];
    put_integer(o, s, v, base, prefixed ? prefix : "");
}

/* ---- text ---- */
/* The bytes of a wide string that fit the limit, whole characters only; -1 when one has no bytes.
 * With o, they are also written. */
static long put_wide(struct rt_out *o, const wchar_t *w, size_t limit) {
    size_t total = 0;
    for (size_t i = 0; total < limit && w[i]; i++) {
        char bytes[6];
        int n = rt_encode(bytes, (uint32_t)w[i]);
        if (n < 0) return rt_fail(EILSEQ);
        if ((size_t)n > limit - total) break;
        if (o) rt_out_write(o, bytes, (size_t)n);
        total += (size_t)n;
    }
    return (long)total;
}

static int put_wide_field(struct rt_out *o, const struct spec *s, const wchar_t *w) {
    size_t limit = s->precision < 0 ? SIZE_MAX : (size_t)s->precision;
    long n = put_wide(NULL, w, limit);
    if (n < 0) return -1;
    if (!s->left) rt_out_pad(o, ' ', s->width - n);
    put_wide(o, w, limit);
    if (s->left) rt_out_pad(o, ' ', s->width - n);
    return 0;
}

/* A text that lies where the output goes, or has gone, is overwritten while it is read. */
static void check_text(const struct rt_out *o, const char *text, size_t n) {
    if (!o->buf) return;
    size_t end = o->count + n + 1, written = end < o->cap ? end : o->cap;
    if ((size_t)(text - o->buf) < written || (size_t)(o->buf - text) < n) __shrike_overlap();
}

static int put_string(struct rt_out *o, const struct spec *s, const void *p) {
    size_t limit = s->precision < 0 ? SIZE_MAX : (size_t)s->precision;
    if (!p) {
        __shrike_suppose("printf prints a string that is NULL as (null), as in glibc");
        put_field(o, s, "(null)", limit >= 6 ? 6 : 0);
        return 0;
    }
    if (s->conversion == 'S' || s->length == LEN_LONG) return put_wide_field(o, s, p);
    size_t n = rt_strnlen(p, limit);
    check_text(o, p, n);
    put_field(o, s, p, n);
    return 0;
}

static int put_char(struct rt_out *o, const struct spec *s, int c) {
    char bytes[6] = {(char)c};
    int n = 1;
    if (s->conversion == 'C' || s->length == LEN_LONG) n = rt_encode(bytes, (uint32_t)c);
    if (n < 0) return rt_fail(EILSEQ);
    put_field(o, s, bytes, (size_t)n);
    return 0;
}

static void put_pointer(struct rt_out *o, struct spec *s, const void *p) {
    if (!p) {
        put_field(o, s, "(nil)", 5);
        return;
    }
    if (!o->dry) __shrike_suppose("addresses have the values that shrike chose: one is used as a number");
    char prefix[4] = "+0x";
    bool sign = s->plus || s->space;
    if (!s->plus) prefix[0] = ' ';
    s->conversion = 'x';
    if (o->dry)
        count_integer(o, s, (uintptr_t)p, 16, sign ? 3 : 2);
    else
        put_integer(o, s, (uintptr_t)p, 16, sign ? prefix : prefix + 1);
}

/* ---- floating point: the conversion is rebuilt without stars and handed on ---- */
static void build_float_spec(char *text, const struct spec *s, bool is_long) {
    char *p = text;
    *p++ = '%';
    if (s->left) *p++ = '-';
    if (s->plus) *p++ = '+';
    if (s->space) *p++ = ' ';
    if (s->alt) *p++ = '#';
    if (s->zero) *p++ = '0';
    char number[12], *end = number + sizeof number;
    char *digits = rt_format_unsigned(end, (uintmax_t)s->width, 10, false);
    while (digits < end) *p++ = *digits++;
    if (s->precision >= 0) {
        *p++ = '.';
        *p++ = '0';
        digits = rt_format_unsigned(end, (uintmax_t)s->precision, 10, false);
        while (digits < end) *p++ = *digits++;
    }
    if (is_long) *p++ = 'L';
    *p++ = s->conversion;
    *p = 0;
}

static int format_float(char *buf, size_t n, const char *text, bool is_long, union value v) {
    return is_long ? __shrike_format_long_double(buf, n, text, v.ld)
                   : __shrike_format_double(buf, n, text, v.d);
}

/* Sign and text of what is no number of digits. */
static void put_special(struct rt_out *o, const struct spec *s, bool negative, bool nan) {
    char text[5];
    const char *prefix = sign_prefix(s, negative), *name = s->conversion == 'F' ? (nan ? "NAN" : "INF") : nan ? "nan" : "inf";
    size_t n = rt_strlen(prefix);
    rt_memcpy(text, prefix, n);
    rt_memcpy(text + n, name, 3);
    put_field(o, s, text, n + 3);
}

static void put_fixed(struct rt_out *o, const struct spec *s, bool negative, struct rt_fixed f, int places) {
    char buf[24 + RT_FIXED_PLACES], *end = buf + sizeof buf, *p = end;
    uint32_t small = (uint32_t)f.fraction; /* which is easier for solvers */
    for (int i = 0; i < places; i++) {
        *--p = (char)('0' + (places < 10 ? small % 10 : f.fraction % 10));
        small /= 10;
        f.fraction /= 10;
    }
    if (places || s->alt) *--p = '.';
    char *digits = rt_format_unsigned(p, f.whole, 10, false);
    if (digits == p) *--digits = '0';
    const char *prefix = sign_prefix(s, negative);
    long n = end - digits, pad = s->width - n - (long)rt_strlen(prefix);
    if (!s->left && !s->zero) rt_out_pad(o, ' ', pad);
    rt_out_write(o, prefix, rt_strlen(prefix));
    if (!s->left && s->zero) rt_out_pad(o, '0', pad);
    rt_out_write(o, digits, (size_t)n);
    if (s->left) rt_out_pad(o, ' ', pad);
}

/* %f of an input: a path for each number of digits, not for each value. False: it is too large or too long for that. */
static bool put_input(struct rt_out *o, const struct spec *s, union value v, bool is_long) {
    int places = s->precision < 0 ? 6 : s->precision;
    if ((s->conversion | 32) != 'f' || places > RT_FIXED_PLACES || !__shrike_symbolic(&v, is_long ? 10 : sizeof v.d)) return false;
    bool nan = is_long ? v.ld != v.ld : v.d != v.d; /* first: only a NaN's sign is not known */
    if (nan) return put_special(o, s, is_long ? __builtin_signbit(v.ld) : __builtin_signbit(v.d), true), true;
    bool fixed = is_long ? rt_is_fixed_l(v.ld) : rt_is_fixed_d(v.d), negative = is_long ? v.ld < 0 : v.d < 0;
    bool infinite = is_long ? __builtin_isinf_sign(v.ld) : __builtin_isinf_sign(v.d);
    if (infinite) return put_special(o, s, negative, false), true;
    if (!fixed) return false;
    negative = is_long ? __builtin_signbit(v.ld) : __builtin_signbit(v.d); /* zeros have one, too */
    put_fixed(o, s, negative, is_long ? rt_fixed_l(v.ld, places) : rt_fixed_d(v.d, places), places);
    return true;
}

static int put_float(struct rt_out *o, const struct spec *s, union value v, bool is_long) {
    char text[40], buf[128], *big = NULL;
    if (o->dry && __shrike_symbolic(&v, is_long ? 10 : sizeof v.d)) {
        __shrike_shown(&v, is_long ? 10 : sizeof v.d);
        long least = larger(s->width, 1), most = larger(s->width, 5000L + larger(s->precision, 0));
        o->count += (size_t)__shrike_unknown((int)least, most < INT_MAX ? (int)most : INT_MAX);
        return 0;
    }
    if (__shrike_rounding) __shrike_unsupported("text of floating-point numbers with rounding other than to nearest");
    if (put_input(o, s, v, is_long)) return 0;
    build_float_spec(text, s, is_long);
    int n = format_float(buf, sizeof buf, text, is_long, v);
    if (n < 0) return rt_fail(EOVERFLOW);
    if ((size_t)n >= sizeof buf) {
        big = malloc((size_t)n + 1);
        if (!big) return rt_fail(ENOMEM);
        format_float(big, (size_t)n + 1, text, is_long, v);
    }
    rt_out_write(o, big ? big : buf, (size_t)n);
    free(big);
    return 0;
}

/* ---- the rest ---- */
static void store_count(const struct spec *s, void *p, size_t count) {
    switch (s->length) {
    case LEN_CHAR: *(signed char *)p = (signed char)count; break;
    case LEN_SHORT: *(short *)p = (short)count; break;
    case LEN_NONE: *(int *)p = (int)count; break;
    case LEN_LONG: *(long *)p = (long)count; break;
    case LEN_LLONG:
    case LEN_LDOUBLE: *(long long *)p = (long long)count; break;
    }
}

/* A conversion that nobody knows is printed, in a normal form. */
static void put_unknown(struct rt_out *o, const struct spec *s) {
    char text[40], *p = text, number[12], *end = number + sizeof number;
    *p++ = '%';
    if (s->alt) *p++ = '#';
    if (s->group) *p++ = '\'';
    if (s->plus)
        *p++ = '+';
    else if (s->space)
        *p++ = ' ';
    if (s->left) *p++ = '-';
    if (s->zero && !s->left) *p++ = '0';
    if (s->i18n) *p++ = 'I';
    char *digits = rt_format_unsigned(end, (uintmax_t)s->width, 10, false);
    while (digits < end) *p++ = *digits++;
    if (s->precision >= 0) {
        *p++ = '.';
        digits = rt_format_unsigned(end, (uintmax_t)s->precision, 10, false);
        if (digits == end) *p++ = '0';
        while (digits < end) *p++ = *digits++;
    }
    *p++ = s->conversion;
    rt_out_write(o, text, (size_t)(p - text));
}

static int convert(struct rt_out *o, struct args *a, struct spec *s, int err) {
    enum type type = spec_type(s);
    union value v = take(a, s->arg, type);
    switch (s->conversion) {
    case 'd':
    case 'i': put_signed(o, s, v.i); return 0;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'b':
    case 'B': put_unsigned(o, s, (uintmax_t)v.i); return 0;
    case 'c':
    case 'C': return put_char(o, s, (int)v.i);
    case 's':
    case 'S': return put_string(o, s, v.p);
    case 'p': put_pointer(o, s, v.p); return 0;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': return put_float(o, s, v, type == T_LDOUBLE);
    case 'n': store_count(s, (void *)v.p, o->count); return 0;
    case 'm': s->length = LEN_NONE; return put_string(o, s, rt_strerror(err));
    case '%': rt_out_write(o, "%", 1); return 0;
    default: set_apart(a); put_unknown(o, s); return 0;
    }
}

/* ---- n$ formats ---- */
static void note_type(enum type *types, int number, enum type type) {
    if (number > 0 && type != T_NONE) types[number - 1] = type;
}

/* Walks the conversions from fmt on: the highest argument number, and with `types` their types.
 * -1 when the format is malformed. */
static int survey(const char *fmt, enum type *types) {
    int highest = 0;
    while ((fmt = rt_strchr(fmt, '%'))) {
        struct spec s;
        fmt = parse_spec(fmt + 1, &s);
        if (!fmt) return -1;
        if (!s.conversion) return rt_fail(EINVAL);
        int numbers[3] = {s.arg, s.width_arg, s.prec_arg};
        for (int i = 0; i < 3; i++)
            if (numbers[i] > highest) highest = numbers[i];
        if (!types) continue;
        note_type(types, s.arg, spec_type(&s));
        note_type(types, s.width_arg, T_INT);
        note_type(types, s.prec_arg, T_INT);
    }
    return highest;
}

/* Fetches all arguments of a format that uses n$. */
static int fetch_all(struct args *a, const char *fmt) {
    int n = survey(fmt, NULL);
    set_apart(a);
    if (n <= 0) return n;
    enum type *types = malloc((size_t)n * sizeof *types);
    a->values = malloc((size_t)n * sizeof *a->values);
    if (!types || !a->values) return rt_fail(ENOMEM);
    for (int i = 0; i < n; i++) types[i] = T_INT;
    survey(fmt, types);
    for (int i = 0; i < n; i++) a->values[i] = fetch(a, types[i]);
    a->count = n;
    free(types);
    return n;
}

static bool uses_positions(const struct spec *s) { return s->arg || s->width_arg || s->prec_arg; }

static int format_all(struct rt_out *o, const char *fmt, struct args *a, int err) {
    while (*fmt) {
        size_t n = 0;
        while (fmt[n] && fmt[n] != '%') n++;
        if (n > 0) rt_out_write(o, fmt, n);
        fmt += n;
        if (!*fmt) break;
        struct spec s;
        const char *start = fmt;
        fmt = parse_spec(fmt + 1, &s);
        if (!fmt) return -1;
        if (!s.conversion) return rt_fail(EINVAL);
        if (!a->values && uses_positions(&s) && fetch_all(a, start) < 0) return -1;
        if (!resolve_stars(a, &s) || convert(o, a, &s, err) < 0) return -1;
        if (o->failed) return -1;
        if (o->count > INT_MAX) return rt_fail(EOVERFLOW);
    }
    return o->failed ? -1 : (int)o->count;
}

int rt_format(struct rt_out *o, const char *fmt, va_list ap) {
    struct args a = {.apart = false};
    va_copy(a.ap, ap);
    int result = format_all(o, fmt, &a, rt_errno);
    if (a.apart)
        va_copy(ap, a.left);
    else
        va_copy(ap, a.ap); /* where va_list is an array, this is the caller's */
    va_end(a.ap);
    free(a.values);
    return result;
}
