/* Which loops a "file:line=N" means. */
#include "ir/bound_wish.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

enum { MOST_NEARBY = 8 };

/* Splits "file:line=N"; false if it has another form. */
static bool parse(const char *text, struct arena *arena, const char **file, uint32_t *line,
                  uint32_t *limit) {
    const char *equals = strrchr(text, '=');
    const char *colon = equals ? memrchr(text, ':', (size_t)(equals - text)) : NULL;
    if (!colon || colon == text || colon + 1 == equals || !equals[1]) return false;
    if (strspn(colon + 1, "0123456789") != (size_t)(equals - colon - 1)) return false;
    if (strspn(equals + 1, "0123456789") != strlen(equals + 1)) return false;
    errno = 0;
    unsigned long at = strtoul(colon + 1, NULL, 10), n = strtoul(equals + 1, NULL, 10);
    if (errno || at == 0 || at > UINT32_MAX || n >= BOUND_NONE) return false;
    *file = arena_strndup(arena, text, (size_t)(colon - text));
    *line = (uint32_t)at;
    *limit = (uint32_t)n;
    return true;
}

/* ---- an error that helps */

struct nearby {
    const struct program *p;
    VEC(const struct loop *) list; /* nearest first */
    vec_u32 functions;
    uint32_t line;
};

static uint32_t distance(const struct loop *l, uint32_t line) {
    if (line < l->first_line) return l->first_line - line;
    return line > l->last_line ? line - l->last_line : 0;
}

static void add_nearby(struct nearby *n, const struct loop *l, uint32_t function) {
    uint32_t i = n->list.len;
    vec_push(&n->list, l);
    vec_push(&n->functions, function);
    for (; i > 0 && distance(n->list.data[i - 1], n->line) > distance(l, n->line); i--) {
        n->list.data[i] = n->list.data[i - 1];
        n->functions.data[i] = n->functions.data[i - 1];
    }
    n->list.data[i] = l;
    n->functions.data[i] = function;
    if (n->list.len > MOST_NEARBY) {
        n->list.len--;
        n->functions.len--;
    }
}

/* Loops of the file; if it has none (or is misspelt), those of all user code. */
static void find_nearby(struct nearby *n, struct loops *const *loops, const char *file) {
    for (uint32_t f = 1; f < n->p->functions.len; f++) {
        if (!loops[f] || (!file && n->p->functions.data[f]->runtime)) continue;
        for (uint32_t l = 1; l <= loops[f]->n; l++) {
            const struct loop *loop = &loops[f]->loops[l];
            if (!loop->file || !loop->first_line) continue;
            if (!file || loops_file_matches(n->p->files.data[loop->file], file))
                add_nearby(n, loop, f);
        }
    }
}

static void say_nearby(const struct program *p, struct loops *const *loops, const char *file,
                       uint32_t line, struct str *error) {
    struct nearby n = {.p = p, .line = line};
    find_nearby(&n, loops, file);
    if (!n.list.len) find_nearby(&n, loops, NULL);
    str_addf(error, "no loop at %s:%u", file, line);
    str_add(error, n.list.len ? "; loops nearby: " : "; the program has no loops");
    for (uint32_t i = 0; i < n.list.len; i++) {
        const struct loop *l = n.list.data[i];
        str_addf(error, "%s%s:%u", i ? ", " : "", p->files.data[l->file], l->first_line);
        if (l->last_line > l->first_line) str_addf(error, "-%u", l->last_line);
        str_addf(error, " in %s", p->functions.data[n.functions.data[i]]->name);
    }
    vec_release(&n.list);
    vec_release(&n.functions);
}

/* ---- interface */

static bool limit_line(const struct program *p, struct loops *const *loops, uint32_t *const *limits,
                       const char *file, uint32_t line, uint32_t limit) {
    vec_u32 found = {0};
    bool any = false;
    for (uint32_t f = 1; f < p->functions.len; f++) {
        if (!loops[f]) continue;
        vec_clear(&found);
        loops_find_line(loops[f], p, file, line, &found);
        for (uint32_t i = 0; i < found.len; i++) limits[f][found.data[i]] = limit;
        any |= found.len > 0;
    }
    vec_release(&found);
    return any;
}

bool bound_wish_lines(const struct program *p, const struct bound_wish *wish, struct arena *arena,
                      struct loops *const *loops, uint32_t *const *limits, struct str *error) {
    for (uint32_t i = 0; i < wish->nby_line; i++) {
        const char *file;
        uint32_t line, limit;
        if (!parse(wish->by_line[i], arena, &file, &line, &limit)) {
            str_addf(error, "a bound of a loop is FILE:LINE=N, not '%s'", wish->by_line[i]);
            return false;
        }
        if (limit_line(p, loops, limits, file, line, limit)) continue;
        say_nearby(p, loops, file, line, error);
        return false;
    }
    return true;
}
