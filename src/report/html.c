#include "report/html_inside.h"

#include <string.h>

#include "base/json.h"
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

static void add_head(const struct html *h, struct str *out) {
    const struct outcome *o = h->outcome;
    struct str checks = {0}, when = {0};
    outcome_checks(o, &checks);
    outcome_time(o, &when);
    json_add(out, "command", o->command);
    json_add(out, "verdict", o->verdict);
    json_add(out, "engine", o->engine);
    json_add(out, "checks", o->property ? "the property" : str_text(&checks));
    json_add(out, "date", str_text(&when));
    json_add(out, "version", o->version);
    json_add(out, "words", o->words);
    json_add(out, "next", o->next ? o->next : "");
    json_add(out, "scope", o->scope);
    json_addf(out, "seconds", "%.3f", o->seconds);
    json_bool(out, "bounded", o->cut);
    json_bool(out, "simplified", h->simplified);
    json_texts(out, "assumptions", o->assumptions, o->nassumptions);
    json_number(out, "paths", o->stats->paths);
    json_open(out, "invariants", '[');
    for (uint32_t i = 0; i < o->ninvariants; i++) {
        json_open(out, NULL, '{');
        json_add(out, "file", o->invariants[i].file);
        json_add(out, "text", o->invariants[i].text);
        json_add(out, "function", o->invariants[i].function);
        json_number(out, "line", o->invariants[i].line);
        json_close(out, "}");
    }
    json_close(out, "]");
    json_open(out, "summaries", '[');
    for (uint32_t i = 0; i < o->nsummaries; i++) {
        const struct function_summary *f = &o->summaries[i];
        json_open(out, NULL, '{');
        json_add(out, "function", f->function);
        json_add(out, "file", f->file);
        json_add(out, "before", f->before);
        json_add(out, "after", f->after);
        json_number(out, "line", f->line);
        json_close(out, "}");
    }
    json_close(out, "]");
    json_texts(out, "gaps", o->gaps, o->ngaps);
    str_release(&checks);
    str_release(&when);
}

static void add_data(const struct html *h, struct str *out) {
    json_open(out, NULL, '{');
    add_head(h, out);
    html_add_files(h, out);
    html_add_tests(h, out);
    html_add_bugs(h, out);
    json_number(out, "treeSize", h->nnodes);
    stats_json(h->outcome->stats, "statistics", out);
    json_close(out, "}");
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
