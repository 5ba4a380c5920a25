/* fnmatch.h: patterns of file names, in the C locale. A star is tried with ever more characters; the last star is
 * enough to come back to, since what an earlier one could take more, the last one can as well. */
#include "rt.h"

#include <fnmatch.h>

static int folded(int c, int flags) { return flags & FNM_CASEFOLD ? rt_tolower(c) : c; }

static unsigned char at(const char *p) { return (unsigned char)*p; }

/* ---- brackets ---- */
static bool is_graph(int c) { return (unsigned)c - '!' < 94; }
static bool is_print(int c) { return (unsigned)c - ' ' < 95; }
static bool is_cntrl(int c) { return (unsigned)c < 32 || c == 127; }
static bool is_blank(int c) { return c == ' ' || c == '\t'; }
static bool is_punct(int c) { return is_graph(c) && !rt_isalnum(c); }
static bool is_xdigit(int c) { return rt_digit(c) < 16; }

static bool in_class(const char *name, size_t n, int c) {
    static const struct {
        char name[8];
        bool (*has)(int);
    } classes[] = {{"alpha", rt_isalpha}, {"digit", rt_isdigit}, {"alnum", rt_isalnum}, {"upper", rt_isupper}, {"lower", rt_islower}, {"space", rt_isspace},
                   {"blank", is_blank},   {"punct", is_punct},   {"print", is_print},   {"graph", is_graph},   {"cntrl", is_cntrl},   {"xdigit", is_xdigit}};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (rt_strlen(classes[i].name) != n || rt_strncmp(classes[i].name, name, n) != 0) continue;
        return classes[i].has(c); /* also where case does not matter elsewhere */
    }
    return false;
}

/* One end of a range; *p moves behind it. -1: the bracket does not end. */
static int range_end(const char **p, int flags) {
    if (**p == '\\' && !(flags & FNM_NOESCAPE)) ++*p;
    if (**p == '[' && ((*p)[1] == '.' || (*p)[1] == '=') && (*p)[2] && (*p)[3] == (*p)[1] && (*p)[4] == ']') {
        int c = at(*p + 2);
        *p += 5;
        return c;
    }
    if (!**p) return -1;
    return at((*p)++);
}

/* [:name:] at *p: moves behind it. */
static bool skip_class(const char **p, const char **name, size_t *n) {
    if ((*p)[0] != '[' || (*p)[1] != ':') return false;
    const char *end = *p + 2;
    while (rt_islower(at(end))) end++;
    if (end[0] != ':' || end[1] != ']') return false;
    *name = *p + 2;
    *n = (size_t)(end - *name);
    *p = end + 2;
    return true;
}

/* Is c in the bracket whose first character is at *p? *p moves behind it. -1: it is no bracket. */
static int match_bracket(const char **p, int c, int flags) {
    const char *at_pattern = *p, *name;
    size_t n;
    bool not = *at_pattern == '!' || *at_pattern == '^', found = false, first = true;
    at_pattern += not;
    for (; first || *at_pattern != ']'; first = false) {
        if (!*at_pattern) return -1;
        if (skip_class(&at_pattern, &name, &n)) {
            found |= in_class(name, n, c);
            continue;
        }
        int low = range_end(&at_pattern, flags), high = low;
        if (at_pattern[0] == '-' && at_pattern[1] && at_pattern[1] != ']') {
            at_pattern++;
            high = range_end(&at_pattern, flags);
        }
        if (low < 0 || high < 0) return -1;
        int folded_c = folded(c, flags);
        found |= (low <= c && c <= high) || (folded(low, flags) <= folded_c && folded_c <= folded(high, flags));
    }
    *p = at_pattern + 1;
    return found != not;
}

/* ---- a name ---- */
/* A leading period must be written. */
static bool hidden(const char *s, const char *start, int flags) {
    if (*s != '.' || !(flags & FNM_PERIOD)) return false;
    return s == start || (flags & FNM_PATHNAME && s[-1] == '/');
}

/* Does the pattern element at *p, which is no star, match the character at s? *p moves behind it. */
static bool match_one(const char **p, const char *s, const char *start, int flags) {
    const char *q = *p + 1;
    bool slash = *s == '/' && flags & FNM_PATHNAME;
    if (**p == '?') return *p = q, !slash && !hidden(s, start, flags);
    if (**p == '[') {
        if (slash || hidden(s, start, flags)) return false;
        int found = match_bracket(&q, at(s), flags);
        if (found >= 0) return *p = q, found != 0;
        q = *p + 1;
        return *p = q, *s == '[';
    }
    if (**p == '\\' && !(flags & FNM_NOESCAPE)) {
        if (!*q) return false;
        *p = q + 1;
        return folded(at(q), flags) == folded(at(s), flags);
    }
    bool same = folded(at(*p), flags) == folded(at(s), flags);
    return *p = q, same;
}

int rt_fnmatch(const char *pattern, const char *s, int flags) {
    const char *start = s, *p = pattern, *star = NULL, *star_s = NULL;
    for (;;) {
        if (*p == '*') {
            if (hidden(s, start, flags)) return FNM_NOMATCH;
            while (*p == '*') p++;
            star = p;
            star_s = s;
            continue;
        }
        bool over = !*s || (*s == '/' && flags & FNM_LEADING_DIR && !*p);
        if (over && !*p) return 0;
        if (!over && *p && match_one(&p, s, start, flags)) {
            s++;
            continue;
        }
        /* The star takes one more. */
        if (!star || !*star_s || (*star_s == '/' && flags & FNM_PATHNAME)) return FNM_NOMATCH;
        p = star;
        s = ++star_s;
    }
}

int fnmatch(const char *pattern, const char *s, int flags) { return rt_fnmatch(pattern, s, flags); }
