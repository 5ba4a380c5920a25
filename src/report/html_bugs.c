/* Errors of a page: steps, values, where values came from. */
#include <assert.h>
#include <string.h>

#include "base/str.h"
#include "exec/core/bug.h"
#include "ir/ir.h"
#include "report/html_inside.h"
#include "report/outcome.h"
#include "story/flow.h"
#include "story/story.h"
#include "test/inputs.h"
#include "test/test.h"

static const char *step_kind(enum story_kind kind) {
    static const char *const names[] = {[STORY_INPUT] = "input", [STORY_CALL] = "call", [STORY_BRANCH] = "branch",
                                        [STORY_SWITCH] = "switch", [STORY_LOOP] = "loop", [STORY_ERROR] = "error",
                                        [STORY_ACCESS] = "access"};
    assert(kind < sizeof names / sizeof *names && names[kind]);
    return names[kind];
}

static void add_steps(const struct story *story, struct str *out) {
    enum { MOST = 60 };
    vec_u32 chosen = {0};
    bool first = true;
    html_key(out, "steps");
    str_add_char(out, '[');
    if (story) story_choose(story, MOST, &chosen);
    for (uint32_t i = 0; i < chosen.len; i++) {
        if (chosen.data[i] == UINT32_MAX) continue;
        const struct story_step *step = &story->steps.data[chosen.data[i]];
        struct str words = {0};
        story_say_plain(step, &words);
        str_add(out, first ? "{" : ",{");
        first = false;
        html_text(out, "function", step->function);
        html_text(out, "file", step->at.file);
        html_text(out, "text", str_text(&words));
        html_text(out, "kind", step_kind(step->kind));
        if (step->threaded) str_addf(out, "\"thread\":%u,", step->thread);
        str_addf(out, "\"line\":%u,\"column\":%u,\"depth\":%u,\"symbolic\":%s}", step->at.line, step->at.column, step->depth,
                 step->symbolic ? "true" : "false");
        str_release(&words);
    }
    str_add(out, "],");
    vec_release(&chosen);
}

/* By file and line: what the lines of the failing run computed, or how often they ran. */
static void add_line_facts(const struct story *story, bool values, struct str *out) {
    const char *file = NULL;
    bool first = true;
    html_key(out, values ? "values" : "times");
    str_add_char(out, '{');
    for (uint32_t i = 0; story && i < story->lines.len; i++) {
        const struct story_line *l = &story->lines.data[i];
        if (values && !*l->values) continue;
        if (!file || strcmp(file, l->file) != 0) {
            if (file) str_add(out, "},");
            html_key(out, l->file);
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

static void add_arrows(const struct flow *flow, struct str *out) {
    html_key(out, "flow");
    str_add_char(out, '[');
    for (uint32_t i = 0; flow && i < flow->arrows.len; i++) {
        const struct flow_arrow *a = &flow->arrows.data[i];
        str_add(out, i ? ",{" : "{");
        html_text(out, "name", a->name);
        html_text(out, "value", a->value);
        html_text(out, "useFile", a->use_file);
        html_text(out, "defFile", a->def_file);
        str_addf(out, "\"use\":%u,\"def\":%u}", a->use_line, a->def_line);
    }
    str_add(out, "],");
}

static void add_bug(const struct html *h, uint32_t i, struct str *out) {
    const struct outcome *o = h->outcome;
    const struct outcome_case *c = &o->cases[i];
    struct str inputs = {0};
    report_inputs_named(c->test, o->p, o->src, &inputs);
    str_add_char(out, '{');
    html_text(out, "kind", bug_slug(c->bug->kind));
    html_text(out, "message", str_text(&c->bug->message));
    html_text(out, "at", program_where(o->p, c->bug->pos));
    html_text(out, "file", outcome_file(o, c->bug->pos));
    html_text(out, "replay", c->replay);
    html_text(out, "excuse", c->excuse ? c->excuse : "");
    str_addf(out, "\"line\":%u,\"confirmed\":%s,\"stack\":[", o->p->positions.data[c->bug->pos].line,
             c->confirmed ? "true" : "false");
    for (uint32_t k = 0; k < c->bug->stack.len; k++) {
        struct str frame = {0};
        str_addf(&frame, "%s at %s", c->bug->stack.data[k].function, program_where(o->p, c->bug->stack.data[k].pos));
        html_comma(out, k);
        str_add_json(out, str_text(&frame));
        str_release(&frame);
    }
    str_add(out, "],");
    add_steps(c->story, out);
    add_arrows(h->flows ? h->flows[i] : NULL, out);
    add_line_facts(c->story, true, out);
    add_line_facts(c->story, false, out);
    html_key(out, "inputs");
    add_lines_of(out, str_text(&inputs));
    str_add_char(out, '}');
    str_release(&inputs);
}

void html_add_bugs(const struct html *h, struct str *out) {
    html_key(out, "bugs");
    str_add_char(out, '[');
    for (uint32_t i = 0; i < h->outcome->ncases; i++) {
        html_comma(out, i);
        add_bug(h, i, out);
    }
    str_add(out, "],");
}
