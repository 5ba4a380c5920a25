#include "text/origin.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "text/quote.h"

enum { MOST_LINES = 1 << 22 };

static const char *skip_blanks(const char *at) {
    while (*at == ' ' || *at == '\t') at++;
    return at;
}

/* #line N "FILE", # N "FILE", or without the file: then `file` stays what it is. */
static bool read_directive(const char *line, uint32_t *number, struct str *file) {
    const char *at = skip_blanks(line);
    char *end;
    if (*at != '#') return false;
    at = skip_blanks(at + 1);
    if (str_starts(at, "line") && (at[4] == ' ' || at[4] == '\t')) at = skip_blanks(at + 4);
    if (*at < '0' || *at > '9') return false;
    unsigned long n = strtoul(at, &end, 10);
    *number = n < MOST_LINES ? (uint32_t)n : MOST_LINES;
    at = skip_blanks(end);
    if (*at == '"') {
        str_clear(file);
        if (!quote_read(&at, file)) str_clear(file);
    }
    return true;
}

/* Which line of `text` each line is. */
static void find_lines(const char *text, const char *name, vec_u32 *lines) {
    struct str file = {0};
    uint32_t physical = 0, number = 1;
    while (*text) {
        size_t len = strcspn(text, "\n");
        struct str line = {0};
        str_add_len(&line, text, len);
        physical++;
        if (!read_directive(str_text(&line), &number, &file)) {
            if (file.len && strcmp(str_text(&file), name) == 0 && number && number < MOST_LINES) {
                if (lines->len < number) vec_resize(lines, number);
                if (!lines->data[number - 1]) lines->data[number - 1] = physical;
            }
            number += number < MOST_LINES;
        }
        str_release(&line);
        text += len + (text[len] == '\n');
    }
    str_release(&file);
}

bool origin_rebuild(const char *text, const char *name, struct str *out, vec_u32 *lines) {
    VEC(const char *) starts = {0};
    find_lines(text, name, lines);
    for (const char *at = text; *at;) {
        size_t len = strcspn(at, "\n");
        vec_push(&starts, at);
        at += len + (at[len] == '\n');
    }
    for (uint32_t i = 0; i < lines->len; i++) {
        const char *line = lines->data[i] ? starts.data[lines->data[i] - 1] : "";
        str_add_len(out, line, strcspn(line, "\n"));
        str_add_char(out, '\n');
    }
    vec_release(&starts);
    return lines->len > 0;
}
