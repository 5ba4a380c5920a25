/* The report of an error for people, as a whole. */
#include "base/str.h"
#include "front/front.h"
#include "report/formats.h"
#include "session/entry.h"
#include "session/session.h"
#include "test/inline.h"
#include "test/inputs.h"

enum { LINES_AROUND = 3, MOST_COMMAND = 1000 };

static void add_word(const char *word, struct str *out) {
    str_add_char(out, ' ');
    inline_quote(word, out);
}

static void add_option(const char *name, const char *value, struct str *out) {
    if (!value) return;
    str_addf(out, " --%s", name);
    add_word(value, out);
}

static void add_inputs(const struct session *s, const struct test *t, struct str *out) {
    struct test env = {0};
    for (uint32_t i = 0; i < s->ctx->opt.env.len; i++) session_add_variable(&env, s->ctx->opt.env.data[i]);
    for (uint32_t i = 0; i < env.inputs.len; i++) {
        struct str word = {0};
        inline_add(&env.inputs.data[i], &word);
        add_option("with", str_text(&word), out);
        str_release(&word);
    }
    test_release(&env);
    for (uint32_t i = 0; i < s->line->arguments.len; i++) {
        struct test_input in = {.kind = TEST_ARG, .name = (char[]){"argument"}};
        struct str word = {0};
        in.bytes = (uint8_t *)(uintptr_t)s->line->arguments.data[i];
        in.size = (uint32_t)strlen(s->line->arguments.data[i]) + 1;
        inline_add(&in, &word);
        add_option("with", str_text(&word), out);
        str_release(&word);
    }
    for (uint32_t i = 0; i < t->inputs.len && out->len < MOST_COMMAND; i++) {
        struct str word = {0};
        inline_add(&t->inputs.data[i], &word);
        add_option("with", str_text(&word), out);
        str_release(&word);
    }
}

/* The property that an error of this kind violates, as --check calls it. */
static const char *check_of(enum bug_kind kind) {
    static const char *const names[] = {
#define CHECK(name, text, on, help) text,
#include "exec/core/checks.def"
#undef CHECK
    };
    return bug_check(kind) < CHECK_NONE ? names[bug_check(kind)] : NULL;
}

/* "shrike replay FILES ...", with the test's file or, if there is none, with its inputs. */
void session_replay_command(const struct session *s, const struct finding *f, const char *test, struct str *out) {
    const struct options *opt = &s->ctx->opt;
    struct str command = {0};
    str_add(&command, "shrike replay");
    if (s->line->is32) str_add(&command, " -m32");
    for (uint32_t i = 0; i < s->line->clang.len; i++) add_word(s->line->clang.data[i], &command);
    entry_add_options(s->ctx, &command);
    add_option("check", opt->property || f->bug.kind == BUG_ABORT ? check_of(f->bug.kind) : opt->check, &command);
    if (opt->project) add_option("project", opt->project, &command);
    if (opt->malloc_may_fail) str_add(&command, " --malloc-may-fail");
    if (opt->fail) str_addf(&command, " --fail %lld", (long long)opt->fail);
    if (opt->short_io) str_add(&command, " --short-io");
    if (opt->stdin_kind) str_add(&command, " --stdin=file");
    if (opt->memory_model) str_add(&command, " --memory-model=tso");
    for (uint32_t i = 0; i < opt->stub.len; i++) add_option("stub", opt->stub.data[i], &command);
    for (uint32_t i = 0; i < opt->give.len; i++) add_option("give", opt->give.data[i], &command);
    for (uint32_t i = 0; i < s->line->given.len; i++) add_word(s->line->given.data[i], &command);
    for (uint32_t i = 0; i < s->line->files.len && !s->line->given.len; i++) add_word(s->line->files.data[i], &command);
    if (test) add_word(test, &command);
    else add_inputs(s, &f->test, &command);
    if (command.len < MOST_COMMAND) str_add(out, str_text(&command));
    str_release(&command);
}

static void add_command(const struct session *s, const struct finding *f, const char *test, struct str *out) {
    struct str command = {0};
    session_replay_command(s, f, test, &command);
    str_addf(out, "  to see it happen: %s\n",
             command.len ? str_text(&command) : "replay the kept test, or one that shrike test writes");
    str_release(&command);
}

static bool is_assembly(const struct test_input *in) {
    struct str name = {0};
    bool is = test_is_external(in, &name) && str_starts(str_text(&name), FRONT_ASSEMBLY);
    str_release(&name);
    return is;
}

bool session_asks_assembly(const struct test *t) {
    for (uint32_t i = 0; i < t->inputs.len; i++)
        if (is_assembly(&t->inputs.data[i])) return true;
    return false;
}

/* Whose answers, among those without body, the error needs. */
static void add_externals(const struct test *t, struct str *out) {
    struct str names = {0}, name = {0};
    for (uint32_t i = 0; i < t->inputs.len; i++) {
        str_clear(&name);
        if (is_assembly(&t->inputs.data[i]) || !test_is_external(&t->inputs.data[i], &name)) continue;
        str_add(&name, "()");
        if (names.len && strstr(str_text(&names), str_text(&name))) continue;
        str_addf(&names, "%s%s", names.len ? ", " : "", str_text(&name));
    }
    if (names.len)
        str_addf(out,
                 "  the error needs these results of functions without a body: %s (--stub FILE.c gives them bodies)\n",
                 str_text(&names));
    str_release(&names);
    str_release(&name);
}

void session_report(struct session *s, const struct finding *f, const char *test, bool colour, struct str *out) {
    (f->confirmed ? report_bug : report_possible_bug)(s->p, &s->source, &f->bug, LINES_AROUND, colour, out);
    report_story(f->story, out);
    report_inputs_named(&f->test, s->p, &s->source, out);
    add_externals(&f->test, out);
    if (f->confirmed) add_command(s, f, test, out);
}
