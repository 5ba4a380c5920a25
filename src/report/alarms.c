#include "report/alarms.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "base/str.h"
#include "text/jsonread.h"

/* ---- what an alarm is about -------------------------------------------------------------------------- */

#define FREED (BUG_BIT(USE_AFTER_FREE) | BUG_BIT(DOUBLE_FREE) | BUG_BIT(INVALID_FREE))
#define OUTSIDE (BUG_BIT(BOUNDS) | BUG_BIT(INVALID_POINTER) | BUG_BIT(WRITE_CONST))

/* Words in the names that gcc, clang and cppcheck give to their rules, first match first. */
static const struct {
    const char *word;
    bug_set kinds;
} words[] = {
    {"leak", BUG_BIT(LEAK)},
    {"null", BUG_BIT(NULL_DEREF) | BUG_BIT(INVALID_POINTER)},
    {"uninit", BUG_BIT(UNINIT)},
    {"undefinedbinaryoperator", BUG_BIT(UNINIT) | BUG_BIT(SHIFT) | BUG_BIT(DIVISION)},
    {"zerodiv", BUG_BIT(DIVISION)},
    {"dividezero", BUG_BIT(DIVISION)},
    {"division-by-zero", BUG_BIT(DIVISION)},
    {"shift", BUG_BIT(SHIFT)},
    {"integeroverflow", BUG_BIT(OVERFLOW)},
    {"signed-overflow", BUG_BIT(OVERFLOW)},
    {"use-after-scope", BUG_BIT(USE_AFTER_SCOPE)},
    {"use-after-free", BUG_BIT(USE_AFTER_FREE)},
    {"deallocuse", BUG_BIT(USE_AFTER_FREE)},
    {"doublefree", BUG_BIT(DOUBLE_FREE)},
    {"double-free", BUG_BIT(DOUBLE_FREE)},
    {"free", FREED},
    {"unix.malloc", FREED | BUG_BIT(LEAK)},
    {"bounds", OUTSIDE},
    {"arraybound", OUTSIDE},
    {"bufferaccess", OUTSIDE},
    {"buffer-overflow", OUTSIDE},
    {"assert", BUG_BIT(ASSERTION)},
    {"error-reached", BUG_BIT(ERROR_REACHED)},
};

static void add_lower(const char *text, struct str *out) {
    for (; *text; text++) str_add_char(out, (char)tolower((unsigned char)*text));
}

static bug_set kinds_of(const char *rule) {
    struct str lower = {0};
    bug_set kinds = 0;
    add_lower(rule, &lower);
    for (size_t i = 0; i < sizeof words / sizeof *words && !kinds; i++)
        if (strstr(str_text(&lower), words[i].word)) kinds = words[i].kinds;
    str_release(&lower);
    return kinds;
}

check_set alarms_checks(const struct alarms *a) {
    static const enum bug_kind all[] = {
#define BUG(name, slug, check) BUG_##name,
#include "exec/core/bug_kinds.def"
#undef BUG
    };
    check_set checks = 0;
    for (uint32_t i = 0; i < a->all.len; i++)
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            if (bug_has(a->all.data[i].kinds, all[k]) && bug_check(all[k]) < CHECK_NONE)
                checks |= 1u << bug_check(all[k]);
    return checks;
}

/* ---- reading ----------------------------------------------------------------------------------------- */

static int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* file:///a%20b.c -> /a b.c */
static const char *path_of(struct alarms *a, const char *uri) {
    struct str path = {0};
    if (str_starts(uri, "file://")) uri += strlen("file://");
    for (; *uri; uri++) {
        bool coded = *uri == '%' && hex(uri[1]) >= 0 && hex(uri[2]) >= 0 && (uri[1] != '0' || uri[2] != '0');
        str_add_char(&path, coded ? (char)(hex(uri[1]) << 4 | hex(uri[2])) : *uri);
        if (coded) uri += 2;
    }
    const char *kept = arena_strdup(&a->arena, str_text(&path));
    str_release(&path);
    return kept;
}

static uint32_t line_of(const struct json *region) {
    const struct json *line = json_member(region, "startLine");
    if (!line || line->kind != JSON_NUMBER || !(line->number >= 1 && line->number < 1e9)) return 0;
    return (uint32_t)line->number;
}

/* All startLines below a value; depth is bounded by the reader's. */
static void collect_lines(const struct json *v, vec_u32 *lines) {
    uint32_t line = line_of(v);
    if (line) vec_push(lines, line);
    for (const struct json *item = v->first; item; item = item->next) collect_lines(item, lines);
}

static bool is_failure(const struct json *result) {
    const char *kind = json_text(result, "kind"), *level = json_text(result, "level");
    return (!*kind || strcmp(kind, "fail") == 0 || strcmp(kind, "review") == 0) && strcmp(level, "none") != 0;
}

/* The rule's id, by name or by number. */
static const char *rule_of(const struct json *run, const struct json *result) {
    const char *id = json_text(result, "ruleId");
    if (!*id) id = json_text(json_member(result, "rule"), "id");
    const struct json *index = json_member(result, "ruleIndex");
    if (*id || !index || index->kind != JSON_NUMBER) return id;
    const struct json *rules = json_member(json_member(json_member(run, "tool"), "driver"), "rules");
    const struct json *rule = rules && rules->kind == JSON_LIST ? rules->first : NULL;
    for (double i = 0; rule && i < index->number; i++) rule = rule->next;
    return json_text(rule, "id");
}

static void add_result(struct alarms *a, const struct json *run, const struct json *result) {
    const struct json *locations = json_member(result, "locations");
    const struct json *at = locations && locations->kind == JSON_LIST ? locations->first : NULL;
    const struct json *physical = json_member(at, "physicalLocation");
    const char *uri = json_text(json_member(physical, "artifactLocation"), "uri");
    uint32_t line = line_of(json_member(physical, "region"));
    if (!is_failure(result) || !*uri || !line) return;
    struct alarm alarm = {.rule = rule_of(run, result), .file = path_of(a, uri), .line = line};
    alarm.message = json_text(json_member(result, "message"), "text");
    alarm.kinds = kinds_of(alarm.rule);
    alarm.out_of_memory = strstr(alarm.rule, "possible-null") || strstr(alarm.rule, "OutOfMemory");
    collect_lines(result, &alarm.lines);
    vec_push(&a->all, alarm);
}

static bool wrong(const char *path, const char *what, struct str *error) {
    str_addf(error, "%s:1:1: %s", path, what);
    return false;
}

static bool add_runs(const char *path, const struct json *log, struct alarms *a, struct str *error) {
    const struct json *runs = json_member(log, "runs");
    if (!str_starts(json_text(log, "version"), "2.1"))
        return wrong(path, "this is not a SARIF log of version 2.1.0", error);
    if (!runs || runs->kind != JSON_LIST) return wrong(path, "the SARIF log has no runs", error);
    for (const struct json *run = runs->first; run; run = run->next) {
        const struct json *results = json_member(run, "results");
        if (!results || results->kind != JSON_LIST) continue;
        for (const struct json *result = results->first; result; result = result->next) add_result(a, run, result);
    }
    return true;
}

bool alarms_read(const char *path, struct alarms *a, struct str *error) {
    struct str text = {0};
    memset(a, 0, sizeof *a);
    arena_init(&a->arena);
    bool ok = str_read_file(&text, path);
    if (!ok) str_addf(error, "cannot read %s: %s", path, strerror(errno));
    const struct json *log = ok ? json_read(path, str_text(&text), text.len, &a->arena, error) : NULL;
    ok = log && add_runs(path, log, a, error);
    str_release(&text);
    return ok;
}

void alarms_release(struct alarms *a) {
    for (uint32_t i = 0; i < a->all.len; i++) vec_release(&a->all.data[i].lines);
    vec_release(&a->all);
    arena_release(&a->arena);
}
