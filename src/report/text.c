/* Reports for people, as compilers write them. */
#include <string.h>

#include "base/str.h"
#include "exec/core/bug.h"
#include "ir/ir.h"
#include "report/formats.h"
#include "story/story.h"
#include "text/source.h"

enum { STACK_SHOWN = 20, STEPS_SHOWN = 14, TURNS_SHOWN = 20, THREADS_SHOWN = 8, PLACE_WIDTH = 16, COLUMNS_WIDTH = 126 };

/* Up to `before` lines in front of a line, without empty ones at the start. */
static void show_before(struct source *src, const char *path, uint32_t line, uint32_t before, struct str *out) {
    bool any = false;
    for (uint32_t i = line > before ? line - before : 1; i < line; i++) {
        uint32_t len = 0;
        const char *text = source_line(src, path, i, &len);
        if (!text) return;
        any |= len > 0;
        if (any) str_addf(out, "%5u | %.*s\n", i, (int)len, text);
    }
}

static void show_marker(const char *line, uint32_t len, uint32_t column, bool colour, struct str *out) {
    if (!column || column > len + 1) return;
    str_add(out, "      | ");
    for (uint32_t i = 0; i + 1 < column; i++) str_add_char(out, line[i] == '\t' ? '\t' : ' ');
    str_addf(out, "%s^%s\n", colour ? "\033[32m" : "", colour ? "\033[0m" : "");
}

/* The file that a #line directive names may not be there: then the report says what it shows instead. */
static void show_source(struct program *p, struct source *src, uint32_t pos, uint32_t before, bool colour,
                        struct str *out) {
    struct position at = p->positions.data[pos];
    const char *path = at.file ? p->files.data[at.file] : "", *origin;
    uint32_t len = 0, line;
    if (*path && before) show_before(src, path, at.line, before, out);
    const char *text = source_line(src, path, at.line, &len);
    if (text) {
        str_addf(out, "%5u | %.*s\n", at.line, (int)len, text);
        show_marker(text, len, at.column, colour, out);
    }
    if (source_origin(src, path, at.line, &origin, &line))
        str_addf(out, "  %s does not exist: this is line %u of %s\n", path, line, origin);
    else if (!text && *path && *path != '<' && !source_lines(src, path))
        str_addf(out, "  %s does not exist; cannot show its text\n", path);
}

/* How many frames from i on are the same, if there are too many to show each. */
static uint32_t alike(const struct bug *bug, uint32_t i) {
    const struct bug_frame *first = &bug->stack.data[i];
    uint32_t n = 1;
    if (bug->stack.len <= STACK_SHOWN) return 1;
    while (i + n < bug->stack.len && bug->stack.data[i + n].pos == first->pos &&
           strcmp(bug->stack.data[i + n].function, first->function) == 0)
        n++;
    return n;
}

static void show_stack(struct program *p, const struct bug *bug, struct str *out) {
    uint32_t n = bug->stack.len, shown = 0, left;
    for (uint32_t i = 0, same; i < n; i += same, shown++) {
        same = alike(bug, i);
        left = n - i;
        if (shown == STACK_SHOWN / 2 && left > STACK_SHOWN / 2) {
            str_addf(out, "  ... %u calls ...\n", left - STACK_SHOWN / 2);
            i = n - STACK_SHOWN / 2;
            same = alike(bug, i);
        }
        str_addf(out, "  %s %s at %s", i ? "called from" : "in", bug->stack.data[i].function,
                 program_where(p, bug->stack.data[i].pos));
        if (same > 1) str_addf(out, ", %u times", same);
        str_add_char(out, '\n');
    }
}

static void report_as(const char *word, const char *paint, struct program *p, struct source *src, const struct bug *bug,
                      uint32_t before, bool colour, struct str *out) {
    struct source own;
    source_init(&own);
    str_addf(out, "%s: %s%s:%s %s [%s]\n", program_where(p, bug->pos), colour ? paint : "", word,
             colour ? "\033[0m" : "", str_text(&bug->message), bug_slug(bug->kind));
    if (bug->pos) show_source(p, src ? src : &own, bug->pos, before, colour, out);
    show_stack(p, bug, out);
    source_release(&own);
}

void report_bug(struct program *p, struct source *src, const struct bug *bug, uint32_t before, bool colour,
                struct str *out) {
    report_as("error", "\033[31m", p, src, bug, before, colour, out);
}

void report_possible_bug(struct program *p, struct source *src, const struct bug *bug, uint32_t before, bool colour,
                         struct str *out) {
    report_as("possible error", "\033[33m", p, src, bug, before, colour, out);
}

/* ---- how it got there --------------------------------------------------------------------------- */

static void add_step(const struct story_step *step, struct str *out) {
    struct str place = {0};
    str_addf(&place, "%s:%u", step->function, step->at.line);
    str_addf(out, "    %-*s ", PLACE_WIDTH, str_text(&place));
    story_say(step, out);
    str_add_char(out, '\n');
    str_release(&place);
}

/* A column for each thread that does something, as wide as its words; 0: it does nothing. */
struct thread_columns {
    uint32_t place; /* of the first column, which says where */
    uint32_t width[THREADS_SHOWN];
    bool fit; /* there is room for all */
};

static void measure(const struct story *story, const vec_u32 *chosen, struct thread_columns *c) {
    uint32_t sum = 0;
    c->fit = true;
    c->place = PLACE_WIDTH;
    for (uint32_t i = 0; i < chosen->len && c->fit; i++) {
        const struct story_step *step = chosen->data[i] == UINT32_MAX ? NULL : &story->steps.data[chosen->data[i]];
        struct str words = {0};
        if (!step) continue;
        str_addf(&words, "%s:%u", step->function, step->at.line);
        if (words.len > c->place) c->place = (uint32_t)words.len;
        str_clear(&words);
        story_say_plain(step, &words);
        c->fit = step->threaded && step->thread < THREADS_SHOWN;
        uint32_t least = sizeof "thread 0", wide = step->kind == STORY_ERROR ? least : (uint32_t)words.len;
        if (c->fit && c->width[step->thread] < wide) c->width[step->thread] = wide < least ? least : wide;
        str_release(&words);
    }
    for (uint32_t t = 0; t < THREADS_SHOWN; t++) sum += c->width[t];
    c->fit &= sum && c->place + sum <= COLUMNS_WIDTH;
}

/* Where the column of a thread begins. */
static void go_to(const struct thread_columns *c, uint32_t thread, struct str *out) {
    for (uint32_t t = 0; t < thread; t++)
        if (c->width[t]) str_addf(out, "%-*s  ", (int)c->width[t], "");
}

static void add_heads(const struct thread_columns *c, struct str *out) {
    struct str line = {0};
    str_addf(&line, "    %-*s ", (int)c->place, "");
    for (uint32_t t = 0; t < THREADS_SHOWN; t++) {
        struct str name = {0};
        str_addf(&name, "thread %u", t);
        if (c->width[t]) str_addf(&line, "%-*s  ", (int)c->width[t], str_text(&name));
        str_release(&name);
    }
    while (line.len && line.data[line.len - 1] == ' ') line.data[--line.len] = 0;
    str_addf(out, "%s\n", str_text(&line));
    str_release(&line);
}

static void add_in_column(const struct thread_columns *c, const struct story_step *step, struct str *out) {
    struct str place = {0};
    str_addf(&place, "%s:%u", step->function, step->at.line);
    str_addf(out, "    %-*s ", (int)c->place, str_text(&place));
    go_to(c, step->thread, out);
    story_say_plain(step, out);
    str_add_char(out, '\n');
    str_release(&place);
}

static void report_threads(const struct story *story, const vec_u32 *chosen, const struct thread_columns *c,
                           struct str *out) {
    str_add(out, "  how it got there\n");
    add_heads(c, out);
    for (uint32_t i = 0; i < chosen->len; i++)
        if (chosen->data[i] == UINT32_MAX) str_add(out, "    ...\n");
        else add_in_column(c, &story->steps.data[chosen->data[i]], out);
}

void report_story(const struct story *story, struct str *out) {
    if (!story) return;
    vec_u32 chosen = {0};
    struct thread_columns columns = {0};
    bool threaded = story->steps.len && vec_last(&story->steps).threaded;
    story_choose(story, threaded ? TURNS_SHOWN : STEPS_SHOWN, &chosen);
    if (threaded && chosen.len > 1) measure(story, &chosen, &columns);
    if (columns.fit) {
        report_threads(story, &chosen, &columns, out);
        vec_release(&chosen);
        return;
    }
    bool worth = chosen.len > 1 || *vec_last(&story->steps).values;
    if (worth) str_add(out, "  how it got there\n");
    for (uint32_t i = 0; worth && i < chosen.len; i++)
        if (chosen.data[i] == UINT32_MAX) str_add(out, "    ...\n");
        else add_step(&story->steps.data[chosen.data[i]], out);
    vec_release(&chosen);
}
