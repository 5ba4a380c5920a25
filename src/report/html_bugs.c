/* Errors of a page: steps, values, where values came from. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
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
    static const char *const names[] = {
        [STORY_INPUT] = "input", [STORY_CALL] = "call",   [STORY_BRANCH] = "branch", [STORY_SWITCH] = "switch",
        [STORY_LOOP] = "loop",   [STORY_ERROR] = "error", [STORY_ACCESS] = "access"};
    assert(kind < sizeof names / sizeof *names && names[kind]);
    return names[kind];
}

static void add_steps(const struct story *story, struct str *out) {
    enum { MOST = 60 };
    vec_u32 chosen = {0};
    json_open(out, "steps", '[');
    if (story) story_choose(story, MOST, &chosen);
    for (uint32_t i = 0; i < chosen.len; i++) {
        if (chosen.data[i] == UINT32_MAX) continue;
        const struct story_step *step = &story->steps.data[chosen.data[i]];
        struct str words = {0};
        story_say_plain(step, &words);
        json_open(out, NULL, '{');
        json_add(out, "function", step->function);
        json_add(out, "file", step->at.file);
        json_add(out, "text", str_text(&words));
        json_add(out, "kind", step_kind(step->kind));
        if (step->threaded) json_number(out, "thread", step->thread);
        json_number(out, "line", step->at.line);
        json_number(out, "column", step->at.column);
        json_number(out, "depth", step->depth);
        json_bool(out, "symbolic", step->symbolic);
        json_close(out, "}");
        str_release(&words);
    }
    json_close(out, "]");
    vec_release(&chosen);
}

/* By file and line: what the lines of the failing run computed, or how often they ran. */
static void add_line_facts(const struct story *story, bool values, struct str *out) {
    const char *file = NULL;
    json_open(out, values ? "values" : "times", '{');
    for (uint32_t i = 0; story && i < story->lines.len; i++) {
        const struct story_line *l = &story->lines.data[i];
        char number[16];
        if (values && !*l->values) continue;
        if (!file || strcmp(file, l->file) != 0) {
            if (file) json_close(out, "}");
            json_open(out, l->file, '{');
        }
        file = l->file;
        snprintf(number, sizeof number, "%u", l->line);
        if (values) json_add(out, number, l->values);
        else json_number(out, number, l->hits);
    }
    json_close(out, file ? "}}" : "}");
}

/* Lines of a text as an array. */
static void add_lines_of(struct str *out, const char *key, const char *lines) {
    json_open(out, key, '[');
    while (*lines) {
        size_t len = strcspn(lines, "\n");
        struct str line = {0};
        str_add_len(&line, lines, len);
        json_add(out, NULL, str_text(&line));
        str_release(&line);
        lines += len + (lines[len] == '\n');
    }
    json_close(out, "]");
}

static void add_arrows(const struct flow *flow, struct str *out) {
    json_open(out, "flow", '[');
    for (uint32_t i = 0; flow && i < flow->arrows.len; i++) {
        const struct flow_arrow *a = &flow->arrows.data[i];
        json_open(out, NULL, '{');
        json_add(out, "name", a->name);
        json_add(out, "value", a->value);
        json_add(out, "useFile", a->use_file);
        json_add(out, "defFile", a->def_file);
        json_number(out, "use", a->use_line);
        json_number(out, "def", a->def_line);
        json_close(out, "}");
    }
    json_close(out, "]");
}

static void add_bug(const struct html *h, uint32_t i, struct str *out) {
    const struct outcome *o = h->outcome;
    const struct outcome_case *c = &o->cases[i];
    struct str inputs = {0};
    report_inputs_named(c->test, o->p, o->src, &inputs);
    json_open(out, NULL, '{');
    json_add(out, "kind", bug_slug(c->bug->kind));
    json_add(out, "message", str_text(&c->bug->message));
    json_add(out, "at", program_where(o->p, c->bug->pos));
    json_add(out, "file", outcome_file(o, c->bug->pos));
    json_add(out, "replay", c->replay);
    json_add(out, "excuse", c->excuse ? c->excuse : "");
    json_number(out, "line", o->p->positions.data[c->bug->pos].line);
    json_bool(out, "confirmed", c->confirmed);
    json_open(out, "stack", '[');
    for (uint32_t k = 0; k < c->bug->stack.len; k++) {
        struct str frame = {0};
        str_addf(&frame, "%s at %s", c->bug->stack.data[k].function, program_where(o->p, c->bug->stack.data[k].pos));
        json_add(out, NULL, str_text(&frame));
        str_release(&frame);
    }
    json_close(out, "]");
    add_steps(c->story, out);
    add_arrows(h->flows ? h->flows[i] : NULL, out);
    add_line_facts(c->story, true, out);
    add_line_facts(c->story, false, out);
    add_lines_of(out, "inputs", str_text(&inputs));
    json_close(out, "}");
    str_release(&inputs);
}

void html_add_bugs(const struct html *h, struct str *out) {
    json_open(out, "bugs", '[');
    for (uint32_t i = 0; i < h->outcome->ncases; i++) add_bug(h, i, out);
    json_close(out, "]");
}
