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
                            "-q", "--none", "--alpha=no", "-HANG=0", "--version", "-V", "--vers", "--program-name=other/name", "-az", "-?a", ""};
    static const struct argp *all[] = {&whole, &whole, &whole, &child, &wrapper};
    for (int i = 0; i < 5000; i++) {
        char *v[12] = {chance(50) ? "folder/prog" : "prog"};
        int n = 1 + (int)pick(7), pieces = ARGP_NO_EXIT;
        for (int k = 1; k < n; k++) v[k] = words[pick(COUNT(words) - 2)];
        if (chance(20)) pieces |= ARGP_NO_ARGS;
        if (chance(25)) pieces |= ARGP_IN_ORDER;
        if (chance(15)) pieces |= ARGP_NO_ERRS;
        if (chance(30)) pieces |= ARGP_NO_HELP;
        if (chance(15)) pieces |= ARGP_LONG_ONLY;
        for (int k = 1; k < n && pieces & ARGP_LONG_ONLY; k++)
            if (strcmp(v[k], "-u") == 0) v[k] = "-a"; /* may mean --usage */
        odd = chance(40) ? (int)pick(9) : 0;
        stubborn = (int)pick(4);
        run(all[pick(COUNT(all))], n, v, (unsigned)pieces, chance(70));
    }
}

static void show_version(FILE *f, struct argp_state *s) { fprintf(f, "hook %s\n", s->name); }

int main(void) {
    argp_program_version = "program 1.2";
    argp_program_bug_address = "<bugs@example.org>";
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
