/*
 * The scanf engine. It reads one character ahead at most, like glibc, and therefore takes the start
 * of a number that turns out to be none ("0x", "1e+"): the standard would need to look further.
 */
#include "stream.h"
#include "scanf.h"

#include <stdlib.h>
#include <wchar.h>

enum length { LEN_NONE, LEN_CHAR, LEN_SHORT, LEN_LONG, LEN_LLONG };
enum outcome { OK, MISMATCH, END }; /* END: the input ended before the conversion began */

struct directive {
    bool suppress, allocate;
    int width; /* -1: none */
    int arg;   /* n$; 0: the next */
    enum length length;
    char conversion;
    bool set[256]; /* of %[ */
};

/* The characters of a number. */
struct digits {
    char *text;
    size_t count, cap;
    char small[64];
};

/* ---- input ---- */
static int get(struct rt_in *in) {
    int c = EOF;
    if (in->ended) rt_errno = in->errno_before; /* as glibc: reading on forgets a range error */
    if (in->file)
        c = rt_getc(in->file);
    else if (*in->text)
        c = (unsigned char)*in->text++;
    if (c != EOF) in->count++;
    in->ended = c == EOF;
    return c;
}

static void unget(struct rt_in *in, int c) {
    if (c == EOF) return;
    in->count--;
    if (in->file)
        rt_ungetc(c, in->file);
    else
        in->text--;
}

static void skip_space(struct rt_in *in) {
    int c;
    do c = get(in);
    while (rt_isspace(c));
    unget(in, c);
}

/* The next character if the width allows one; EOF otherwise. Counts the width down. */
static int next(struct rt_in *in, int *width) {
    if (*width == 0) return EOF;
    int c = get(in);
    if (*width > 0 && c != EOF) --*width;
    return c;
}

/* ---- parsing the format ---- */
static int parse_int(const char **p) {
    unsigned v = 0;
    for (; rt_isdigit((unsigned char)**p); ++*p)
        v = v > INT_MAX / 10 - 1 ? INT_MAX / 10 : v * 10 + (unsigned)(**p - '0');
    return (int)v;
}

static const char *parse_length(const char *p, struct directive *d) {
    switch (*p) {
    case 'h': d->length = p[1] == 'h' ? LEN_CHAR : LEN_SHORT; return p + 1 + (p[1] == 'h');
    case 'l': d->length = p[1] == 'l' ? LEN_LLONG : LEN_LONG; return p + 1 + (p[1] == 'l');
    case 'j':
    case 'q':
    case 'L': d->length = LEN_LLONG; return p + 1;
    case 'z':
    case 'Z':
    case 't': d->length = sizeof(size_t) > sizeof(int) ? LEN_LONG : LEN_NONE; return p + 1;
    default: return p;
    }
}

/* The set of "%[": p stands behind the bracket. NULL when it does not end. */
static const char *parse_set(const char *p, struct directive *d) {
    bool invert = *p == '^';
    p += invert;
    for (int c = 0; c < 256; c++) d->set[c] = invert;
    const char *first = p;
    for (; *p && (*p != ']' || p == first); p++) {
        bool range = *p == '-' && p > first && p[1] && p[1] != ']' &&
                     (unsigned char)p[-1] <= (unsigned char)p[1];
        int low = (unsigned char)(range ? p[-1] : *p);
        int high = (unsigned char)(range ? p[1] : *p);
        for (int c = low; c <= high; c++) d->set[c] = !invert;
    }
    return *p ? p + 1 : NULL;
}

/* The directive behind a '%'. NULL when the format is malformed. */
static const char *parse_directive(const char *p, struct directive *d, bool gnu_a) {
    d->suppress = d->allocate = false;
    d->arg = 0;
    d->width = -1;
    d->length = LEN_NONE;
    int number = parse_int(&p);
    if (number > 0 && *p == '$') {
        d->arg = number, number = 0;
        p++;
    }
    if (number == 0) {
        for (; *p == '*' || *p == '\'' || *p == 'I'; p++) d->suppress |= *p == '*';
        number = parse_int(&p);
    }
    if (number > 0) d->width = number;
    bool old_style = gnu_a && *p == 'a' && (p[1] == 's' || p[1] == 'S' || p[1] == '[');
    if (*p == 'm' || old_style) d->allocate = true, p++;
    p = parse_length(p, d);
    d->conversion = *p++;
    if (!d->conversion) return NULL;
    if (d->conversion == 'C' || d->conversion == 'S') d->length = LEN_LONG, d->conversion |= 32;
    return d->conversion == '[' ? parse_set(p, d) : p;
}

/* ---- arguments: all are pointers ---- */
static void *argument(struct rt_in *in, int number) {
    if (number == 0) return va_arg(in->ap, void *);
    va_list ap;
    va_copy(ap, in->ap_start);
    void *p = NULL;
    while (number-- > 0) p = va_arg(ap, void *);
    va_end(ap);
    return p;
}

/* ---- numbers ---- */
static void add(struct digits *n, int c) {
    if (n->count + 1 >= n->cap) {
        size_t cap = 2 * n->cap;
        char *text = malloc(cap);
        if (!text) __shrike_unsupported("scanf without memory");
        rt_memcpy(text, n->text, n->count);
        if (n->text != n->small) free(n->text);
        n->text = text;
        n->cap = cap;
    }
    n->text[n->count++] = (char)c;
    n->text[n->count] = 0;
}

static void digits_init(struct digits *n) {
    n->text = n->small;
    n->count = 0;
    n->cap = sizeof n->small;
    n->small[0] = 0;
}

static void digits_release(struct digits *n) {
    if (n->text != n->small) free(n->text);
}

/* Do the next characters spell the word, in any case? They are taken as far as they do. */
static bool spells(struct rt_in *in, struct digits *n, const char *word, int *width) {
    for (; *word; word++) {
        int c = next(in, width);
        if (rt_tolower(c) != *word) {
            unget(in, c);
            return false;
        }
        add(n, c);
    }
    return true;
}

static bool collect_integer(struct rt_in *in, struct directive *d, struct digits *n, int *base) {
    int width = d->width, c = next(in, &width);
    if (c == '-' || c == '+') {
        add(n, c);
        c = next(in, &width);
    }
    if (c == '0') {
        add(n, c);
        c = next(in, &width);
        if (rt_tolower(c) == 'x' && (*base == 0 || *base == 16)) {
            *base = 16;
            c = next(in, &width);
        } else if (*base == 0) {
            *base = 8;
        }
    }
    if (*base == 0) *base = 10;
    while (rt_digit(c) < (unsigned)*base) {
        add(n, c);
        c = next(in, &width);
    }
    if (d->conversion == 'p' && n->count == 0 && c == '(' && (d->width < 0 || d->width >= 5) &&
        spells(in, n, "nil)", &width)) {
        n->count = 0;
        add(n, '0');
        return true;
    }
    unget(in, c);
    return n->count > 1 || (n->count == 1 && n->text[0] != '-' && n->text[0] != '+');
}

/* strtol or strtoul of the collected text, in the type that glibc uses for this length. */
static uintmax_t integer_value(const struct directive *d, const char *text, int base) {
    struct rt_number r = rt_parse_integer(text, base);
    bool is_signed = d->conversion == 'd' || d->conversion == 'i';
    uintmax_t max = d->length == LEN_LLONG ? (is_signed ? LLONG_MAX : ULLONG_MAX)
                                           : (is_signed ? LONG_MAX : ULONG_MAX);
    uintmax_t limit = max + (is_signed && r.negative);
    if (r.overflow || r.magnitude > limit) {
        rt_errno = ERANGE;
        if (!is_signed) return max;
        r.magnitude = limit;
    }
    return r.negative ? 0 - r.magnitude : r.magnitude;
}

static void store_integer(void *p, enum length length, uintmax_t v) {
    switch (length) {
    case LEN_CHAR: *(unsigned char *)p = (unsigned char)v; break;
    case LEN_SHORT: *(unsigned short *)p = (unsigned short)v; break;
    case LEN_NONE: *(unsigned *)p = (unsigned)v; break;
    case LEN_LONG: *(unsigned long *)p = (unsigned long)v; break;
    case LEN_LLONG: *(unsigned long long *)p = v; break;
    }
}

static int integer_base(char conversion) {
    switch (conversion) {
    case 'i': return 0;
    case 'o': return 8;
    case 'x':
    case 'X':
    case 'p': return 16;
    default: return 10;
    }
}

static enum outcome scan_integer(struct rt_in *in, struct directive *d) {
    struct digits n;
    int base = integer_base(d->conversion);
    int c = get(in);
    if (c == EOF) return END;
    unget(in, c);
    digits_init(&n);
    bool good = collect_integer(in, d, &n, &base);
    if (d->conversion == 'p') d->length = LEN_LONG;
    if (good) {
        uintmax_t v = integer_value(d, n.text, base);
        if (!d->suppress) store_integer(argument(in, d->arg), d->length, v);
    }
    digits_release(&n);
    return good ? OK : MISMATCH;
}

/* Digits, point and exponent from c on. */
static void collect_decimal(struct rt_in *in, struct digits *n, int c, int *width, bool hex,
                            bool digit_seen) {
    bool dot = false, exponent = false;
    char letter = hex ? 'p' : 'e';
    for (;; c = next(in, width)) {
        char last = n->count ? n->text[n->count - 1] : 0;
        if (rt_isdigit(c) || (hex && !exponent && rt_digit(c) < 16))
            digit_seen = true;
        else if (exponent && last == letter && (c == '-' || c == '+'))
            ;
        else if (digit_seen && !exponent && rt_tolower(c) == letter)
            exponent = dot = true, c = letter;
        else if (!dot && c == '.')
            dot = true;
        else
            break;
        add(n, c);
    }
    unget(in, c);
}

static bool collect_float(struct rt_in *in, struct digits *n, int width) {
    int c = next(in, &width);
    if (c == '-' || c == '+') {
        add(n, c);
        c = next(in, &width);
        if (c == EOF) return false;
    }
    size_t sign = n->count;
    int lower = rt_tolower(c);
    if (lower == 'n' || lower == 'i') {
        add(n, c);
        if (!spells(in, n, lower == 'n' ? "an" : "nf", &width)) return false;
        if (lower == 'n') return true;
        int more = next(in, &width);
        if (rt_tolower(more) != 'i') return unget(in, more), true;
        add(n, more);
        return spells(in, n, "nity", &width);
    }
    bool hex = false, zero = c == '0';
    if (zero) {
        add(n, c);
        c = next(in, &width);
        hex = rt_tolower(c) == 'x';
        if (hex) {
            add(n, c);
            c = next(in, &width);
        }
    }
    collect_decimal(in, n, c, &width, hex, zero && !hex);
    return n->count > sign + (hex ? 2 : 0);
}

static bool store_float(struct rt_in *in, const struct directive *d, const char *text) {
    char *end;
    void *p = d->suppress ? NULL : argument(in, d->arg);
    if (d->length == LEN_LLONG) {
        long double v = rt_strtold(text, &end);
        if (p && end != text) *(long double *)p = v;
    } else if (d->length == LEN_LONG) {
        double v = rt_strtod(text, &end);
        if (p && end != text) *(double *)p = v;
    } else {
        float v = rt_strtof(text, &end);
        if (p && end != text) *(float *)p = v;
    }
    return end != text;
}

static enum outcome scan_float(struct rt_in *in, struct directive *d) {
    struct digits n;
    int c = get(in);
    if (c == EOF) return END;
    unget(in, c);
    digits_init(&n);
    bool good = collect_float(in, &n, d->width) && store_float(in, d, n.text);
    digits_release(&n);
    return good ? OK : MISMATCH;
}

/* ---- text ---- */
struct target {
    void **slot; /* where an allocated result goes */
    char *p;     /* NULL: suppressed */
    size_t count, cap;
    bool wide;
    char partial[6]; /* bytes of a wide character so far */
    int partial_count;
};

static void target_init(struct target *t, struct rt_in *in, const struct directive *d) {
    *t = (struct target){.wide = d->length == LEN_LONG};
    if (d->suppress) return;
    void *p = argument(in, d->arg);
    t->cap = SIZE_MAX;
    t->p = p;
    if (!d->allocate) return;
    t->slot = p;
    t->cap = d->conversion == 'c' && d->width > 0 && d->width < 1024 ? (size_t)d->width : 100;
    t->p = malloc(t->cap * (t->wide ? sizeof(wchar_t) : 1));
    if (!t->p) __shrike_unsupported("scanf without memory");
    *t->slot = t->p;
}

static void target_put(struct target *t, uint32_t c) {
    if (!t->p) return;
    size_t size = t->wide ? sizeof(wchar_t) : 1;
    if (t->slot && t->count == t->cap) {
        t->cap *= 2;
        t->p = realloc(t->p, t->cap * size);
        if (!t->p) __shrike_unsupported("scanf without memory");
        *t->slot = t->p;
    }
    if (t->wide)
        ((wchar_t *)(void *)t->p)[t->count] = (wchar_t)c;
    else
        t->p[t->count] = (char)c;
    t->count++;
}

/* Adds one byte of input; false when it makes no character. */
static bool target_add(struct target *t, int c) {
    if (!t->wide) return target_put(t, (uint32_t)c), true;
    t->partial[t->partial_count++] = (char)c;
    uint32_t wide;
    int n = rt_decode(&wide, t->partial, (size_t)t->partial_count);
    if (n == -1) return rt_fail(EILSEQ), false;
    if (n == -2) return true;
    t->partial_count = 0;
    target_put(t, wide);
    return true;
}

static bool accepts(const struct directive *d, int c) {
    if (d->conversion == 'c') return true;
    return d->conversion == 's' ? !rt_isspace(c) : d->set[c];
}

static enum outcome scan_text(struct rt_in *in, struct directive *d) {
    struct target t;
    int width = d->width;
    if (width < 0) width = d->conversion == 'c' ? 1 : INT_MAX;
    int c = get(in);
    if (c == EOF) return END;
    if (!accepts(d, c)) {
        unget(in, c);
        return MISMATCH;
    }
    target_init(&t, in, d);
    for (; c != EOF; c = get(in)) {
        if (!accepts(d, c)) {
            unget(in, c);
            break;
        }
        if (!target_add(&t, c)) return MISMATCH;
        if (t.partial_count == 0 && --width <= 0) break;
    }
    if (t.partial_count > 0) return rt_fail(EILSEQ), MISMATCH;
    if (d->conversion != 'c') target_put(&t, 0);
    return OK;
}

/* ---- the loop ---- */
static enum outcome scan_percent(struct rt_in *in) {
    int c = get(in);
    if (c == '%') return OK;
    unget(in, c);
    return c == EOF ? END : MISMATCH;
}

static enum outcome scan_directive(struct rt_in *in, struct directive *d, int *done) {
    enum outcome result;
    char c = d->conversion;
    if (c != '[' && c != 'c' && c != 'n') skip_space(in);
    switch (c) {
    case '%': return scan_percent(in);
    case 'n':
        if (!d->suppress) store_integer(argument(in, d->arg), d->length, (uintmax_t)in->count);
        return OK;
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'p': result = scan_integer(in, d); break;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': result = scan_float(in, d); break;
    case 's':
    case 'c':
    case '[': result = scan_text(in, d); break;
    default: return MISMATCH;
    }
    if (result == OK && !d->suppress) ++*done;
    return result;
}

static enum outcome match_literal(struct rt_in *in, char wanted) {
    int c = get(in);
    if (c == EOF) return END;
    if (c == (unsigned char)wanted) return OK;
    unget(in, c);
    return MISMATCH;
}

int rt_scan(struct rt_in *in, const char *fmt) {
    struct directive d;
    in->errno_before = rt_errno;
    int done = 0;
    enum outcome result = OK;
    while (*fmt && result == OK) {
        if (rt_isspace((unsigned char)*fmt)) {
            while (rt_isspace((unsigned char)*fmt)) fmt++;
            skip_space(in);
        } else if (*fmt != '%') {
            result = match_literal(in, *fmt++);
        } else {
            fmt = parse_directive(fmt + 1, &d, in->gnu_a);
            if (!fmt) return done;
            result = scan_directive(in, &d, &done);
        }
    }
    return result == END && done == 0 ? EOF : done;
}
