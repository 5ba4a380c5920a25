/* time.h: strftime in the C locale, with GNU's flags and widths. */
#include "calendar.h"

struct text {
    char *buf;
    size_t cap, count;
    const struct tm *tm;
};

/* "%[flags][width]" before a conversion. */
struct field {
    char pad; /* 0: the conversion's own; '_', '-' or '0' */
    bool upper, swap;
    int width; /* -1: none */
};

static void put_char(struct text *t, char c) {
    if (t->count < t->cap) t->buf[t->count] = c;
    t->count++;
}

static void put_text(struct text *t, const struct field *f, const char *s, size_t n) {
    for (long pad = f->width - (long)n; pad > 0; pad--) put_char(t, f->pad == '0' ? '0' : ' ');
    for (size_t i = 0; i < n; i++)
        put_char(t, f->upper ? (char)rt_toupper((unsigned char)s[i]) : s[i]);
}

/* A number of at least `digits` digits, or spaces in their place if own_pad says so. */
static void put_number(struct text *t, const struct field *f, int digits, char own_pad, int64_t v) {
    char buf[24], *end = buf + sizeof buf;
    char pad = f->pad ? f->pad : own_pad;
    bool negative = v < 0;
    char *p = rt_format_unsigned(end, negative ? 0 - (uint64_t)v : (uint64_t)v, 10, false);
    if (p == end) *--p = '0';
    long width = f->width > digits ? f->width : digits;
    long missing = (pad == '-' ? f->width : width) - (end - p) - negative;
    if (pad == '_' || pad == '-')
        for (; missing > 0; missing--) put_char(t, ' ');
    if (negative) put_char(t, '-');
    for (; missing > 0; missing--) put_char(t, '0');
    while (p < end) put_char(t, *p++);
}

static void format(struct text *t, const char *fmt);

/* A conversion that is short for others. */
static void put_format(struct text *t, const struct field *f, const char *fmt) {
    char buf[64];
    struct text part = {buf, sizeof buf, 0, t->tm};
    format(&part, fmt);
    put_text(t, f, buf, part.count);
}

static int floor_mod(int a, int b) { return (a % b + b) % b; }

/* ISO 8601: which week, and in which year it counts. */
static int iso_week(const struct tm *tm, int64_t *year) {
    *year = (int64_t)tm->tm_year + 1900;
    /* Weeks belong to the year of their Thursday. */
    int thursday = tm->tm_yday - floor_mod(tm->tm_wday - 1, 7) + 3;
    if (thursday < 0) {
        --*year;
        thursday += rt_is_leap(*year) ? 366 : 365;
    } else if (thursday >= (rt_is_leap(*year) ? 366 : 365)) {
        thursday -= rt_is_leap(*year) ? 366 : 365;
        ++*year;
    }
    return thursday / 7 + 1;
}

static void put_zone(struct text *t, const struct field *f) {
    long offset = t->tm->tm_gmtoff, minutes = (offset < 0 ? -offset : offset) / 60;
    if (t->tm->tm_isdst < 0) return;
    put_text(t, f, offset < 0 ? "-" : "+", 1);
    put_number(t, f, 4, '0', minutes / 60 * 100 + minutes % 60);
}

static const char *name_or_unknown(const char (*names)[10], int i, int n) {
    return i >= 0 && i < n ? names[i] : "?";
}

static void put_name(struct text *t, struct field *f, const char *name, bool shorten) {
    size_t n = rt_strlen(name);
    f->upper |= f->swap;
    put_text(t, f, name, shorten && n > 3 ? 3 : n);
}

static void put_half(struct text *t, struct field *f, bool lower) {
    bool afternoon = t->tm->tm_hour > 11;
    lower |= f->swap;
    if (lower) f->upper = false;
    put_text(t, f, lower ? (afternoon ? "pm" : "am") : (afternoon ? "PM" : "AM"), 2);
}

static void put_zone_name(struct text *t, struct field *f) {
    char lower[32];
    const char *name = t->tm->tm_zone ? t->tm->tm_zone : "";
    size_t n = rt_strnlen(name, sizeof lower);
    for (size_t i = 0; i < n; i++)
        lower[i] = f->swap ? (char)rt_tolower((unsigned char)name[i]) : name[i];
    if (f->swap) f->upper = false;
    put_text(t, f, lower, n);
}

static int twelve(int hour) { return hour > 12 ? hour - 12 : hour == 0 ? 12 : hour; }

/* Numbers of the calendar; false when c is none of them. */
static bool put_calendar(struct text *t, const struct field *f, char c) {
    const struct tm *tm = t->tm;
    int64_t year = (int64_t)tm->tm_year + 1900, iso;
    int week = iso_week(tm, &iso);
    switch (c) {
    case 'C': put_number(t, f, 1, '0', year / 100 - (year % 100 < 0)); break;
    case 'd': put_number(t, f, 2, '0', tm->tm_mday); break;
    case 'e': put_number(t, f, 2, '_', tm->tm_mday); break;
    case 'g': put_number(t, f, 2, '0', (iso % 100 + 100) % 100); break;
    case 'G': put_number(t, f, 1, '0', iso); break;
    case 'j': put_number(t, f, 3, '0', tm->tm_yday + 1); break;
    case 'm': put_number(t, f, 2, '0', (int64_t)tm->tm_mon + 1); break;
    case 'u': put_number(t, f, 1, '0', floor_mod(tm->tm_wday - 1, 7) + 1); break;
    case 'U': put_number(t, f, 2, '0', (tm->tm_yday - tm->tm_wday + 7) / 7); break;
    case 'V': put_number(t, f, 2, '0', week); break;
    case 'w': put_number(t, f, 1, '0', tm->tm_wday); break;
    case 'W':
        put_number(t, f, 2, '0', (tm->tm_yday - floor_mod(tm->tm_wday - 1, 7) + 7) / 7);
        break;
    case 'y': put_number(t, f, 2, '0', (year % 100 + 100) % 100); break;
    case 'Y': put_number(t, f, 1, '0', year); break;
    default: return false;
    }
    return true;
}

static bool put_clock(struct text *t, const struct field *f, char c) {
    const struct tm *tm = t->tm;
    struct tm copy = *tm;
    switch (c) {
    case 'H': put_number(t, f, 2, '0', tm->tm_hour); break;
    case 'I': put_number(t, f, 2, '0', twelve(tm->tm_hour)); break;
    case 'k': put_number(t, f, 2, '_', tm->tm_hour); break;
    case 'l': put_number(t, f, 2, '_', twelve(tm->tm_hour)); break;
    case 'M': put_number(t, f, 2, '0', tm->tm_min); break;
    case 'S': put_number(t, f, 2, '0', tm->tm_sec); break;
    case 's': put_number(t, f, 1, '0', rt_to_seconds(&copy) + timezone); break;
    default: return false;
    }
    return true;
}

static bool put_combined(struct text *t, const struct field *f, char c) {
    switch (c) {
    case 'c': put_format(t, f, "%a %b %e %H:%M:%S %Y"); break;
    case 'D':
    case 'x': put_format(t, f, "%m/%d/%y"); break;
    case 'F': put_format(t, f, "%Y-%m-%d"); break;
    case 'r': put_format(t, f, "%I:%M:%S %p"); break;
    case 'R': put_format(t, f, "%H:%M"); break;
    case 'T':
    case 'X': put_format(t, f, "%H:%M:%S"); break;
    default: return false;
    }
    return true;
}

static bool put_words(struct text *t, struct field *f, char c) {
    const struct tm *tm = t->tm;
    switch (c) {
    case 'a':
    case 'A': put_name(t, f, name_or_unknown(rt_day_names, tm->tm_wday, 7), c == 'a'); break;
    case 'b':
    case 'h':
    case 'B': put_name(t, f, name_or_unknown(rt_month_names, tm->tm_mon, 12), c != 'B'); break;
    case 'p':
    case 'P': put_half(t, f, c == 'P'); break;
    case 'n': put_text(t, f, "\n", 1); break;
    case 't': put_text(t, f, "\t", 1); break;
    case '%': put_text(t, f, "%", 1); break;
    case 'z': put_zone(t, f); break;
    case 'Z': put_zone_name(t, f); break;
    default: return false;
    }
    return true;
}

static const char *parse_field(const char *p, struct field *f) {
    *f = (struct field){.width = -1};
    for (;; p++) {
        if (*p == '_' || *p == '-' || *p == '0')
            f->pad = *p;
        else if (*p == '^')
            f->upper = true;
        else if (*p == '#')
            f->swap = true;
        else
            break;
    }
    for (; rt_isdigit((unsigned char)*p); p++) {
        if (f->width < 0) f->width = 0;
        f->width = f->width > INT_MAX / 10 - 1 ? INT_MAX / 10 : f->width * 10 + (*p - '0');
    }
    return p;
}

static void format(struct text *t, const char *fmt) {
    while (*fmt) {
        const char *start = fmt;
        if (*fmt != '%') {
            put_char(t, *fmt++);
            continue;
        }
        struct field f;
        fmt = parse_field(fmt + 1, &f);
        if (*fmt == 'E' || *fmt == 'O') fmt++;
        char c = *fmt;
        if (c) fmt++;
        if (put_calendar(t, &f, c) || put_clock(t, &f, c) || put_combined(t, &f, c) ||
            put_words(t, &f, c))
            continue;
        f.upper = false;
        put_text(t, &f, start, (size_t)(fmt - start)); /* unknown: as it stands */
    }
}

static size_t format_time(char *buf, size_t n, const char *fmt, const struct tm *tm) {
    struct text t = {buf, n, 0, tm};
    rt_update_zone();
    format(&t, fmt);
    if (t.count >= n) return rt_errno = ERANGE, 0;
    buf[t.count] = 0;
    return t.count;
}

size_t strftime(char *restrict buf, size_t n, const char *restrict fmt,
                const struct tm *restrict tm) {
    return format_time(buf, n, fmt, tm);
}

size_t strftime_l(char *restrict buf, size_t n, const char *restrict fmt,
                  const struct tm *restrict tm, locale_t locale) {
    return (void)locale, format_time(buf, n, fmt, tm);
}
