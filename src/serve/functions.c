#include "serve/functions.h"

#include <ctype.h>
#include <string.h>

#include "base/str.h"

struct scanner {
    const char *at;
    uint32_t line;
    uint32_t braces, parens;
    struct str word; /* the last name ... */
    uint32_t word_line;
    struct str candidate; /* ... and the last that had a parenthesis behind it */
    uint32_t candidate_line, first;
    bool begun;   /* something stands at the beginning of a declaration */
    bool is_word; /* the last thing was a name */
};

/* ---- what is not looked at --------------------------------------------------------------------------- */

static void step(struct scanner *s) {
    s->line += *s->at == '\n';
    s->at++;
}

static void skip_literal(struct scanner *s) {
    char quote = *s->at;
    step(s);
    while (*s->at && *s->at != quote && *s->at != '\n') {
        if (*s->at == '\\' && s->at[1]) step(s);
        step(s);
    }
    if (*s->at == quote) step(s);
}

/* The rest of a line, with those that it is continued in. */
static void skip_line(struct scanner *s) {
    while (*s->at && *s->at != '\n') {
        if (*s->at == '\\' && s->at[1]) step(s);
        step(s);
    }
}

static void skip_comment(struct scanner *s) {
    while (*s->at && !(s->at[0] == '*' && s->at[1] == '/')) step(s);
    if (*s->at) s->at += 2;
}

/* True if something was skipped. */
static bool skip(struct scanner *s, bool line_start) {
    const char *from = s->at;
    if (isspace((unsigned char)*s->at)) step(s);
    else if (s->at[0] == '/' && s->at[1] == '/') skip_line(s);
    else if (s->at[0] == '/' && s->at[1] == '*') s->at += 2, skip_comment(s);
    else if (*s->at == '"' || *s->at == '\'') skip_literal(s);
    else if (*s->at == '#' && line_start) skip_line(s);
    return s->at != from;
}

/* ---- what is ----------------------------------------------------------------------------------------- */

static void take_word(struct scanner *s) {
    const char *from = s->at;
    while (isalnum((unsigned char)*s->at) || *s->at == '_') s->at++;
    if (s->braces) return;
    if (!s->begun) s->first = s->line;
    s->begun = s->is_word = true;
    if (s->parens) return;
    str_clear(&s->word);
    str_add_len(&s->word, from, (size_t)(s->at - from));
    s->word_line = s->line;
}

/* Words that have parentheses behind them and are no functions. */
static bool is_function_name(const char *word) {
    static const char *const others[] = {"__attribute__",  "__attribute",  "__declspec", "_Alignas",
                                         "__asm__",        "__asm",        "asm",        "__extension__",
                                         "_Static_assert", "static_assert"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], word) == 0) return false;
    return *word;
}

static void forget(struct scanner *s) {
    str_clear(&s->candidate);
    str_clear(&s->word);
    s->begun = s->is_word = false;
}

static void open_paren(struct scanner *s) {
    if (!s->braces && !s->parens && s->is_word && is_function_name(str_text(&s->word))) {
        str_clear(&s->candidate);
        str_add(&s->candidate, str_text(&s->word));
        s->candidate_line = s->word_line;
    }
    s->parens++;
}

/* A body, or the members of a type. */
static void open_brace(struct scanner *s, function_list *found) {
    if (!s->braces && !s->parens && s->candidate.len) {
        struct text_function f = {.first = s->first, .line = s->candidate_line, .last = UINT32_MAX};
        f.name = mem_strdup(str_text(&s->candidate));
        vec_push(found, f);
    }
    s->braces++;
}

static void close_brace(struct scanner *s, function_list *found) {
    if (s->braces) s->braces--;
    if (s->braces) return;
    if (found->len && vec_last(found).last == UINT32_MAX) vec_last(found).last = s->line;
    s->parens = 0;
    forget(s);
}

static void take_sign(struct scanner *s, function_list *found) {
    char c = *s->at++;
    if (c == '(') open_paren(s);
    else if (c == ')' && s->parens) s->parens--;
    else if (c == '{') open_brace(s, found);
    else if (c == '}') close_brace(s, found);
    else if ((c == ';' || c == '=') && !s->braces && !s->parens) forget(s);
    s->is_word = false;
}

void functions_find(const char *text, function_list *found) {
    struct scanner s = {.at = text};
    bool line_start = true;
    while (*s.at) {
        bool newline = *s.at == '\n', blank = isspace((unsigned char)*s.at);
        if (!skip(&s, line_start)) {
            if (isalpha((unsigned char)*s.at) || *s.at == '_') take_word(&s);
            else take_sign(&s, found);
        }
        line_start = newline || (line_start && blank);
    }
    if (found->len && vec_last(found).last == UINT32_MAX) vec_last(found).last = s.line;
    str_release(&s.word);
    str_release(&s.candidate);
}

void functions_release(function_list *list) {
    for (uint32_t i = 0; i < list->len; i++) mem_free(list->data[i].name);
    vec_release(list);
}

const struct text_function *functions_at(const function_list *list, uint32_t line) {
    for (uint32_t i = 0; i < list->len; i++)
        if (line >= list->data[i].first && line <= list->data[i].last) return &list->data[i];
    return NULL;
}

const struct text_function *functions_named(const function_list *list, const char *name) {
    for (uint32_t i = 0; i < list->len; i++)
        if (strcmp(list->data[i].name, name) == 0) return &list->data[i];
    return NULL;
}
