#include "serve/subject.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "project/project.h"
#include "serve/functions.h"

enum { DEEPEST = 12, MOST_FILES = 1000 };

void subjects_release(subject_list *list) {
    for (uint32_t i = 0; i < list->len; i++) {
        mem_free(list->data[i].name);
        mem_free(list->data[i].folder);
        texts_release(&list->data[i].words);
    }
    vec_release(list);
}

bool subject_starts(const char *text) {
    function_list found = {0};
    functions_find(text, &found);
    bool starts = functions_named(&found, "main") || functions_named(&found, "LLVMFuzzerTestOneInput");
    functions_release(&found);
    return starts;
}

static struct subject *add_subject(const char *name, const char *folder, subject_list *found) {
    vec_push(found, (struct subject){.name = mem_strdup(name), .folder = mem_strdup(folder)});
    return &vec_last(found);
}

/* ---- what is around a file --------------------------------------------------------------------------- */

/* A path below a folder, as it is called there; a name that looks like an option is not. */
static void add_below(const char *folder, const char *path, struct str *out) {
    size_t len = strlen(folder);
    bool below = strncmp(folder, path, len) == 0 && path[len] == '/';
    const char *rest = below ? path + len + 1 : path;
    str_addf(out, "%s%s", *rest == '-' ? "./" : "", rest);
}

/* A file that was not named is used only if the user or root owns it: its words go to the compiler. */
static bool is_ours(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && (st.st_uid == geteuid() || st.st_uid == 0);
}

/* The folder that has one of these files, at or above the folder; false: there is none. */
static bool find_above(const char *from, const char *const *names, int n, struct str *folder, int *which) {
    struct str path = {0};
    bool found = false;
    str_clear(folder);
    str_add(folder, from);
    while (folder->len && !found) {
        for (int i = 0; i < n && !found; i++) {
            str_clear(&path);
            str_addf(&path, "%s/%s", str_text(folder), names[i]);
            found = is_ours(str_text(&path));
            *which = i;
        }
        if (found) break;
        while (folder->len && folder->data[folder->len - 1] != '/') folder->len--;
        if (folder->len) folder->len--;
        if (folder->data) folder->data[folder->len] = '\0';
    }
    str_release(&path);
    return found;
}

static void folder_of(const char *path, struct str *out) {
    const char *slash = strrchr(path, '/');
    str_clear(out);
    str_add_len(out, path, slash && slash > path ? (size_t)(slash - path) : 1);
}

/* ---- captured builds --------------------------------------------------------------------------------- */

static bool open_project(const char *folder, struct project *p) {
    struct str path = {0}, text = {0}, error = {0};
    str_addf(&path, "%s/.shrike/database", folder);
    bool ok =
        is_ours(str_text(&path)) && str_read_file(&text, str_text(&path)) && project_read(p, str_text(&text), &error);
    str_release(&path);
    str_release(&text);
    str_release(&error);
    return ok;
}

static bool is_made_of(const struct project *p, const struct made *m, const char *file) {
    struct str path = {0};
    char *real = m->source ? realpath(made_source(m, &path), NULL) : NULL;
    bool found = real && strcmp(real, file) == 0;
    free(real);
    str_release(&path);
    for (uint32_t i = 0; i < m->parts.len && !found; i++) found = is_made_of(p, p->all.data[m->parts.data[i]], file);
    return found;
}

/* Programs that the file (NULL: any) is part of, the names of one thing counting once. */
static void add_programs(const struct project *p, const char *folder, const char *file, subject_list *found) {
    vec_u32 known = {0};
    for (uint32_t i = 0; i < p->names.len; i++) {
        uint32_t number = p->names.data[i].made;
        const struct made *m = p->all.data[number];
        if (m->kind != MADE_PROGRAM || vec_u32_has(&known, number)) continue;
        if (project_number(p, p->names.data[i].path) != number || (file && !is_made_of(p, m, file))) continue;
        struct str name = {0};
        vec_push(&known, number);
        add_below(folder, p->names.data[i].path, &name);
        texts_add(&add_subject(str_text(&name), folder, found)->words, str_text(&name));
        str_release(&name);
    }
    vec_release(&known);
}

/* False: the file is no part of any. */
static bool add_captured(const char *path, const char *function, subject_list *found) {
    static const char *const names[] = {".shrike/database"};
    struct str folder = {0}, entry = {0};
    struct project p;
    int which;
    uint32_t before = found->len;
    project_init(&p);
    folder_of(path, &folder);
    struct str root = {0};
    if (find_above(str_text(&folder), names, 1, &root, &which) && open_project(str_text(&root), &p))
        add_programs(&p, str_text(&root), path, found);
    for (uint32_t i = before; function && i < found->len; i++) {
        str_clear(&entry);
        str_add(&entry, "--entry=");
        add_below(str_text(&root), path, &entry);
        str_addf(&entry, ":%s", function);
        texts_add(&found->data[i].words, str_text(&entry));
    }
    project_release(&p);
    str_release(&folder);
    str_release(&root);
    str_release(&entry);
    return found->len > before;
}

/* ---- single files ------------------------------------------------------------------------------------ */

/* from: the folder in which shrike is to run; NULL: that of the file. One with a list of flags comes before it. */
static void add_file(const char *path, const char *function, const char *from, subject_list *found) {
    static const char *const names[] = {"compile_commands.json", "build/compile_commands.json"};
    struct str folder = {0}, root = {0}, name = {0}, word = {0};
    int which = 0;
    folder_of(path, &folder);
    bool listed = find_above(str_text(&folder), names, 2, &root, &which);
    const char *at = listed ? str_text(&root) : from ? from : str_text(&folder);
    add_below(at, path, &name);
    struct subject *s = add_subject(str_text(&name), at, found);
    if (listed) str_addf(&word, "--project=%s", names[which]);
    if (listed) texts_add(&s->words, str_text(&word));
    if (function) {
        str_clear(&word);
        str_addf(&word, "--entry=%s", function);
        texts_add(&s->words, str_text(&word));
    }
    texts_add(&s->words, str_text(&name));
    str_release(&folder);
    str_release(&root);
    str_release(&name);
    str_release(&word);
}

void subjects_of_file(const char *path, bool starts, const char *function, subject_list *found) {
    if (add_captured(path, function, found)) return;
    if (starts || function) add_file(path, function, NULL, found);
}

static bool file_starts(const char *path) {
    struct str text = {0};
    bool starts = str_read_file(&text, path) && subject_starts(str_text(&text));
    str_release(&text);
    return starts;
}

static void walk(const char *root, const char *folder, uint32_t depth, subject_list *found) {
    struct dirent **entries;
    int n = depth < DEEPEST ? scandir(folder, &entries, NULL, alphasort) : -1;
    for (int i = 0; i < n; i++) {
        struct str path = {0};
        struct stat st;
        str_addf(&path, "%s/%s", folder, entries[i]->d_name);
        bool seen = entries[i]->d_name[0] != '.' && lstat(str_text(&path), &st) == 0 && found->len < MOST_FILES;
        if (seen && S_ISDIR(st.st_mode)) walk(root, str_text(&path), depth + 1, found);
        else if (seen && S_ISREG(st.st_mode) && str_ends(str_text(&path), ".c") && file_starts(str_text(&path)))
            add_file(str_text(&path), NULL, root, found);
        str_release(&path);
        free(entries[i]);
    }
    if (n >= 0) free(entries);
}

void subjects_of_folder(const char *folder, subject_list *found) {
    struct project p;
    project_init(&p);
    if (open_project(folder, &p)) add_programs(&p, folder, NULL, found);
    else walk(folder, folder, 0, found);
    project_release(&p);
}
