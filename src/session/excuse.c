#include "session/excuse.h"

#include <errno.h>
#include <string.h>

#include "base/arena.h"
#include "base/context.h"
#include "base/str.h"
#include "exec/core/bug.h"
#include "ir/ir.h"
#include "text/jsonread.h"
#include "text/source.h"

/* ---- the baseline --------------------------------------------------------------------------------- */

static void note(struct strmap *known, const char *fingerprint) {
    if (*fingerprint) strmap_put(known, fingerprint, 1);
}

static void note_results(const struct json *log, struct strmap *known) {
    const struct json *runs = json_member(log, "runs");
    for (const struct json *run = runs ? runs->first : NULL; run; run = run->next) {
        const struct json *results = json_member(run, "results");
        for (const struct json *r = results ? results->first : NULL; r; r = r->next)
            note(known, json_text(json_member(r, "partialFingerprints"), "shrike/v2"));
    }
}

bool excuse_load(struct context *ctx, const char *file, struct strmap *known) {
    struct str text = {0}, error = {0};
    struct arena arena;
    arena_init(&arena);
    bool ok = str_read_file(&text, file);
    if (!ok) log_error(&ctx->log, "--baseline: %s: %s", file, strerror(errno));
    const struct json *log = ok ? json_read(file, str_text(&text), text.len, &arena, &error) : NULL;
    if (ok && !log) log_error(&ctx->log, "--baseline: %s", str_text(&error));
    const struct json *bugs = json_member(log, "bugs");
    if (log && !bugs && !json_member(log, "runs")) {
        log_error(&ctx->log, "--baseline: %s was written neither by --json nor by --sarif", file);
        log = NULL;
    }
    for (const struct json *b = bugs ? bugs->first : NULL; b; b = b->next) note(known, json_text(b, "fingerprint"));
    if (log) note_results(log, known);
    arena_release(&arena);
    str_release(&text);
    str_release(&error);
    return log != NULL;
}

/* ---- comments -------------------------------------------------------------------------------------- */

static const char *check_name(enum check check) {
    static const char *const names[] = {
#define CHECK(name, text, on, help) text,
#include "exec/core/checks.def"
#undef CHECK
    };
    return check < CHECK_NONE ? names[check] : "";
}

/* Is the kind, or its property, among the words of a list? */
static bool is_named(const char *list, size_t len, enum bug_kind kind) {
    for (size_t i = 0; i < len;) {
        while (i < len && strchr(" ,", list[i])) i++;
        size_t start = i;
        while (i < len && !strchr(" ,", list[i])) i++;
        size_t n = i - start;
        const char *names[] = {bug_slug(kind), check_name(bug_check(kind)), "*"};
        for (size_t k = 0; n && k < sizeof names / sizeof *names; k++)
            if (strlen(names[k]) == n && !strncmp(names[k], list + start, n)) return true;
    }
    return false;
}

static void add_reason(const char *text, struct str *why) {
    const char *end = strstr(text, "*/");
    size_t len = end ? (size_t)(end - text) : strlen(text);
    while (len && strchr(" \t", *text)) text++, len--;
    while (len && strchr(" \t\r", text[len - 1])) len--;
    str_add_len(why, text, len);
}

/* alone: the comment must be all that is on the line. */
static bool excuses(struct source *src, const char *file, uint32_t number, bool alone, enum bug_kind kind,
                    struct str *why) {
    static const char mark[] = "shrike:ignore[";
    uint32_t len = 0;
    const char *text = number ? source_line(src, file, number, &len) : NULL;
    struct str line = {0};
    if (!text) return false;
    str_add_len(&line, text, len);
    const char *at = strstr(str_text(&line), mark), *close = at ? strchr(at, ']') : NULL;
    const char *start = str_text(&line) + strspn(str_text(&line), " \t");
    bool comment = at && (strstr(start, "//") || strstr(start, "/*"));
    bool found = comment && close && (!alone || str_starts(start, "//") || str_starts(start, "/*")) &&
                 is_named(at + strlen(mark), (size_t)(close - at) - strlen(mark), kind);
    if (found) add_reason(close + 1, why);
    str_release(&line);
    return found;
}

bool excuse_in_source(struct program *p, struct source *src, const struct bug *bug, struct str *why) {
    struct position at = p->positions.data[bug->pos];
    if (!at.file || !at.line) return false;
    const char *file = p->files.data[at.file];
    return excuses(src, file, at.line, false, bug->kind, why) || excuses(src, file, at.line - 1, true, bug->kind, why);
}
