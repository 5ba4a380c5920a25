#include "report/html.h"

#include <assert.h>
#include <string.h>

#include "base/stats.h"
#include "base/str.h"
#include "exec/core/bug.h"
#include "ir/ir.h"
#include "report/coverage.h"
#include "report/invariant.h"
#include "report/outcome.h"
#include "report/proof.h"
#include "story/story.h"
#include "test/inputs.h"
#include "test/test.h"
#include "text/source.h"

/* The page, with @DATA@ where the data go. */
__asm__(".section .rodata\n"
        ".global shrike_html_page\n"
        "shrike_html_page:\n"
        ".incbin \"src/report/page.html\"\n"
        ".byte 0\n"
        ".text\n");
extern const char shrike_html_page[];

/* ---- JSON ------------------------------------------------------------------------------------------ */

static void key(struct str *out, const char *name) {
    str_add_json(out, name);
    str_add_char(out, ':');
}

static void text(struct str *out, const char *name, const char *value) {
    key(out, name);
    str_add_json(out, value);
    str_add_char(out, ',');
}

static void comma(struct str *out, uint32_t i) {
    if (i) str_add_char(out, ',');
}

/* Lines of a text as an array. */
static void add_lines_of(struct str *out, const char *lines) {
    bool first = true;
    str_add_char(out, '[');
    while (*lines) {
        size_t len = strcspn(lines, "\n");
        struct str line = {0};
        str_add_len(&line, lines, len);
        if (!first) str_add_char(out, ',');
        str_add_json(out, str_text(&line));
        str_release(&line);
        first = false;
        lines += len + (lines[len] == '\n');
    }
    str_add_char(out, ']');
}

/* ---- source and coverage ----------------------------------------------------------------------------- */

static void add_hits(const struct html *h, uint32_t file, struct str *out) {
    vec_coverage_line lines = {0};
    bool first = true;
    key(out, "hits");
    str_add_char(out, '{');
    if (h->coverage) coverage_lines(h->coverage, &lines);
    for (uint32_t i = 0; i < lines.len; i++) {
        if (lines.data[i].file != file) continue;
        str_addf(out, "%s\"%u\":%llu", first ? "" : ",", lines.data[i].line, (unsigned long long)lines.data[i].hits);
        first = false;
    }
    str_add(out, "},");
    vec_release(&lines);
}

/* Per line, whether each side of each branch was taken. */
static void add_branches(const struct html *h, uint32_t file, struct str *out) {
    vec_coverage_branch all = {0};
    uint32_t line = 0;
    key(out, "branches");
    str_add_char(out, '{');
    if (h->coverage) coverage_branches(h->coverage, &all);
    for (uint32_t i = 0; i < all.len; i++) {
        if (all.data[i].file != file) continue;
        if (all.data[i].line != line) str_addf(out, "%s\"%u\":[", line ? "]," : "", all.data[i].line);
        else str_add_char(out, ',');
        line = all.data[i].line;
        str_add(out, all.data[i].hits ? "1" : "0");
    }
    str_add(out, line ? "]}," : "},");
    vec_release(&all);
}

static void add_file(const struct html *h, uint32_t file, struct str *out) {
    const struct outcome *o = h->outcome;
    const char *name = o->p->files.data[file];
    str_add_char(out, '{');
    text(out, "name", name);
    add_hits(h, file, out);
    add_branches(h, file, out);
    key(out, "lines");
    str_add_char(out, '[');
    uint32_t n = source_lines(o->src, name);
    for (uint32_t i = 1; i <= n; i++) {
        struct str line = {0};
        uint32_t len = 0;
        const char *start = source_line(o->src, name, i, &len);
        if (start) str_add_len(&line, start, len);
        comma(out, i - 1);
        str_add_json(out, str_text(&line));
        str_release(&line);
    }
    str_add(out, "]}");
}

/* Is there code of the user's in this file? Headers of the system are not shown. */
static bool has_code(const struct program *p, uint32_t file) {
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        if (ir_has_code(f) && ir_is_users(f) && p->positions.data[f->pos].file == file) return true;
    }
    return false;
}

static void add_files(const struct html *h, struct str *out) {
    const struct program *p = h->outcome->p;
    bool first = true;
    key(out, "files");
    str_add_char(out, '[');
    for (uint32_t i = 1; i < p->files.len; i++) {
        if (!has_code(p, i)) continue;
        if (!first) str_add_char(out, ',');
        first = false;
        add_file(h, i, out);
    }
    str_add(out, "],");
}

/* ---- errors --------------------------------------------------------------------------------------------- */

static void add_steps(const struct story *story, struct str *out) {
    enum { MOST = 60 };
    vec_u32 chosen = {0};
    bool first = true;
    key(out, "steps");
    str_add_char(out, '[');
    if (story) story_choose(story, MOST, &chosen);
    for (uint32_t i = 0; i < chosen.len; i++) {
        if (chosen.data[i] == UINT32_MAX) continue;
        const struct story_step *step = &story->steps.data[chosen.data[i]];
        struct str words = {0};
        story_say(step, &words);
        str_add(out, first ? "{" : ",{");
        first = false;
        text(out, "function", step->function);
        text(out, "file", step->at.file);
        text(out, "text", str_text(&words));
        str_addf(out, "\"line\":%u,\"depth\":%u}", step->at.line, step->depth);
        str_release(&words);
    }
    str_add(out, "],");
    vec_release(&chosen);
}

/* By file and line: what the lines of the failing run computed, or how often they ran. */
static void add_line_facts(const struct story *story, bool values, struct str *out) {
    const char *file = NULL;
    bool first = true;
    key(out, values ? "values" : "times");
    str_add_char(out, '{');
    for (uint32_t i = 0; story && i < story->lines.len; i++) {
        const struct story_line *l = &story->lines.data[i];
        if (values && !*l->values) continue;
        if (!file || strcmp(file, l->file) != 0) {
            if (file) str_add(out, "},");
            key(out, l->file);
            str_add_char(out, '{');
            first = true;
        }
        file = l->file;
        str_addf(out, "%s\"%u\":", first ? "" : ",", l->line);
        first = false;
        if (values) str_add_json(out, l->values);
        else str_addf(out, "%llu", (unsigned long long)l->hits);
    }
    str_add(out, file ? "}}," : "},");
}

static void add_bug(const struct html *h, uint32_t i, struct str *out) {
    const struct outcome *o = h->outcome;
    const struct outcome_case *c = &o->cases[i];
    struct str inputs = {0};
    report_inputs_named(c->test, o->p, o->src, &inputs);
    str_add_char(out, '{');
    text(out, "kind", bug_slug(c->bug->kind));
    text(out, "message", str_text(&c->bug->message));
    text(out, "at", program_where(o->p, c->bug->pos));
    text(out, "file", outcome_file(o, c->bug->pos));
    text(out, "replay", h->replays && h->replays[i] ? h->replays[i] : "");
    str_addf(out, "\"line\":%u,\"confirmed\":%s,\"stack\":[", o->p->positions.data[c->bug->pos].line,
             c->confirmed ? "true" : "false");
    for (uint32_t k = 0; k < c->bug->stack.len; k++) {
        struct str frame = {0};
        str_addf(&frame, "%s at %s", c->bug->stack.data[k].function, program_where(o->p, c->bug->stack.data[k].pos));
        comma(out, k);
        str_add_json(out, str_text(&frame));
        str_release(&frame);
    }
    str_add(out, "],");
    add_steps(c->story, out);
    add_line_facts(c->story, true, out);
    add_line_facts(c->story, false, out);
    key(out, "inputs");
    add_lines_of(out, str_text(&inputs));
    str_add_char(out, '}');
    str_release(&inputs);
}

/* ---- the whole ---------------------------------------------------------------------------------------------- */

static void add_texts(struct str *out, const char *const *texts, uint32_t n) {
    str_add_char(out, '[');
    for (uint32_t i = 0; i < n; i++) {
        comma(out, i);
        str_add_json(out, texts[i]);
    }
    str_add_char(out, ']');
}

static void add_head(const struct html *h, struct str *out) {
    const struct outcome *o = h->outcome;
    struct str checks = {0}, when = {0};
    outcome_checks(o, &checks);
    outcome_time(o, &when);
    text(out, "command", o->command);
    text(out, "verdict", o->verdict);
    text(out, "engine", o->engine);
    text(out, "checks", o->property ? "the property" : str_text(&checks));
    text(out, "date", str_text(&when));
    str_addf(out, "\"seconds\":%.3f,\"bounded\":%s,\"simplified\":%s,", o->seconds, o->bounded ? "true" : "false",
             h->simplified ? "true" : "false");
    key(out, "assumptions");
    add_texts(out, o->assumptions, o->nassumptions);
    str_addf(out, ",\"paths\":%llu,\"invariants\":[", (unsigned long long)o->stats->paths);
    for (uint32_t i = 0; i < o->ninvariants; i++) {
        comma(out, i);
        str_add_char(out, '{');
        text(out, "file", o->invariants[i].file);
        text(out, "text", o->invariants[i].text);
        str_addf(out, "\"line\":%u}", o->invariants[i].line);
    }
    str_add(out, "],\"gaps\":");
    add_texts(out, o->gaps, o->ngaps);
    str_add_char(out, ',');
    str_release(&checks);
    str_release(&when);
}

static void add_data(const struct html *h, struct str *out) {
    str_add_char(out, '{');
    add_head(h, out);
    add_files(h, out);
    key(out, "bugs");
    str_add_char(out, '[');
    for (uint32_t i = 0; i < h->outcome->ncases; i++) {
        comma(out, i);
        add_bug(h, i, out);
    }
    str_add(out, "],");
    key(out, "tree");
    html_add_tree(h, out);
    str_add_char(out, ',');
    key(out, "statistics");
    stats_json(h->outcome->stats, out);
    str_add_char(out, '}');
}

void html_write(const struct html *h, struct str *out) {
    static const char mark[] = "@DATA@";
    const char *at = strstr(shrike_html_page, mark);
    struct str data = {0};
    assert(at);
    add_data(h, &data);
    str_add_len(out, shrike_html_page, (size_t)(at - shrike_html_page));
    /* Nothing in the data may end the script element. */
    for (const char *c = str_text(&data); *c; c++)
        if (*c == '<') str_add(out, "\\u003c");
        else str_add_char(out, *c);
    str_add(out, at + strlen(mark));
    str_release(&data);
}
