/* locale.h, langinfo.h, libintl.h: the two locales that every Debian has, C and C.UTF-8. They
 * differ in how wide characters become bytes, and in nothing else that programs can see here. */
#include "rt.h"

#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <stdlib.h>

enum { CATEGORIES = 12 };

/* Category numbers have a hole at LC_ALL (6). In the order in which glibc prints them. */
static const struct category {
    int number;
    char name[18];
} categories[CATEGORIES] = {
    {LC_CTYPE, "LC_CTYPE"},
    {LC_NUMERIC, "LC_NUMERIC"},
    {LC_TIME, "LC_TIME"},
    {LC_COLLATE, "LC_COLLATE"},
    {LC_MONETARY, "LC_MONETARY"},
    {LC_MESSAGES, "LC_MESSAGES"},
    {LC_PAPER, "LC_PAPER"},
    {LC_NAME, "LC_NAME"},
    {LC_ADDRESS, "LC_ADDRESS"},
    {LC_TELEPHONE, "LC_TELEPHONE"},
    {LC_MEASUREMENT, "LC_MEASUREMENT"},
    {LC_IDENTIFICATION, "LC_IDENTIFICATION"},
};

static char current[CATEGORIES][8] = {"C", "C", "C", "C", "C", "C", "C", "C", "C", "C", "C", "C"};

bool rt_locale_utf8(void) { return current[0][1] != 0; }

static bool is_utf8_name(const char *name) {
    return rt_strcasecmp(name, "C.UTF-8") == 0 || rt_strcasecmp(name, "C.utf8") == 0;
}

static bool is_known(const char *name) {
    return rt_strcmp(name, "C") == 0 || rt_strcmp(name, "POSIX") == 0 || is_utf8_name(name);
}

/* What "" means for a category. */
static const char *from_environment(const char *category) {
    const char *names[] = {"LC_ALL", category, "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = rt_getenv(names[i]);
        if (value && *value) return value;
    }
    return "C";
}

/* Which row has this category number; CATEGORIES for LC_ALL; -1. */
static int find_category(int number) {
    if (number == LC_ALL) return CATEGORIES;
    for (int i = 0; i < CATEGORIES; i++)
        if (categories[i].number == number) return i;
    return -1;
}

/* "C", or the list of all when they differ. */
static char *describe_all(void) {
    static char text[400];
    char *p = text;
    bool same = true;
    for (int i = 1; i < CATEGORIES; i++) same &= rt_strcmp(current[i], current[0]) == 0;
    if (same) return current[0];
    for (int i = 0; i < CATEGORIES; i++) {
        if (i > 0) *p++ = ';';
        p = rt_stpcpy(p, categories[i].name);
        *p++ = '=';
        p = rt_stpcpy(p, current[i]);
    }
    return text;
}

char *setlocale(int category, const char *name) {
    int row = find_category(category);
    if (row < 0) return rt_null(EINVAL);
    int from = row == CATEGORIES ? 0 : row, to = row == CATEGORIES ? CATEGORIES : row + 1;
    for (int i = from; name && i < to; i++)
        if (!is_known(*name ? name : from_environment(categories[i].name))) return rt_null(ENOENT);
    for (int i = from; name && i < to; i++) {
        const char *chosen = *name ? name : from_environment(categories[i].name);
        rt_stpcpy(current[i], is_utf8_name(chosen) ? chosen : "C");
    }
    return row == CATEGORIES ? describe_all() : current[row];
}

struct lconv *localeconv(void) {
    static char dot[] = ".", none[] = "";
    static struct lconv conventions;
    char **texts[] = {&conventions.thousands_sep,     &conventions.grouping,
                      &conventions.int_curr_symbol,   &conventions.currency_symbol,
                      &conventions.mon_decimal_point, &conventions.mon_thousands_sep,
                      &conventions.mon_grouping,      &conventions.positive_sign,
                      &conventions.negative_sign};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) *texts[i] = none;
    conventions.decimal_point = dot;
    for (char *p = &conventions.int_frac_digits; p <= &conventions.int_n_sign_posn; p++)
        *p = CHAR_MAX;
    return &conventions;
}

/* Locale objects: any name is accepted that setlocale accepts; they carry nothing. */
static struct __locale_struct the_locale;

locale_t newlocale(int mask, const char *name, locale_t base) {
    (void)mask, (void)base;
    return !*name || is_known(name) ? &the_locale : rt_null(ENOENT);
}
locale_t duplocale(locale_t l) { return l; }
void freelocale(locale_t l) { (void)l; }
locale_t uselocale(locale_t l) { return (void)l, LC_GLOBAL_LOCALE; }

size_t __ctype_get_mb_cur_max(void) { return rt_locale_utf8() ? 6 : 1; }

/* ---- nl_langinfo ---- */
static const char days[] = "Sun\0Mon\0Tue\0Wed\0Thu\0Fri\0Sat\0Sunday\0Monday\0Tuesday\0Wednesday\0"
                           "Thursday\0Friday\0Saturday\0";
static const char months[] =
    "Jan\0Feb\0Mar\0Apr\0May\0Jun\0Jul\0Aug\0Sep\0Oct\0Nov\0Dec\0January\0February\0March\0April\0"
    "May\0June\0July\0August\0September\0October\0November\0December\0";
static const char formats[] = "AM\0PM\0%a %b %e %H:%M:%S %Y\0%m/%d/%y\0%H:%M:%S\0%I:%M:%S %p\0";

static const char *pick(const char *list, int i) {
    for (; i > 0; i--) list += rt_strlen(list) + 1;
    return list;
}

static const char *langinfo(nl_item item) {
    if (item >= ABDAY_1 && item <= DAY_7) return pick(days, item - ABDAY_1);
    if (item >= ABMON_1 && item <= MON_12) return pick(months, item - ABMON_1);
    if (item >= AM_STR && item <= T_FMT_AMPM) return pick(formats, item - AM_STR);
    switch (item) {
    case CODESET: return rt_locale_utf8() ? "UTF-8" : "ANSI_X3.4-1968";
    case RADIXCHAR: return ".";
    case YESEXPR: return "^[yY]";
    case NOEXPR: return "^[nN]";
    case CRNCYSTR: return "-";
    default: return "";
    }
}

char *nl_langinfo(nl_item item) { return (char *)langinfo(item); }
char *nl_langinfo_l(nl_item item, locale_t l) { return (void)l, (char *)langinfo(item); }

/* ---- messages are never translated ---- */
#undef gettext
#undef dgettext
#undef dcgettext
#undef ngettext
#undef dngettext
#undef dcngettext

static char *same(const char *s) { return (char *)s; }
static char *plural(const char *one, const char *many, unsigned long n) {
    return same(n == 1 ? one : many);
}

char *gettext(const char *s) { return same(s); }
char *dgettext(const char *domain, const char *s) { return (void)domain, same(s); }
char *dcgettext(const char *domain, const char *s, int category) {
    return (void)domain, (void)category, same(s);
}
char *ngettext(const char *one, const char *many, unsigned long n) { return plural(one, many, n); }
char *dngettext(const char *domain, const char *one, const char *many, unsigned long n) {
    return (void)domain, plural(one, many, n);
}
char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n, int c) {
    return (void)domain, (void)c, plural(one, many, n);
}
char *textdomain(const char *domain) {
    static char *selected;
    if (domain) selected = *domain ? rt_strdup(domain) : NULL;
    return selected ? selected : same("messages");
}
char *bindtextdomain(const char *domain, const char *directory) {
    (void)domain;
    return same(directory ? directory : "/usr/share/locale");
}
char *bind_textdomain_codeset(const char *domain, const char *codeset) {
    return (void)domain, same(codeset);
}
