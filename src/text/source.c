#include "text/source.h"

#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "text/origin.h"

enum { MOST_TEXT = 100 };

/* ---- files and lines ---------------------------------------------------------------------------- */

void source_init(struct source *s) {
    memset(s, 0, sizeof *s);
    strmap_init(&s->names);
}

void source_release(struct source *s) {
    for (uint32_t i = 0; i < s->files.len; i++) {
        mem_free(s->files.data[i]->text);
        vec_release(&s->files.data[i]->lines);
        vec_release(&s->files.data[i]->origins);
        mem_free(s->files.data[i]);
    }
    for (uint32_t i = 0; i < s->compiled.len; i++) mem_free(s->compiled.data[i]);
    vec_release(&s->compiled);
    vec_release(&s->files);
    strmap_release(&s->names);
}

static void find_lines(struct source_file *f, size_t len) {
    vec_push(&f->lines, 0);
    for (size_t i = 0; i < len; i++)
        if (f->text[i] == '\n') vec_push(&f->lines, (uint32_t)(i + 1));
    if (vec_last(&f->lines) != len) vec_push(&f->lines, (uint32_t)len + 1);
}

void source_compiled(struct source *s, const char *file) { vec_push(&s->compiled, mem_strdup(file)); }

/* In the folder of a file that is compiled. */
static bool read_beside(const struct source *s, const char *name, struct str *text) {
    struct str path = {0};
    bool found = false;
    for (uint32_t i = 0; i < s->compiled.len && *name != '/' && !found; i++) {
        const char *slash = strrchr(s->compiled.data[i], '/');
        if (!slash) continue;
        str_clear(&path);
        str_addf(&path, "%.*s%s", (int)(slash + 1 - s->compiled.data[i]), s->compiled.data[i], name);
        found = str_read_file(text, str_text(&path));
    }
    str_release(&path);
    return found;
}

static bool rebuild(const struct source *s, const char *name, struct source_file *f, struct str *text) {
    bool found = false;
    for (uint32_t i = 0; i < s->compiled.len && !found; i++) {
        struct str all = {0};
        found = str_read_file(&all, s->compiled.data[i]) && origin_rebuild(str_text(&all), name, text, &f->origins);
        if (found) f->origin = s->compiled.data[i];
        str_release(&all);
    }
    return found;
}

static bool read_text(const struct source *s, const char *name, struct source_file *f, struct str *text) {
    if (str_read_file(text, name)) return true;
    str_clear(text);
    if (read_beside(s, name, text)) return true;
    str_clear(text);
    return rebuild(s, name, f, text);
}

static const struct source_file *open_file(struct source *s, const char *name) {
    uint64_t *known = strmap_find(&s->names, name);
    if (known) return s->files.data[*known - 1];
    struct source_file *f = MEM_NEW(struct source_file);
    struct str text = {0};
    if (read_text(s, name, f, &text) && text.len < UINT32_MAX) {
        size_t len = text.len;
        str_add_char(&text, '\0');
        f->text = str_take(&text);
        find_lines(f, len);
    }
    str_release(&text);
    vec_push(&s->files, f);
    strmap_put(&s->names, name, s->files.len);
    return f;
}

bool source_origin(struct source *s, const char *file, uint32_t line, const char **origin, uint32_t *at) {
    const struct source_file *f = file && *file ? open_file(s, file) : NULL;
    if (!f || !f->origin || !line || line > f->origins.len || !f->origins.data[line - 1]) return false;
    *origin = f->origin;
    *at = f->origins.data[line - 1];
    return true;
}

uint32_t source_lines(struct source *s, const char *file) {
    const struct source_file *f = open_file(s, file);
    return f->text ? f->lines.len - 1 : 0;
}

const char *source_line(struct source *s, const char *file, uint32_t number, uint32_t *len) {
    const struct source_file *f = file && *file ? open_file(s, file) : NULL;
    if (!f || !f->text || !number || number >= f->lines.len) return NULL;
    uint32_t from = f->lines.data[number - 1], to = f->lines.data[number] - 1;
    while (to > from && f->text[to - 1] == '\r') to--;
    *len = to - from;
    return f->text + from;
}

/* ---- reading C by eye ----------------------------------------------------------------------------- */

/* A line, and a place in it. */
struct eye {
    const char *text;
    uint32_t len, at;
};

static bool look_at(struct source *s, const char *file, uint32_t line, uint32_t column, struct eye *e) {
    e->text = source_line(s, file, line, &e->len);
    e->at = column ? column - 1 : 0;
    return e->text && column && e->at < e->len;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }
static char at(const struct eye *e, uint32_t i) { return i < e->len ? e->text[i] : '\0'; }
static bool starts(const struct eye *e, uint32_t i, const char *word) {
    size_t n = strlen(word);
    return i + n <= e->len && memcmp(e->text + i, word, n) == 0;
}
static bool is_keyword_at(const struct eye *e, uint32_t i, const char *word) {
    return starts(e, i, word) && !is_word(at(e, i + (uint32_t)strlen(word))) && (!i || !is_word(e->text[i - 1]));
}
static uint32_t skip_space(const struct eye *e, uint32_t i) {
    while (i < e->len && isspace((unsigned char)e->text[i])) i++;
    return i;
}
static uint32_t skip_word(const struct eye *e, uint32_t i) {
    while (i < e->len && is_word(e->text[i])) i++;
    return i;
}

/* Behind a string or character literal that starts at i. */
static uint32_t skip_literal(const struct eye *e, uint32_t i) {
    char quote = e->text[i++];
    while (i < e->len && e->text[i] != quote) i += e->text[i] == '\\' ? 2 : 1;
    return i < e->len ? i + 1 : e->len;
}

/* The bracket that closes the one at i; e->len if it is not on this line. */
static uint32_t closing(const struct eye *e, uint32_t i) {
    uint32_t depth = 0;
    while (i < e->len) {
        char c = e->text[i];
        if (c == '"' || c == '\'') {
            i = skip_literal(e, i);
            continue;
        }
        if (c == '(' || c == '[') depth++;
        if ((c == ')' || c == ']') && --depth == 0) return i;
        i++;
    }
    return e->len;
}

/* The bracket that opens the one at i; UINT32_MAX if it is not on this line. */
static uint32_t opening(const struct eye *e, uint32_t i) {
    uint32_t depth = 0;
    for (;; i--) {
        char c = e->text[i];
        if (c == ')' || c == ']') depth++;
        if ((c == '(' || c == '[') && --depth == 0) return i;
        if (!i) return UINT32_MAX;
    }
}

/* Text without the space at its ends; false if there is nothing or too much of it. */
static bool take(const struct eye *e, uint32_t from, uint32_t to, struct str *out) {
    from = skip_space(e, from);
    while (to > from && isspace((unsigned char)e->text[to - 1])) to--;
    if (from >= to || to - from > MOST_TEXT) return false;
    str_add_len(out, e->text + from, to - from);
    return true;
}

/* Where the chain of members that ends at i began: s->a[2].b, seen from b. */
static uint32_t chain_start(const struct eye *e, uint32_t i) {
    for (;;) {
        uint32_t k = i;
        if (k >= 1 && e->text[k - 1] == '.') k -= 1;
        else if (k >= 2 && e->text[k - 1] == '>' && e->text[k - 2] == '-') k -= 2;
        else return i;
        while (k && (e->text[k - 1] == ']' || e->text[k - 1] == ')')) {
            k = opening(e, k - 1);
            if (k == UINT32_MAX) return i;
        }
        while (k && is_word(e->text[k - 1])) k--;
        i = k;
    }
}

/* Behind the indexes and members that follow at i, up to the last index. */
static uint32_t chain_end(const struct eye *e, uint32_t i) {
    uint32_t best = i;
    for (;;) {
        if (at(e, i) == '[') {
            i = closing(e, i) + 1;
            if (i > e->len) return best;
            best = i;
        } else if (at(e, i) == '.' || starts(e, i, "->")) {
            uint32_t word = i + (at(e, i) == '.' ? 1 : 2);
            i = skip_word(e, word);
            if (i == word) return best;
        } else {
            return best;
        }
    }
}

static bool is_reserved(const struct eye *e, uint32_t i) {
    static const char *const words[] = {"if",   "while", "for",      "do",   "switch", "return", "else",  "sizeof",
                                        "case", "int",   "unsigned", "char", "long",   "const",  "static"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (is_keyword_at(e, i, words[k])) return true;
    return false;
}

/* What is assigned to by the operator at `to`: the text that ends in front of it. */
static bool take_before(const struct eye *e, uint32_t to, struct str *out) {
    while (to && isspace((unsigned char)e->text[to - 1])) to--;
    uint32_t from = to;
    if (from && e->text[from - 1] == ']') from = opening(e, from - 1);
    if (from == UINT32_MAX) return false;
    while (from && is_word(e->text[from - 1])) from--;
    if (from == to || isdigit((unsigned char)e->text[from])) return false;
    return take(e, chain_start(e, from), to, out);
}

/* x++, ++x and x += y change what they read. */
static bool is_changing(const struct eye *e, uint32_t i) {
    if (starts(e, i, "++") || starts(e, i, "--")) return true;
    if (starts(e, i, "<<=") || starts(e, i, ">>=")) return true;
    return at(e, i) && strchr("+-*/%&|^", at(e, i)) && at(e, i + 1) == '=';
}

static bool take_changed(const struct eye *e, uint32_t i, struct str *out) {
    if (take_before(e, i, out)) return true;
    uint32_t from = skip_space(e, i + 2), to = skip_word(e, from);
    uint32_t end = chain_end(e, to);
    return from < to && take(e, from, end, out);
}

bool source_expression(struct source *s, const char *file, uint32_t line, uint32_t column, enum source_form form,
                       struct str *out) {
    struct eye e;
    if (!look_at(s, file, line, column, &e)) return false;
    uint32_t from = e.at, to;
    if (is_changing(&e, from)) return take_changed(&e, from, out);
    if (form == SOURCE_ELEMENT && e.text[from] == '*') {
        to = skip_space(&e, from + 1);
        to = at(&e, to) == '(' ? to : chain_end(&e, skip_word(&e, to));
        if (at(&e, to) == '(') to = closing(&e, to) + 1;
        return to <= e.len && to > from + 1 && take(&e, from, to, out);
    }
    to = skip_word(&e, from);
    if (to == from || isdigit((unsigned char)e.text[from]) || is_reserved(&e, from)) return false;
    if (form == SOURCE_ELEMENT && chain_end(&e, to) > to) return take(&e, from, chain_end(&e, to), out);
    if (at(&e, skip_space(&e, to)) == '(') return false; /* a call, or a macro */
    return take(&e, chain_start(&e, from), to, out);
}

bool source_call(struct source *s, const char *file, uint32_t line, uint32_t column, uint32_t *close, struct str *out) {
    struct eye e;
    *close = 0;
    if (!look_at(s, file, line, column, &e)) return false;
    uint32_t word = skip_word(&e, e.at), open = skip_space(&e, word);
    if (word == e.at || at(&e, open) != '(') return false;
    uint32_t end = closing(&e, open);
    if (end == e.len) return false;
    *close = end + 1;
    return take(&e, e.at, end + 1, out);
}

/* In front of casts that end at i: "(int)" of "= (int)f()". */
static uint32_t before_casts(const struct eye *e, uint32_t i) {
    for (;;) {
        while (i && isspace((unsigned char)e->text[i - 1])) i--;
        if (!i || e->text[i - 1] != ')') return i;
        uint32_t open = opening(e, i - 1);
        if (open == UINT32_MAX) return i;
        i = open;
    }
}

bool source_assigned(struct source *s, const char *file, uint32_t line, uint32_t column, const char *function,
                     struct str *out) {
    struct eye e;
    if (!look_at(s, file, line, column, &e) || !strstr(function, "nondet")) return false;
    if (!is_keyword_at(&e, e.at, function)) return false;
    uint32_t i = before_casts(&e, e.at);
    if (i < 2 || e.text[i - 1] != '=' || strchr("=!<>+-*/%&|^", e.text[i - 2])) return false;
    return take_before(&e, i - 1, out);
}

/* ---- conditions --------------------------------------------------------------------------------------- */

/* Where the expression that starts at i ends: at a bracket that is not its own, or ; , ? : */
static uint32_t expression_end(const struct eye *e, uint32_t i) {
    while (i < e->len) {
        char c = e->text[i];
        if (c == '"' || c == '\'') {
            i = skip_literal(e, i);
        } else if (c == '(' || c == '[') {
            i = closing(e, i) + 1;
        } else if (strchr(")];,?{:", c) || starts(e, i, "//") || starts(e, i, "/*")) {
            return i;
        } else {
            i++;
        }
    }
    return e->len;
}

/* Where the operand in front of the && or || at i starts. */
static uint32_t operand_start(const struct eye *e, uint32_t i) {
    while (i) {
        char c = e->text[i - 1];
        if (c == ')' || c == ']') {
            uint32_t open = opening(e, i - 1);
            if (open == UINT32_MAX) return i;
            i = open;
        } else if (strchr("([{;,?:", c) || (i > 1 && (starts(e, i - 2, "&&") || starts(e, i - 2, "||")))) {
            return i;
        } else {
            i--;
        }
    }
    return 0;
}

/* Between the semicolons of for (...; ...; ...). */
static bool take_middle(const struct eye *e, uint32_t open, uint32_t close, struct str *out) {
    uint32_t from = open + 1;
    while (from < close && e->text[from] != ';') from++;
    uint32_t to = from + 1;
    while (to < close && e->text[to] != ';') to++;
    return from < close && take(e, from + 1, to, out);
}

static bool take_bracketed(const struct eye *e, uint32_t i, bool middle, struct str *out) {
    uint32_t open = skip_space(e, i);
    if (at(e, open) != '(') return false;
    uint32_t close = closing(e, open);
    if (close == e->len) return false;
    return middle ? take_middle(e, open, close, out) : take(e, open + 1, close, out);
}

/* The keyword that the condition at i belongs to, if only brackets and operands of the
 * same line are between them. */
static const char *keyword_before(const struct eye *e, uint32_t i) {
    static const char *const words[] = {"if", "while", "for", "switch"};
    const char *found = "";
    for (uint32_t k = 0; k < i; k++)
        for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
            if (!is_keyword_at(e, k, words[w])) continue;
            uint32_t open = skip_space(e, k + (uint32_t)strlen(words[w]));
            if (at(e, open) == '(' && open < i && closing(e, open) > i) found = words[w];
        }
    return found;
}

bool source_condition(struct source *s, const char *file, uint32_t line, uint32_t column, const char **keyword,
                      struct str *out) {
    static const char *const words[] = {"if", "while", "for", "switch", "do"};
    struct eye e;
    *keyword = "";
    if (!look_at(s, file, line, column, &e)) return false;
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        if (!is_keyword_at(&e, e.at, words[w])) continue;
        *keyword = words[w];
        return take_bracketed(&e, e.at + (uint32_t)strlen(words[w]), words[w][0] == 'f', out);
    }
    *keyword = keyword_before(&e, e.at);
    if (starts(&e, e.at, "&&") || starts(&e, e.at, "||")) return take(&e, operand_start(&e, e.at), e.at, out);
    return take(&e, e.at, expression_end(&e, e.at), out);
}
