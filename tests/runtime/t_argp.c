/* argp.h: what the parsers are called with, in which order, and what is said about errors */
#include "common.h"
#include <argp.h>

static int odd; /* what the parsers answer to some keys */
static int stubborn; /* ... and to operands */

static const char *key_name(int key) {
    switch (key) {
    case ARGP_KEY_ARG: return "arg";
    case ARGP_KEY_ARGS: return "args";
    case ARGP_KEY_END: return "end";
    case ARGP_KEY_NO_ARGS: return "no args";
    case ARGP_KEY_INIT: return "init";
    case ARGP_KEY_SUCCESS: return "success";
    case ARGP_KEY_ERROR: return "error";
    case ARGP_KEY_FINI: return "fini";
    default: return NULL;
    }
}

static void tell(const char *who, int key, const char *arg, const struct argp_state *s) {
    const char *name = key_name(key);
    printf("  %s %s", who, name ? name : "option");
    if (!name) printf(" %d", key);
    printf(" '%s' next %d/%d number %d quoted %d input %s hook %d\n", arg ? arg : "-", s->next, s->argc, (int)s->arg_num, s->quoted,
           s->input ? (char *)s->input : "-", s->hook != NULL);
    fflush(stdout);
}

static error_t parse_main(int key, char *arg, struct argp_state *s) {
    tell("main", key, arg, s);
    switch (key) {
    case ARGP_KEY_INIT:
        s->child_inputs[0] = "for the child";
        s->hook = &odd;
        return odd == 1 ? ENOMEM : 0;
    case 'a':
    case 'o':
    case 1000: return 0;
    case 'r':
        if (odd == 2) argp_error(s, "bad argument %s", arg);
        else if (odd == 3) argp_failure(s, 0, ENOENT, "cannot use %s", arg);
        else if (odd == 4) argp_failure(s, 0, 0, NULL);
        return odd == 5 ? EPERM : 0;
    case ARGP_KEY_ARG:
        if (stubborn == 2 && s->arg_num == 1 && strcmp(arg, "again") == 0) {
            s->argv[--s->next] = "-a"; /* to be parsed once more */
            return 0;
        }
        return stubborn == 1 || (stubborn == 3 && s->arg_num > 0) ? ARGP_ERR_UNKNOWN : 0;
    case ARGP_KEY_ARGS: return stubborn == 3 ? (s->next++, 0) : ARGP_ERR_UNKNOWN;
    case ARGP_KEY_NO_ARGS: return odd == 6 ? EINVAL : ARGP_ERR_UNKNOWN;
    case ARGP_KEY_END: return odd == 7 ? ARGP_ERR_UNKNOWN : 0;
    case ARGP_KEY_SUCCESS: return odd == 8 ? EIO : 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_child(int key, char *arg, struct argp_state *s) {
    tell("child", key, arg, s);
    switch (key) {
    case 'c':
    case -5:
    case 'z': return 0;
    case ARGP_KEY_ARG: return stubborn == 1 && strcmp(arg, "op1") == 0 ? 0 : ARGP_ERR_UNKNOWN;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option main_options[] = {{"alpha", 'a', 0, 0, "The first"},
                                                  {"also", 0, 0, OPTION_ALIAS, 0},
                                                  {"required", 'r', "WORD", 0, "Needs a word"},
                                                  {"request", 'R', 0, OPTION_ALIAS, 0},
                                                  {"optional", 'o', "NUMBER", OPTION_ARG_OPTIONAL, "May have a number"},
                                                  {"hidden", 1000, 0, OPTION_HIDDEN, "Not shown"},
                                                  {"text", 0, 0, OPTION_DOC, "No option at all"},
                                                  {"unused", 'u', 0, 0, "The parser does not know it"},
                                                  {0}};
static const struct argp_option child_options[] = {{"child", 'c', "X", 0, "Of the child"},
                                                   {"alpha", 'z', 0, 0, "Hidden by the other alpha"},
                                                   {"minus", -5, 0, 0, "A negative key"},
                                                   {0}};
static const struct argp child = {child_options, parse_child};
static const struct argp wrapper = {0, 0, 0, 0, (struct argp_child[]){{&child}, {0}}};
static const struct argp_child children[] = {{&child, 0, "Of the child:", 0}, {0}};
static const struct argp whole = {main_options, parse_main, "FILE...", "What it does.\vMore about it.", children};

static void run(const struct argp *a, int argc, char **words, unsigned flags, int with_index) {
    char *v[12];
    int index = -1;
    for (int i = 0; i < argc; i++) v[i] = words[i];
    v[argc] = NULL;
    printf("flags %x odd %d stubborn %d:", flags, odd, stubborn);
    for (int i = 1; i < argc; i++) printf(" %s", v[i]);
    puts("");
    fflush(stdout);
    error_t err = argp_parse(a, argc, v, flags, with_index ? &index : NULL, "input");
    printf(" -> %d index %d:", err, index);
    for (int i = 1; i < argc; i++) printf(" %s", v[i]);
    puts("");
}

static void random_lines(void) {
    static char *words[] = {"-a", "--alpha", "--al", "--also", "-r", "-rword", "--required=w", "--required", "--req=x", "--request=y", "-R", "-Rz", "-o", "-o5", "--optional",
                            "--optional=7", "--hidden", "--hid", "--text", "-u", "--unused", "-c", "-cx", "--child=y", "-z", "--minus", "op1", "op2", "again", "--", "-", "-ao", "-ac",
                            "-q", "--none", "--alpha=no", "-HANG=0", "--version", "-V", "--vers", "--program-name=other/name", "-az", "-?", "--usage", "--help"};
    static const struct argp *all[] = {&whole, &whole, &whole, &child, &wrapper};
    for (int i = 0; i < 5000; i++) {
        char *v[12] = {chance(50) ? "folder/prog" : "prog"};
        int n = 1 + (int)pick(7), pieces = ARGP_NO_EXIT;
        for (int k = 1; k < n; k++) v[k] = words[pick(COUNT(words))];
        if (chance(20)) pieces |= ARGP_NO_ARGS;
        if (chance(25)) pieces |= ARGP_IN_ORDER;
        if (chance(15)) pieces |= ARGP_NO_ERRS;
        if (chance(30)) pieces |= ARGP_NO_HELP;
        if (chance(15)) pieces |= ARGP_LONG_ONLY;
        odd = chance(40) ? (int)pick(9) : 0;
        stubborn = (int)pick(4);
        run(all[pick(COUNT(all))], n, v, (unsigned)pieces, chance(70));
    }
}

/* ---- the text of help ---- */
static error_t parse_nothing(int key, char *arg, struct argp_state *s) { return ARGP_ERR_UNKNOWN; }
static char *filter(int key, const char *text, void *input) {
    if (key == ARGP_KEY_HELP_EXTRA) return strdup("Something extra.");
    if (key == ARGP_KEY_HELP_POST_DOC) return NULL;
    if (key == 'q') return strdup("Replaced.");
    return (char *)text;
}
static const struct argp_option rich[] = {
    {0, 0, 0, 0, "First group, with a header that is long enough to be broken into two lines, as it has so many words:", 1},
    {"zeta", 'z', 0, 0, "Last letter"},
    {"Beta", 'B', "WORD", 0, "Upper case"},
    {"beta", 'b', "WORD", OPTION_ARG_OPTIONAL, "Lower case"},
    {"a-rather-long-name-of-an-option", 'r', "WITH-AN-ARGUMENT", 0, "Its text begins in a line of its own, and goes on for so long that it must be broken somewhere"},
    {"exactly-this-long-name", 'e', 0, 0, "Near the column of the texts"},
    {"just-a-bit-longer-n", 'j', "X", 0, "Near it, too"},
    {0, 'q', "ARG", 0, "Only a letter"},
    {"only-a-name", 300, "NUMBER", OPTION_ARG_OPTIONAL, "Only a name"},
    {"alias", 301, 0, OPTION_ALIAS},
    {"other-alias", 'O', 0, OPTION_ALIAS},
    {"secret", 's', 0, OPTION_HIDDEN, "Not shown"},
    {"quiet-in-usage", 'Q', 0, OPTION_NO_USAGE, "Not in the usage"},
    {"-m FILE", 0, 0, OPTION_DOC, "Looks like an option"},
    {"something", 0, 0, OPTION_DOC, "Does not"},
    {"no-text", 302, 0, 0, 0},
    {0, 0, 0, 0, "Second group:", 0},
    {"group-two", 'g', 0, 0, "In the second group"},
    {"minus-one", 'm', 0, 0, "In the last one", -1},
    {"minus-two", 'n', 0, 0, "Before the last", -2},
    {"word-without-any-blank-in-its-text", 'w', 0, 0, "See http://example.org/an/address/that/is/long, and more of it"},
    {0}};
static const struct argp_option inner_options[] = {{"inner", 'i', 0, 0, "Of the inner one"}, {"zeta", 'z', 0, 0, "Name and letter are taken"}, {"zero", '0', 0, 0, "A digit"}, {0}};
static const struct argp_option merged_options[] = {{"merged", 'M', 0, 0, "Merged with the others"}, {"cover", 'c', "C", 0, 0}, {0}};
static const struct argp inner = {inner_options, parse_nothing, "INNER\nOTHER INNER", "About the inner one.\vAfter the inner one."};
static const struct argp merged = {merged_options, parse_nothing, 0, "About the merged one."};
static const struct argp_child inner_children[] = {{&merged, 0, "Deeper:", 3}, {0}};
static const struct argp nested = {inner_options, parse_nothing, "[NESTED]", 0, inner_children, filter};
static const struct argp_child rich_children[] = {{&inner, 0, "Inner options:", 2}, {&merged, 0, 0, 0}, {&nested, 0, "Nested options:", -3}, {0}};
static const struct argp richest = {rich, parse_nothing, "FILE...\n--list\nA B C", "What it does, in a sentence that is too long for one line of the page, so that it is broken.\n\n  Indented.\vThe end of it all.\nIn two lines.", rich_children};
static const struct argp filtered = {rich, parse_nothing, "FILE", "Before.\vAfter.", 0, filter};
static const struct argp plain = {0, 0, "OPERAND", 0};

static void help(void) {
    static const struct argp *all[] = {&whole, &child, &wrapper, &inner, &merged, &nested, &richest, &filtered, &plain};
    static const unsigned flags[] = {ARGP_HELP_STD_HELP, ARGP_HELP_USAGE, ARGP_HELP_SHORT_USAGE, ARGP_HELP_SEE, ARGP_HELP_LONG, ARGP_HELP_DOC, ARGP_HELP_STD_USAGE, ARGP_HELP_BUG_ADDR, 0xff};
    static char *names[] = {"prog", "a-program-with-a-name-that-is-too-long-for-a-line"};
    for (size_t i = 0; i < COUNT(all); i++)
        for (size_t k = 0; k < COUNT(flags); k++)
            for (size_t n = 0; n < COUNT(names); n++) {
                printf("== %d %d %d\n", (int)i, (int)k, (int)n);
                argp_help(all[i], stdout, flags[k], names[n]);
            }
    for (size_t i = 0; i < COUNT(all); i++) {
        char *v[] = {"prog", "--help", "--usage", NULL};
        printf("== %d parsed\n", (int)i);
        fflush(stdout);
        argp_parse(all[i], 3, v, ARGP_NO_EXIT, NULL, NULL);
    }
}

static const char *words(char *to, unsigned max) {
    char *p = to;
    for (unsigned n = pick(max); n > 0; n--) {
        for (unsigned k = 1 + pick(11); k > 0; k--) *p++ = pick_char("abcdefgh-,.");
        *p++ = chance(4) ? '\n' : ' ';
        if (chance(5)) *p++ = ' ';
    }
    while (p > to && p[-1] == ' ') p--; /* glibc's own buffer overflows if such a blank is where a line ends */
    *p = 0;
    return chance(10) ? NULL : to;
}

/* A text of these ends where its line does: glibc then looks at what is left behind it in its buffer. */
static const short unclear[] = {88, 114, 126, 153, 165, 176, 186, 209, 212, 227, 243, 313, 342, 346, 354};

static int is_unclear(int i) {
    for (size_t k = 0; k < COUNT(unclear); k++)
        if (unclear[k] == i) return 1;
    return 0;
}

static void random_help(void) {
    static char texts[20][600], names[20][40], arguments[20][20], docs[4][1200];
    for (int i = 0; i < 400; i++) {
        struct argp_option options[2][11] = {0};
        for (int t = 0; t < 2; t++)
            for (int k = 0; k < (int)(1 + pick(10)); k++) {
                struct argp_option *o = &options[t][k];
                int at = 10 * t + k, kind = (int)pick(10);
                random_text(names[at], chance(20) ? 35 : 12, "abcdexyzAB-");
                sprintf(names[at] + strlen(names[at]), "%d", at);
                random_text(arguments[at], 12, "WORD");
                if (kind < 9 || k == 0) o->name = names[at];
                if (kind > 2) o->key = pick_char("abcdefABCDEFxyz012");
                else if (o->name) o->key = 500 + at;
                if (chance(40)) o->arg = arguments[at];
                if (chance(30)) o->flags |= OPTION_ARG_OPTIONAL;
                if (chance(10)) o->flags |= OPTION_HIDDEN;
                if (chance(10)) o->flags |= OPTION_NO_USAGE;
                if (k > 0 && chance(15)) o->flags |= OPTION_ALIAS;
                if (chance(10)) o->group = (int)pick(5) - 2;
                o->doc = words(texts[at], chance(20) ? 40 : 12);
                if (!o->doc) o->doc = "None";
            }
        struct argp one = {options[1], parse_nothing, chance(50) ? "ONE\nTWO" : 0, words(docs[0], 30)};
        struct argp_child inside[2] = {{&one, 0, chance(50) ? words(docs[1], 12) : 0, (int)pick(4) - 1}, {0}};
        struct argp top = {options[0], parse_nothing, words(docs[2], 5), words(docs[3], 60), chance(60) ? inside : 0};
        printf("== random %d\n", i);
        unsigned flags = chance(50) ? ARGP_HELP_STD_HELP : ARGP_HELP_USAGE | ARGP_HELP_DOC;
        if (!is_unclear(i)) argp_help(&top, stdout, flags, "program");
    }
}

static void show_version(FILE *f, struct argp_state *s) { fprintf(f, "hook %s\n", s->name); }

int main(void) {
    argp_program_version = "program 1.2";
    argp_program_bug_address = "<bugs@example.org>";
    help();
    random_help();
    random_lines();
    odd = stubborn = 0;
    char *line[] = {"prog", "--version", NULL}, *wrong[] = {"prog", "-q", NULL};
    run(NULL, 2, line, ARGP_NO_EXIT, 1);
    run(NULL, 2, wrong, ARGP_NO_EXIT, 1);
    argp_program_version_hook = show_version;
    run(&whole, 2, line, ARGP_NO_EXIT, 0);
    setenv("POSIXLY_CORRECT", "1", 1);
    char *mixed[] = {"prog", "op1", "-a", NULL};
    run(&whole, 3, mixed, ARGP_NO_EXIT, 1);
    printf("%d\n", argp_err_exit_status);
    fflush(stdout);
    argp_err_exit_status = 77;
    run(&whole, 2, wrong, 0, 1);
    return 0;
}
