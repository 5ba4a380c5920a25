/* shrike check: is the certificate a proof of the program? */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "cli/commands.h"
#include "cli/find.h"
#include "session/certify.h"
#include "session/foreign.h"
#include "session/results.h"

/* ---- what is to be proved ---------------------------------------------------------------------------- */

/* Where the command line does not say otherwise, the program is loaded as the certificate has it. */
static void take_header(struct context *ctx, struct command_line *line, struct certificate *c) {
    struct options *opt = &ctx->opt;
    struct str checks = {0};
    for (uint32_t i = 0; i < c->checks.len; i++) str_addf(&checks, "%s%s", i ? "," : "", c->checks.data[i]);
    if (!opt->check && !opt->property && checks.len) opt->check = arena_strdup(&c->arena, str_text(&checks));
    if (opt->external < 0)
        opt->external = strcmp(c->external, "pure") == 0    ? EXTERNAL_PURE
                        : strcmp(c->external, "error") == 0 ? EXTERNAL_ERROR
                                                            : EXTERNAL_HAVOC;
    c->external = opt->external == EXTERNAL_PURE ? "pure" : opt->external == EXTERNAL_ERROR ? "error" : "havoc";
    if (strcmp(opt->entry, "main") == 0) opt->entry = c->entry;
    line->is32 |= c->is32;
    c->is32 = line->is32;
    str_release(&checks);
}

/* The errors that the certificate is about; false: it names an unknown one. What the program is not compiled to show is
 * not proved. */
static bool errors_of(const struct certificate *c, bug_set *errors) {
    *errors = 0;
    for (uint32_t i = 0; i < c->errors.len; i++) {
        enum bug_kind k = bug_named(c->errors.data[i]);
        if (k == BUG_UNSUPPORTED && strcmp(c->errors.data[i], "unsupported") != 0) return false;
        *errors |= UINT64_C(1) << k;
    }
    return *errors != 0;
}

/* Errors that cannot be seen with these checks. */
static bool are_seen(struct context *ctx, bug_set errors, bug_set shown) {
    for (int k = BUG_NONE + 1; k < 64; k++)
        if (bug_has(errors & ~shown, (enum bug_kind)k))
            return log_error(&ctx->log, "the certificate is about %s, but names no check that looks for it",
                             bug_slug((enum bug_kind)k)),
                   false;
    return true;
}

/* ---- telling ----------------------------------------------------------------------------------------- */

static void tell_changes(const struct certificate *c, const struct program *p) {
    text_list stale = {0};
    certificate_stale(c, p, &stale);
    if (stale.len) printf("changed since the certificate was written:");
    for (uint32_t i = 0; i < stale.len; i++) printf("%s %s", i ? "," : "", stale.data[i]);
    if (stale.len) printf("\n");
    vec_release(&stale);
}

/* What VALID means: as the checker has it, not as the certificate tells it. */
static void tell_meaning(const struct context *ctx, const struct program *p, const struct certificate *c,
                         bug_set errors) {
    text_list assumes = {0};
    printf("proved: no execution that starts in %s, as a program of %d bits, makes one of these errors:",
           ctx->opt.entry, c->is32 ? 32 : 64);
    for (int k = BUG_NONE + 1, n = 0; k < 64; k++)
        if (bug_has(errors, (enum bug_kind)k)) printf("%s %s", n++ ? "," : "", bug_slug((enum bug_kind)k));
    printf("\n");
    certify_assumptions(c, &assumes);
    for (uint32_t i = 0; i < p->supposed.len; i++) printf("  assuming that %s\n", p->supposed.data[i].what);
    for (uint32_t i = 0; i < assumes.len; i++) printf("  assuming that %s\n", assumes.data[i]);
    vec_release(&assumes);
}

static int tell(const struct context *ctx, const struct program *p, const struct certificate *c,
                const struct certify_report *r, bug_set errors) {
    static const char *const words[] = {"VALID", "INVALID", "INCOMPLETE"};
    static const int statuses[] = {EXIT_FINE, EXIT_UNSAFE, EXIT_UNKNOWN};
    if (r->verdict != CERTIFY_VALID)
        printf("%s: %s\n", r->verdict == CERTIFY_INVALID ? "fails" : "not covered", str_text(&r->why));
    else tell_meaning(ctx, p, c, errors);
    printf("%llu obligations, %llu questions, %llu paths, %u claims\n%s\n", (unsigned long long)r->obligations,
           (unsigned long long)r->questions, (unsigned long long)r->paths, c->claims.len, words[r->verdict]);
    return statuses[r->verdict];
}

/* --update: finds claims that prove the program as it is now, beginning with the old ones, and writes them. True: it is
 * proved now. */
static bool update(struct context *ctx, struct command_line *line, struct program *p, struct certificate *c,
                   bug_set wanted, bool valid, const char *path) {
    struct session s = {.ctx = ctx, .line = line, .wanted = wanted};
    struct str why = {0}, text = {0};
    bool found = valid || certify_find(&s, p, c, &why);
    if (found) {
        certificate_hashes(c, p);
        certificate_write(c, &text);
        found = results_write(ctx, path, &text);
    }
    printf(found ? "the certificate is up to date\n" : "no claims were found: %s\n", str_text(&why));
    str_release(&why);
    str_release(&text);
    return found;
}

static int check(struct context *ctx, struct command_line *line, struct certificate *c, const char *path) {
    check_set checks;
    bug_set wanted, errors;
    bool own = ctx->opt.check || ctx->opt.property;
    take_header(ctx, line, c);
    if (!command_checks(ctx, line, &checks, &wanted)) return EXIT_WRONG;
    if (!own && !errors_of(c, &errors))
        return log_error(&ctx->log, "the certificate does not say which errors it excludes"), EXIT_WRONG;
    if (!own && !are_seen(ctx, errors, wanted)) return EXIT_WRONG;
    if (own) errors = wanted;
    struct program *p = certify_load(ctx, line);
    if (!p) return EXIT_WRONG;
    tell_changes(c, p);
    struct certify_options opt = {.wanted = certify_wanted(errors),
                                  .solver = ctx->opt.checker,
                                  .query_ms = 1000 * (int)ctx->opt.query_timeout,
                                  .most_steps = UINT64_MAX - 1,
                                  .jobs = (uint32_t)ctx->opt.jobs,
                                  .progress = isatty(STDERR_FILENO)};
    struct certify_report report;
    certify(ctx, p, c, &opt, &report);
    if (ctx->opt.update && update(ctx, line, p, c, errors, report.verdict == CERTIFY_VALID, path) &&
        report.verdict != CERTIFY_VALID) {
        certify_report_release(&report);
        certify(ctx, p, c, &opt, &report);
    }
    int status = tell(ctx, p, c, &report, errors);
    certify_report_release(&report);
    program_free(p);
    return status;
}

/* A witness of another tool: its invariants are proved, and that they suffice. */
static int check_witness(struct context *ctx, struct command_line *line, const struct foreign_witness *f,
                         struct certificate *c) {
    check_set checks;
    bug_set wanted;
    if (!ctx->opt.check && !ctx->opt.property) ctx->opt.check = "assert";
    if (strcmp(f->model, "ILP32") == 0) line->is32 = true;
    c->is32 = line->is32;
    if (ctx->opt.external < 0) ctx->opt.external = ctx->opt.property ? EXTERNAL_PURE : EXTERNAL_HAVOC;
    c->external = ctx->opt.external == EXTERNAL_PURE ? "pure" : ctx->opt.external == EXTERNAL_ERROR ? "error" : "havoc";
    if (!command_checks(ctx, line, &checks, &wanted)) return EXIT_WRONG;
    struct program *p = certify_load(ctx, line);
    if (!p) return EXIT_WRONG;
    struct certify_options opt = {.wanted = certify_wanted(wanted),
                                  .solver = ctx->opt.checker,
                                  .query_ms = 1000 * (int)ctx->opt.query_timeout,
                                  .most_steps = 20000000,
                                  .jobs = (uint32_t)ctx->opt.jobs,
                                  .progress = isatty(STDERR_FILENO)};
    struct certify_report report;
    foreign_check(ctx, p, f, c, &opt, &report);
    printf("%u invariants of a witness\n", f->invariants.len);
    int status = tell(ctx, p, c, &report, wanted);
    certify_report_release(&report);
    program_free(p);
    return status;
}

static int read_and_check_witness(struct context *ctx, struct command_line *line, struct certificate *c,
                                  const char *path) {
    struct foreign_witness f;
    struct str error = {0};
    foreign_init(&f);
    bool read = foreign_read(&f, path, &error);
    if (!read) printf("not covered: %s\nINCOMPLETE\n", str_text(&error));
    int status = read ? check_witness(ctx, line, &f, c) : EXIT_UNKNOWN;
    foreign_release(&f);
    str_release(&error);
    return status;
}

int cli_check(struct context *ctx, struct command_line *line) {
    if (line->files.len < 2)
        return log_error(&ctx->log, "usage: shrike check CERTIFICATE|WITNESS.yml FILE..."), EXIT_WRONG;
    const char *path = line->files.data[0];
    memmove(line->files.data, line->files.data + 1, --line->files.len * sizeof *line->files.data);
    struct certificate c;
    struct str error = {0};
    struct units u;
    int status = EXIT_WRONG;
    units_init(&u);
    certificate_init(&c);
    bool foreign = foreign_is_witness(path);
    if (!foreign && !certificate_read(&c, path, &error)) log_error(&ctx->log, "%s: %s", path, str_text(&error));
    else if (cli_find(ctx, line, 0, &u))
        status = foreign ? read_and_check_witness(ctx, line, &c, path) : check(ctx, line, &c, path);
    certificate_release(&c);
    units_release(&u);
    str_release(&error);
    return status;
}
