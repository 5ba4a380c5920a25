/* From commands to what they made. */
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "project/command.h"
#include "project/flags.h"
#include "project/project.h"

/* ---- lines of the list ------------------------------------------------------------------------- */

/* The next field; *line moves to the separator. */
static void take_field(const char **line, struct str *out) {
    for (; **line && **line != '\t' && **line != '\n'; ++*line) {
        char c = **line;
        if (c == '\\' && (*line)[1]) {
            c = *++*line;
            c = (char)(c == 't' ? '\t' : c == 'n' ? '\n' : c);
        }
        str_add_char(out, c);
    }
}

/* The folder and the words of a line; the text of a response file is words too. */
static void split_line(const char **text, args_list *words) {
    for (;;) {
        struct str field = {0};
        take_field(text, &field);
        if (str_starts(str_text(&field), "@\n")) args_split(str_text(&field) + 2, words);
        else vec_push(words, mem_strdup(str_text(&field)));
        str_release(&field);
        bool more = **text == '\t';
        if (**text) ++*text;
        if (!more) return;
    }
}

/* ---- copies -------------------------------------------------------------------------------------- */

static bool is_folder(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static void copy_one(struct project *p, const char *folder, const char *from, const char *to) {
    struct str source = {0}, target = {0}, whole = {0};
    path_clean(folder, to, &target);
    if (is_folder(str_text(&target))) {
        str_addf(&whole, "%s/%s", str_text(&target), path_base(from));
        path_clean(folder, str_text(&whole), &target);
    }
    uint32_t number = project_number(p, path_clean(folder, from, &source));
    if (number == UINT32_MAX) { /* a link is seen from where it lies */
        const char *base = path_base(str_text(&target));
        str_clear(&whole);
        str_add_len(&whole, str_text(&target), (size_t)(base - str_text(&target)));
        number = project_number(p, path_clean(str_text(&whole), from, &source));
    }
    if (number != UINT32_MAX) project_name(p, str_text(&target), number);
    str_release(&source);
    str_release(&target);
    str_release(&whole);
}

/* cp, mv, ln, install */
static void digest_copy(struct project *p, const char *folder, const char *const *argv, int argc) {
    VEC(const char *) files = {0};
    const char *target = NULL;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-') vec_push(&files, argv[i]);
        else if (strcmp(argv[i], "-t") == 0 && i + 1 < argc) target = argv[++i];
        else if (argv[i][1] && strchr("mogS", argv[i][1]) && !argv[i][2]) i++; /* install's, with a value */
    }
    if (!target && files.len > 1) target = vec_pop(&files);
    for (uint32_t i = 0; i < files.len && target; i++) copy_one(p, folder, files.data[i], target);
    vec_release(&files);
}

/* ---- archives ------------------------------------------------------------------------------------ */

static void add_member(struct project *p, struct made *archive, uint32_t number) {
    const char *base = path_base(p->all.data[number]->path);
    for (uint32_t i = 0; i < archive->parts.len; i++)
        if (strcmp(path_base(p->all.data[archive->parts.data[i]]->path), base) == 0 && *base) {
            archive->parts.data[i] = number;
            return;
        }
    vec_push(&archive->parts, number);
}

/* The members come out as files of that folder (libtool does so). */
static void extract(struct project *p, const char *folder, const struct made *archive) {
    for (uint32_t i = 0; archive && i < archive->parts.len; i++) {
        struct str path = {0};
        uint32_t part = archive->parts.data[i];
        project_name(p, path_clean(folder, path_base(p->all.data[part]->path), &path), part);
        str_release(&path);
    }
}

static void digest_archive(struct project *p, const char *folder, const char *const *argv, int argc) {
    int i = 1;
    while (i < argc && str_starts(argv[i], "--")) i += strcmp(argv[i], "--plugin") == 0 ? 2 : 1;
    if (i + 1 >= argc) return;
    const char *what = argv[i][0] == '-' ? argv[i] + 1 : argv[i];
    i += 1 + (strpbrk(what, "abi") != NULL);
    if (i >= argc) return;
    struct str path = {0};
    path_clean(folder, argv[i], &path);
    const struct made *old = project_find(p, str_text(&path));
    if (strchr(what, 'x')) extract(p, folder, old);
    else if (strchr(what, 'r') || strchr(what, 'q')) {
        struct made *m = project_add(p, MADE_ARCHIVE, str_text(&path));
        uint32_t number = p->all.len - 1;
        for (uint32_t k = 0; old && k < old->parts.len; k++) vec_push(&m->parts, old->parts.data[k]);
        for (i++; i < argc; i++) {
            struct str member = {0};
            uint32_t part = project_number(p, path_clean(folder, argv[i], &member));
            if (part != UINT32_MAX) add_member(p, m, part);
            else if (argv[i][0] != '-') vec_push(&m->missing, arena_strdup(&p->arena, str_text(&member)));
            str_release(&member);
        }
        project_name(p, str_text(&path), number);
    }
    str_release(&path);
}

/* ---- all ------------------------------------------------------------------------------------------ */

static bool is_called(const char *name, const char *const *names) {
    for (; *names; names++)
        if (strcmp(name, *names) == 0) return true;
    return false;
}

static void digest_line(struct project *p, const args_list *words) {
    static const char *const copiers[] = {"cp", "mv", "ln", "install", NULL};
    if (words->len < 2) return;
    const char *const *argv = (const char *const *)words->data + 1, *folder = words->data[0];
    int argc = (int)words->len - 1;
    const char *name = path_base(argv[0]);
    if (is_called(name, copiers)) digest_copy(p, folder, argv, argc);
    else if (strcmp(name, "ar") == 0 || str_ends(name, "-ar") || strstr(name, "-ar-"))
        digest_archive(p, folder, argv, argc);
    else command_digest(p, folder, argv, argc);
}

/* Copies a thing and its parts; map: numbers + 1 in `to` of those that are there. */
static uint32_t keep(struct project *to, const struct project *from, uint32_t number, struct map *map) {
    uint64_t known = map_get(map, number, 0);
    if (known) return (uint32_t)known - 1;
    const struct made *m = from->all.data[number];
    VEC(uint32_t) parts = {0};
    for (uint32_t i = 0; i < m->parts.len; i++) vec_push(&parts, keep(to, from, m->parts.data[i], map));
    struct made *copy = project_add(to, m->kind, m->path);
    if (m->source)
        copy->source = arena_strdup(&to->arena, m->source), copy->folder = arena_strdup(&to->arena, m->folder);
    copy->is32 = m->is32;
    for (uint32_t i = 0; i < m->flags.len; i++) vec_push(&copy->flags, arena_strdup(&to->arena, m->flags.data[i]));
    for (uint32_t i = 0; i < m->missing.len; i++)
        vec_push(&copy->missing, arena_strdup(&to->arena, m->missing.data[i]));
    vec_append(&copy->parts, parts.data, parts.len);
    vec_release(&parts);
    map_put(map, number, to->all.len);
    return to->all.len - 1;
}

/* Of an object: is its source there? */
static bool has_source(const struct made *m) {
    struct str path = {0};
    bool there = !m->source || access(made_source(m, &path), F_OK) == 0;
    str_release(&path);
    return there;
}

/* Programs that build systems make to learn about the compiler, and leave there. */
static bool is_probe(const char *path) {
    return strstr(path, "/CompilerIdC") || strstr(path, "/CMakeTmp/") || strstr(path, "/meson-private/") ||
           str_starts(path_base(path), "conftest");
}

void project_digest(struct project *p, const char *commands) {
    struct project all;
    struct map map;
    project_init(&all);
    map_init(&map);
    while (*commands) {
        args_list words = {0};
        split_line(&commands, &words);
        digest_line(&all, &words);
        args_release(&words);
    }
    for (uint32_t i = 0; i < all.names.len; i++) {
        const struct project_name *n = &all.names.data[i];
        bool last = strmap_get(&all.by_path, n->path, 0) == i + 1;
        if (!last || is_probe(n->path) || access(n->path, F_OK) != 0 || !has_source(all.all.data[n->made])) continue;
        uint32_t number = keep(p, &all, n->made, &map);
        project_name(p, n->path, number);
    }
    map_release(&map);
    project_release(&all);
}
