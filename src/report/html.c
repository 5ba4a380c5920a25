#include "report/html_inside.h"

#include <string.h>

#include "base/stats.h"
#include "base/str.h"
#include "report/invariant.h"
#include "report/outcome.h"

/* The page, its style and its script, which is made of several files. */
__asm__(".section .rodata\n"
        ".global html_page, html_style, html_script\n"
        "html_page: .incbin \"src/report/page/page.html\"\n.byte 0\n"
        "html_style: .incbin \"src/report/page/page.css\"\n.byte 0\n"
        "html_script: .incbin \"src/report/page/begin.js\"\n"
        ".incbin \"src/report/page/lexer.js\"\n"
        ".incbin \"src/report/page/source.js\"\n"
        ".incbin \"src/report/page/errors.js\"\n"
        ".incbin \"src/report/page/coverage.js\"\n"
        ".incbin \"src/report/page/effort.js\"\n"
        ".incbin \"src/report/page/tree.js\"\n"
        ".incbin \"src/report/page/end.js\"\n.byte 0\n"
        ".text\n");
extern const char html_page[], html_style[], html_script[];

/* ---- JSON ------------------------------------------------------------------------------------------ */

void html_key(struct str *out, const char *name) {
    str_add_json(out, name);
    str_add_char(out, ':');
}

void html_text(struct str *out, const char *name, const char *value) {
    html_key(out, name);
    str_add_json(out, value);
    str_add_char(out, ',');
}

void html_comma(struct str *out, uint32_t i) {
    if (i) str_add_char(out, ',');
}

/* ---- the whole ---------------------------------------------------------------------------------------------- */

static void add_texts(struct str *out, const char *const *texts, uint32_t n) {
    str_add_char(out, '[');
    for (uint32_t i = 0; i < n; i++) {
        html_comma(out, i);
        str_add_json(out, texts[i]);
    }
    str_add_char(out, ']');
}

static void add_head(const struct html *h, struct str *out) {
    const struct outcome *o = h->outcome;
    struct str checks = {0}, when = {0};
    outcome_checks(o, &checks);
    outcome_time(o, &when);
    html_text(out, "command", o->command);
    html_text(out, "verdict", o->verdict);
    html_text(out, "engine", o->engine);
    html_text(out, "checks", o->property ? "the property" : str_text(&checks));
    html_text(out, "date", str_text(&when));
    html_text(out, "version", o->version);
    html_text(out, "words", o->words);
    html_text(out, "next", o->next ? o->next : "");
    html_text(out, "scope", o->scope);
    str_addf(out, "\"seconds\":%.3f,\"bounded\":%s,\"simplified\":%s,", o->seconds, o->cut ? "true" : "false",
             h->simplified ? "true" : "false");
    html_key(out, "assumptions");
    add_texts(out, o->assumptions, o->nassumptions);
    str_addf(out, ",\"paths\":%llu,\"invariants\":[", (unsigned long long)o->stats->paths);
    for (uint32_t i = 0; i < o->ninvariants; i++) {
        html_comma(out, i);
        str_add_char(out, '{');
        html_text(out, "file", o->invariants[i].file);
        html_text(out, "text", o->invariants[i].text);
        html_text(out, "function", o->invariants[i].function);
        str_addf(out, "\"line\":%u}", o->invariants[i].line);
    }
    str_add(out, "],\"summaries\":[");
    for (uint32_t i = 0; i < o->nsummaries; i++) {
        const struct function_summary *f = &o->summaries[i];
        str_add(out, i ? ",{" : "{");
        html_text(out, "function", f->function);
        html_text(out, "file", f->file);
        html_text(out, "before", f->before);
        html_text(out, "after", f->after);
        str_addf(out, "\"line\":%u}", f->line);
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
    html_add_files(h, out);
    html_add_tests(h, out);
    html_add_bugs(h, out);
    str_addf(out, "\"treeSize\":%u,", h->nnodes);
    html_key(out, "statistics");
    stats_json(h->outcome->stats, out);
    str_add_char(out, '}');
}

/* Nothing in the data may end the script element. */
static void add_escaped(const struct str *data, struct str *out) {
    for (const char *c = str_text(data); *c; c++)
        if (*c == '<') str_add(out, "\\u003c");
        else str_add_char(out, *c);
}

/* The page up to the next of our marks (@STYLE@, @DATA@, @TREE@, @SCRIPT@), and what stands for it. */
void html_write(const struct html *h, struct str *out) {
    struct str data = {0}, tree = {0};
    add_data(h, &data);
    html_add_tree(h, &tree);
    for (const char *at = html_page; *at;) {
        const char *mark = strchr(at, '@');
        str_add_len(out, at, mark ? (size_t)(mark - at) : strlen(at));
        if (!mark) break;
        if (str_starts(mark, "@STYLE@")) str_add(out, html_style);
        else if (str_starts(mark, "@SCRIPT@")) str_add(out, html_script);
        else add_escaped(str_starts(mark, "@TREE@") ? &tree : &data, out);
        at = strchr(mark + 1, '@') + 1;
    }
    str_release(&data);
    str_release(&tree);
}
