/* argp.h: the text of help and usage, in lines of at most 79 columns. Texts go through a page, which breaks lines between words;
 * entries are options with their aliases, sorted by group, cluster (the options of a child) and name. */
#include "argp_help.h"

#include <stdlib.h>

enum { RIGHT = 79, LETTERS = 2, NAMES = 6, TEXTS = 29, HEADERS = 1, USAGE = 12, BUFFER = 200, GUESS = 150 };

/* ---- the page ---- */
struct page {
    struct rt_file *file;
    char *text; /* not written yet, with room for `capacity` */
    size_t used, capacity;
    size_t limit; /* glibc's buffer: what does not fit writes all that is before it, which is not broken any more */
    size_t seen; /* before this, lines are broken already */
    int column; /* at `seen`; -1: at the start of a line without a margin */
    bool ended; /* a zero is behind the text in glibc's buffer */
    int left, wrapped; /* margins: of lines, of lines that were broken */
};

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

/* Makes the n bytes at `at` so many spaces. */
static void put_spaces(struct page *p, size_t at, size_t n, size_t spaces) {
    if (p->used + spaces + 1 > p->capacity) {
        char *more = realloc(p->text, 2 * (p->used + spaces + 1));
        if (!more) __shrike_unsupported("argp's help without memory");
        p->text = more;
        p->capacity = 2 * (p->used + spaces + 1);
    }
    rt_memmove(p->text + at + spaces, p->text + at + n, p->used - at - n);
    rt_memset(p->text + at, ' ', spaces);
    p->used = p->used - n + spaces;
    p->ended = false;
}

/* Spaces for which glibc's buffer has no room are written at once, before what is in it. */
static void write_spaces(struct page *p, int n) {
    for (; n > 0; n--) rt_stream_write(p->file, " ", 1);
}

/* Where the line from `at` to `end` is to be broken: *next is what the next one begins with. False: one long word. */
static bool find_break(const struct page *p, size_t at, size_t end, size_t *blank, size_t *next) {
    const char *s = p->text;
    size_t limit = at + (size_t)(RIGHT - p->column > 0 ? RIGHT - p->column : 0);
    if (limit == p->used && !p->ended) __shrike_unsupported("argp's help with a text that ends where its line does"); /* glibc looks behind it */
    for (*blank = limit; *blank > at && !is_blank(s[*blank]);) --*blank;
    if (is_blank(s[*blank])) {
        *next = *blank + 1;
        while (*blank > at && is_blank(s[*blank - 1])) --*blank;
        return true;
    }
    for (*blank = limit; *blank < end && !is_blank(s[*blank]);) ++*blank;
    for (*next = *blank; is_blank(s[*next]);) ++*next;
    return *blank < end;
}

/* Breaks a line that is too long. Returns where the next one begins. */
static size_t break_line(struct page *p, size_t at, size_t end) {
    size_t blank, next, margin = (size_t)p->wrapped;
    if (!find_break(p, at, end, &blank, &next)) return p->column = 0, end + 1;
    p->column = p->wrapped ? p->wrapped : -1;
    bool narrow = next - blank - 1 < margin;
    if (narrow && p->used > next && p->used + margin + 1 >= p->limit) {
        rt_stream_write(p->file, p->text, blank);
        rt_stream_write(p->file, "\n", 1);
        put_spaces(p, 0, next, margin);
        return margin;
    }
    bool outside = narrow && p->used <= next;
    if (outside) write_spaces(p, p->wrapped);
    put_spaces(p, blank, next - blank, outside ? 1 : margin + 1);
    p->text[blank] = '\n';
    return blank + 1 + (outside ? 0 : margin);
}

static void update(struct page *p) {
    for (size_t at = p->seen; at < p->used;) {
        if (p->column == 0 && p->left > 0) {
            bool inside = p->used + (size_t)p->left < p->limit;
            if (inside) put_spaces(p, at, 0, (size_t)p->left);
            else write_spaces(p, p->left);
            at += inside ? (size_t)p->left : 0;
            p->column = p->left;
        }
        if (p->column < 0) p->column = 0;
        p->text[p->used] = 0; /* where a line that just fits ends */
        size_t end = at;
        while (end < p->used && p->text[end] != '\n') end++;
        bool fits = p->column + (int)(end - at) < RIGHT;
        if (fits && end == p->used) {
            p->column += (int)(end - at);
            break;
        }
        if (fits) p->column = 0;
        at = fits ? end + 1 : break_line(p, at, end);
    }
    p->seen = p->used;
}

static void flush(struct page *p) {
    update(p);
    rt_stream_write(p->file, p->text, p->used);
    p->used = p->seen = 0;
}

static void make_room(struct page *p, size_t n) {
    if (p->used + n <= p->limit) return;
    flush(p);
    if (p->limit < n) p->limit += n;
}

static void put(struct page *p, const char *s, size_t n) {
    make_room(p, n);
    put_spaces(p, p->used, 0, n);
    rt_memcpy(p->text + p->used - n, s, n);
}

static void put_text(struct page *p, const char *s) { put(p, s, rt_strlen(s)); }

static void put_format(struct page *p, const char *fmt, const char *a, const char *b) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
    int n = rt_snprintf(NULL, 0, fmt, a, b);
    make_room(p, GUESS);
    if (p->used + (size_t)n >= p->limit) make_room(p, (size_t)n + 1);
    put_spaces(p, p->used, 0, (size_t)n + 1);
    rt_snprintf(p->text + p->used - n - 1, (size_t)n + 1, fmt, a, b);
#pragma clang diagnostic pop
    p->used--;
    p->ended = true;
}

static int column(struct page *p) { return update(p), p->column > 0 ? p->column : 0; }

static int set_left(struct page *p, int n) {
    int old = p->left;
    if (p->used > p->seen) update(p);
    p->left = n;
    return old;
}

static int set_wrapped(struct page *p, int n) {
    int old = p->wrapped;
    if (p->used > p->seen) update(p);
    p->wrapped = n;
    return old;
}

static void indent_to(struct page *p, int to) {
    for (int n = to - column(p); n > 0; n--) put(p, " ", 1);
}

/* A blank, or a new line if the next n columns are not free. */
static void put_space(struct page *p, size_t n) { put(p, column(p) + (int)n >= RIGHT ? "\n" : " ", 1); }

/* ---- entries ---- */
struct cluster {
    struct cluster *parent, *next; /* next: all of them, for free */
    const struct argp *argp;
    const char *header;
    int group, index, depth;
};

struct entry {
    const struct argp_option *first;
    unsigned count, number; /* of options; in the order of the program */
    const char *letters; /* those that no entry before has */
    unsigned letter_count;
    int group;
    struct cluster *cluster;
    const struct argp *argp;
};

struct entries {
    struct entry *list;
    size_t count;
    char *letters;
    size_t letter_count;
    struct cluster *clusters;
};

static bool is_alias(const struct argp_option *o) { return o->flags & OPTION_ALIAS; }
static bool is_visible(const struct argp_option *o) { return !(o->flags & OPTION_HIDDEN); }
static bool is_doc(const struct argp_option *o) { return o->flags & OPTION_DOC; }

static bool has_letter(const struct entries *all, char c) {
    for (size_t i = 0; i < all->letter_count; i++)
        if (all->letters[i] == c) return true;
    return false;
}

static void add_options(struct entries *all, const struct argp *a, struct cluster *cluster) {
    int group = 0;
    for (const struct argp_option *o = a->options; o && !rt_argp_is_end(o);) {
        struct entry *e = &all->list[all->count];
        group = o->group ? o->group : !o->name && !o->key ? group + 1 : group;
        *e = (struct entry){.first = o, .number = (unsigned)all->count, .letters = all->letters + all->letter_count, .group = group, .cluster = cluster, .argp = a};
        do {
            e->count++;
            if (rt_argp_has_letter(o) && !has_letter(all, (char)o->key)) {
                all->letters[all->letter_count++] = (char)o->key;
                e->letter_count++;
            }
            o++;
        } while (!rt_argp_is_end(o) && is_alias(o));
        all->count++;
    }
}

static void add_entries(struct entries *all, const struct argp *a, struct cluster *cluster) {
    add_options(all, a, cluster);
    for (const struct argp_child *c = a->children; c && c->argp; c++) {
        struct cluster *inner = cluster;
        if (c->group || c->header) {
            inner = malloc(sizeof *inner);
            if (!inner) __shrike_unsupported("argp's help without memory");
            *inner = (struct cluster){cluster, all->clusters, a, c->header, c->group, (int)(c - a->children), cluster ? cluster->depth + 1 : 0};
            all->clusters = inner;
        }
        add_entries(all, c->argp, inner);
    }
}

static size_t count_options(const struct argp *a) {
    size_t n = 0;
    for (const struct argp_option *o = a->options; o && !rt_argp_is_end(o); o++) n++;
    for (const struct argp_child *c = a->children; c && c->argp; c++) n += count_options(c->argp);
    return n;
}

/* What iterations over an entry visit: options with a letter that is its own, or with a name. */
typedef void visit(const struct argp_option *o, const struct argp_option *real, void *arg);

static void each_letter(const struct entry *e, visit *f, void *arg) {
    const struct argp_option *real = e->first;
    unsigned used = 0;
    for (const struct argp_option *o = e->first; o < e->first + e->count; o++) {
        if (!rt_argp_has_letter(o) || used >= e->letter_count || e->letters[used] != (char)o->key) continue;
        if (!is_alias(o)) real = o;
        if (is_visible(o)) f(o, real, arg);
        used++;
    }
}

static void each_name(const struct entry *e, visit *f, void *arg) {
    const struct argp_option *real = e->first;
    for (const struct argp_option *o = e->first; o < e->first + e->count; o++) {
        if (!o->name) continue;
        if (!is_alias(o)) real = o;
        if (is_visible(o)) f(o, real, arg);
    }
}

/* ---- their order ---- */
static void keep_first(const struct argp_option *o, const struct argp_option *real, void *arg) {
    const struct argp_option **kept = arg;
    (void)real;
    if (!*kept) *kept = o;
}

static int compare_groups(int a, int b) { return (a < 0) == (b < 0) ? a - b : a < 0 ? 1 : -1; }

static int compare_cousins(const struct cluster *a, const struct cluster *b) {
    if (a == b) return 0;
    if (a->parent != b->parent) {
        int order = compare_cousins(a->parent, b->parent);
        if (order) return order;
    }
    int order = compare_groups(a->group, b->group);
    return order ? order : b->index - a->index;
}

static int compare_clusters(const struct cluster *a, const struct cluster *b) {
    int deeper = a->depth - b->depth;
    while (a->depth > b->depth) a = a->parent;
    while (b->depth > a->depth) b = b->parent;
    int order = compare_cousins(a, b);
    return order ? order : deeper;
}

static int outer_group(const struct entry *e) {
    const struct cluster *c = e->cluster;
    if (!c) return e->group;
    while (c->parent) c = c->parent;
    return c->group;
}

/* What an entry is sorted by; documentation that does not look like an option comes after options. */
struct key {
    const char *name;
    unsigned char letter, first;
    bool doc;
};

static struct key sort_key(const struct entry *e) {
    const struct argp_option *named = NULL, *lettered = NULL;
    each_name(e, keep_first, (void *)&named);
    each_letter(e, keep_first, (void *)&lettered);
    struct key k = {.name = named ? named->name : NULL, .letter = lettered ? (unsigned char)lettered->key : 0};
    if (is_doc(e->first) && k.name) {
        while (rt_isspace((unsigned char)*k.name)) k.name++;
        k.doc = *k.name != '-';
        while (*k.name && !rt_isalnum((unsigned char)*k.name)) k.name++;
    }
    k.first = k.letter ? k.letter : k.name ? (unsigned char)*k.name : 0;
    return k;
}

static int compare_names(const struct entry *a, const struct entry *b) {
    struct key x = sort_key(a), y = sort_key(b);
    if (x.doc != y.doc) return x.doc - y.doc;
    int order = rt_tolower(x.first) - rt_tolower(y.first);
    if (!order) order = y.first - x.first;
    if (!order) order = (x.letter != 0) - (y.letter != 0);
    if (order || x.letter) return order;
    return x.name && y.name ? rt_strcasecmp(x.name, y.name) : (x.name != NULL) - (y.name != NULL);
}

static int compare_entries(const void *first, const void *second, void *unused) {
    const struct entry *a = first, *b = second;
    (void)unused;
    int order = compare_groups(outer_group(a), outer_group(b));
    if (!order) order = (a->cluster != NULL) - (b->cluster != NULL);
    if (!order && a->cluster) order = compare_clusters(a->cluster, b->cluster);
    if (!order) order = compare_groups(a->group, b->group);
    if (!order) order = compare_names(a, b);
    return order ? order : (int)a->number - (int)b->number;
}

static void last_group(struct entries *all, const char *name) {
    for (size_t i = 0; i < all->count; i++)
        for (const struct argp_option *o = all->list[i].first; o < all->list[i].first + all->list[i].count; o++)
            if (o->name && rt_strcmp(o->name, name) == 0) {
                all->list[i].group = -1;
                return;
            }
}

static void make_entries(struct entries *all, const struct argp *a) {
    size_t n = a ? count_options(a) : 0;
    *all = (struct entries){.list = calloc(n + 1, sizeof *all->list), .letters = calloc(n + 1, 1)};
    if (!all->list || !all->letters) __shrike_unsupported("argp's help without memory");
    if (a) add_entries(all, a, NULL);
    last_group(all, "help");
    last_group(all, "version");
    if (all->count > 1) rt_sort(all->list, all->count, sizeof *all->list, compare_entries, NULL);
}

static void free_entries(struct entries *all) {
    free(all->list);
    free(all->letters);
    while (all->clusters) {
        struct cluster *next = all->clusters->next;
        free(all->clusters);
        all->clusters = next;
    }
}

/* ---- texts of the program, which it may replace ---- */
static const char *filtered(const char *text, int key, const struct argp *a, const struct argp_state *s) {
    return a && a->help_filter ? a->help_filter(key, text, rt_argp_input(a, s)) : text;
}

static void drop(const char *text, const char *original) {
    if (text && text != original) free((char *)text);
}

/* ---- usage ---- */
static const char *argument(const struct argp_option *o, const struct argp_option *real) { return o->arg ? o->arg : real->arg; }
static int both_flags(const struct argp_option *o, const struct argp_option *real) { return o->flags | real->flags; }

struct usage {
    struct page *page;
    char *letters;
    size_t count;
};

static void collect_letter(const struct argp_option *o, const struct argp_option *real, void *arg) {
    struct usage *u = arg;
    if (!argument(o, real) && !(both_flags(o, real) & OPTION_NO_USAGE)) u->letters[u->count++] = (char)o->key;
}

static void print_letter(const struct argp_option *o, const struct argp_option *real, void *arg) {
    struct usage *u = arg;
    const char *word = argument(o, real), letter[2] = {(char)o->key, 0};
    if (!word || both_flags(o, real) & OPTION_NO_USAGE) return;
    bool optional = both_flags(o, real) & OPTION_ARG_OPTIONAL;
    if (!optional) put_space(u->page, 6 + rt_strlen(word));
    put_format(u->page, optional ? " [-%s[%s]]" : "[-%s %s]", letter, word);
}

static void print_name(const struct argp_option *o, const struct argp_option *real, void *arg) {
    struct usage *u = arg;
    const char *word = argument(o, real);
    if (both_flags(o, real) & OPTION_NO_USAGE) return;
    bool optional = both_flags(o, real) & OPTION_ARG_OPTIONAL;
    put_format(u->page, !word ? " [--%s]" : optional ? " [--%s[=%s]]" : " [--%s=%s]", o->name, word);
}

static void print_options(const struct entries *all, struct page *p) {
    struct usage u = {p, calloc(all->letter_count + 1, 1), 0};
    if (!u.letters) __shrike_unsupported("argp's help without memory");
    for (size_t i = 0; i < all->count; i++) each_letter(&all->list[i], collect_letter, &u);
    if (u.count) put_format(p, " [-%s]", u.letters, NULL);
    for (size_t i = 0; i < all->count; i++) each_letter(&all->list[i], print_letter, &u);
    for (size_t i = 0; i < all->count; i++) each_name(&all->list[i], print_name, &u);
    free(u.letters);
}

static const char *line_end(const char *s) {
    while (*s && *s != '\n') s++;
    return s;
}

static size_t count_levels(const struct argp *a) {
    size_t n = a->args_doc && *line_end(a->args_doc) ? 1 : 0;
    for (const struct argp_child *c = a->children; c && c->argp; c++) n += count_levels(c->argp);
    return n;
}

/* Prints one of the alternatives for operands; levels say which. Are there more? */
static bool print_operands(const struct argp *a, const struct argp_state *s, unsigned char **levels, bool advance, struct page *p) {
    unsigned char *level = *levels;
    const char *text = filtered(a->args_doc, ARGP_KEY_HELP_ARGS_DOC, a, s), *at = text, *end = NULL;
    bool several = false, more = false;
    if (text) {
        end = line_end(at);
        several = *end != 0;
        for (unsigned i = 0; several && i < *level; i++) at = end + 1, end = line_end(at);
        if (several) ++*levels;
        more = *end != 0;
        put_space(p, 1 + (size_t)(end - at));
        put(p, at, (size_t)(end - at));
    }
    drop(text, a->args_doc);
    for (const struct argp_child *c = a->children; c && c->argp; c++) advance = !print_operands(c->argp, s, levels, advance, p);
    if (!advance || !several) return !advance;
    *level = more ? (unsigned char)(*level + 1) : 0;
    return more;
}

static void print_usage(const struct entries *all, const struct argp *a, const struct argp_state *s, unsigned flags, const char *name, struct page *p) {
    unsigned char *levels = calloc(a ? count_levels(a) + 1 : 1, 1), *at;
    if (!levels) __shrike_unsupported("argp's help without memory");
    const char *word = "Usage:";
    bool more;
    do {
        int wrapped = set_wrapped(p, USAGE);
        put_format(p, "%s %s", word, name);
        int left = set_left(p, USAGE);
        if (!(flags & ARGP_HELP_SHORT_USAGE)) print_options(all, p);
        else if (all->count > 0) put_text(p, " [OPTION...]");
        flags |= ARGP_HELP_SHORT_USAGE; /* once is enough */
        at = levels;
        more = a && print_operands(a, s, &at, true, p);
        set_wrapped(p, wrapped);
        set_left(p, left);
        put(p, "\n", 1);
        word = "  or: ";
    } while (more);
    free(levels);
}

/* ---- the list of options ---- */
struct list {
    struct page *page;
    const struct argp_state *state;
    const struct entry *entry, *previous;
    bool first; /* nothing of the entry is printed */
    bool separated; /* groups are, by an empty line */
    bool shortened; /* an argument was not shown twice */
};

static void print_header(struct list *l, const char *text, const struct argp *a) {
    const char *shown = filtered(text, ARGP_KEY_HELP_HEADER, a, l->state);
    struct page *p = l->page;
    if (shown && *shown) {
        if (l->previous) put(p, "\n", 1);
        indent_to(p, HEADERS);
        set_left(p, HEADERS);
        set_wrapped(p, HEADERS);
        put_text(p, shown);
        set_left(p, 0);
        put(p, "\n", 1);
    }
    if (shown) l->separated = true;
    drop(shown, text);
}

static bool is_inside(const struct cluster *inner, const struct cluster *outer) {
    while (inner && inner != outer) inner = inner->parent;
    return inner == outer;
}

static void start_column(struct list *l, int to) {
    const struct cluster *c = l->entry->cluster;
    if (!l->first) {
        put_text(l->page, ", ");
    } else {
        if (l->separated && l->previous && l->entry->group != l->previous->group) put(l->page, "\n", 1);
        if (c && c->header && *c->header && (!l->previous || !is_inside(l->previous->cluster, c))) {
            int wrapped = l->page->wrapped;
            print_header(l, c->header, c->argp);
            set_wrapped(l->page, wrapped);
        }
        l->first = false;
    }
    indent_to(l->page, to);
}

static void print_argument(struct list *l, const char *required, const char *optional) {
    const struct argp_option *real = l->entry->first;
    if (real->arg) put_format(l->page, real->flags & OPTION_ARG_OPTIONAL ? optional : required, real->arg, NULL);
}

static void list_letter(const struct argp_option *o, const struct argp_option *real, void *arg) {
    struct list *l = arg;
    const char text[3] = {'-', (char)o->key, 0};
    bool named = false;
    (void)real;
    for (const struct argp_option *n = l->entry->first; n < l->entry->first + l->entry->count; n++)
        named |= n->name && is_visible(n) && !is_doc(l->entry->first);
    start_column(l, LETTERS);
    put_text(l->page, text);
    if (!named) print_argument(l, " %s", "[%s]");
    else if (l->entry->first->arg) l->shortened = true;
}

static void list_name(const struct argp_option *o, const struct argp_option *real, void *arg) {
    struct list *l = arg;
    (void)real;
    if (!*o->name) return;
    bool doc = is_doc(l->entry->first);
    start_column(l, doc ? LETTERS : NAMES);
    put_format(l->page, doc ? "%s" : "--%s", o->name, NULL);
    if (!doc) print_argument(l, "=%s", "[=%s]");
}

static void list_text(struct list *l) {
    const struct argp_option *real = l->entry->first;
    const char *text = filtered(real->doc, real->key, l->entry->argp, l->state);
    struct page *p = l->page;
    if (text && *text) {
        int at = column(p);
        set_left(p, TEXTS);
        set_wrapped(p, TEXTS);
        if (at > TEXTS + 3) put(p, "\n", 1);
        else if (at >= TEXTS) put_text(p, "   ");
        else indent_to(p, TEXTS);
        put_text(p, text);
    }
    drop(text, real->doc);
    set_left(p, 0);
    put(p, "\n", 1);
}

static void list_entry(struct list *l, const struct entry *e) {
    struct page *p = l->page;
    int left = set_left(p, 0), wrapped = p->wrapped;
    l->entry = e;
    l->first = true;
    set_wrapped(p, LETTERS);
    each_letter(e, list_letter, l);
    set_wrapped(p, is_doc(e->first) ? LETTERS : NAMES);
    each_name(e, list_name, l);
    set_left(p, 0);
    bool header = l->first && !rt_argp_has_letter(e->first) && !e->first->name;
    if (header) print_header(l, e->first->doc, e->argp);
    else if (!l->first) list_text(l);
    if (header || !l->first) l->previous = e;
    set_left(p, left);
    set_wrapped(p, wrapped);
}

static void list_options(const struct entries *all, const struct argp_state *s, struct page *p) {
    static const char note[] = "Mandatory or optional arguments to long options are also mandatory or optional for any corresponding short options.";
    struct list l = {.page = p, .state = s};
    for (size_t i = 0; i < all->count; i++) list_entry(&l, &all->list[i]);
    if (!l.shortened) return;
    const char *text = filtered(note, ARGP_KEY_HELP_DUP_ARGS_NOTE, s ? s->root_argp : NULL, s);
    if (text && *text) put_format(p, "\n%s\n", text, NULL);
    drop(text, note);
}

/* ---- what the program says before and after the options ---- */
static bool print_paragraph(struct page *p, const char *text, bool blank) {
    if (!text) return false;
    if (blank) put(p, "\n", 1);
    put_text(p, text);
    if (column(p) > p->left) put(p, "\n", 1);
    return true;
}

static bool print_doc(const struct argp *a, const struct argp_state *s, bool after, bool blank, bool first_only, struct page *p) {
    const char *tab = a->doc ? rt_strchr(a->doc, '\v') : NULL;
    char *before = tab && !after ? rt_strndup(a->doc, (size_t)(tab - a->doc)) : NULL;
    const char *own = after ? (tab ? tab + 1 : NULL) : tab ? before : a->doc;
    const char *text = filtered(own, after ? ARGP_KEY_HELP_POST_DOC : ARGP_KEY_HELP_PRE_DOC, a, s);
    bool any = print_paragraph(p, text, blank);
    drop(text, own);
    free(before);
    if (after && a->help_filter) {
        text = filtered(NULL, ARGP_KEY_HELP_EXTRA, a, s);
        any |= print_paragraph(p, text, any || blank);
        drop(text, NULL);
    }
    for (const struct argp_child *c = a->children; c && c->argp && !(first_only && any); c++) any |= print_doc(c->argp, s, after, any || blank, first_only, p);
    return any;
}

static bool has_filter(const struct argp *a) {
    if (!a || a->help_filter) return a != NULL;
    for (const struct argp_child *c = a->children; c && c->argp; c++)
        if (has_filter(c->argp)) return true;
    return false;
}

static void print_all(const struct argp *a, const struct argp_state *s, unsigned flags, const char *name, struct page *p) {
    struct entries all;
    bool any = flags & (ARGP_HELP_USAGE | ARGP_HELP_SHORT_USAGE);
    make_entries(&all, a);
    if (any) print_usage(&all, a, s, flags, name, p);
    if (flags & ARGP_HELP_PRE_DOC && a) any |= print_doc(a, s, false, false, true, p);
    if (flags & ARGP_HELP_SEE) put_format(p, "Try `%s --help' or `%s --usage' for more information.\n", name, name);
    any |= (flags & ARGP_HELP_SEE) != 0;
    if (flags & ARGP_HELP_LONG && all.count > 0) {
        if (any) put(p, "\n", 1);
        list_options(&all, s, p);
        any = true;
    }
    if (flags & ARGP_HELP_POST_DOC && a) any |= print_doc(a, s, true, any, false, p);
    if (flags & ARGP_HELP_BUG_ADDR && argp_program_bug_address) {
        if (any) put(p, "\n", 1);
        put_format(p, "Report bugs to %s.\n", argp_program_bug_address, NULL);
    }
    free_entries(&all);
}

void rt_argp_help(const struct argp *a, const struct argp_state *s, FILE *stream, unsigned flags, const char *name) {
    if (!stream) return;
    struct page p = {.file = rt_stream(stream), .limit = BUFFER};
    if (rt_dropped(p.file) && !has_filter(a)) return; /* nobody sees it */
    if (rt_getenv("ARGP_HELP_FMT")) __shrike_unsupported("argp's help with ARGP_HELP_FMT");
    print_all(a, s, flags, name, &p);
    flush(&p);
    free(p.text);
}
