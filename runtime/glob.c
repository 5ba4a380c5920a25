/* glob.h: the files whose names match a pattern. It is divided at its last slash: folders that match what is before it are
 * searched for names that match the rest. GLOB_ONLYDIR leaves out all that are no folders. */
#include "files.h"

#include <fnmatch.h>
#include <glob.h>
#include <stdlib.h>

typedef int failed_folder(const char *path, int err);

/* What every step of a search hands to the next. */
struct search {
    failed_folder *failed;
    glob_t *found;
};

/* A pattern, divided. */
struct parts {
    char *folder; /* "." if the pattern has no slash */
    const char *name; /* NULL: the folder is all there is to say */
    bool prefixed; /* results begin with the folder */
    bool changed; /* the folder is not literally what the pattern has */
};

enum { UNMATCHED_STAYS = GLOB_NOCHECK | GLOB_NOMAGIC, NO_BRACES = -2 };

/* What is special in a pattern: characters that stand for others, a quoted character, a bracket that does not end. */
enum special { PLAIN = 0, SPECIAL = 1, QUOTED = 2, BRACKET = 4 };

static int specials(const char *p, bool quoting) {
    int seen = PLAIN;
    for (; *p; p++) {
        if (*p == '?' || *p == '*' || (*p == ']' && seen & BRACKET)) return SPECIAL;
        if (*p == '[') seen |= BRACKET;
        if (*p != '\\' || !quoting) continue;
        seen |= QUOTED;
        if (p[1]) p++;
    }
    return seen;
}

static int pattern_specials(const char *p, int flags) { return specials(p, !(flags & GLOB_NOESCAPE)); }

/* ---- results ---- */
/* Takes over the name. */
static int add_result(glob_t *g, char *name) {
    size_t n = g->gl_offs + g->gl_pathc;
    char **list = name ? realloc(g->gl_pathv, (n + 2) * sizeof *list) : NULL;
    if (!list) {
        free(name);
        return GLOB_NOSPACE;
    }
    if (!g->gl_pathv)
        for (size_t i = 0; i < g->gl_offs; i++) list[i] = NULL;
    list[n] = name;
    list[n + 1] = NULL;
    g->gl_pathv = list;
    g->gl_pathc++;
    return 0;
}

static void free_results(glob_t *g) {
    if (!g->gl_pathv) return;
    for (size_t i = 0; i < g->gl_pathc; i++) free(g->gl_pathv[g->gl_offs + i]);
    free(g->gl_pathv);
    g->gl_pathv = NULL;
}

static int forget_results(glob_t *g, int result) {
    free_results(g);
    g->gl_pathc = 0;
    return result;
}

static int by_name(const void *a, const void *b, void *unused) {
    return (void)unused, rt_strcmp(*(char *const *)a, *(char *const *)b);
}

/* ---- files ---- */
static char *join(const char *a, const char *middle, const char *b) {
    char *whole = malloc(rt_strlen(a) + rt_strlen(middle) + rt_strlen(b) + 1);
    if (whole) rt_stpcpy(rt_stpcpy(rt_stpcpy(whole, a), middle), b);
    return whole;
}

static char *path_in(const char *folder, const char *name) {
    return join(folder[0] == '/' && !folder[1] ? "" : folder, "/", name);
}

static bool is_folder(const char *path) {
    const struct rt_inode *inode = rt_lookup(path);
    return inode && inode->kind == RT_DIRECTORY;
}

/* What ends in a slash is a folder. */
static bool is_there(const char *path) {
    size_t n = rt_strlen(path);
    return n > 0 && path[n - 1] == '/' ? is_folder(path) : rt_lookup(path) != NULL;
}

/* Adds the names in a folder that match; *count is how many. */
static int read_folder(const struct search *s, const char *folder, const char *pattern, bool prefixed, int flags, size_t *count) {
    const struct rt_inode *inode = rt_lookup(folder);
    if (!inode && rt_errno != ENOTDIR) return (s->failed && s->failed(folder, rt_errno)) || flags & GLOB_ERR ? GLOB_ABORTED : 0;
    if (!inode || inode->kind != RT_DIRECTORY) return 0;
    size_t size = 0;
    char *names = rt_list_directory(folder, &size);
    if (!names) return GLOB_NOSPACE;
    int how = (flags & GLOB_PERIOD ? 0 : FNM_PERIOD) | (flags & GLOB_NOESCAPE ? FNM_NOESCAPE : 0), result = 0;
    for (size_t at = 0; at < size && result == 0; at += rt_strlen(names + at) + 1) {
        const char *name = names + at;
        if (rt_fnmatch(pattern, name, how) != 0) continue;
        char *path = path_in(folder, name);
        if (path && flags & GLOB_ONLYDIR && !is_folder(path)) {
            free(path);
            continue;
        }
        if (path && !prefixed) rt_memmove(path, name, rt_strlen(name) + 1);
        result = add_result(s->found, path);
        *count += result == 0;
    }
    free(names);
    return result;
}

/* The names in one folder; the pattern has no slash. */
static int search_folder(const struct search *s, const char *folder, const char *pattern, bool prefixed, int flags) {
    size_t count = 0;
    if (pattern_specials(pattern, flags) != PLAIN) {
        if (is_folder(folder)) flags |= GLOB_MAGCHAR;
        int result = read_folder(s, folder, pattern, prefixed, flags, &count);
        if (result != 0) return result;
    } else if (flags & UNMATCHED_STAYS) {
        flags |= GLOB_NOCHECK;
    } else {
        char *path = path_in(folder, pattern);
        if (!path) return GLOB_NOSPACE;
        if (is_there(path)) flags |= GLOB_NOCHECK;
        free(path);
    }
    if (count == 0) {
        if (!(flags & GLOB_NOCHECK)) return GLOB_NOMATCH;
        if (add_result(s->found, prefixed ? path_in(folder, pattern) : rt_strdup(pattern)) != 0) return GLOB_NOSPACE;
    }
    s->found->gl_flags = flags;
    return 0;
}

/* ---- ~ and ~NAME ---- */
/* A folder that begins with a tilde; 0, or the result of the search. */
static int expand_tilde(struct parts *p, int flags) {
    const char *rest = p->folder + 1;
    bool own = !*rest || *rest == '/' || (!(flags & GLOB_NOESCAPE) && *rest == '\\' && (!rest[1] || rest[1] == '/'));
    const char *home = own ? rt_getenv("HOME") : NULL;
    if (!home || !*home) {
        __shrike_suppose("no user or group has a name");
        if (flags & GLOB_TILDE_CHECK) return GLOB_NOMATCH;
        p->changed = own;
        return 0;
    }
    char *folder = join(home, "", rest);
    if (!folder) return GLOB_NOSPACE;
    free(p->folder);
    p->folder = folder;
    p->changed = true;
    return 0;
}

/* ---- a pattern without braces ---- */
static int search_pattern(const struct search *s, const char *pattern, int flags);

/* Removes a backslash at the end that quotes the slash behind it. */
static bool drop_quote(char *folder, int flags) {
    size_t n = rt_strlen(folder), quotes = 0;
    while (quotes < n && folder[n - 1 - quotes] == '\\') quotes++;
    if (flags & GLOB_NOESCAPE || quotes % 2 == 0) return false;
    folder[n - 1] = 0;
    return true;
}

static void remove_quotes(char *s) {
    char *to = s;
    for (; *s; s++) {
        if (*s == '\\' && !*++s) break;
        *to++ = *s;
    }
    *to = 0;
}

static int divide(struct parts *p, const char *pattern, int flags) {
    const char *slash = rt_strrchr(pattern, '/');
    bool tilde = flags & (GLOB_TILDE | GLOB_TILDE_CHECK) && pattern[0] == '~';
    size_t n = slash ? (size_t)(slash - pattern) : 0;
    bool root = slash && (n == 0 || (n == 1 && pattern[0] == '\\' && !(flags & GLOB_NOESCAPE)));
    if (!slash && tilde) p->folder = rt_strdup(pattern);
    else if (!slash || root) p->folder = rt_strdup(root ? "/" : ".");
    else p->folder = rt_strndup(pattern, n);
    p->name = slash ? slash + 1 : tilde ? NULL : pattern;
    p->prefixed = slash != NULL;
    p->changed = false;
    return p->folder ? 0 : GLOB_NOSPACE;
}

/* The folder has special characters: searches all folders that match it. */
static int search_folders(const struct search *s, const struct parts *p, int flags, bool *any) {
    glob_t folders = {0};
    struct search outer = {s->failed, &folders};
    drop_quote(p->folder, flags);
    int result = search_pattern(&outer, p->folder, (flags & (GLOB_ERR | GLOB_NOESCAPE)) | GLOB_NOSORT | GLOB_ONLYDIR);
    size_t before = s->found->gl_pathc;
    *any = result == 0;
    for (size_t i = 0; result == 0 && i < folders.gl_pathc; i++) {
        int one = search_folder(s, folders.gl_pathv[i], p->name, true, (flags | GLOB_APPEND) & ~UNMATCHED_STAYS);
        if (one != 0 && one != GLOB_NOMATCH) result = forget_results(s->found, one);
    }
    free_results(&folders);
    return result != 0 ? result : s->found->gl_pathc == before ? GLOB_NOMATCH : 0;
}

/* The pattern itself is the result if it has to be. */
static int keep_pattern(const struct search *s, const char *pattern, int flags) {
    if (!(flags & GLOB_NOCHECK)) return GLOB_NOMATCH;
    if (add_result(s->found, rt_strdup(pattern)) != 0) return GLOB_NOSPACE;
    s->found->gl_flags = flags;
    return 0;
}

static int search_parts(const struct search *s, const struct parts *p, const char *pattern, int flags) {
    int special = pattern_specials(p->folder, flags);
    if (special & (SPECIAL | BRACKET)) {
        bool any;
        int result = search_folders(s, p, flags, &any);
        return result == GLOB_NOMATCH ? keep_pattern(s, pattern, any ? flags | GLOB_MAGCHAR : flags) : result;
    }
    if (special & QUOTED) remove_quotes(p->folder);
    bool changed = p->changed || special & QUOTED;
    int result = search_folder(s, p->folder, p->name, p->prefixed, changed ? flags & ~UNMATCHED_STAYS : flags);
    return result == GLOB_NOMATCH && changed ? keep_pattern(s, pattern, flags) : result;
}

/* "PATTERN/": folders that match, each with a slash. */
static int search_with_slash(const struct search *s, const struct parts *p, const char *pattern, int flags) {
    bool quoted = drop_quote(p->folder, flags);
    int result = search_pattern(s, p->folder, (quoted ? flags & ~UNMATCHED_STAYS : flags) | GLOB_MARK);
    if (result == GLOB_NOMATCH && quoted) return keep_pattern(s, pattern, flags);
    if (result == 0) s->found->gl_flags = (s->found->gl_flags & ~GLOB_MARK) | (flags & GLOB_MARK);
    return result;
}

static int mark_folders(glob_t *g, size_t from) {
    for (size_t i = g->gl_offs + from; i < g->gl_offs + g->gl_pathc; i++) {
        if (!is_there(g->gl_pathv[i]) || !is_folder(g->gl_pathv[i])) continue;
        size_t n = rt_strlen(g->gl_pathv[i]);
        char *longer = realloc(g->gl_pathv[i], n + 2);
        if (!longer) return forget_results(g, GLOB_NOSPACE);
        rt_memcpy(longer + n, "/", 2);
        g->gl_pathv[i] = longer;
    }
    return 0;
}

/* The part of the results from `from` on is in order and marked. */
static int finish(glob_t *g, size_t from, int flags) {
    if (flags & GLOB_MARK && mark_folders(g, from) != 0) return GLOB_NOSPACE;
    size_t n = g->gl_pathc - from;
    if (!(flags & GLOB_NOSORT) && n > 1) rt_sort(g->gl_pathv + g->gl_offs + from, n, sizeof *g->gl_pathv, by_name, NULL);
    return 0;
}

static int search_plain(const struct search *s, const char *pattern, int flags) {
    glob_t *g = s->found;
    size_t before = g->gl_pathc;
    struct parts p;
    if (!*pattern) return keep_pattern(s, pattern, flags);
    if (divide(&p, pattern, flags) != 0) return GLOB_NOSPACE;
    int result = 0;
    if (p.name && !*p.name && p.prefixed && p.folder[0] && p.folder[1]) {
        result = search_with_slash(s, &p, pattern, flags);
    } else {
        if (flags & (GLOB_TILDE | GLOB_TILDE_CHECK) && p.folder[0] == '~') result = expand_tilde(&p, flags);
        if (result == 0 && !p.name) {
            bool marked = flags & GLOB_MARK && is_folder(p.folder);
            result = add_result(g, join(p.folder, "", marked ? "/" : ""));
            if (result == 0) g->gl_flags = flags;
        } else if (result == 0) {
            result = search_parts(s, &p, pattern, flags);
            if (result == 0) result = finish(g, before, flags);
        }
    }
    free(p.folder);
    return result;
}

/* ---- {a,b} ---- */
/* The comma or brace that ends an alternative; NULL: none does. */
static const char *alternative_end(const char *p, int flags) {
    size_t depth = 0;
    for (; *p; p++) {
        if (*p == '\\' && !(flags & GLOB_NOESCAPE)) {
            if (!*++p) return NULL;
            continue;
        }
        if (depth == 0 && (*p == ',' || *p == '}')) return p;
        if (*p == '{') depth++;
        if (*p == '}') depth--;
    }
    return NULL;
}

static const char *opening_brace(const char *p, int flags) {
    for (; *p && *p != '{'; p++)
        if (*p == '\\' && p[1] && !(flags & GLOB_NOESCAPE)) p++;
    return *p ? p : NULL;
}

/* Searches for what each alternative gives, in their order. */
static int search_braces(const struct search *s, const char *pattern, int *flags) {
    const char *open = opening_brace(pattern, *flags);
    if (!open) return NO_BRACES;
    const char *close = open;
    do close = alternative_end(close + 1, *flags);
    while (close && *close != '}');
    if (!close) return *flags &= ~GLOB_BRACE, NO_BRACES;
    char *one = malloc(rt_strlen(pattern) + 1);
    if (!one) return GLOB_NOSPACE;
    size_t prefix = (size_t)(open - pattern), before = s->found->gl_pathc;
    int result = 0;
    rt_memcpy(one, pattern, prefix);
    for (const char *at = open; *at != '}' || at < close;) {
        const char *end = alternative_end(at + 1, *flags);
        size_t n = (size_t)(end - at - 1);
        rt_memcpy(one + prefix, at + 1, n);
        rt_stpcpy(one + prefix + n, close + 1);
        result = search_pattern(s, one, (*flags & ~UNMATCHED_STAYS) | GLOB_APPEND);
        if (result != 0 && result != GLOB_NOMATCH) break;
        at = end;
    }
    free(one);
    if (result != 0 && result != GLOB_NOMATCH) return *flags & GLOB_APPEND ? result : forget_results(s->found, result);
    if (s->found->gl_pathc != before) return 0;
    return *flags & UNMATCHED_STAYS ? NO_BRACES : GLOB_NOMATCH;
}

static int search_pattern(const struct search *s, const char *pattern, int flags) {
    size_t n = rt_strlen(pattern);
    if (n > 0 && pattern[n - 1] == '/') flags |= GLOB_ONLYDIR;
    if (flags & GLOB_BRACE) {
        int result = search_braces(s, pattern, &flags);
        if (result != NO_BRACES) return result;
    }
    return search_plain(s, pattern, flags);
}

static int start(glob_t *g, int flags) {
    if (!(flags & GLOB_DOOFFS)) g->gl_offs = 0;
    if (flags & GLOB_APPEND) return 0;
    g->gl_pathc = 0;
    g->gl_pathv = NULL;
    if (!(flags & GLOB_DOOFFS)) return 0;
    if (g->gl_offs >= SIZE_MAX / sizeof(char *)) return GLOB_NOSPACE;
    g->gl_pathv = calloc(g->gl_offs + 1, sizeof(char *));
    return g->gl_pathv ? 0 : GLOB_NOSPACE;
}

static int search(const char *pattern, int flags, failed_folder *failed, glob_t *g) {
    if (!pattern || !g || flags & ~__GLOB_FLAGS) return rt_fail(EINVAL);
    if (flags & GLOB_ALTDIRFUNC) __shrike_unsupported("glob with GLOB_ALTDIRFUNC");
    if (start(g, flags) != 0) return GLOB_NOSPACE;
    struct search s = {failed, g};
    return search_pattern(&s, pattern, flags);
}

/* The two structures differ in functions that are not called. */
int glob(const char *restrict pattern, int flags, failed_folder *failed, glob_t *restrict g) { return search(pattern, flags, failed, g); }
int glob64(const char *restrict pattern, int flags, failed_folder *failed, glob64_t *restrict g) {
    return search(pattern, flags, failed, (glob_t *)g);
}
void globfree(glob_t *g) { free_results(g); }
void globfree64(glob64_t *g) { free_results((glob_t *)g); }
int glob_pattern_p(const char *pattern, int quoting) { return specials(pattern, quoting) == SPECIAL; }
