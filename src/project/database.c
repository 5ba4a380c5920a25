/* A project as text: .shrike/database.
 *
 *   shrike database 1
 *   object PATH          a thing that was made; things are numbered from 0. Also: archive, shared, program
 *    source NAME         of an object: as the compiler's command names it,
 *    folder DIR          in the folder in which it ran,
 *    bits 32             if -m32 was given,
 *    flag WORD           with this word among its arguments
 *    part NUMBER         of the others: a thing that is in it
 *    missing PATH        an input that no known command has made
 *   name NUMBER PATH     this file is that thing now
 *
 * A newline in a name is written \n, a backslash \\. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "project/command.h"
#include "project/flags.h"
#include "project/project.h"
#include "text/jsonread.h"

#define FIRST_LINE "shrike database 1"
static const char *const kinds[] = {"object", "archive", "shared", "program"};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* ---- writing ------------------------------------------------------------------------------------- */

static void add_line(struct str *out, const char *word, const char *text) {
    str_addf(out, "%s ", word);
    for (; *text; text++) {
        if (*text == '\n') str_add(out, "\\n");
        else if (*text == '\\') str_add(out, "\\\\");
        else str_add_char(out, *text);
    }
    str_add_char(out, '\n');
}

static void add_made(const struct made *m, struct str *out) {
    add_line(out, kinds[m->kind], m->path);
    if (m->source) {
        add_line(out, " source", m->source);
        add_line(out, " folder", m->folder);
    }
    if (m->is32) add_line(out, " bits", "32");
    for (uint32_t i = 0; i < m->flags.len; i++) add_line(out, " flag", m->flags.data[i]);
    for (uint32_t i = 0; i < m->parts.len; i++) str_addf(out, " part %u\n", m->parts.data[i]);
    for (uint32_t i = 0; i < m->missing.len; i++) add_line(out, " missing", m->missing.data[i]);
}

void project_write(const struct project *p, struct str *out) {
    str_add(out, FIRST_LINE "\n");
    for (uint32_t i = 0; i < p->all.len; i++) add_made(p->all.data[i], out);
    for (uint32_t i = 0; i < p->names.len; i++) {
        str_addf(out, "name %u", p->names.data[i].made);
        add_line(out, "", p->names.data[i].path);
    }
}

/* ---- reading ------------------------------------------------------------------------------------- */

static const char *unescape(struct arena *arena, const char *text, size_t len) {
    char *out = arena_strndup(arena, text, len), *to = out;
    for (const char *from = out; *from; from++) {
        if (*from == '\\' && from[1]) from++, *to++ = (char)(*from == 'n' ? '\n' : *from);
        else *to++ = *from;
    }
    *to = '\0';
    return out;
}

static bool is_word(const char *line, size_t len, const char *word) {
    return strlen(word) == len && memcmp(line, word, len) == 0;
}

/* A number below `most` at *text, which moves behind it. */
static bool read_number(const char **text, uint32_t most, uint32_t *out) {
    char *end;
    unsigned long n = strtoul(*text, &end, 10);
    bool ok = end != *text && n < most;
    *text = end;
    *out = (uint32_t)n;
    return ok;
}

static bool read_fact(struct project *p, const char *word, size_t len, const char *value) {
    struct made *m = p->all.len ? vec_last(&p->all) : NULL;
    uint32_t number;
    if (!m) return false;
    if (is_word(word, len, " source")) return (m->source = value), true;
    if (is_word(word, len, " folder")) return (m->folder = value), true;
    if (is_word(word, len, " bits")) return (m->is32 = strcmp(value, "32") == 0), true;
    if (is_word(word, len, " flag")) vec_push(&m->flags, value);
    else if (is_word(word, len, " missing")) vec_push(&m->missing, value);
    else if (is_word(word, len, " part") && read_number(&value, p->all.len - 1, &number)) vec_push(&m->parts, number);
    else return false;
    return true;
}

static bool read_line(struct project *p, const char *line, size_t len) {
    size_t word = 1 + strcspn(line + 1, " \n");
    if (word >= len) return false;
    const char *value = unescape(&p->arena, line + word + 1, len - word - 1);
    uint32_t number;
    for (int i = 0; i < KINDS; i++)
        if (is_word(line, word, kinds[i])) return project_add(p, (enum made_kind)i, value), true;
    if (!is_word(line, word, "name")) return read_fact(p, line, word, value);
    if (!read_number(&value, p->all.len, &number) || *value != ' ') return false;
    project_name(p, value + 1, number);
    return true;
}

/* Every object has a folder if it has a source. */
static bool is_whole(const struct project *p) {
    for (uint32_t i = 0; i < p->all.len; i++)
        if (p->all.data[i]->source && !p->all.data[i]->folder) return false;
    return true;
}

bool project_read(struct project *p, const char *text, struct str *error) {
    unsigned number = 1;
    bool ok = str_starts(text, FIRST_LINE "\n");
    for (const char *line = text; ok && *line; number++) {
        size_t len = strcspn(line, "\n");
        if (number > 1) ok = read_line(p, line, len);
        line += len + (line[len] == '\n');
    }
    ok = ok && is_whole(p);
    if (!ok) str_addf(error, "line %u: not what shrike capture writes", number > 1 ? number - 1 : 1);
    return ok;
}

/* ---- clang's ------------------------------------------------------------------------------------- */

/* UINT32_MAX: it compiles nothing. */
static uint32_t read_entry(struct project *p, const struct json *entry, const char *source) {
    const char *command = json_text(entry, "command");
    const struct json *arguments = json_member(entry, "arguments");
    args_list plain = {0}, words = {0};
    for (const struct json *a = arguments ? arguments->first : NULL; a; a = a->next)
        if (a->kind == JSON_TEXT) vec_push(&plain, mem_strdup(a->text));
    if (!plain.len) args_split(command, &plain);
    const char *folder = json_text(entry, "directory");
    args_expand((const char *const *)plain.data, (int)plain.len, folder, &words);
    uint32_t number =
        command_object(p, *folder ? folder : ".", (const char *const *)words.data, (int)words.len, source);
    args_release(&plain);
    args_release(&words);
    return number;
}

bool project_read_compile_commands(struct project *p, const char *path, struct str *error) {
    struct str text = {0};
    VEC(uint32_t) objects = {0};
    bool ok = str_read_file(&text, path);
    if (!ok) str_addf(error, "cannot read %s", path);
    const struct json *list = ok ? json_read(path, str_text(&text), text.len, &p->arena, error) : NULL;
    ok = list && list->kind == JSON_LIST;
    if (list && !ok) str_addf(error, "%s: not a list of commands", path);
    unsigned count = 1;
    for (const struct json *entry = ok ? list->first : NULL; ok && entry; entry = entry->next, count++) {
        const char *source = json_text(entry, "file");
        ok = *source;
        if (!ok) str_addf(error, "%s: command %u has no \"file\"", path, count);
        uint32_t number = ok ? read_entry(p, entry, source) : UINT32_MAX;
        if (number != UINT32_MAX) vec_push(&objects, number);
    }
    struct made *all = project_add(p, MADE_PROGRAM, "");
    vec_append(&all->parts, objects.data, objects.len);
    vec_release(&objects);
    str_release(&text);
    return ok;
}
