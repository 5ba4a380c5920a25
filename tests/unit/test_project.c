/* project/: compilers' options, commands digested, the database. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/str.h"
#include "project/command.h"
#include "project/flags.h"
#include "project/project.h"
#include "test_files.h"

/* ---- options ---------------------------------------------------------------------------------------- */

#define WORDS(...) ((const char *const[]){__VA_ARGS__})

static void reads(const char *const *argv, int argc, enum flag_use use, int words, const char *value) {
    struct flag f;
    assert_true(flag_read(argv, argc, &f));
    assert_int_equal(f.use, use);
    assert_int_equal(f.words, words);
    if (value) assert_string_equal(f.value, value);
    assert_true((f.why == NULL) == (use == FLAG_PASS || use == FLAG_M32 || use == FLAG_M64));
}

static void options(void **state) {
    struct flag f;
    (void)state;
    reads(WORDS("-DX=1", "a.c"), 2, FLAG_PASS, 1, "X=1");
    reads(WORDS("-D", "X=1"), 2, FLAG_PASS, 2, "X=1");
    reads(WORDS("-D_FORTIFY_SOURCE=2"), 1, FLAG_IGNORE, 1, NULL);
    reads(WORDS("-include", "config.h"), 2, FLAG_PASS, 2, "config.h");
    reads(WORDS("-o", "x.o"), 2, FLAG_OUTPUT, 2, "x.o");
    reads(WORDS("-ox.o"), 1, FLAG_OUTPUT, 1, "x.o");
    reads(WORDS("-MMD"), 1, FLAG_IGNORE, 1, NULL);
    reads(WORDS("-MF", "a.d"), 2, FLAG_IGNORE, 2, "a.d");
    reads(WORDS("-m32"), 1, FLAG_M32, 1, NULL);
    reads(WORDS("-c"), 1, FLAG_COMPILE, 1, NULL);
    assert_false(flag_read(WORDS("--no-such-option"), 1, &f));
    assert_false(flag_read(WORDS("-D"), 1, &f)); /* its value is missing */
}

/* ---- words ------------------------------------------------------------------------------------------- */

static void splits(const char *text, const char *const *words, uint32_t n) {
    args_list found = {0};
    args_split(text, &found);
    assert_int_equal(found.len, n);
    for (uint32_t i = 0; i < n; i++) assert_string_equal(found.data[i], words[i]);
    args_release(&found);
}

static void words(void **state) {
    (void)state;
    splits("", NULL, 0);
    splits("  \n\t ", NULL, 0);
    splits("cc -c  a.c\n", WORDS("cc", "-c", "a.c"), 3);
    splits("-DA=\"x y\" 'b c' d\\ e", WORDS("-DA=x y", "b c", "d e"), 3);
    splits("\"-DN=\\\"a b\\\"\" ''", WORDS("-DN=\"a b\"", ""), 2);
    splits("a'b'\"c\"d", WORDS("abcd"), 1);
    splits("'open", WORDS("open"), 1);
}

static void response_files(void **state) {
    temp_path folder;
    args_list found = {0};
    struct str path = {0};
    (void)state;
    assert_true(temp_folder(folder));
    str_addf(&path, "%s/rsp", folder);
    assert_true(str_write_file(str_text(&path), "-DA -DB=\"1 2\"\n", 14));
    args_expand(WORDS("cc", "@rsp", "@missing", "a@b"), 4, folder, &found);
    assert_int_equal(found.len, 5);
    assert_string_equal(found.data[1], "-DA");
    assert_string_equal(found.data[2], "-DB=1 2");
    assert_string_equal(found.data[3], "@missing"); /* as gcc does */
    assert_string_equal(found.data[4], "a@b");
    args_release(&found);
    str_release(&path);
    assert_true(temp_folder_remove(folder));
}

/* ---- paths ------------------------------------------------------------------------------------------- */

static void cleans(const char *folder, const char *path, const char *wanted) {
    struct str out = {0};
    assert_string_equal(path_clean(folder, path, &out), wanted);
    str_release(&out);
}

static void paths(void **state) {
    (void)state;
    cleans("/nowhere/p", "a.c", "/nowhere/p/a.c");
    cleans("/nowhere/p", "./x/../a.c", "/nowhere/p/a.c");
    cleans("/nowhere/p", "../../../../a.c", "/a.c");
    cleans("/nowhere/p", "/b//c/./d", "/b/c/d");
    assert_string_equal(path_base("/a/b.c"), "b.c");
    assert_string_equal(path_base("b.c"), "b.c");
}

/* ---- the database --------------------------------------------------------------------------------------- */

static void same_after_reading(const struct project *p) {
    struct project q;
    struct str text = {0}, again = {0}, error = {0};
    project_init(&q);
    project_write(p, &text);
    assert_true(project_read(&q, str_text(&text), &error));
    project_write(&q, &again);
    assert_string_equal(str_text(&text), str_text(&again));
    project_release(&q);
    str_release(&text);
    str_release(&again);
    str_release(&error);
}

static void database(void **state) {
    struct project p;
    (void)state;
    project_init(&p);
    struct made *o = project_add(&p, MADE_OBJECT, "/p/a\nb\\c.o"); /* names may hold anything */
    o->source = "a.c";
    o->folder = "/p";
    o->is32 = true;
    vec_push(&o->flags, "-DX=\"a b\"");
    project_name(&p, o->path, 0);
    struct made *m = project_add(&p, MADE_PROGRAM, "/p/prog");
    vec_push(&m->parts, 0);
    vec_push(&m->missing, "/p/old.o");
    project_name(&p, "/p/prog", 1);
    project_name(&p, "/p/copy", 1);
    assert_ptr_equal(project_find(&p, "/p/copy"), m);
    assert_null(project_find(&p, "/p/other"));
    assert_int_equal(project_number(&p, "/p/prog"), 1);
    assert_int_equal(project_number(&p, "/p/other"), UINT32_MAX);
    same_after_reading(&p);
    project_name(&p, "/p/copy", 0); /* the file is another thing now */
    assert_ptr_equal(project_find(&p, "/p/copy"), o);
    same_after_reading(&p);
    project_release(&p);
}

static void is_refused(const char *text) {
    struct project p;
    struct str error = {0};
    project_init(&p);
    assert_false(project_read(&p, text, &error));
    assert_true(error.len > 0);
    project_release(&p);
    str_release(&error);
}

static void damaged(void **state) {
    (void)state;
    is_refused("");
    is_refused("something else\n");
    is_refused("shrike database 9\n");
    is_refused("shrike database 1\nprogram /p\n part 0\n"); /* of itself */
    is_refused("shrike database 1\nobject /p\nname 7 /p\n");
    is_refused("shrike database 1\n source a.c\n"); /* of nothing */
    is_refused("shrike database 1\nwhat /p\n");
}

/* ---- commands --------------------------------------------------------------------------------------------- */

static void touch(const char *folder, const char *name) {
    struct str path = {0};
    str_addf(&path, "%s/%s", folder, name);
    assert_true(str_write_file(str_text(&path), "", 0));
    str_release(&path);
}

static const struct made *made(const struct project *p, const char *folder, const char *name) {
    struct str path = {0};
    const struct made *m = project_find(p, path_clean(folder, name, &path));
    str_release(&path);
    return m;
}

static void commands(void **state) {
    temp_path folder;
    struct project p;
    (void)state;
    assert_true(temp_folder(folder));
    static const char *const files[] = {"a.c", "b.c", "a.o", "b.o", "prog"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) touch(folder, files[i]);
    project_init(&p);
    command_digest(&p, folder, WORDS("gcc", "-O2", "-DX=1", "-Iinc", "-MMD", "-c", "a.c"), 7);
    command_digest(&p, folder, WORDS("cc", "-m32", "-c", "b.c", "-o", "b.o"), 6);
    command_digest(&p, folder, WORDS("gcc", "-o", "prog", "a.o", "b.o", "-lm"), 6);
    const struct made *a = made(&p, folder, "a.o"), *b = made(&p, folder, "b.o"), *prog = made(&p, folder, "prog");
    assert_non_null(a);
    assert_non_null(b);
    assert_non_null(prog);
    assert_string_equal(a->source, "a.c");
    assert_false(a->is32);
    assert_true(b->is32);
    bool defines = false, lists = false;
    for (uint32_t i = 0; i < a->flags.len; i++) {
        defines |= !strcmp(a->flags.data[i], "-DX=1");
        lists |= !strcmp(a->flags.data[i], "-MMD");
    }
    assert_true(defines && !lists);
    assert_int_equal(prog->kind, MADE_PROGRAM);
    assert_int_equal(prog->parts.len, 2);
    assert_ptr_equal(p.all.data[prog->parts.data[0]], a);
    same_after_reading(&p);
    /* Compiled again with other flags: the program keeps what it was linked from. */
    command_digest(&p, folder, WORDS("gcc", "-DX=2", "-c", "a.c"), 4);
    assert_ptr_not_equal(made(&p, folder, "a.o"), a);
    assert_ptr_equal(p.all.data[prog->parts.data[0]], a);
    command_digest(&p, folder, WORDS("gcc", "-E", "a.c"), 3); /* makes nothing */
    command_digest(&p, folder, WORDS("gcc"), 1);
    project_release(&p);
    assert_true(temp_folder_remove(folder));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(options), cmocka_unit_test(words), cmocka_unit_test(response_files),
                                       cmocka_unit_test(paths), cmocka_unit_test(database), cmocka_unit_test(damaged), cmocka_unit_test(commands)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
