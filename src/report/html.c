#include "report/html.h"

#include <assert.h>
#include <string.h>

#include "base/json.h"
#include "base/map.h"
#include "base/stats.h"
#include "base/str.h"
#include "report/html_inside.h"
#include "report/invariant.h"
#include "report/outcome.h"

/* The execution tree of a page: a column for each property of the nodes, with texts as
 * numbers in one list, because most of them occur many times. */

struct text_numbers {
    struct strmap numbers; /* text -> number */
    struct str list;       /* JSON, without brackets; number 0 is no text */
    uint32_t count;
};

static uint32_t word(struct text_numbers *w, const char *text) {
    if (!text) return 0;
    uint32_t number = (uint32_t)strmap_get(&w->numbers, text, 0);
    if (number) return number;
    strmap_put(&w->numbers, text, ++w->count);
    str_add_char(&w->list, ',');
    json_quote(&w->list, text);
    return w->count;
}

typedef int64_t (*column_fn)(struct text_numbers *w, const struct html_node *n);

static int64_t parent_of(struct text_numbers *w, const struct html_node *n) {
    (void)w;
    return n->parent;
}
static int64_t other_of(struct text_numbers *w, const struct html_node *n) {
    (void)w;
    return n->other;
}
static int64_t state_of(struct text_numbers *w, const struct html_node *n) {
    (void)w;
    return n->state;
}
static int64_t line_of(struct text_numbers *w, const struct html_node *n) {
    (void)w;
    return n->line;
}
static int64_t function_of(struct text_numbers *w, const struct html_node *n) { return word(w, n->function); }
static int64_t file_of(struct text_numbers *w, const struct html_node *n) { return word(w, n->file); }
static int64_t cond_of(struct text_numbers *w, const struct html_node *n) { return word(w, n->cond); }
static int64_t fact_of(struct text_numbers *w, const struct html_node *n) { return word(w, n->fact); }
static int64_t error_of(struct text_numbers *w, const struct html_node *n) { return word(w, n->error); }

static const struct {
    const char *name;
    column_fn value;
} columns[] = {{"parent", parent_of}, {"other", other_of},       {"state", state_of},
               {"line", line_of},     {"function", function_of}, {"file", file_of},
               {"cond", cond_of},     {"fact", fact_of},         {"error", error_of}};

static void add_column(const struct html *h, size_t column, struct text_numbers *w, struct str *out) {
    json_open(out, columns[column].name, '[');
    for (uint32_t i = 0; i < h->nnodes; i++) {
        assert(h->nodes[i].parent < (int64_t)i && h->nodes[i].other < (int64_t)h->nnodes);
        json_addf(out, NULL, "%lld", (long long)columns[column].value(w, &h->nodes[i]));
    }
    json_close(out, "]");
}

/* The execution tree as JSON. */
static void html_add_tree(const struct html *h, struct str *out) {
    struct text_numbers w = {0};
    strmap_init(&w.numbers);
    json_open(out, NULL, '{');
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) add_column(h, i, &w, out);
    json_number(out, "missing", h->missing);
    json_add(out, "none", h->no_tree ? h->no_tree : "");
    json_addf(out, "words", "[null%s]", str_text(&w.list));
    json_close(out, "}");
    str_release(&w.list);
    strmap_release(&w.numbers);
}

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
