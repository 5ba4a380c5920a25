/* string.h: copying, comparing and finding in terminated strings. Tokens are in strtok.c, messages
 * in errors.c, bytes in memory.c. */
#include "rt.h"

#include <string.h>
#include <strings.h>

size_t rt_strlen(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

size_t rt_strnlen(const char *s, size_t max) {
    size_t n = 0;
    while (n < max && s[n]) n++;
    return n;
}

int rt_strcmp(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

int rt_strncmp(const char *a, const char *b, size_t n) {
    for (; n > 0; n--, a++, b++)
        if (!*a || *a != *b) return (unsigned char)*a - (unsigned char)*b;
    return 0;
}

int rt_strcasecmp(const char *a, const char *b) {
    for (;; a++, b++) {
        int x = rt_tolower((unsigned char)*a), y = rt_tolower((unsigned char)*b);
        if (x != y || !x) return x - y;
    }
}

static int compare_case(const char *a, const char *b, size_t n) {
    for (; n > 0; n--, a++, b++) {
        int x = rt_tolower((unsigned char)*a), y = rt_tolower((unsigned char)*b);
        if (x != y || !x) return x - y;
    }
    return 0;
}

/* Like every search here, returns a pointer into a const argument without the const: that is the
 * interface C gave these functions. */
char *rt_strchr(const char *s, int c) {
    for (; *s != (char)c; s++)
        if (!*s) return NULL;
    return (char *)s;
}

char *rt_strrchr(const char *s, int c) {
    const char *hit = NULL;
    do {
        if (*s == (char)c) hit = s;
    } while (*s++);
    return (char *)hit;
}

static char *find_end(const char *s, int c) {
    while (*s && *s != (char)c) s++;
    return (char *)s;
}

char *rt_stpcpy(char *d, const char *s) {
    while ((*d = *s)) d++, s++;
    return d;
}

/* The objects of a string function must not overlap. Far ones are not looked at: those of
 * different objects mostly are. */
static void check_string(const char *d, const char *s) {
    size_t gap = d > s ? (size_t)(d - s) : (size_t)(s - d);
    if (gap < RT_FAR && rt_strnlen(s, gap) == gap) __shrike_overlap();
}

static void check_block(const char *d, size_t written, const char *s, size_t read) {
    if ((size_t)(d - s) < read || (size_t)(s - d) < written) __shrike_overlap();
}

static char *copy_padded(char *d, const char *s, size_t n) {
    size_t len = rt_strnlen(s, n);
    check_block(d, n, s, len);
    rt_memmove(d, s, len);
    rt_memset(d + len, 0, n - len);
    return d + len;
}

char *rt_strndup(const char *s, size_t n) {
    size_t len = rt_strnlen(s, n);
    char *copy = malloc(len + 1);
    if (!copy) return rt_null(ENOMEM);
    rt_memcpy(copy, s, len);
    copy[len] = 0;
    return copy;
}

char *rt_strdup(const char *s) { return rt_strndup(s, SIZE_MAX); }

char *__strdup(const char *);
char *__strndup(const char *, size_t);

size_t strnlen(const char *s, size_t n) { return rt_strnlen(s, n); }
int strcmp(const char *a, const char *b) { return rt_strcmp(a, b); }
int strncmp(const char *a, const char *b, size_t n) { return rt_strncmp(a, b, n); }
int strcasecmp(const char *a, const char *b) { return rt_strcasecmp(a, b); }
int strncasecmp(const char *a, const char *b, size_t n) { return compare_case(a, b, n); }
int strcoll(const char *a, const char *b) { return rt_strcmp(a, b); }
char *strchr(const char *s, int c) { return rt_strchr(s, c); }
char *strrchr(const char *s, int c) { return rt_strrchr(s, c); }
char *index(const char *s, int c) { return rt_strchr(s, c); }
char *rindex(const char *s, int c) { return rt_strrchr(s, c); }
char *strchrnul(const char *s, int c) { return find_end(s, c); }
char *strdup(const char *s) { return rt_strdup(s); }
char *__strdup(const char *s) { return rt_strdup(s); }
char *strndup(const char *s, size_t n) { return rt_strndup(s, n); }
char *__strndup(const char *s, size_t n) { return rt_strndup(s, n); }
char *stpcpy(char *restrict d, const char *restrict s) { return check_string(d, s), rt_stpcpy(d, s); }
char *__stpcpy(char *restrict d, const char *restrict s) { return check_string(d, s), rt_stpcpy(d, s); }
char *stpncpy(char *restrict d, const char *restrict s, size_t n) { return copy_padded(d, s, n); }

char *strcpy(char *restrict d, const char *restrict s) {
    check_string(d, s);
    rt_stpcpy(d, s);
    return d;
}

char *strncpy(char *restrict d, const char *restrict s, size_t n) {
    copy_padded(d, s, n);
    return d;
}

char *strcat(char *restrict d, const char *restrict s) {
    char *end = find_end(d, 0);
    check_string(end, s);
    rt_stpcpy(end, s);
    return d;
}

char *strncat(char *restrict d, const char *restrict s, size_t n) {
    char *end = find_end(d, 0);
    size_t len = rt_strnlen(s, n);
    check_block(end, len + 1, s, len);
    for (; n > 0 && *s; n--) *end++ = *s++;
    *end = 0;
    return d;
}

static size_t transform(char *d, const char *s, size_t n) {
    size_t len = rt_strlen(s);
    if (n > 0) copy_padded(d, s, len + 1 < n ? len + 1 : n);
    return len;
}

size_t strxfrm(char *restrict d, const char *restrict s, size_t n) { return transform(d, s, n); }

/* The locales that there are agree about strings. */
size_t strxfrm_l(char *restrict d, const char *restrict s, size_t n, locale_t l) { return (void)l, transform(d, s, n); }
int strcoll_l(const char *a, const char *b, locale_t l) { return (void)l, rt_strcmp(a, b); }
int strcasecmp_l(const char *a, const char *b, locale_t l) { return (void)l, rt_strcasecmp(a, b); }
int strncasecmp_l(const char *a, const char *b, size_t n, locale_t l) { return (void)l, compare_case(a, b, n); }

static bool starts_with(const char *s, const char *prefix) {
    while (*prefix && *s == *prefix) s++, prefix++;
    return !*prefix;
}

char *strstr(const char *hay, const char *needle) {
    for (; !starts_with(hay, needle); hay++)
        if (!*hay) return NULL;
    return (char *)hay;
}

char *strcasestr(const char *hay, const char *needle) {
    size_t n = rt_strlen(needle);
    for (; compare_case(hay, needle, n); hay++)
        if (!*hay) return NULL;
    return (char *)hay;
}

/* The runs of digits in version strings: a run that starts with 0 is a fraction, in which fewer
 * leading zeros mean greater; otherwise a longer run of digits is the greater number. */
int strverscmp(const char *a, const char *b) {
    size_t i = 0, run = 0;
    for (; a[i] == b[i]; i++) {
        if (!a[i]) return 0;
        if (!rt_isdigit((unsigned char)a[i])) run = i + 1;
    }
    int difference = (unsigned char)a[i] - (unsigned char)b[i];
    bool a_digit = rt_isdigit((unsigned char)a[i]), b_digit = rt_isdigit((unsigned char)b[i]);
    bool fraction = a[run] == '0' && b[run] == '0' && run < i;
    if (fraction) {
        size_t zeros = run;
        while (zeros < i && a[zeros] == '0') zeros++;
        if (zeros == i && a_digit != b_digit) return a_digit ? -1 : 1;
        return difference;
    }
    if (!(a_digit && b_digit) && run == i) return difference;
    if (run == i && (a[i] == '0' || b[i] == '0')) return difference;
    size_t j = i, k = i;
    while (rt_isdigit((unsigned char)a[j])) j++;
    while (rt_isdigit((unsigned char)b[k])) k++;
    if (j != k) return j < k ? -1 : 1;
    return difference;
}
