#include "exec/sym/outside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ARGS = 100, MAX_BYTES = 1 << 20, MAX_FILES = 26 };

/* A number at *p, which moves behind it; false if there is none or it is too large. */
static bool number(const char **p, uint64_t most, uint64_t *value) {
    if (**p < '0' || **p > '9') return false;
    char *end;
    *value = strtoull(*p, &end, 10);
    *p = end;
    return *value <= most;
}

/* "N" or "MIN-MAX" */
static bool range(const char **p, uint64_t most, uint64_t *lo, uint64_t *hi) {
    if (!number(p, most, lo)) return false;
    *hi = *lo;
    if (**p != '-') return true;
    ++*p;
    return number(p, most, hi) && *lo <= *hi;
}

/* "MIN-MAXxLEN" or "NxLEN" */
static bool range_times(const char *p, uint64_t most, uint64_t *lo, uint64_t *hi, uint64_t *len) {
    if (!range(&p, most, lo, hi) || *p++ != 'x') return false;
    return number(&p, MAX_BYTES, len) && !*p;
}

static bool wrong(struct str *error, const char *name, const char *value, const char *form) {
    str_addf(error, "--%s %s: expected %s", name, value, form);
    return false;
}

enum { ENV_BYTES = 8 };

bool sym_args_range(const char *text, uint64_t *least, uint64_t *most, uint64_t *len) {
    assert(text && least && most && len);
    return range_times(text, MOST_ARGS, least, most, len);
}

bool sym_env_length(const char *text, uint64_t *len) {
    const char *p = strchr(text, '=');
    *len = ENV_BYTES;
    if (p == text || !*text) return false;
    return !p || (p++, number(&p, MAX_BYTES, len) && !*p);
}

bool sym_options_valid(const struct options *opt, struct str *error) {
    uint64_t a, b, c;
    for (uint32_t i = 0; i < opt->sym_arg.len; i++) {
        const char *p = opt->sym_arg.data[i];
        if (!number(&p, MAX_BYTES, &a) || *p) return wrong(error, "sym-arg", opt->sym_arg.data[i], "a length");
    }
    for (uint32_t i = 0; i < opt->sym_args.len; i++)
        if (!sym_args_range(opt->sym_args.data[i], &a, &b, &c))
            return wrong(error, "sym-args", opt->sym_args.data[i], "MIN-MAXxLENGTH, as in 0-2x8");
    for (uint32_t i = 0; i < opt->env.len; i++)
        if (!strchr(opt->env.data[i], '=') || opt->env.data[i][0] == '=')
            return wrong(error, "env", opt->env.data[i], "NAME=VALUE");
    for (uint32_t i = 0; i < opt->sym_env.len; i++)
        if (!sym_env_length(opt->sym_env.data[i], &a))
            return wrong(error, "sym-env", opt->sym_env.data[i], "NAME or NAME=LENGTH");
    const char *p = opt->sym_stdin;
    if (p && (!range(&p, MAX_BYTES, &a, &b) || *p))
        return wrong(error, "sym-stdin", opt->sym_stdin, "a number of bytes, or MIN-MAX");
    if (opt->sym_files && (!range_times(opt->sym_files, MAX_FILES, &a, &b, &c) || a != b))
        return wrong(error, "sym-files", opt->sym_files, "NUMBERxLENGTH, as in 1x16");
    return true;
}

void sym_files(const struct options *opt, uint64_t *number_of, uint64_t *size) {
    uint64_t most;
    *number_of = *size = 0;
    if (opt->sym_files) range_times(opt->sym_files, MAX_FILES, number_of, &most, size);
}

bool sym_stdin(const struct options *opt, uint64_t *least, uint64_t *most) {
    const char *p = opt->sym_stdin;
    return p && range(&p, MAX_BYTES, least, most);
}

const char *sym_environment_words(const struct exec *x, const char **narrows) {
    const struct options *opt = &x->ctx->opt;
    *narrows = NULL;
    if (opt->env.len || opt->sym_env.len) return "the environment holds only what --env and --sym-env say";
    *narrows = "empty environment";
    return "the environment is empty (--env and --sym-env add variables)";
}
