#include "test/shell.h"

#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "test/test.h"

static const char env_prefix[] = "env ";

/* A shell cannot set clocks: what they show is no part of the script. */
static bool is_clock(const char *name) {
    return !strcmp(name, "time") || !strcmp(name, "clock") || !strcmp(name, "subsecond");
}

static bool is_variable(const struct test_input *in) {
    return in->kind == TEST_BYTES && str_starts(in->name, env_prefix);
}

/* Can a shell give the program this input, or do without? */
static bool is_possible(const struct test_input *in) {
    switch (in->kind) {
    case TEST_ARG:
    case TEST_STDIN:
    case TEST_FILE: return true;
    case TEST_WORD: return is_clock(in->name);
    case TEST_BYTES: return is_variable(in);
    case TEST_UNINIT:
    case TEST_SCHEDULE: break;
    }
    return false;
}

/* For printf: letters and digits as they are, all others by their number. */
static void add_bytes(struct str *out, const uint8_t *bytes, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (isalnum(bytes[i])) str_add_char(out, (char)bytes[i]);
        else str_addf(out, "\\%03o", bytes[i]);
}

/* $a is the text up to the first zero, newlines at its end included. */
static void add_text(struct str *out, const struct test_input *in) {
    const uint8_t *end = in->size ? memchr(in->bytes, 0, in->size) : NULL;
    str_add(out, "a=$(printf '");
    add_bytes(out, in->bytes, end ? (size_t)(end - in->bytes) : in->size);
    str_add(out, ".'); a=${a%.}\n");
}

static void add_file(struct str *out, const struct test_input *in, const char *name, size_t len) {
    str_add(out, "printf '");
    add_bytes(out, in->bytes, in->size);
    str_add(out, "' > ");
    str_add_len(out, name, len);
    str_add_char(out, '\n');
}

/* "A-data" is the file A. */
static void add_input(struct str *out, const struct test_input *in) {
    static const char into_stdin[] = "../stdin";
    if (in->kind == TEST_FILE) add_file(out, in, in->name, strcspn(in->name, "-_"));
    if (in->kind == TEST_STDIN) add_file(out, in, into_stdin, strlen(into_stdin));
    if (in->kind == TEST_ARG) {
        add_text(out, in);
        str_add(out, "set -- \"$@\" \"$a\"\n");
    }
    if (is_variable(in)) {
        add_text(out, in);
        str_addf(out, "set -- \"$@\" \"%s=$a\"\n", in->name + strlen(env_prefix));
    }
}

static void add_inputs(struct str *out, const struct test *t, bool variables) {
    for (uint32_t i = 0; i < t->inputs.len; i++)
        if (is_variable(&t->inputs.data[i]) == variables) add_input(out, &t->inputs.data[i]);
}

static const struct test_input *find_impossible(const struct test *t) {
    for (uint32_t i = 0; i < t->inputs.len; i++)
        if (!is_possible(&t->inputs.data[i])) return &t->inputs.data[i];
    return NULL;
}

static void leave_out(struct str *out, const struct test_input *in) {
    str_add(out, "#!/bin/sh\n# Written by shrike test.\nname=$(printf '");
    add_bytes(out, (const uint8_t *)in->name, strlen(in->name));
    str_add(
        out,
        "')\necho \"$0: a shell cannot give the input '$name' (use --format=ktest and shrike replay)\" >&2\nexit 77\n");
}

static const char head[] = "#!/bin/sh\n"
                           "# Written by shrike test. usage: [RECORD=1] sh TEST.sh PROGRAM\n"
                           "[ $# = 1 ] || { echo \"usage: [RECORD=1] sh $0 PROGRAM\" >&2; exit 2; }\n"
                           "expected=$(cd \"$(dirname \"$0\")\" && pwd)/$(basename \"$0\" .sh)\n"
                           "program=$(cd \"$(dirname \"$1\")\" && pwd)/$(basename \"$1\")\n"
                           "limit=$(command -v timeout) && limit=\"$limit 10\"\n"
                           "folder=$(mktemp -d) || exit 2\n"
                           "trap 'cd / && rm -rf \"$folder\"' EXIT\n"
                           "mkdir \"$folder/run\" && cd \"$folder/run\" && : > ../stdin || exit 2\n";

static const char tail[] = "echo $? > ../status\n"
                           "if [ -n \"$RECORD\" ]; then cp ../out \"$expected.out\" && cp ../status "
                           "\"$expected.status\" || exit 2; exit 0; fi\n"
                           "[ -f \"$expected.status\" ] || exit 0\n"
                           "cmp -s ../status \"$expected.status\" || { echo \"$0: status $(cat ../status), expected "
                           "$(cat \"$expected.status\")\" >&2; exit 1; }\n"
                           "cmp ../out \"$expected.out\" >&2 || { echo \"$0: other output\" >&2; exit 1; }\n";

void shell_write(const struct test *t, bool piped, struct str *out) {
    const struct test_input *impossible = find_impossible(t);
    if (impossible) {
        leave_out(out, impossible);
        return;
    }
    str_add(out, head);
    str_add(out, "set -- env -i \"PATH=$PATH\"\n");
    add_inputs(out, t, true);
    str_add(out, "set -- \"$@\" $limit \"$program\"\n");
    add_inputs(out, t, false);
    str_add(out, piped ? "cat ../stdin | \"$@\" > ../out 2> /dev/null\n" : "\"$@\" < ../stdin > ../out 2> /dev/null\n");
    str_add(out, tail);
}

void shell_write_all(struct str *out) {
    str_add(
        out,
        "#!/bin/sh\n"
        "# Written by shrike test. usage: [RECORD=1] sh run-tests.sh PROGRAM\n"
        "[ $# = 1 ] || { echo \"usage: [RECORD=1] sh $0 PROGRAM\" >&2; exit 2; }\n"
        "passed=0 failed=0 left=0\n"
        "for t in \"$(dirname \"$0\")\"/test[0-9]*.sh; do\n"
        "    sh \"$t\" \"$1\" && status=0 || status=$?\n"
        "    case $status in 0) passed=$((passed + 1)) ;; 77) left=$((left + 1)) ;; *) failed=$((failed + 1)) ;; esac\n"
        "done\n"
        "echo \"$passed passed, $failed failed, $left skipped\"\n"
        "[ $failed = 0 ]\n");
}
