#include "base/option.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

enum option_kind { KIND_BOOL, KIND_INT, KIND_STR, KIND_CHOICE, KIND_LIST };

struct option_row {
    enum option_kind kind;
    const char *name;
    size_t offset;
    unsigned commands;
    enum option_on on;
    int64_t def, min, max;
    const char *text; /* default of STR, choices of CHOICE */
    const char *meta;
    const char *help;
};

/* What engine/engine.def says of --engine: "a|b|auto", in words, and how many there are. */
#define REACH_YES(...) __VA_ARGS__
#define REACH_NO(...)
#define AUTO_WORDS \
    "auto: run several engines side by side, one per processor; the first answer ends the run (the default)"
static const char engine_choices[] =
#define ENGINE(ID, name, run, reach, points, counters, unfit, work, tells, learns, options, words) name "|"
#include "engine/engine.def"
#undef ENGINE
    "auto";
static const char engine_words[] = "how to explore. "
#define ENGINE(ID, name, run, reach, points, counters, unfit, work, tells, learns, options, words) name ": " words "; "
#include "engine/engine.def"
#undef ENGINE
    AUTO_WORDS;
static const char engine_reach_choices[] =
#define ENGINE(ID, name, run, reach, points, counters, unfit, work, tells, learns, options, words) \
    REACH_##reach(name "|")
#include "engine/engine.def"
#undef ENGINE
    "auto";
static const char engine_reach_words[] = "how to explore. "
#define ENGINE(ID, name, run, reach, points, counters, unfit, work, tells, learns, options, words) \
    REACH_##reach(name ": " words "; ")
#include "engine/engine.def"
#undef ENGINE
    AUTO_WORDS;
enum {
    ENGINE_CHOICES = 0
#define ENGINE(ID, name, run, reach, points, counters, unfit, work, tells, learns, options, words) +1
#include "engine/engine.def"
#undef ENGINE
    ,
    ENGINE_REACH_CHOICES = 0
#define ENGINE(ID, name, run, reach, points, counters, unfit, work, tells, learns, options, words) REACH_##reach(+1)
#include "engine/engine.def"
#undef ENGINE
};

#define AT(field) offsetof(struct options, field)
static const struct option_row rows[] = {
#define BOOL(field, name, def, cmds, on, help) {KIND_BOOL, name, AT(field), cmds, ON_##on, def, 0, 1, NULL, NULL, help},
#define INT(field, name, def, min, max, cmds, on, meta, help) \
    {KIND_INT, name, AT(field), cmds, ON_##on, def, min, max, NULL, meta, help},
#define STR(field, name, def, cmds, on, meta, help) \
    {KIND_STR, name, AT(field), cmds, ON_##on, 0, 0, 0, def, meta, help},
#define CHOICE(field, name, def, choices, cmds, on, help) \
    {KIND_CHOICE, name, AT(field), cmds, ON_##on, def, 0, 0, choices, NULL, help},
#define LIST(field, name, cmds, on, meta, help) {KIND_LIST, name, AT(field), cmds, ON_##on, 0, 0, 0, NULL, meta, help},
#include "base/options.def"
#undef BOOL
#undef INT
#undef STR
#undef CHOICE
#undef LIST
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static void *field_of(struct options *opt, const struct option_row *row) { return (char *)opt + row->offset; }

void options_init(struct options *opt) {
    memset(opt, 0, sizeof *opt);
    for (int i = 0; i < ROWS; i++) {
        void *field = field_of(opt, &rows[i]);
        switch (rows[i].kind) {
        case KIND_BOOL: *(bool *)field = rows[i].def; break;
        case KIND_INT: *(int64_t *)field = rows[i].def; break;
        case KIND_STR: *(const char **)field = rows[i].text; break;
        case KIND_CHOICE: *(int *)field = (int)rows[i].def; break;
        case KIND_LIST: break;
        }
    }
}

void options_release(struct options *opt) {
    for (int i = 0; i < ROWS; i++)
        if (rows[i].kind == KIND_LIST) vec_release((option_list *)field_of(opt, &rows[i]));
}

static bool same_name(const char *name, const char *word, size_t len) {
    return strlen(name) == len && memcmp(name, word, len) == 0;
}

static const struct option_row *find_row(enum command cmd, const char *word, size_t len, bool *negated) {
    for (int i = 0; i < ROWS; i++) {
        if (!(rows[i].commands & cmd)) continue;
        *negated = false;
        if (same_name(rows[i].name, word, len)) return &rows[i];
        *negated = true;
        if (rows[i].kind == KIND_BOOL && len > 3 && memcmp(word, "no-", 3) == 0 &&
            same_name(rows[i].name, word + 3, len - 3))
            return &rows[i];
    }
    return NULL;
}

static bool set_int(int64_t *field, const struct option_row *row, const char *value, struct str *error) {
    char *end;
    errno = 0;
    long long n = strtoll(value, &end, 10);
    if (*value && !*end && !errno && n >= row->min && n <= row->max) {
        *field = n;
        return true;
    }
    if (row->max == INT64_MAX)
        str_addf(error, "--%s needs a whole number of at least %lld, not '%s'", row->name, (long long)row->min, value);
    else
        str_addf(error, "--%s needs a whole number from %lld to %lld, not '%s'", row->name, (long long)row->min,
                 (long long)row->max, value);
    return false;
}

static bool set_choice(int *field, const struct option_row *row, const char *value, struct str *error) {
    int index = 0;
    for (const char *p = row->text; *p; index++) {
        size_t len = strcspn(p, "|");
        if (same_name(value, p, len)) {
            *field = index;
            return true;
        }
        p += len + (p[len] == '|');
    }
    str_addf(error, "--%s needs one of %s, not '%s'", row->name, row->text, value);
    return false;
}

static bool set_value(struct options *opt, const struct option_row *row, const char *value, struct str *error) {
    void *field = field_of(opt, row);
    switch (row->kind) {
    case KIND_INT: return set_int(field, row, value, error);
    case KIND_CHOICE: return set_choice(field, row, value, error);
    case KIND_STR: *(const char **)field = value; return true;
    case KIND_LIST: vec_push((option_list *)field, value); return true;
    case KIND_BOOL: break;
    }
    str_addf(error, "--%s takes no value", row->name);
    return false;
}

static void suggest(enum command cmd, const char *word, size_t len, struct str *error);

enum option_result options_parse(struct options *opt, enum command cmd, char *const *argv, int argc, int *used,
                                 struct str *error) {
    const char *word = argv[0] + 2;
    size_t len = strcspn(word, "=");
    const char *value = word[len] == '=' ? word + len + 1 : NULL;
    bool negated;
    const struct option_row *row = find_row(cmd, word, len, &negated);
    *used = 1;
    if (!row) {
        str_addf(error, "unknown option '%s'", argv[0]);
        suggest(cmd, word, len, error);
        return OPTION_UNKNOWN;
    }
    if (row->kind == KIND_BOOL && !value) {
        *(bool *)field_of(opt, row) = !negated;
        return OPTION_OK;
    }
    if (!value) {
        if (argc < 2) {
            str_addf(error, "--%s needs a value", row->name);
            return OPTION_INVALID;
        }
        value = argv[1];
        *used = 2;
    }
    return set_value(opt, row, value, error) ? OPTION_OK : OPTION_INVALID;
}

void options_each(enum command cmd, void (*each)(void *owner, const struct option_info *info), void *owner) {
    for (int i = 0; i < ROWS; i++) {
        const struct option_row *row = &rows[i];
        if (!(row->commands & cmd)) continue;
        each(owner, &(struct option_info){.name = row->name,
                                          .help = row->help,
                                          .meta = row->meta,
                                          .choices = row->kind == KIND_CHOICE ? row->text : NULL,
                                          .is_bool = row->kind == KIND_BOOL,
                                          .on = row->kind == KIND_BOOL && row->def});
    }
}

/* ---- what was given --------------------------------------------------------------------------------- */

/* The index-th of "a|b|c". */
static void add_choice(struct str *out, const char *choices, int index) {
    for (; index > 0 && *choices; index--) choices += strcspn(choices, "|") + 1;
    str_add_len(out, choices, strcspn(choices, "|"));
}

/* How to set the option, of another kind than a list, to what it is; nothing if it is as usual. */
static void given_word(const struct option_row *row, const void *field, struct str *out) {
    const char *text = row->kind == KIND_STR ? *(const char *const *)field : NULL;
    switch (row->kind) {
    case KIND_BOOL:
        if (*(const bool *)field != row->def) str_addf(out, "--%s%s", *(const bool *)field ? "" : "no-", row->name);
        break;
    case KIND_INT:
        if (*(const int64_t *)field != row->def)
            str_addf(out, "--%s=%lld", row->name, (long long)*(const int64_t *)field);
        break;
    case KIND_STR:
        if (text && (!row->text || strcmp(text, row->text) != 0)) str_addf(out, "--%s=%s", row->name, text);
        break;
    case KIND_CHOICE:
        if (*(const int *)field == row->def) break;
        str_addf(out, "--%s=", row->name);
        add_choice(out, row->text, *(const int *)field);
        break;
    case KIND_LIST: break;
    }
}

void options_given(const struct options *opt, enum command cmd,
                   void (*each)(void *owner, const char *name, const char *word), void *owner) {
    struct str word = {0};
    for (int i = 0; i < ROWS; i++) {
        const struct option_row *row = &rows[i];
        const void *field = (const char *)opt + row->offset;
        const option_list *list = row->kind == KIND_LIST ? field : NULL;
        if (!(row->commands & cmd)) continue;
        for (uint32_t k = 0; list && k < list->len; k++) {
            str_clear(&word);
            str_addf(&word, "--%s=%s", row->name, list->data[k]);
            each(owner, row->name, str_text(&word));
        }
        str_clear(&word);
        given_word(row, field, &word);
        if (word.len) each(owner, row->name, str_text(&word));
    }
    str_release(&word);
}

enum option_on option_on(const char *name) {
    for (int i = 0; i < ROWS; i++)
        if (rows[i].commands & CMD_SPREAD && strcmp(rows[i].name, name) == 0) return rows[i].on;
    return ON_REFUSED;
}

/* What most users want to know first. */
static bool is_common(const char *name) {
    static const char *const names[] = {"check",  "engine", "timeout", "bound",   "sym-args", "sym-stdin",  "sym-files",
                                        "stub",   "html",   "at",      "targets", "output",   "max-memory", "seeds",
                                        "corpus", "jobs",   "with",    "expect",  "trace",    "function"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}

static void help_line(const struct option_row *row, struct str *out) {
    struct str left = {0};
    str_addf(&left, "--%s%s", row->kind == KIND_BOOL && row->def ? "no-" : "", row->name);
    if (row->kind == KIND_CHOICE) str_addf(&left, "=%s", row->text);
    if (row->meta) str_addf(&left, " %s", row->meta);
    str_addf(out, "  %-26s %s", str_text(&left), row->help);
    if (row->kind == KIND_INT && row->def) str_addf(out, " [%lld]", (long long)row->def);
    if (row->kind == KIND_STR && row->text) str_addf(out, " [%s]", row->text);
    str_add(out, "\n");
    str_release(&left);
}

int options_help(enum command cmd, bool all, struct str *out) {
    int left = 0;
    for (int i = 0; i < ROWS; i++) {
        const struct option_row *row = &rows[i];
        if (!(row->commands & cmd)) continue;
        if (all || is_common(row->name)) help_line(row, out);
        else left++;
    }
    return left;
}

/* ---- what was meant ------------------------------------------------------------------------------- */

enum { WORD_MOST = 40 };

/* How many letters have to be changed, added, left out or swapped. */
static int distance(const char *a, const char *b) {
    int n = (int)strlen(a), m = (int)strlen(b), rows3[3][WORD_MOST + 1];
    if (n > WORD_MOST || m > WORD_MOST) return WORD_MOST;
    for (int k = 0; k <= m; k++) rows3[0][k] = k;
    for (int i = 1; i <= n; i++) {
        int *now = rows3[i % 3], *last = rows3[(i + 2) % 3], *before = rows3[(i + 1) % 3];
        now[0] = i;
        for (int k = 1; k <= m; k++) {
            int best = last[k - 1] + (a[i - 1] != b[k - 1]);
            if (last[k] + 1 < best) best = last[k] + 1;
            if (now[k - 1] + 1 < best) best = now[k - 1] + 1;
            bool swapped = i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1];
            if (swapped && before[k - 2] + 1 < best) best = before[k - 2] + 1;
            now[k] = best;
        }
    }
    return rows3[n % 3][m];
}

const char *option_most_like(const char *word, const char *const *list, int n) {
    int least = (int)strlen(word) / 3 + 1;
    const char *found = NULL;
    for (int i = 0; i < n; i++) {
        int d = distance(word, list[i]);
        if (d >= least + !found) continue;
        least = d;
        found = list[i];
    }
    return found;
}

/* "(did you mean --timeout?)" */
static void suggest(enum command cmd, const char *word, size_t len, struct str *error) {
    const char *names[ROWS];
    char text[WORD_MOST + 1];
    int n = 0;
    if (!len || len > WORD_MOST) return;
    memcpy(text, word, len);
    text[len] = '\0';
    bool negated = strncmp(text, "no-", 3) == 0;
    for (int i = 0; i < ROWS; i++)
        if (rows[i].commands & cmd && (!negated || rows[i].kind == KIND_BOOL)) names[n++] = rows[i].name;
    const char *like = option_most_like(negated ? text + 3 : text, names, n);
    if (like) str_addf(error, "; did you mean --%s%s?", negated ? "no-" : "", like);
}
