/* argp.h: the text of help and usage. */
#include "argp_help.h"

static bool has_filter(const struct argp *a) {
    if (!a) return false;
    if (a->help_filter) return true;
    for (const struct argp_child *c = a->children; c && c->argp; c++)
        if (has_filter(c->argp)) return true;
    return false;
}

static void say(FILE *stream, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void say(FILE *stream, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    rt_print(rt_stream(stream), fmt, ap);
    va_end(ap);
}

void rt_argp_help(const struct argp *a, const struct argp_state *state, FILE *stream, unsigned flags, const char *name) {
    enum { TEXT = ARGP_HELP_USAGE | ARGP_HELP_SHORT_USAGE | ARGP_HELP_LONG | ARGP_HELP_DOC | ARGP_HELP_BUG_ADDR };
    (void)state;
    if (!stream) return;
    if (rt_dropped(rt_stream(stream)) && !has_filter(a)) return; /* nobody sees it */
    if (flags & TEXT || rt_strlen(name) > 14) __shrike_unsupported("the text of argp's help");
    if (flags & ARGP_HELP_SEE) say(stream, "Try `%s --help' or `%s --usage' for more information.\n", name, name);
}
