/* argp.h: the command line, handed to the functions of the program. Each argp of the tree that has options or a function is a
 * group; getopt sees the options of all of them. */
#include "argp_help.h"
#include "options.h"

#include <stdlib.h>
#include <sysexits.h>

const char *argp_program_version, *argp_program_bug_address;
void (*argp_program_version_hook)(FILE *, struct argp_state *);
error_t argp_err_exit_status = EX_USAGE;

enum {
    KEY_BITS = 24, /* of a long option: its key; above them the number of its group, from 1 */
    KEY_MASK = (1 << KEY_BITS) - 1,
    OPTION_ERROR = '?',
    OPTION_END = -1,
    OPERAND = 1,
};

struct group {
    const struct argp *argp;
    const char *letters_end; /* its letters are before this */
    unsigned processed; /* operands */
    struct group *parent;
    unsigned place; /* among the children of its parent */
    void *input, **child_inputs, *hook;
};

struct parser {
    char *letters;
    struct option *names;
    struct group *groups, *groups_end;
    void **child_inputs;
    struct rt_scan scan;
    bool try_options; /* getopt has not come to an end */
    struct argp_state state;
};

/* ---- output ---- */
static void say(FILE *stream, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void say(FILE *stream, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    rt_print(rt_stream(stream), fmt, ap);
    va_end(ap);
}

static bool prints_errors(const struct argp_state *s) { return !s || !(s->flags & ARGP_NO_ERRS); }
static bool may_exit(const struct argp_state *s) { return !s || !(s->flags & ARGP_NO_EXIT); }
static const char *shown_name(const struct argp_state *s) { return s ? s->name : rt_program_short; }

static void state_help(const struct argp_state *s, FILE *stream, unsigned flags) {
    if (!prints_errors(s) || !stream) return;
    if (s && s->flags & ARGP_LONG_ONLY) flags |= ARGP_HELP_LONG_ONLY;
    rt_argp_help(s ? s->root_argp : NULL, s, stream, flags, shown_name(s));
    if (!may_exit(s)) return;
    if (flags & ARGP_HELP_EXIT_ERR) rt_exit(argp_err_exit_status);
    if (flags & ARGP_HELP_EXIT_OK) rt_exit(0);
}

static FILE *error_stream(const struct argp_state *s) { return s ? s->err_stream : stderr; }

static void report(const struct argp_state *s, const char *fmt, va_list ap) {
    FILE *stream = error_stream(s);
    if (!prints_errors(s) || !stream) return;
    say(stream, "%s: ", shown_name(s));
    rt_print(rt_stream(stream), fmt, ap);
    say(stream, "\n");
    state_help(s, stream, ARGP_HELP_STD_ERR);
}

static void complain(const struct argp_state *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void complain(const struct argp_state *s, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    report(s, fmt, ap);
    va_end(ap);
}

/* ---- the options that every program has ---- */
enum { PROGRAM_NAME = -2, USAGE = -3, HANG = -4 };

static const struct argp_option usual_options[] = {{"help", '?', NULL, 0, "Give this help list", -1},
                                                   {"usage", USAGE, NULL, 0, "Give a short usage message", 0},
                                                   {"program-name", PROGRAM_NAME, "NAME", OPTION_HIDDEN, "Set the program name", 0},
                                                   {"HANG", HANG, "SECS", OPTION_ARG_OPTIONAL | OPTION_HIDDEN, "Hang for SECS seconds (default 3600)", 0},
                                                   {0}};

static void set_name(char *name, struct argp_state *s) {
    char *slash = rt_strrchr(name, '/');
    s->name = slash ? slash + 1 : name;
    program_invocation_name = name;
    program_invocation_short_name = s->name;
    rt_program = name;
    rt_program_short = s->name;
    if ((s->flags & (ARGP_PARSE_ARGV0 | ARGP_NO_ERRS)) == ARGP_PARSE_ARGV0) s->argv[0] = name;
}

static error_t parse_usual(int key, char *arg, struct argp_state *s) {
    switch (key) {
    case '?': state_help(s, s->out_stream, ARGP_HELP_STD_HELP); return 0;
    case USAGE: state_help(s, s->out_stream, ARGP_HELP_USAGE | ARGP_HELP_EXIT_OK); return 0;
    case PROGRAM_NAME: set_name(arg, s); return 0;
    case HANG: return 0; /* time passes */
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp usual = {usual_options, parse_usual, NULL, NULL, NULL, NULL, "libc"};

static const struct argp_option version_options[] = {{"version", 'V', NULL, 0, "Print program version", -1}, {0}};

static error_t parse_version(int key, char *arg, struct argp_state *s) {
    (void)arg;
    if (key != 'V') return ARGP_ERR_UNKNOWN;
    if (argp_program_version_hook) argp_program_version_hook(s->out_stream, s);
    else if (argp_program_version) say(s->out_stream, "%s\n", argp_program_version);
    else complain(s, "(PROGRAM ERROR) No version known!?");
    if (may_exit(s)) rt_exit(0);
    return 0;
}

static const struct argp version = {version_options, parse_version, NULL, NULL, NULL, NULL, "libc"};

/* ---- the groups and what getopt is told of them ---- */
struct sizes {
    size_t options, groups, child_inputs;
};

static size_t count_children(const struct argp *a) {
    size_t n = 0;
    while (a->children && a->children[n].argp) n++;
    return n;
}

static void measure(const struct argp *a, struct sizes *s) {
    for (const struct argp_option *o = a->options; o && !rt_argp_is_end(o); o++) s->options++;
    s->groups += a->options || a->parser;
    size_t n = count_children(a);
    s->child_inputs += n;
    for (size_t i = 0; i < n; i++) measure(a->children[i].argp, s);
}

static bool is_known(const struct parser *p, const char *name) {
    for (const struct option *o = p->names; o->name; o++)
        if (rt_strcmp(o->name, name) == 0) return true;
    return false;
}

/* Where the next option goes. */
struct place {
    char *letters;
    struct option *names;
    struct group *groups;
    void **child_inputs;
};

static int takes(const struct argp_option *real) {
    return !real->arg ? no_argument : real->flags & OPTION_ARG_OPTIONAL ? optional_argument : required_argument;
}

/* An alias has all but its names from the option before it. */
static void add_option(struct parser *p, struct place *at, const struct argp_option *o, const struct argp_option *real) {
    int argument = takes(real);
    if (real->flags & OPTION_DOC) return;
    if (rt_argp_has_letter(o)) {
        *at->letters++ = (char)o->key;
        if (argument != no_argument) *at->letters++ = ':';
        if (argument == optional_argument) *at->letters++ = ':';
        *at->letters = 0;
    }
    if (!o->name || is_known(p, o->name)) return;
    int key = o->key ? o->key : real->key, group = (int)(at->groups - p->groups) + 1;
    *at->names++ = (struct option){o->name, argument, NULL, (key & KEY_MASK) + (group << KEY_BITS)};
}

static void add_group(struct parser *p, struct place *at, const struct argp *a, struct group *parent, unsigned number) {
    size_t children = count_children(a);
    if (a->options || a->parser) {
        const struct argp_option *real = a->options;
        for (const struct argp_option *o = real; o && !rt_argp_is_end(o); o++) {
            if (!(o->flags & OPTION_ALIAS)) real = o;
            add_option(p, at, o, real);
        }
        *at->groups = (struct group){.argp = a, .letters_end = at->letters, .parent = parent, .place = number};
        if (children) at->groups->child_inputs = at->child_inputs;
        at->child_inputs += children;
        parent = at->groups++;
    } else {
        parent = NULL;
    }
    for (size_t i = 0; i < children; i++) add_group(p, at, a->children[i].argp, parent, (unsigned)i);
}

/* calloc that gives a block for nothing, too. */
static void *zeros(size_t n, size_t size) { return calloc(n + 1, size); }

static bool make_groups(struct parser *p, const struct argp *a) {
    struct sizes s = {0};
    if (a) measure(a, &s);
    p->letters = zeros(3 * s.options + 1, 1);
    p->names = zeros(s.options, sizeof *p->names);
    p->groups = zeros(s.groups, sizeof *p->groups);
    p->child_inputs = zeros(s.child_inputs, sizeof *p->child_inputs);
    if (!p->letters || !p->names || !p->groups || !p->child_inputs) return false;
    struct place at = {p->letters, p->names, p->groups, p->child_inputs};
    if (p->state.flags & (ARGP_IN_ORDER | ARGP_NO_ARGS)) *at.letters++ = p->state.flags & ARGP_IN_ORDER ? '-' : '+';
    if (a) add_group(p, &at, a, NULL, 0);
    p->groups_end = at.groups;
    return true;
}

static void free_groups(struct parser *p) {
    free(p->letters);
    free(p->names);
    free(p->groups);
    free(p->child_inputs);
}

void *rt_argp_input(const struct argp *a, const struct argp_state *s) {
    const struct parser *p = s ? s->pstate : NULL;
    for (const struct group *g = p ? p->groups : NULL; p && g < p->groups_end; g++)
        if (g->argp == a) return g->input;
    return NULL;
}

/* ---- calls of the program's functions ---- */
static bool goes_on(error_t err) { return !err || err == ARGP_ERR_UNKNOWN; }

static error_t call(struct parser *p, struct group *g, int key, char *arg) {
    struct argp_state *s = &p->state;
    if (!g->argp->parser) return ARGP_ERR_UNKNOWN;
    s->hook = g->hook;
    s->input = g->input;
    s->child_inputs = g->child_inputs;
    s->arg_num = g->processed;
    error_t err = g->argp->parser(key, arg, s);
    g->hook = s->hook;
    return err;
}

static error_t call_first_to_last(struct parser *p, int key) {
    error_t err = 0;
    for (struct group *g = p->groups; g < p->groups_end && goes_on(err); g++)
        if (key != ARGP_KEY_NO_ARGS || g->processed == 0) err = call(p, g, key, NULL);
    return err;
}

static error_t call_last_to_first(struct parser *p, int key, error_t err) {
    for (struct group *g = p->groups_end; g > p->groups && goes_on(err);) err = call(p, --g, key, NULL);
    return err;
}

static error_t initialise(struct parser *p, void *input) {
    error_t err = 0;
    if (p->groups < p->groups_end) p->groups->input = input;
    for (struct group *g = p->groups; g < p->groups_end && goes_on(err); g++) {
        if (g->parent) g->input = g->parent->child_inputs[g->place];
        if (!g->argp->parser && count_children(g->argp) > 0) g->child_inputs[0] = g->input;
        err = call(p, g, ARGP_KEY_INIT, NULL);
    }
    return err == ARGP_ERR_UNKNOWN ? 0 : err;
}

/* ---- one argument ---- */
/* Every group is asked for the operand, then for all that are left. */
static error_t parse_operand(struct parser *p, char *arg) {
    struct argp_state *s = &p->state;
    int index = --s->next, key = ARGP_KEY_ARG;
    error_t err = ARGP_ERR_UNKNOWN;
    struct group *g = p->groups;
    for (; g < p->groups_end && err == ARGP_ERR_UNKNOWN; g++) {
        s->next++;
        key = ARGP_KEY_ARG;
        err = call(p, g, key, arg);
        if (err != ARGP_ERR_UNKNOWN) continue;
        s->next--;
        key = ARGP_KEY_ARGS;
        err = call(p, g, key, NULL);
    }
    if (err) return err;
    if (key == ARGP_KEY_ARGS) s->next = s->argc;
    if (s->next > index) g[-1].processed += (unsigned)(s->next - index);
    else p->try_options = true; /* the program went back */
    return 0;
}

static void complain_option(struct parser *p, int option) {
    static const char text[] = "(PROGRAM ERROR) Option should have been recognized!?";
    if (option >> KEY_BITS == 0) {
        complain(&p->state, "-%c: %s", option, text);
        return;
    }
    const struct option *o = p->names;
    while (o->name && o->val != option) o++;
    complain(&p->state, "--%s: %s", o->name ? o->name : "???", text);
}

static error_t parse_option(struct parser *p, int option) {
    error_t err = ARGP_ERR_UNKNOWN;
    int number = option >> KEY_BITS;
    if (number == 0) {
        const char *letter = rt_strchr(p->letters, option);
        struct group *g = p->groups;
        while (letter && g < p->groups_end && g->letters_end <= letter) g++;
        if (letter && g < p->groups_end) err = call(p, g, option, p->scan.argument);
    } else {
        int key = option & KEY_MASK;
        if (key >> (KEY_BITS - 1)) key |= ~KEY_MASK;
        err = call(p, &p->groups[number - 1], key, p->scan.argument);
    }
    if (err == ARGP_ERR_UNKNOWN) complain_option(p, option);
    return err;
}

static int ask_getopt(struct parser *p) {
    struct argp_state *s = &p->state;
    p->scan.next = s->next;
    p->scan.rejected = OPTION_END; /* tells a rejected option from one that is called '?' */
    int option = rt_next_option((struct rt_request){s->argc, s->argv, p->letters, p->names, NULL, s->flags & ARGP_LONG_ONLY, &p->scan});
    s->next = p->scan.next;
    if (option != OPTION_END) return option;
    p->try_options = false;
    if (s->next > 1 && rt_strcmp(s->argv[s->next - 1], "--") == 0) s->quoted = s->next;
    return option;
}

/* *at_operand: an error is about an operand, or there is nothing left. */
static error_t parse_next(struct parser *p, bool *at_operand) {
    struct argp_state *s = &p->state;
    if (s->quoted && s->next < s->quoted) s->quoted = 0;
    int option = p->try_options && !s->quoted ? ask_getopt(p) : OPTION_END;
    *at_operand = false;
    if (option == OPTION_ERROR && p->scan.rejected != OPTION_END) return ARGP_ERR_UNKNOWN;
    if (option == OPTION_END) {
        *at_operand = true;
        if (s->next >= s->argc || s->flags & ARGP_NO_ARGS) return ARGP_ERR_UNKNOWN;
        option = OPERAND;
        p->scan.argument = s->argv[s->next++];
    }
    *at_operand = option == OPERAND;
    return option == OPERAND ? parse_operand(p, p->scan.argument) : parse_option(p, option);
}

/* ---- all of them ---- */
/* All arguments are parsed, or the rest is the caller's. */
static error_t finish_arguments(struct parser *p, int *end_index) {
    struct argp_state *s = &p->state;
    error_t err = 0;
    if (s->next == s->argc) {
        err = call_last_to_first(p, ARGP_KEY_END, call_first_to_last(p, ARGP_KEY_NO_ARGS));
        if (err == ARGP_ERR_UNKNOWN) err = 0;
    } else if (!end_index) {
        if (prints_errors(s) && s->err_stream) say(s->err_stream, "%s: Too many arguments\n", s->name);
        return ARGP_ERR_UNKNOWN;
    }
    if (end_index) *end_index = s->next;
    return err;
}

static error_t finish(struct parser *p, error_t err, bool at_operand, int *end_index) {
    struct argp_state *s = &p->state;
    if (err == ARGP_ERR_UNKNOWN && at_operand) err = 0;
    if (!err) err = finish_arguments(p, end_index);
    if (err) {
        if (err == ARGP_ERR_UNKNOWN) state_help(s, s->err_stream, ARGP_HELP_STD_ERR);
        for (struct group *g = p->groups; g < p->groups_end; g++) call(p, g, ARGP_KEY_ERROR, NULL);
    } else {
        err = call_last_to_first(p, ARGP_KEY_SUCCESS, 0);
        if (err == ARGP_ERR_UNKNOWN) err = 0;
    }
    for (struct group *g = p->groups_end; g > p->groups;) call(p, --g, ARGP_KEY_FINI, NULL);
    return err == ARGP_ERR_UNKNOWN ? EINVAL : err;
}

static void start_state(struct parser *p, const struct argp *a, int argc, char **argv, unsigned flags) {
    *p = (struct parser){.scan = {.next = 1, .print = true}, .try_options = true};
    p->state = (struct argp_state){.root_argp = a, .argc = argc, .argv = argv, .flags = flags, .pstate = p,
                                   .err_stream = stderr, .out_stream = stdout};
    if (flags & ARGP_NO_ERRS) {
        p->scan.print = false;
        if (flags & ARGP_PARSE_ARGV0) __shrike_unsupported("argp_parse with ARGP_PARSE_ARGV0 and ARGP_NO_ERRS");
    }
    char *slash = argv[0] ? rt_strrchr(argv[0], '/') : NULL;
    p->state.name = slash ? slash + 1 : argv[0] ? argv[0] : (char *)rt_program_short;
}

static error_t parse_with(const struct argp *a, int argc, char **argv, unsigned flags, int *end_index, void *input) {
    struct parser p;
    start_state(&p, a, argc, argv, flags);
    error_t err = make_groups(&p, a) ? initialise(&p, input) : ENOMEM;
    bool at_operand = false, started = !err;
    while (!err) err = parse_next(&p, &at_operand);
    if (started) err = finish(&p, err, at_operand, end_index);
    free_groups(&p);
    return err;
}

static error_t parse(const struct argp *a, int argc, char **argv, unsigned flags, int *end_index, void *input) {
    struct argp_child children[4] = {0}, *child = children;
    struct argp top = {.children = children};
    if (flags & ARGP_NO_HELP) return parse_with(a, argc, argv, flags, end_index, input);
    if (a) (child++)->argp = a;
    (child++)->argp = &usual;
    if (argp_program_version || argp_program_version_hook) child->argp = &version;
    return parse_with(&top, argc, argv, flags, end_index, input);
}

error_t argp_parse(const struct argp *restrict a, int argc, char **restrict argv, unsigned flags, int *restrict end_index, void *restrict input) {
    return parse(a, argc, argv, flags, end_index, input);
}
error_t __argp_parse(const struct argp *restrict a, int argc, char **restrict argv, unsigned flags, int *restrict end_index, void *restrict input) {
    return parse(a, argc, argv, flags, end_index, input);
}

/* ---- for the program's functions ---- */
void argp_error(const struct argp_state *restrict s, const char *restrict fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    report(s, fmt, ap);
    va_end(ap);
}

void argp_failure(const struct argp_state *restrict s, int status, int err, const char *restrict fmt, ...) {
    FILE *stream = error_stream(s);
    if (!prints_errors(s) || !stream) return;
    say(stream, "%s", shown_name(s));
    if (fmt) {
        va_list ap;
        va_start(ap, fmt);
        say(stream, ": ");
        rt_print(rt_stream(stream), fmt, ap);
        va_end(ap);
    }
    if (err) say(stream, ": %s", rt_dropped(rt_stream(stream)) ? "an error" : rt_strerror(err));
    say(stream, "\n");
    if (status && may_exit(s)) rt_exit(status);
}

void argp_state_help(const struct argp_state *restrict s, FILE *restrict stream, unsigned flags) { state_help(s, stream, flags); }
void argp_usage(const struct argp_state *s) { state_help(s, stderr, ARGP_HELP_STD_USAGE); }
void argp_help(const struct argp *restrict a, FILE *restrict stream, unsigned flags, char *restrict name) { rt_argp_help(a, NULL, stream, flags, name); }
int _option_is_short(const struct argp_option *o) { return rt_argp_has_letter(o); }
int _option_is_end(const struct argp_option *o) { return rt_argp_is_end(o); }
