/* getopt.h: options of the command line, with GNU's permutation of arguments. */
#include "options.h"

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static void reverse(char **v, int from, int to) {
    while (from < --to) {
        char *t = v[from];
        v[from++] = v[to];
        v[to] = t;
    }
}

/* Moves the skipped arguments behind the options that followed them. */
static void exchange(const struct rt_request *r) {
    struct rt_scan *s = r->scan;
    reverse(r->argv, s->first, s->last);
    reverse(r->argv, s->last, s->next);
    reverse(r->argv, s->first, s->next);
    s->first += s->next - s->last;
    s->last = s->next;
}

static bool is_printing(const struct rt_request *r) { return r->scan->print && r->letters[0] != ':'; }
static bool is_operand(const char *s) { return s[0] != '-' || !s[1]; }

static void complain(const struct rt_request *r, const char *fmt, const char *prefix,
                     const char *name) {
    if (!is_printing(r)) return;
    rt_complain("%s: ", r->argv[0]);
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
    rt_complain(fmt, prefix, name);
#pragma clang diagnostic pop
}

static int missing(const struct rt_request *r) { return r->letters[0] == ':' ? ':' : '?'; }

/* ---- long options ---- */
static bool same_meaning(const struct option *a, const struct option *b) {
    return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

static void list_candidates(const struct rt_request *r, const struct option *found, size_t n,
                            const char *prefix) {
    if (!is_printing(r)) return;
    rt_complain("%s: option '%s%s' is ambiguous; possibilities:", r->argv[0], prefix, r->scan->cursor);
    for (const struct option *p = r->options; p->name; p++)
        if (rt_strncmp(p->name, r->scan->cursor, n) == 0 &&
            (p == found || r->long_only || !same_meaning(p, found)))
            rt_complain(" '%s%s'", prefix, p->name);
    rt_complain("\n");
}

/* The option that the first n characters at the cursor name. NULL: none, or several. */
static const struct option *find_long(const struct rt_request *r, size_t n, const char *prefix,
                                      bool *ambiguous) {
    const struct option *found = NULL;
    for (const struct option *p = r->options; p->name; p++)
        if (rt_strncmp(p->name, r->scan->cursor, n) == 0 && !p->name[n]) return p;
    for (const struct option *p = r->options; p->name; p++) {
        if (rt_strncmp(p->name, r->scan->cursor, n) != 0) continue;
        if (!found)
            found = p;
        else if (r->long_only || !same_meaning(p, found))
            *ambiguous = true;
    }
    if (*ambiguous) list_candidates(r, found, n, prefix);
    return *ambiguous ? NULL : found;
}

/* Finishes an argument that could not be understood. */
static int reject(const struct rt_request *r, int option) {
    r->scan->cursor = NULL;
    r->scan->next++;
    r->scan->rejected = option;
    return '?';
}

/* Takes the argument of a long option; 0, or what getopt returns. */
static int take_argument(const struct rt_request *r, const struct option *o, char *equals,
                         const char *prefix) {
    if (*equals && o->has_arg) {
        r->scan->argument = equals + 1;
    } else if (*equals) {
        complain(r, "option '%s%s' doesn't allow an argument\n", prefix, o->name);
        r->scan->rejected = o->val;
        return '?';
    } else if (o->has_arg == required_argument) {
        if (r->scan->next >= r->argc) {
            complain(r, "option '%s%s' requires an argument\n", prefix, o->name);
            r->scan->rejected = o->val;
            return missing(r);
        }
        r->scan->argument = r->argv[r->scan->next++];
    }
    return 0;
}

/* The long option at the cursor. -1: not one, try it as letters. */
static int long_option(const struct rt_request *r, const char *prefix) {
    size_t n = 0;
    while (r->scan->cursor[n] && r->scan->cursor[n] != '=') n++;
    bool ambiguous = false;
    const struct option *o = find_long(r, n, prefix, &ambiguous);
    if (ambiguous) return reject(r, 0);
    if (!o) {
        if (r->long_only && r->argv[r->scan->next][1] != '-' && rt_strchr(r->letters, *r->scan->cursor)) return -1;
        complain(r, "unrecognized option '%s%s'\n", prefix, r->scan->cursor);
        return reject(r, 0);
    }
    char *equals = r->scan->cursor + n;
    r->scan->next++;
    r->scan->cursor = NULL;
    int failed = take_argument(r, o, equals, prefix);
    if (failed) return failed;
    if (r->index) *r->index = (int)(o - r->options);
    if (!o->flag) return o->val;
    *o->flag = o->val;
    return 0;
}

/* ---- letters ---- */
static int need_argument(const struct rt_request *r, char letter) {
    char text[2] = {letter, 0};
    complain(r, "option requires an argument -- '%s%s'\n", "", text);
    r->scan->rejected = (unsigned char)letter;
    return missing(r);
}

/* "-W name" means "--name" when the letters have "W;". */
static int word_option(const struct rt_request *r) {
    if (!*r->scan->cursor) {
        if (r->scan->next == r->argc) return need_argument(r, 'W');
        r->scan->cursor = r->argv[r->scan->next];
    }
    struct rt_request words = *r;
    words.long_only = false;
    return long_option(&words, "-W ");
}

static int letter_option(const struct rt_request *r) {
    char letter = *r->scan->cursor++;
    const char *found = rt_strchr(r->letters, letter);
    if (!*r->scan->cursor) r->scan->next++;
    if (!found || letter == ':' || letter == ';') {
        char text[2] = {letter, 0};
        complain(r, "invalid option -- '%s%s'\n", "", text);
        r->scan->rejected = (unsigned char)letter;
        return '?';
    }
    if (found[0] == 'W' && found[1] == ';' && r->options) return word_option(r);
    if (found[1] != ':') return (unsigned char)letter;
    int result = (unsigned char)letter;
    if (*r->scan->cursor) {
        r->scan->argument = r->scan->cursor;
        r->scan->next++;
    } else if (found[2] != ':') {
        if (r->scan->next == r->argc)
            result = need_argument(r, letter);
        else
            r->scan->argument = r->argv[r->scan->next++];
    }
    r->scan->cursor = NULL;
    return result;
}

/* ---- arguments ---- */
static void start(const struct rt_request *r) {
    if (r->scan->next == 0) r->scan->next = 1;
    r->scan->first = r->scan->last = r->scan->next;
    r->scan->cursor = NULL;
    bool first_ends = r->letters[0] == '+' || (r->letters[0] != '-' && rt_getenv("POSIXLY_CORRECT"));
    r->scan->order = r->letters[0] == '-' ? RT_IN_ORDER : first_ends ? RT_STOP_AT_FIRST : RT_PERMUTE;
    r->scan->started = true;
}

static void skip_operands(const struct rt_request *r) {
    if (r->scan->first != r->scan->last && r->scan->last != r->scan->next)
        exchange(r);
    else if (r->scan->last != r->scan->next)
        r->scan->first = r->scan->next;
    while (r->scan->next < r->argc && is_operand(r->argv[r->scan->next])) r->scan->next++;
    r->scan->last = r->scan->next;
}

/* Moves to the next argument with options; false: *result is what getopt returns. */
static bool next_argument(const struct rt_request *r, int *result) {
    if (r->scan->last > r->scan->next) r->scan->last = r->scan->next;
    if (r->scan->first > r->scan->next) r->scan->first = r->scan->next;
    if (r->scan->order == RT_PERMUTE) skip_operands(r);
    if (r->scan->next != r->argc && rt_strcmp(r->argv[r->scan->next], "--") == 0) {
        r->scan->next++;
        if (r->scan->first != r->scan->last && r->scan->last != r->scan->next)
            exchange(r);
        else if (r->scan->first == r->scan->last)
            r->scan->first = r->scan->next;
        r->scan->last = r->scan->next = r->argc;
    }
    *result = -1;
    if (r->scan->next == r->argc) {
        if (r->scan->first != r->scan->last) r->scan->next = r->scan->first;
        return false;
    }
    if (!is_operand(r->argv[r->scan->next])) return true;
    if (r->scan->order == RT_STOP_AT_FIRST) return false;
    r->scan->argument = r->argv[r->scan->next++];
    *result = 1;
    return false;
}

int rt_next_option(struct rt_request r) {
    struct rt_scan *scan = r.scan;
    if (r.argc < 1) return -1;
    scan->argument = NULL;
    if (scan->next == 0 || !scan->started) start(&r);
    if (r.letters[0] == '-' || r.letters[0] == '+') r.letters++;
    if (scan->cursor && *scan->cursor) return letter_option(&r);
    int result;
    if (!next_argument(&r, &result)) return result;
    char *s = r.argv[scan->next];
    if (r.options && s[1] == '-') {
        scan->cursor = s + 2;
        return long_option(&r, "--");
    }
    if (r.options && r.long_only && (s[2] || !rt_strchr(r.letters, s[1]))) {
        scan->cursor = s + 1;
        result = long_option(&r, "-");
        if (result != -1) return result;
    }
    scan->cursor = s + 1;
    return letter_option(&r);
}

/* The program's scan. optopt shows what was rejected, whatever the program stored there. */
static int get_option(int argc, char *const *argv, const char *letters, const struct option *options, int *index, bool long_only) {
    static struct rt_scan scan;
    scan.next = optind;
    scan.print = opterr != 0;
    int result = rt_next_option((struct rt_request){argc, (char **)argv, letters, options, index, long_only, &scan});
    optind = scan.next;
    optarg = scan.argument;
    optopt = scan.rejected;
    return result;
}

int getopt(int argc, char *const *argv, const char *letters) { return get_option(argc, argv, letters, NULL, NULL, false); }

int __posix_getopt(int, char *const *, const char *);
int __posix_getopt(int argc, char *const *argv, const char *letters) { return get_option(argc, argv, letters, NULL, NULL, false); }

int getopt_long(int argc, char *const *argv, const char *letters, const struct option *options, int *index) {
    return get_option(argc, argv, letters, options, index, false);
}

int getopt_long_only(int argc, char *const *argv, const char *letters, const struct option *options, int *index) {
    return get_option(argc, argv, letters, options, index, true);
}
