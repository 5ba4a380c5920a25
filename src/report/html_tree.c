/* The execution tree of a page: a column for each property of the nodes, with texts as
 * numbers in one list, because most of them occur many times. */
#include <assert.h>

#include "base/json.h"
#include "base/map.h"
#include "base/str.h"
#include "report/html.h"

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

static int64_t parent_of(struct text_numbers *w, const struct html_node *n) { (void)w; return n->parent; }
static int64_t other_of(struct text_numbers *w, const struct html_node *n) { (void)w; return n->other; }
static int64_t state_of(struct text_numbers *w, const struct html_node *n) { (void)w; return n->state; }
static int64_t line_of(struct text_numbers *w, const struct html_node *n) { (void)w; return n->line; }
static int64_t function_of(struct text_numbers *w, const struct html_node *n) { return word(w, n->function); }
static int64_t file_of(struct text_numbers *w, const struct html_node *n) { return word(w, n->file); }
static int64_t cond_of(struct text_numbers *w, const struct html_node *n) { return word(w, n->cond); }
static int64_t fact_of(struct text_numbers *w, const struct html_node *n) { return word(w, n->fact); }
static int64_t error_of(struct text_numbers *w, const struct html_node *n) { return word(w, n->error); }

static const struct {
    const char *name;
    column_fn value;
} columns[] = {{"parent", parent_of}, {"other", other_of}, {"state", state_of}, {"line", line_of},
               {"function", function_of}, {"file", file_of}, {"cond", cond_of}, {"fact", fact_of},
               {"error", error_of}};

static void add_column(const struct html *h, size_t column, struct text_numbers *w, struct str *out) {
    json_open(out, columns[column].name, '[');
    for (uint32_t i = 0; i < h->nnodes; i++) {
        assert(h->nodes[i].parent < (int64_t)i && h->nodes[i].other < (int64_t)h->nnodes);
        json_addf(out, NULL, "%lld", (long long)columns[column].value(w, &h->nodes[i]));
    }
    json_close(out, "]");
}

void html_add_tree(const struct html *h, struct str *out) {
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
