#include "replay/observe.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* ---- words of the sanitizers ----------------------------------------------------------- */

struct report_word {
    const char *text; /* what a report starts with, or contains (UBSan) */
    enum bug_kind kind;
    bool crash, hint;
};

/* After "AddressSanitizer: " or "MemorySanitizer: ". */
static const struct report_word address_words[] = {
    {"heap-buffer-overflow", BUG_BOUNDS, false, false},
    {"stack-buffer-overflow", BUG_BOUNDS, false, false},
    {"stack-buffer-underflow", BUG_BOUNDS, false, false},
    {"global-buffer-overflow", BUG_BOUNDS, false, false},
    {"dynamic-stack-buffer-overflow", BUG_BOUNDS, false, false},
    {"unknown-crash", BUG_BOUNDS, false, false},
    {"negative-size-param", BUG_BOUNDS, false, false},
    {"use-after-poison", BUG_BOUNDS, false, false},
    {"heap-use-after-free", BUG_USE_AFTER_FREE, false, false},
    {"stack-use-after-scope", BUG_USE_AFTER_SCOPE, false, false},
    {"stack-use-after-return", BUG_USE_AFTER_SCOPE, false, false},
    {"attempting double-free", BUG_DOUBLE_FREE, false, false},
    {"attempting free on address which was not", BUG_INVALID_FREE, false, false},
    {"attempting to call malloc_usable_size()", BUG_INVALID_FREE, false, false},
    {"bad-free", BUG_INVALID_FREE, false, false},
    {"stack-overflow", BUG_STACK, false, false},
    {"memcpy-param-overlap", BUG_OVERLAP, false, false},
    {"strcpy-param-overlap", BUG_OVERLAP, false, false},
    {"strcat-param-overlap", BUG_OVERLAP, false, false},
    {"strncat-param-overlap", BUG_OVERLAP, false, false},
    {"use-of-uninitialized-value", BUG_UNINIT, false, false},
    {"SEGV", BUG_INVALID_POINTER, true, false},
    {"BUS", BUG_INVALID_POINTER, true, false},
    {"FPE", BUG_DIVISION, false, false},
    {"ILL", BUG_NONE, true, false},
};

/* Anywhere in "runtime error: ...". */
static const struct report_word undefined_words[] = {
    {"division by zero", BUG_DIVISION, false, false},
    {"division of", BUG_QUOTIENT, false, false},
    {"shift exponent", BUG_SHIFT, false, false},
    {"left shift of negative value", BUG_NEGATIVE_SHIFT, false, false},
    {"left shift of", BUG_OVERFLOW, false, false},
    {"signed integer overflow", BUG_OVERFLOW, false, false},
    {"negation of", BUG_OVERFLOW, false, false},
    {"out of bounds for type", BUG_INDEX, false, false},
    {"outside the range of representable values", BUG_CAST, false, false},
    {"is not a valid value for type '_Bool'", BUG_BOOL, false, false},
    {"is not a valid value for type 'bool'", BUG_BOOL, false, false},
    {"misaligned address", BUG_ALIGN, false, false},
    {"byte alignment for pointer", BUG_ALIGN, false, false},
    {"variable length array bound", BUG_ARGUMENT, false, false},
    {"null pointer of type", BUG_NULL_DEREF, false, true},
    {"unreachable program point", BUG_UNREACHABLE, false, false},
    {"end of a value-returning function", BUG_UNREACHABLE, false, false},
};

/* After "SHRIKE: ". */
static const struct report_word own_words[] = {
    {"abort", BUG_ABORT, false, false},
    {"deadlock", BUG_DEADLOCK, false, false},
    {"misused-lock", BUG_LOCK, false, false},
    {"data-race", BUG_RACE, false, false},
    {"assertion-failure", BUG_ASSERTION, false, false},
    {"error-reached", BUG_ERROR_REACHED, false, false},
    {"overlapping-copy", BUG_OVERLAP, false, false},
    {"character-out-of-range", BUG_CHARACTER, false, false},
    {"call-of-another-type", BUG_CALL_TYPE, false, false},
    {"invalid-argument", BUG_ARGUMENT, false, false},
    {"float-not-finite", BUG_NOT_FINITE, false, false},
    {"missing-return-value", BUG_NO_VALUE, false, false},
    {"invalid-function-pointer", BUG_FUNCTION_POINTER, false, false},
    {"out-of-bounds", BUG_BOUNDS, false, true},
    {"bad-access", BUG_BOUNDS, false, false},
    {"null-access", BUG_NULL_DEREF, false, false},
    {"dead-access", BUG_USE_AFTER_SCOPE, false, false},
    {"freed-access", BUG_USE_AFTER_FREE, false, false},
    {"no-stream", BUG_INVALID_POINTER, false, false},
    {"invalid-free", BUG_INVALID_FREE, false, false},
    {"oversized-shift", BUG_SHIFT, false, false},
    {"signed-overflow", BUG_OVERFLOW, false, false},
    {"unreachable-reached", BUG_UNREACHABLE, false, false},
    {"division-by-zero", BUG_DIVISION, false, false},
    {"index-out-of-range", BUG_INDEX, false, false},
    {"invalid-bool", BUG_BOOL, false, false},
    {"float-cast-overflow", BUG_CAST, false, false},
    {"undefined-value", BUG_UNDEFINED, false, false},
    {"invalid-pointer", BUG_INVALID_POINTER, false, false},
    {"misaligned-access", BUG_ALIGN, false, false},
};

#define FIND(table, text, match) find(table, sizeof table / sizeof *(table), text, match)

static const struct report_word *find(const struct report_word *table, size_t n, const char *text, bool anywhere) {
    for (size_t i = 0; i < n; i++)
        if (anywhere ? strstr(text, table[i].text) != NULL : str_starts(text, table[i].text)) return &table[i];
    return NULL;
}

/* ---- lines -------------------------------------------------------------------------------- */

/* Addresses differ from run to run. */
static void cut_address(char *text) {
    static const char *const starts[] = {" on address 0x", " on unknown address", " on 0x"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        char *at = strstr(text, starts[i]);
        if (at) *at = '\0';
    }
}

static struct observation *add(struct observations *o, const char *text) {
    char *copy = arena_strdup(&o->arena, text);
    cut_address(copy);
    struct observation seen = {.type = SEEN_ERROR, .text = copy};
    vec_push(&o->all, seen);
    return &vec_last(&o->all);
}

static void set_word(struct observation *seen, const struct report_word *word) {
    if (!word) return;
    seen->kind = word->kind;
    seen->crash = word->crash;
    seen->hint = word->hint;
}

/* "file:line:column: runtime error: ..."; at points to " runtime error". */
static void add_undefined(struct observations *o, const char *line, const char *where) {
    assert(str_starts(where, ": runtime error: "));
    struct observation *seen = add(o, where + strlen(": runtime error: "));
    set_word(seen, FIND(undefined_words, seen->text, true));
    char *place = arena_strndup(&o->arena, line, (size_t)(where - line));
    for (int i = 0; i < 2; i++) {
        char *colon = strrchr(place, ':');
        if (!colon) return;
        *colon = '\0';
        (i ? &seen->said.line : &seen->said.column)[0] = (uint32_t)strtoul(colon + 1, NULL, 10);
    }
    seen->said.file = place;
    seen->said.function = "";
}

static void add_own(struct observations *o, const char *text) {
    struct observation *seen = add(o, text);
    if (str_starts(text, "diverged: ")) seen->type = SEEN_DIVERGED;
    if (str_starts(text, "assumption: ")) seen->type = SEEN_ASSUMPTION;
    const char *colon = strstr(seen->text, ": "); /* what is known from the kind */
    if (colon) seen->text = colon + 2;
    set_word(seen, FIND(own_words, text, false));
}

/* "0|function|file|line|column": false when it belongs to another stack. */
static bool add_frame(struct observations *o, struct observation *seen, const char *text) {
    assert(o->all.len && seen == &vec_last(&o->all));
    char *copy = arena_strdup(&o->arena, text), *part[5];
    for (int i = 0; i < 5; i++) {
        part[i] = copy;
        copy = copy ? strchr(copy, '|') : NULL;
        if (i < 4 && !copy) return false;
        if (copy) *copy++ = '\0';
    }
    if (strtoul(part[0], NULL, 10) == 0 && seen->frames.len) return false;
    struct source_place at = {part[1], part[2], (uint32_t)strtoul(part[3], NULL, 10),
                              (uint32_t)strtoul(part[4], NULL, 10)};
    if (strcmp(at.file, "<null>") == 0 || !at.line) at.file = NULL;
    vec_push(&seen->frames, at);
    return true;
}

/* "FILE|LINE", of the remark that follows. */
static void set_place(struct observations *o, const char *text) {
    const char *bar = strrchr(text, '|');
    if (!bar) return;
    o->place = (struct source_place){"", arena_strndup(&o->arena, text, (size_t)(bar - text)),
                                     (uint32_t)strtoul(bar + 1, NULL, 10), 0};
}

static void add_line(struct observations *o, const char *line, bool *open) {
    assert(!*open || o->all.len);
    const char *at;
    if (str_starts(line, "#FRAME ")) {
        if (*open) *open = add_frame(o, &vec_last(&o->all), line + 7);
    } else if ((at = strstr(line, ": runtime error: "))) {
        add_undefined(o, line, at);
        *open = true;
    } else if (str_starts(line, "SHRIKE at ")) {
        set_place(o, line + 10);
    } else if (str_starts(line, "SHRIKE: ")) {
        add_own(o, line + 8);
        vec_last(&o->all).said = o->place;
        *open = true;
    } else if ((at = strstr(line, "ERROR: AddressSanitizer: ")) || (at = strstr(line, "ERROR: MemorySanitizer: "))) {
        struct observation *seen = add(o, at + strlen("ERROR: AddressSanitizer: "));
        set_word(seen, FIND(address_words, seen->text, false));
        *open = true;
    } else if (strstr(line, "WARNING: MemorySanitizer: ") || strstr(line, ": Uninitialized bytes in ")) {
        struct observation *seen = add(o, "use-of-uninitialized-value");
        seen->kind = BUG_UNINIT;
        *open = true;
    } else if (str_starts(line, "Direct leak of ") || str_starts(line, "Indirect leak of ")) {
        add(o, line)->kind = BUG_LEAK;
        *open = true;
    } else if (line[0] == '\0' && o->all.len && vec_last(&o->all).frames.len) {
        *open = false;
    }
    if (strstr(line, "Hint: address points to the zero page") && o->all.len && vec_last(&o->all).crash)
        vec_last(&o->all).kind = BUG_NULL_DEREF;
}

void observe(struct observations *o, const char *report) {
    bool open = false; /* frames belong to the last observation */
    struct str line = {0};
    while (*report) {
        size_t n = strcspn(report, "\n");
        str_clear(&line);
        str_add_len(&line, report, n);
        add_line(o, str_text(&line), &open);
        report += n + (report[n] == '\n');
    }
    str_release(&line);
}

void observations_release(struct observations *o) {
    for (uint32_t i = 0; i < o->all.len; i++) vec_release(&o->all.data[i].frames);
    vec_release(&o->all);
    arena_release(&o->arena);
}

const struct source_place *observation_user_frame(const struct observation *o, const struct strmap *functions) {
    const struct source_place *nameless = NULL; /* bitcode may lack debug information */
    for (uint32_t i = 0; i < o->frames.len; i++) {
        const struct source_place *at = &o->frames.data[i];
        if (!strmap_find(functions, at->function)) continue;
        if (at->file) return at;
        if (!nameless) nameless = at;
    }
    return nameless;
}
