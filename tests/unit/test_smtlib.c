/* The SMT-LIB reader on the files in tests/smt2, which say themselves what is
 * expected:
 *   ; EXPECT: sat          answers of the checks, in order
 *   ; OUTPUT: text         if there are any: all lines of the output
 *   ; ERROR: 3:7 text      the file is malformed: position and part of the message
 * Files called z3_* need Z3. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "effort.h"
#include "base/context.h"
#include "solver/smtlib/script.h"

static const char *const chains[] = {"all", "bitblast", "z3", "-bitblast"};

/* Everything after each "; key: " in text, one line each. */
static void collect(const char *text, const char *key, struct str *out) {
    for (const char *p = text; (p = strstr(p, key)); p++) {
        const char *from = p + strlen(key);
        str_add_len(out, from, strcspn(from, "\n"));
        str_add(out, "\n");
    }
}

static void keep_answers(const char *output, struct str *answers) {
    for (const char *p = output; *p;) {
        size_t len = strcspn(p, "\n");
        if (!strncmp(p, "sat", len) || !strncmp(p, "unsat", len) || !strncmp(p, "unknown", len)) {
            str_add_len(answers, p, len);
            str_add(answers, "\n");
        }
        p += len + (p[len] == '\n');
    }
}

struct result {
    bool ok;
    char *out, *err;
};

static struct result run(const char *path, const char *text, size_t len, const char *chain) {
    struct context ctx;
    context_init(&ctx);
    ctx.opt.solver = chain;
    struct result r = {0};
    size_t out_len, err_len;
    FILE *out = open_memstream(&r.out, &out_len), *err = open_memstream(&r.err, &err_len);
    ctx.log.out = err;
    struct script sc;
    script_init(&sc, &ctx, path, out);
    r.ok = script_run(&sc, text, len);
    script_release(&sc);
    context_release(&ctx);
    fclose(out);
    fclose(err);
    return r;
}

static void result_free(struct result *r) {
    free(r->out);
    free(r->err);
}

static void check_error(const char *path, const char *wanted, const struct result *r) {
    struct str place = {0};
    int line = 0, column = 0, used = 0;
    assert_int_equal(sscanf(wanted, "%d:%d %n", &line, &column, &used), 2);
    str_addf(&place, "%s:%d:%d: ", path, line, column);
    char message[200];
    snprintf(message, sizeof message, "%.*s", (int)strcspn(wanted + used, "\n"), wanted + used);
    if (r->ok || !strstr(r->err, str_text(&place)) || !strstr(r->err, message))
        fail_msg("wanted %s%s, got: %s", str_text(&place), message, r->err);
    str_release(&place);
}

static void check_file(const char *path, const char *chain) {
    struct str text = {0}, answers = {0}, output = {0}, errors = {0}, got = {0};
    assert_true(str_read_file(&text, path));
    collect(str_text(&text), "; EXPECT: ", &answers);
    collect(str_text(&text), "; OUTPUT: ", &output);
    collect(str_text(&text), "; ERROR: ", &errors);
    struct result r = run(path, str_text(&text), text.len, chain);
    if (!answers.len && !output.len && !errors.len) fail_msg("%s expects nothing", path);
    if (errors.len) check_error(path, str_text(&errors), &r);
    else if (!r.ok) fail_msg("%s", r.err);
    keep_answers(r.out, &got);
    if (answers.len && strcmp(str_text(&got), str_text(&answers)))
        fail_msg("%s (%s): wanted\n%sgot\n%s", path, chain, str_text(&answers), r.out);
    if (output.len && strcmp(r.out, str_text(&output)))
        fail_msg("%s (%s): wanted\n%sgot\n%s", path, chain, str_text(&output), r.out);
    result_free(&r);
    str_release(&text);
    str_release(&answers);
    str_release(&output);
    str_release(&errors);
    str_release(&got);
}

static void test_files(void **unused) {
    (void)unused;
    struct dirent **names;
    int n = scandir("tests/smt2", &names, NULL, alphasort), files = 0;
    assert_true(n > 0);
    for (int i = 0; i < n; i++) {
        if (str_ends(names[i]->d_name, ".smt2")) {
            char path[400];
            snprintf(path, sizeof path, "tests/smt2/%s", names[i]->d_name);
            for (size_t c = 0; c < sizeof chains / sizeof chains[0]; c++)
                if (strcmp(chains[c], "bitblast") || !str_starts(names[i]->d_name, "z3_"))
                    check_file(path, chains[c]);
            files++;
        }
        free(names[i]);
    }
    free(names);
    assert_true(files > 20);
    assert_int_equal(mem_live_bytes(), 0);
}

static void repeat(struct str *s, const char *text, int times) {
    while (times--) str_add(s, text);
}

/* Nesting is limited by memory only. */
static void test_deep(void **unused) {
    (void)unused;
    enum { DEEP = 100000 };
    struct str s = {0};
    str_add(&s, "(declare-const x (_ BitVec 8))(declare-const b Bool)(assert (= x ");
    repeat(&s, "(bvnot ", DEEP);
    str_add(&s, "x");
    repeat(&s, ")", DEEP);
    str_add(&s, "))(assert ");
    repeat(&s, "(let ((y x)) ", DEEP);
    str_add(&s, "(= y #x05)");
    repeat(&s, ")", DEEP);
    str_add(&s, ")(check-sat)");
    struct result r = run("deep", str_text(&s), s.len, "all");
    assert_true(r.ok);
    assert_string_equal(r.out, "sat\n");
    result_free(&r);
    str_clear(&s);
    repeat(&s, "(", DEEP);
    r = run("deep", str_text(&s), s.len, "all");
    assert_false(r.ok);
    result_free(&r);
    str_release(&s);
    assert_int_equal(mem_live_bytes(), 0);
}

/* A chain of additions and comparisons that no rewriting flattens. */
static void test_deep_formula(void **unused) {
    (void)unused;
    enum { DEEP = 20000 };
    struct str s = {0};
    str_add(&s, "(declare-const x (_ BitVec 4))(declare-const y (_ BitVec 4))(assert (= y ");
    repeat(&s, "(bvxor x (bvadd y ", DEEP);
    str_add(&s, "x");
    repeat(&s, "))", DEEP);
    str_add(&s, "))(check-sat)");
    struct result r = run("deep", str_text(&s), s.len, "all");
    assert_true(r.ok);
    assert_true(!strcmp(r.out, "sat\n") || !strcmp(r.out, "unsat\n"));
    result_free(&r);
    str_release(&s);
    assert_int_equal(mem_live_bytes(), 0);
}

/* Every prefix of a script, and scripts with bytes changed: an error or an answer,
 * never a crash. */
static void test_damaged(void **unused) {
    (void)unused;
    static const char script[] =
        "(set-logic QF_ABV)\n(declare-fun |a b| () (_ BitVec 8)); c\n"
        "(define-fun f ((x (_ BitVec 8)) (p Bool)) (_ BitVec 8) (ite p (bvadd x #x01) #b00000001))\n"
        "(declare-const m (Array (_ BitVec 8) (_ BitVec 8)))(push 1)\n"
        "(assert (! (let ((z (select m |a b|))) (bvult z (f (_ bv17 8) true))) :named n))\n"
        "(check-sat)(get-value (|a b| m))(get-model)(pop 1)(echo \"a\"\"b\")(check-sat-assuming (true))(exit)\n";
    size_t len = strlen(script);
    for (size_t cut = 0; cut <= len; cut++) {
        struct result r = run("cut", script, cut, "all");
        result_free(&r);
    }
    struct rng rng;
    rng_init(&rng, 1);
    for (int i = 0; i < (int)effort(200, 1500); i++) {
        char text[sizeof script];
        memcpy(text, script, sizeof script);
        for (uint64_t k = 1 + rng_below(&rng, 3); k > 0; k--)
            text[rng_below(&rng, len)] = i % 2 ? script[rng_below(&rng, len)] : (char)rng_next(&rng);
        struct result r = run("damaged", text, len, "all");
        result_free(&r);
    }
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_deep),
        cmocka_unit_test(test_deep_formula),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
