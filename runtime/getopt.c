/* getopt.h: options of the command line, with GNU's permutation of arguments. */
#include "rt.h"

#include <getopt.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

enum order { PERMUTE, IN_ORDER, STOP_AT_FIRST };

/* What a scan remembers: where it is within an argument, and which arguments it passed over:
 * argv[first..last) are not options and stand before everything from last on. */
static char *cursor;
static int first, last;
static enum order order;
static bool started;
static int rejected; /* what optopt shows after each call, whatever the program stored there */

/* One call: the command line and the options it may have. */
struct request {
    int argc;
    char **argv;
    const char *letters; /* without the leading - or + */
    const struct option *options;
    int *index;
    bool long_only, print;
};

static void reverse(char **v, int from, int to) {
    while (from < --to) {
        char *t = v[from];
        v[from++] = v[to];
        v[to] = t;
    }
}

/* Moves the skipped arguments behind the options that followed them. */
static void exchange(char **argv) {
    reverse(argv, first, last);
    reverse(argv, last, optind);
    reverse(argv, first, optind);
    first += optind - last;
    last = optind;
}

static bool is_operand(const char *s) { return s[0] != '-' || !s[1]; }

static void complain(const struct request *r, const char *fmt, const char *prefix,
                     const char *name) {
    if (!r->print) return;
    rt_complain("%s: ", r->argv[0]);
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
    rt_complain(fmt, prefix, name);
#pragma clang diagnostic pop
}

static int missing(const struct request *r) { return r->letters[0] == ':' ? ':' : '?'; }

/* ---- long options ---- */
static bool same_meaning(const struct option *a, const struct option *b) {
    return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

static void list_candidates(const struct request *r, const struct option *found, size_t n,
                            const char *prefix) {
    if (!r->print) return;
    rt_complain("%s: option '%s%s' is ambiguous; possibilities:", r->argv[0], prefix, cursor);
    for (const struct option *p = r->options; p->name; p++)
        if (rt_strncmp(p->name, cursor, n) == 0 &&
            (p == found || r->long_only || !same_meaning(p, found)))
            rt_complain(" '%s%s'", prefix, p->name);
    rt_complain("\n");
}

/* The option that the first n characters at the cursor name. NULL: none, or several. */
static const struct option *find_long(const struct request *r, size_t n, const char *prefix,
                                      bool *ambiguous) {
    const struct option *found = NULL;
    for (const struct option *p = r->options; p->name; p++)
        if (rt_strncmp(p->name, cursor, n) == 0 && !p->name[n]) return p;
    for (const struct option *p = r->options; p->name; p++) {
        if (rt_strncmp(p->name, cursor, n) != 0) continue;
        if (!found)
            found = p;
        else if (r->long_only || !same_meaning(p, found))
            *ambiguous = true;
    }
    if (*ambiguous) list_candidates(r, found, n, prefix);
    return *ambiguous ? NULL : found;
}

/* Finishes an argument that could not be understood. */
static int reject(int option) {
    cursor = NULL;
    optind++;
    rejected = option;
    return '?';
}

/* Takes the argument of a long option; 0, or what getopt returns. */
static int take_argument(const struct request *r, const struct option *o, char *equals,
                         const char *prefix) {
    if (*equals && o->has_arg) {
        optarg = equals + 1;
    } else if (*equals) {
        complain(r, "option '%s%s' doesn't allow an argument\n", prefix, o->name);
        rejected = o->val;
        return '?';
    } else if (o->has_arg == required_argument) {
        if (optind >= r->argc) {
            complain(r, "option '%s%s' requires an argument\n", prefix, o->name);
            rejected = o->val;
            return missing(r);
        }
        optarg = r->argv[optind++];
    }
    return 0;
}

/* The long option at the cursor. -1: not one, try it as letters. */
static int long_option(const struct request *r, const char *prefix) {
    size_t n = 0;
    while (cursor[n] && cursor[n] != '=') n++;
    bool ambiguous = false;
    const struct option *o = find_long(r, n, prefix, &ambiguous);
    if (ambiguous) return reject(0);
    if (!o) {
        if (r->long_only && r->argv[optind][1] != '-' && rt_strchr(r->letters, *cursor)) return -1;
        complain(r, "unrecognized option '%s%s'\n", prefix, cursor);
        return reject(0);
    }
    char *equals = cursor + n;
    optind++;
    cursor = NULL;
    int failed = take_argument(r, o, equals, prefix);
    if (failed) return failed;
    if (r->index) *r->index = (int)(o - r->options);
    if (!o->flag) return o->val;
    *o->flag = o->val;
    return 0;
}

/* ---- letters ---- */
static int need_argument(const struct request *r, char letter) {
    char text[2] = {letter, 0};
    complain(r, "option requires an argument -- '%s%s'\n", "", text);
    rejected = (unsigned char)letter;
    return missing(r);
}

/* "-W name" means "--name" when the letters have "W;". */
static int word_option(const struct request *r) {
    if (!*cursor) {
        if (optind == r->argc) return need_argument(r, 'W');
        cursor = r->argv[optind];
    }
    struct request words = *r;
    words.long_only = false;
    return long_option(&words, "-W ");
}

static int letter_option(const struct request *r) {
    char letter = *cursor++;
    const char *found = rt_strchr(r->letters, letter);
    if (!*cursor) optind++;
    if (!found || letter == ':' || letter == ';') {
        char text[2] = {letter, 0};
        complain(r, "invalid option -- '%s%s'\n", "", text);
        rejected = (unsigned char)letter;
        return '?';
    }
    if (found[0] == 'W' && found[1] == ';' && r->options) return word_option(r);
    if (found[1] != ':') return (unsigned char)letter;
    int result = (unsigned char)letter;
    if (*cursor) {
        optarg = cursor;
        optind++;
    } else if (found[2] != ':') {
        if (optind == r->argc)
            result = need_argument(r, letter);
        else
            optarg = r->argv[optind++];
    }
    cursor = NULL;
    return result;
}

/* ---- arguments ---- */
static void start(const char *letters) {
    if (optind == 0) optind = 1;
    first = last = optind;
    cursor = NULL;
    order = letters[0] == '-'              ? IN_ORDER
            : letters[0] == '+'            ? STOP_AT_FIRST
            : rt_getenv("POSIXLY_CORRECT") ? STOP_AT_FIRST
                                           : PERMUTE;
    started = true;
}

static void skip_operands(const struct request *r) {
    if (first != last && last != optind)
        exchange(r->argv);
    else if (last != optind)
        first = optind;
    while (optind < r->argc && is_operand(r->argv[optind])) optind++;
    last = optind;
}

/* Moves to the next argument with options; false: *result is what getopt returns. */
static bool next_argument(const struct request *r, int *result) {
    if (last > optind) last = optind;
    if (first > optind) first = optind;
    if (order == PERMUTE) skip_operands(r);
    if (optind != r->argc && rt_strcmp(r->argv[optind], "--") == 0) {
        optind++;
        if (first != last && last != optind)
            exchange(r->argv);
        else if (first == last)
            first = optind;
        last = optind = r->argc;
    }
    *result = -1;
    if (optind == r->argc) {
        if (first != last) optind = first;
        return false;
    }
    if (!is_operand(r->argv[optind])) return true;
    if (order == STOP_AT_FIRST) return false;
    optarg = r->argv[optind++];
    *result = 1;
    return false;
}

static int scan_option(struct request r) {
    if (r.argc < 1) return -1;
    optarg = NULL;
    if (optind == 0 || !started) start(r.letters);
    if (r.letters[0] == '-' || r.letters[0] == '+') r.letters++;
    r.print = opterr && r.letters[0] != ':';
    if (cursor && *cursor) return letter_option(&r);
    int result;
    if (!next_argument(&r, &result)) return result;
    char *s = r.argv[optind];
    if (r.options && s[1] == '-') {
        cursor = s + 2;
        return long_option(&r, "--");
    }
    if (r.options && r.long_only && (s[2] || !rt_strchr(r.letters, s[1]))) {
        cursor = s + 1;
        result = long_option(&r, "-");
        if (result != -1) return result;
    }
    cursor = s + 1;
    return letter_option(&r);
}

static int get_option(struct request r) {
    int result = scan_option(r);
    optopt = rejected;
    return result;
}

int getopt(int argc, char *const *argv, const char *letters) {
    return get_option(
        (struct request){argc, (char **)argv, letters, NULL, NULL, false, false});
}

int __posix_getopt(int, char *const *, const char *);
int __posix_getopt(int argc, char *const *argv, const char *letters) {
    return get_option(
        (struct request){argc, (char **)argv, letters, NULL, NULL, false, false});
}

int getopt_long(int argc, char *const *argv, const char *letters, const struct option *options,
                int *index) {
    return get_option(
        (struct request){argc, (char **)argv, letters, options, index, false, false});
}

int getopt_long_only(int argc, char *const *argv, const char *letters, const struct option *options,
                     int *index) {
    return get_option(
        (struct request){argc, (char **)argv, letters, options, index, true, false});
}
