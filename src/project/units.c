#include "project/units.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/context.h"
#include "base/str.h"

void units_init(struct units *u) {
    memset(u, 0, sizeof *u);
    project_init(&u->project);
}

void units_release(struct units *u) {
    project_release(&u->project);
    str_release(&u->database);
    str_release(&u->cache);
    vec_release(&u->files);
    vec_release(&u->units);
}

/* ---- which database ------------------------------------------------------------------------------ */

static void set_database(struct units *u, const char *folder, const char *name) {
    str_clear(&u->database);
    str_clear(&u->cache);
    str_addf(&u->database, "%s/%s", folder, name);
    str_addf(&u->cache, "%s/.shrike/cache", folder);
}

/* Its words go to the compiler: only our own is taken without being named. */
static bool is_ours(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && (st.st_uid == geteuid() || st.st_uid == 0);
}

/* In the current folder or one above it. */
static bool find_database(struct units *u) {
    char *here = realpath(".", NULL);
    bool found = false;
    while (here && *here && !found) {
        set_database(u, here, ".shrike/database");
        found = is_ours(str_text(&u->database));
        char *slash = strrchr(here, '/');
        if (slash) *slash = '\0';
    }
    free(here);
    if (!found) str_clear(&u->database), str_clear(&u->cache);
    return found;
}

static bool read_database(struct units *u, struct context *ctx) {
    struct str text = {0}, error = {0};
    bool ok = str_read_file(&text, str_text(&u->database));
    if (!ok) log_error(&ctx->log, "%s: %s", str_text(&u->database), strerror(errno));
    if (ok && !(ok = project_read(&u->project, str_text(&text), &error)))
        log_error(&ctx->log, "%s: %s", str_text(&u->database), str_text(&error));
    str_release(&text);
    str_release(&error);
    return ok;
}

bool units_open(struct units *u, struct context *ctx) { return find_database(u) && read_database(u, ctx); }

/* -p DIR|FILE */
static bool open_named(struct units *u, struct context *ctx, const char *named) {
    static const char *const names[] = {".shrike/database", "compile_commands.json", "database"};
    struct stat st;
    char *folder = NULL;
    bool is_folder = stat(named, &st) == 0 && S_ISDIR(st.st_mode), found = false;
    struct str path = {0}, above = {0}, error = {0};
    if (is_folder) {
        folder = realpath(named, NULL);
        for (size_t i = 0; i < sizeof names / sizeof *names && !found && folder; i++) {
            set_database(u, folder, names[i]);
            found = access(str_text(&u->database), R_OK) == 0;
        }
        if (!found) log_error(&ctx->log, "%s has neither compile_commands.json nor .shrike", named);
    } else if ((found = access(named, R_OK) == 0)) {
        const char *base = path_base(named);
        str_add_len(&above, named, (size_t)(base - named));
        folder = realpath(above.len ? str_text(&above) : ".", NULL);
        set_database(u, folder ? folder : ".", base);
    } else {
        log_error(&ctx->log, "%s: %s", named, strerror(errno));
    }
    if (found && str_ends(str_text(&u->database), ".json")) {
        found = project_read_compile_commands(&u->project, str_text(&u->database), &error);
        if (!found) log_error(&ctx->log, "%s", str_text(&error));
    } else if (found) {
        found = read_database(u, ctx);
    }
    free(folder);
    str_release(&path);
    str_release(&above);
    str_release(&error);
    return found;
}

/* ---- which thing ---------------------------------------------------------------------------------- */

/* A program of this name, wherever it was made; NULL if there is none or several. */
static const struct made *by_base(const struct project *p, const char *name) {
    const struct made *found = NULL;
    for (uint32_t i = 0; i < p->names.len; i++) {
        const struct made *m = p->all.data[p->names.data[i].made];
        if (m->kind != MADE_PROGRAM || strcmp(path_base(p->names.data[i].path), name) != 0) continue;
        if (found && found != m) return NULL;
        found = m;
    }
    return found;
}

static const struct made *find(const struct project *p, const char *word) {
    struct str path = {0}, hidden = {0};
    char *here = realpath(".", NULL);
    const struct made *m = project_find(p, path_clean(here ? here : "/", word, &path));
    if (!m) { /* libtool's script stands for the program in .libs */
        const char *base = path_base(str_text(&path));
        str_add_len(&hidden, str_text(&path), (size_t)(base - str_text(&path)));
        str_addf(&hidden, ".libs/%s", base);
        m = project_find(p, str_text(&hidden));
    }
    if (!m && !strchr(word, '/')) m = by_base(p, word);
    free(here);
    str_release(&path);
    str_release(&hidden);
    return m;
}

/* ---- its files ------------------------------------------------------------------------------------ */

/* Path as the user would write it from here. */
static const char *from_here(struct units *u, const char *path) {
    char *here = realpath(".", NULL);
    size_t len = here ? strlen(here) : 0;
    bool below = len > 1 && strncmp(path, here, len) == 0 && path[len] == '/';
    free(here);
    return arena_strdup(&u->project.arena, below ? path + len + 1 : path);
}

static void add_file(struct units *u, const char *file, struct front_unit unit) {
    vec_push(&u->files, file);
    vec_push(&u->units, unit);
}

static void add_object(struct units *u, struct context *ctx, const struct made *m, bool lazy) {
    struct str path = {0};
    const char *file = from_here(u, made_source(m, &path));
    str_release(&path);
    for (uint32_t i = 0; i < u->files.len; i++)
        if (u->units.data[i].args == m->flags.data && strcmp(u->files.data[i], file) == 0)
            return; /* in two libraries */
    if (front_kind_of(file) != FRONT_C) {
        log_warning(&ctx->log, "%s: skipped, because it is not C", file);
        return;
    }
    u->is32 |= m->is32;
    add_file(u, file, (struct front_unit){m->folder, m->source, m->flags.data, (int)m->flags.len, lazy, false});
}

static void add_made(struct units *u, struct context *ctx, const struct made *m, bool lazy) {
    bool library = m->kind == MADE_ARCHIVE || m->kind == MADE_SHARED;
    if (m->source) add_object(u, ctx, m, lazy);
    for (uint32_t i = 0; i < m->parts.len; i++) {
        const struct made *part = u->project.all.data[m->parts.data[i]];
        bool in_library = part->kind == MADE_ARCHIVE || part->kind == MADE_SHARED;
        add_made(u, ctx, part, lazy || in_library);
    }
    for (uint32_t i = 0; i < m->missing.len; i++)
        log_warning(&ctx->log, "%s%s was not built under shrike capture; its definitions are missing",
                    m->missing.data[i], library ? ", in a library," : "");
}

/* The one thing of a compile_commands.json: the files that are named, or all of them. */
static bool is_source_of(const struct made *m, const char *word) {
    struct str path = {0}, named = {0};
    char *here = realpath(".", NULL);
    bool same = m->source && strcmp(made_source(m, &path), path_clean(here ? here : "/", word, &named)) == 0;
    free(here);
    str_release(&path);
    str_release(&named);
    return same;
}

static bool add_source(struct units *u, struct context *ctx, const char *word) {
    for (uint32_t i = u->project.all.len; i-- > 0;) {
        const struct made *m = u->project.all.data[i];
        if (!is_source_of(m, word)) continue;
        add_object(u, ctx, m, false);
        return true;
    }
    return false;
}

static bool is_loadable(enum front_kind kind) { return kind == FRONT_C || kind == FRONT_BITCODE || kind == FRONT_TEXT; }

static bool add_word(struct units *u, struct context *ctx, const char *word, bool sources) {
    enum front_kind kind = front_kind_of(word);
    const struct made *m = is_loadable(kind) ? NULL : find(&u->project, word);
    if (m) {
        uint32_t before = u->files.len;
        add_made(u, ctx, m, false);
        if (u->files.len > before) return true;
        log_error(&ctx->log, "%s: none of its sources is C", word);
        return false;
    }
    if (sources && kind == FRONT_C && add_source(u, ctx, word)) return true;
    add_file(u, word, (struct front_unit){0});
    return true;
}

/* Is the file, given without more, among the sources of a program that is given too? */
static bool is_twice(const struct units *u, uint32_t number) {
    char *own = u->units.data[number].folder ? NULL : realpath(u->files.data[number], NULL);
    bool found = false;
    for (uint32_t i = 0; own && i < u->files.len && !found; i++) {
        char *other = u->units.data[i].folder ? realpath(u->files.data[i], NULL) : NULL;
        found = other && strcmp(own, other) == 0;
        free(other);
    }
    free(own);
    return found;
}

static void drop_twice(struct units *u) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < u->files.len; i++) {
        bool twice = is_twice(u, i);
        u->files.data[kept] = u->files.data[i];
        u->units.data[kept] = u->units.data[i];
        kept += !twice;
    }
    u->files.len = u->units.len = kept;
}

/* Is there a word that only a database could explain? */
static bool needs_database(const char *const *words, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (!is_loadable(front_kind_of(words[i]))) return true;
    return false;
}

bool units_find(struct units *u, struct context *ctx, const char *database, const char *const *words, uint32_t n) {
    if (!database && !needs_database(words, n)) return true;
    if (database ? !open_named(u, ctx, database) : !find_database(u)) return !database;
    if (!database && !read_database(u, ctx)) return false;
    bool ok = true;
    for (uint32_t i = 0; i < n && ok; i++) ok = add_word(u, ctx, words[i], database != NULL);
    drop_twice(u);
    if (n == 0 && database && u->project.all.len) add_made(u, ctx, vec_last(&u->project.all), false);
    if (ok && !u->files.len) log_error(&ctx->log, "%s: no command in it compiles C", str_text(&u->database));
    return ok && u->files.len;
}
