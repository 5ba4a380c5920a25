/* An UNKNOWN as a guide: how much was covered, and one command to try next. */
#include <string.h>

#include "base/secret.h"
#include "base/str.h"
#include "report/coverage.h"
#include "session/session.h"
#include "test/inline.h"

/* ---- the command as it was given, changed ------------------------------------------------------- */

/* Is the word the option, and how many words does it take? 0: it is another. */
static int words_of(const char *word, const char *next, const char *option) {
    size_t n = strlen(option);
    if (strncmp(word, "--", 2) != 0 || strncmp(word + 2, option, n) != 0) return 0;
    if (word[2 + n] == '=') return 1;
    if (word[2 + n]) return 0;
    return next && next[0] != '-' ? 2 : 1;
}

/* The command line without `drop` (NULL: nothing) and with `add`. */
static void change(const struct session *s, const char *drop, const char *add, struct str *out) {
    const struct command_line *line = s->line;
    str_addf(out, "shrike %s %s", line->name, add);
    for (int i = 0; i < line->nwords; i++) {
        const char *next = i + 1 < line->nwords ? line->words[i + 1] : NULL;
        int skip = drop ? words_of(line->words[i], next, drop) : 0;
        if (skip) {
            i += skip - 1;
            continue;
        }
        struct str word = {0};
        secret_add(&word, line->words[i]);
        str_add_char(out, ' ');
        inline_quote(str_text(&word), out);
        str_release(&word);
    }
}

static void change_number(const struct session *s, const char *option, int64_t value, struct str *out) {
    struct str add = {0};
    str_addf(&add, "--%s=%lld", option, (long long)value);
    change(s, option, str_text(&add), out);
    str_release(&add);
}

/* ---- what to change -------------------------------------------------------------------------------- */

static bool has(const struct session *s, enum gap gap) { return s->x.sym->gaps.seen & 1u << gap; }

/* Did the user ask for one engine? Then others may know. */
static bool is_alone(const struct session *s) { return !s->gate && (s->line->command & (CMD_VERIFY | CMD_REACH)); }

/* The command with the option that the words name. */
static bool follow_text(const struct session *s, const char *what, struct str *out) {
    static const char *const options[][2] = {{"--sym-stdin", "--sym-stdin=0-16"}, {"--sym-args", "--sym-args=0-2x4"},
                                             {"--sym-files", "--sym-files=1x16"}, {"--sym-env", "--sym-env=NAME"},
                                             {"--max-run", "--max-run=0"},        {"--max-forks", "--max-forks=0"},
                                             {"--sym-size", "--sym-size=16"},     {"--fuzz-size", "--fuzz-size=256"}};
    for (size_t i = 0; what && i < sizeof options / sizeof *options; i++) {
        if (!strstr(what, options[i][0])) continue;
        change(s, options[i][0] + 2, options[i][1], out);
        return true;
    }
    return false;
}

static bool follow_words(const struct session *s, enum gap gap, struct str *out) {
    return has(s, gap) && follow_text(s, s->x.sym->gaps.what[gap], out);
}

static bool raise_limit(const struct session *s, struct str *out) {
    const struct options *opt = &s->ctx->opt;
    enum { FACTOR = 10 };
    enum limit hit = s->ctx->limits.hit;
    if (opt->max_instructions && s->x.instructions >= (uint64_t)opt->max_instructions)
        change_number(s, "max-instructions", FACTOR * opt->max_instructions, out);
    else if (opt->max_memory && hit == LIMIT_MEMORY) change_number(s, "max-memory", 2 * opt->max_memory, out);
    else if (opt->timeout) change_number(s, "timeout", FACTOR * opt->timeout, out);
    else return false;
    return true;
}

/* Gaps that stay whatever the limits are come first. */
static void choose(const struct session *s, struct str *out) {
    const struct options *opt = &s->ctx->opt;
    const bool verify = s->line->command == CMD_VERIFY;
    if (follow_words(s, GAP_OUTSIDE, out) || follow_words(s, GAP_DEPTH, out) || follow_words(s, GAP_LIMIT, out)) return;
    if (has(s, GAP_EXTERNAL)) return change(s, NULL, "--stub STUBS.c", out);
    if (has(s, GAP_ENGINE) && is_alone(s)) return change(s, "engine", "--engine=auto", out);
    if (has(s, GAP_UNDEFINED)) return change(s, opt->property ? "property" : "check", "--check=all", out);
    if (has(s, GAP_SIZE)) return change_number(s, "max-alloc-sym", 16 * opt->max_alloc_sym, out);
    if (has(s, GAP_LEAK) && opt->simplify) return change(s, NULL, "--no-simplify", out);
    if (has(s, GAP_SOLVER) && opt->solver_timeout) return change(s, "solver-timeout", "--solver-timeout=0", out);
    if (has(s, GAP_LIMIT) && raise_limit(s, out)) return;
    if (is_alone(s)) return change(s, "engine", "--engine=auto", out);
    if (has(s, GAP_UNCONFIRMED) && verify) return change(s, NULL, "--no-confirm --trace", out);
    if (has(s, GAP_BOUND) && opt->bound > 0) return change_number(s, "bound", 2 * opt->bound, out);
    str_addf(out, "shrike test"); /* what was covered, as tests */
    for (uint32_t i = 0; i < s->line->clang.len; i++) {
        str_add_char(out, ' ');
        inline_quote(s->line->clang.data[i], out);
    }
    for (uint32_t i = 0; i < s->line->files.len; i++) {
        str_add_char(out, ' ');
        inline_quote(s->line->files.data[i], out);
    }
}

void session_next(const struct session *s, struct str *out) {
    if (s->line->nwords) choose(s, out);
}

void session_widen(const struct session *s, FILE *out) {
    const struct premises *all = &s->x.sym->premises;
    struct str next = {0};
    for (uint32_t i = 0; s->line->nwords && !next.len && i < all->list.len; i++)
        if (all->list.data[i].narrows) follow_text(s, all->list.data[i].what, &next);
    if (next.len) fprintf(out, "  try next: %s\n", str_text(&next));
    str_release(&next);
}

void session_covered(const struct session *s, struct coverage_summary *sum) {
    struct coverage cov;
    session_coverage(s, &cov);
    *sum = coverage_summarize(&cov);
    sum->presumed = s->run.presumes;
    sum->branches_unreachable = session_unreachable(s, &cov);
    coverage_release(&cov);
}

void session_guide(struct session *s) {
    struct coverage_summary sum;
    struct str next = {0};
    session_covered(s, &sum);
    session_next(s, &next);
    const char *what = s->run.presumes   ? "analysed, reachable or not"
                       : s->findings.len ? "covered"
                                         : "covered without an error";
    if (sum.lines_hit)
        fprintf(s->ctx->log.out, "  %s: lines %u/%u, branches %u/%u, functions %u/%u%s\n", what, sum.lines_hit,
                sum.lines, sum.branches_hit, sum.branches, sum.functions_hit, sum.functions,
                s->ctx->opt.simplify ? " (of the simplified program)" : "");
    if (next.len) fprintf(s->ctx->log.out, "  try next: %s\n", str_text(&next));
    str_release(&next);
}
