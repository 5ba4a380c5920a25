/* time.h: strptime in the C locale. */
#include "calendar.h"

/* What a parse gathers beside the fields of struct tm. */
struct parse {
    struct tm *tm;
    int century; /* -1: none */
    bool pm, twelve, have_year, have_month, have_day, have_yday, have_wday;
};

/* A number of at most `digits` digits in [low, high]; NULL when it is none. */
static const char *number(const char *s, int digits, int low, int high, int *v) {
    int value = 0, n = 0;
    while (rt_isspace((unsigned char)*s)) s++;
    for (; n < digits && rt_isdigit((unsigned char)s[n]); n++) value = value * 10 + (s[n] - '0');
    if (n == 0 || value < low || value > high) return NULL;
    *v = value;
    return s + n;
}

/* The name at s, long or short, in any case. */
static const char *name(const char *s, const char (*names)[10], int n, int *v) {
    for (int i = 0; i < n; i++) {
        size_t length = rt_strlen(names[i]), k = 0;
        while (names[i][k] && rt_tolower((unsigned char)s[k]) == rt_tolower(names[i][k])) k++;
        if (k < 3) continue;
        *v = i;
        return s + (k == length ? length : 3);
    }
    return NULL;
}

static const char *half(const char *s, struct parse *p) {
    int c = rt_tolower((unsigned char)s[0]);
    if ((c != 'a' && c != 'p') || rt_tolower((unsigned char)s[1]) != 'm') return NULL;
    p->pm = c == 'p';
    return s + 2;
}

static const char *zone(const char *s, struct parse *p) {
    while (rt_isspace((unsigned char)*s)) s++;
    if (*s == 'Z') return p->tm->tm_gmtoff = 0, s + 1;
    if (*s != '+' && *s != '-') return NULL;
    bool negative = *s++ == '-';
    int n = 0, v = 0;
    for (; n < 4 && rt_isdigit((unsigned char)*s); n++) {
        v = v * 10 + (*s++ - '0');
        if (*s == ':' && n == 1 && rt_isdigit((unsigned char)s[1])) s++;
    }
    if (n == 2) v *= 100;
    if ((n != 4 && n != 2) || v % 100 >= 60 || v > 1400) return NULL;
    p->tm->tm_gmtoff = (v / 100 * 3600 + v % 100 * 60) * (negative ? -1 : 1);
    return s;
}

static const char *parse(const char *s, const char *fmt, struct parse *p);

static const char *seconds(const char *s, struct parse *p) {
    int64_t v = 0;
    if (!rt_isdigit((unsigned char)*s)) return NULL;
    for (; rt_isdigit((unsigned char)*s); s++) {
        if (v > INT64_MAX / 10 - 9) return NULL;
        v = v * 10 + (*s - '0');
    }
    rt_update_zone();
    return rt_local_time(v, p->tm) ? s : NULL;
}

static const char *date_field(const char *s, char c, struct parse *p) {
    struct tm *tm = p->tm;
    int v = 0;
    switch (c) {
    case 'a':
    case 'A': p->have_wday = true; return name(s, rt_day_names, 7, &tm->tm_wday);
    case 'b':
    case 'B':
    case 'h': p->have_month = true; return name(s, rt_month_names, 12, &tm->tm_mon);
    case 'C': p->have_year = true; return number(s, 2, 0, 99, &p->century);
    case 'd':
    case 'e': p->have_day = true; return number(s, 2, 1, 31, &tm->tm_mday);
    case 'j':
        p->have_yday = true;
        s = number(s, 3, 1, 366, &v);
        tm->tm_yday = v - 1;
        return s;
    case 'm':
        p->have_month = true;
        s = number(s, 2, 1, 12, &v);
        tm->tm_mon = v - 1;
        return s;
    case 'u':
        p->have_wday = true;
        s = number(s, 1, 1, 7, &v);
        tm->tm_wday = v % 7;
        return s;
    case 'w': p->have_wday = true; return number(s, 1, 0, 6, &tm->tm_wday);
    case 'U':
    case 'V':
    case 'W': return number(s, 2, 0, 53, &v);
    case 'g': return number(s, 2, 0, 99, &v);
    case 'y':
        p->have_year = true;
        s = number(s, 2, 0, 99, &v);
        tm->tm_year = v >= 69 ? v : v + 100;
        return s;
    case 'Y':
    case 'G':
        s = number(s, 4, 0, 9999, &v);
        if (c == 'Y') tm->tm_year = v - 1900, p->have_year = true, p->century = -1;
        return s;
    default: return NULL;
    }
}

static const char *clock_field(const char *s, char c, struct parse *p) {
    struct tm *tm = p->tm;
    int v = 0;
    switch (c) {
    case 'H':
    case 'k': p->twelve = false; return number(s, 2, 0, 23, &tm->tm_hour);
    case 'I':
    case 'l':
        p->twelve = true;
        s = number(s, 2, 1, 12, &v);
        tm->tm_hour = v % 12;
        return s;
    case 'M': return number(s, 2, 0, 59, &tm->tm_min);
    case 'S': return number(s, 2, 0, 61, &tm->tm_sec);
    case 'p': return half(s, p);
    case 's': return seconds(s, p);
    case 'z': return zone(s, p);
    case 'Z': return s; /* glibc reads no names */
    default: return NULL;
    }
}

static const char *field(const char *s, char c, struct parse *p) {
    switch (c) {
    case 'c': return parse(s, "%a %b %e %H:%M:%S %Y", p);
    case 'D':
    case 'x': return parse(s, "%m/%d/%y", p);
    case 'F': return parse(s, "%Y-%m-%d", p);
    case 'r': return parse(s, "%I:%M:%S %p", p);
    case 'R': return parse(s, "%H:%M", p);
    case 'T':
    case 'X': return parse(s, "%H:%M:%S", p);
    case 'n':
    case 't':
        while (rt_isspace((unsigned char)*s)) s++;
        return s;
    case '%': return *s == '%' ? s + 1 : NULL;
    case 'H':
    case 'k':
    case 'I':
    case 'l':
    case 'M':
    case 'S':
    case 'p':
    case 's':
    case 'z':
    case 'Z': return clock_field(s, c, p);
    default: return date_field(s, c, p);
    }
}

static const char *parse(const char *s, const char *fmt, struct parse *p) {
    for (; *fmt && s; fmt++) {
        if (rt_isspace((unsigned char)*fmt)) {
            while (rt_isspace((unsigned char)*s)) s++;
        } else if (*fmt != '%') {
            if (*s++ != *fmt) return NULL;
        } else {
            fmt++;
            while (*fmt == '_' || *fmt == '-' || *fmt == '0' || *fmt == '^' || *fmt == '#') fmt++;
            if (*fmt == 'E' || *fmt == 'O') fmt++;
            if (!*fmt) return NULL;
            s = field(s, *fmt, p);
        }
    }
    return s;
}

/* Computes what the given fields determine: weekday, day of the year, or month and day. */
static void complete(struct parse *p) {
    struct tm *tm = p->tm;
    if (p->twelve && p->pm) tm->tm_hour += 12;
    if (p->century >= 0) tm->tm_year = (p->century - 19) * 100 + (tm->tm_year % 100 + 100) % 100;
    int64_t year = (int64_t)tm->tm_year + 1900, first = rt_days_from_civil(year, 0, 1);
    if (p->have_yday && !(p->have_month && p->have_day)) {
        struct tm day;
        if (!rt_break_down((first + tm->tm_yday) * 86400, &day)) return;
        if (!p->have_month) tm->tm_mon = day.tm_mon;
        if (!p->have_day) tm->tm_mday = day.tm_mday;
    }
    bool dated = p->have_year || p->have_month || p->have_day || p->have_yday;
    int64_t days = rt_days_from_civil(year, tm->tm_mon, tm->tm_mday);
    if (dated && !p->have_wday) tm->tm_wday = (int)((days % 7 + 11) % 7);
    if (dated && !p->have_yday) tm->tm_yday = (int)(days - first);
}

char *strptime(const char *restrict s, const char *restrict fmt, struct tm *restrict tm) {
    struct parse p = {.tm = tm, .century = -1};
    const char *end = parse(s, fmt, &p);
    if (!end) return NULL;
    complete(&p);
    return (char *)end;
}
