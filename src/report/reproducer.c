#include "report/reproducer.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "exec/core/bug.h"
#include "ir/ir.h"
#include "test/test.h"
#include "text/quote.h"

enum { MOST_NESTED = 40 };

/* Functions that return an input, with their types. */
static const struct {
    const char *name, *type;
} nondet[] = {
#define NONDET(name, width, type) {name, type},
#include "ir/nondet.def"
#undef NONDET
};

/* Other functions that tools for C know, with the bodies that they have here. SHRIKE_STOP ends a run that does not
 * count. */
static const struct {
    const char *name, *body;
} helpers[] = {
    {"__VERIFIER_error", "void __VERIFIER_error(void) { shrike_fail(\"__VERIFIER_error is called\"); }"},
    {"reach_error", "void reach_error(void) { shrike_fail(\"reach_error is called\"); }"},
    {"klee_abort", "void klee_abort(void) { shrike_fail(\"klee_abort is called\"); }"},
    {"__VERIFIER_assume", "void __VERIFIER_assume(int c) { if (!c) shrike_stop(); }"},
    {"__VERIFIER_assert", "void __VERIFIER_assert(int c) { if (!c) shrike_fail(\"an assertion fails\"); }"},
    {"klee_assume", "void klee_assume(__UINTPTR_TYPE__ c) { if (!c) shrike_stop(); }"},
    {"shrike_assume", "void shrike_assume(int c) { if (!c) shrike_stop(); }"},
    {"klee_range", "int klee_range(int begin, int end, const char *name) { int value; (void)begin, (void)end, "
                   "(void)name; shrike_take(&value, sizeof value); return value; }"},
    {"klee_make_symbolic",
     "void klee_make_symbolic(void *to, __SIZE_TYPE__ size, const char *name) { (void)name; shrike_take(to, size); }"},
};

struct code_piece {
    const struct reproducer *r;
    const struct reproducer_part *part;
    struct str *out, *why;
};

/* Option number i of those that a part is compiled with: its own, then those for all; NULL behind the last. */
static const char *option(const struct code_piece *p, uint32_t i) {
    if (i < p->part->nargs) return p->part->args[i];
    i -= p->part->nargs;
    return i < p->r->ncompiler ? p->r->compiler[i] : NULL;
}

/* A path of an option, seen from here. */
static void add_path(const struct code_piece *p, bool own, const char *path, struct str *out) {
    if (own && p->part->folder && *path != '/') str_addf(out, "%s/", p->part->folder);
    str_add(out, path);
}

static bool refuse(struct str *why, const char *format, const char *what) {
    if (!why->len) str_addf(why, format, what);
    return false;
}

/* ---- the source ------------------------------------------------------------------------------------- */

static bool is_there(const struct str *path) { return access(str_text(path), R_OK) == 0; }

/* The value of the option that begins so, number `number` among its like; it may be a word of its own. False behind the
 * last. */
static bool find_option(const struct code_piece *p, const char *begins, uint32_t number, bool path, struct str *out) {
    size_t len = strlen(begins);
    for (uint32_t i = 0; option(p, i); i++) {
        const char *word = option(p, i);
        if (!str_starts(word, begins)) continue;
        bool apart = !word[len];
        const char *value = apart ? option(p, i + 1) : word + len;
        if (apart) i++;
        if (!value || number--) continue;
        str_clear(out);
        if (path) add_path(p, i < p->part->nargs, value, out);
        else str_add(out, value);
        return true;
    }
    return false;
}

/* A header of the user's, or of ours; those of the system are left to gcc. */
static bool find_header(const struct code_piece *p, const char *name, bool quoted, const char *includer,
                        struct str *path) {
    const char *slash = strrchr(includer, '/');
    struct str folder = {0};
    bool found = false;
    if (quoted) {
        str_add_len(path, includer, slash && *name != '/' ? (size_t)(slash + 1 - includer) : 0);
        str_add(path, name);
        found = is_there(path);
    }
    for (uint32_t i = 0; !found && find_option(p, "-I", i, true, &folder); i++) {
        str_clear(path);
        str_addf(path, "%s/%s", str_text(&folder), name);
        found = is_there(path);
    }
    if (!found && p->r->headers && *p->r->headers) {
        str_clear(path);
        str_addf(path, "%s/%s", p->r->headers, name);
        found = is_there(path);
    }
    str_release(&folder);
    return found;
}

/* The name in an #include line; false: it is none. */
static bool read_include(const char *line, bool *quoted, struct str *name) {
    line += strspn(line, " \t");
    if (*line != '#') return false;
    line++;
    line += strspn(line, " \t");
    if (!str_starts(line, "include")) return false;
    line += strlen("include");
    line += strspn(line, " \t");
    const char close = *line == '"' ? '"' : '>';
    *quoted = *line == '"';
    if (*line != '"' && *line != '<') return false;
    const char *end = strchr(line + 1, close);
    if (!end) return false;
    str_add_len(name, line + 1, (size_t)(end - line - 1));
    return true;
}

static bool add_file(struct code_piece *p, const char *path, int depth);

static bool add_line(struct code_piece *p, const char *path, uint32_t number, const struct str *line, int depth) {
    struct str name = {0}, header = {0};
    bool quoted = false, ok = true;
    if (read_include(str_text(line), &quoted, &name) && find_header(p, str_text(&name), quoted, path, &header)) {
        ok = depth < MOST_NESTED ? add_file(p, str_text(&header), depth + 1)
                                 : refuse(p->why, "%s includes itself", path);
        str_addf(p->out, "#line %u ", number + 1);
        quote_add(p->out, path, strlen(path), NULL);
        str_add_char(p->out, '\n');
    } else {
        str_addf(p->out, "%s\n", str_text(line));
    }
    str_release(&name);
    str_release(&header);
    return ok;
}

static bool add_file(struct code_piece *p, const char *path, int depth) {
    struct str text = {0};
    uint32_t number = 0;
    bool ok = str_read_file(&text, path) || refuse(p->why, "cannot read %s", path);
    str_add(p->out, "#line 1 ");
    quote_add(p->out, path, strlen(path), NULL);
    str_add_char(p->out, '\n');
    for (const char *at = str_text(&text); ok && *at;) {
        size_t len = strcspn(at, "\n");
        struct str line = {0};
        str_add_len(&line, at, len);
        ok = add_line(p, path, ++number, &line, depth);
        str_release(&line);
        at += len + (at[len] == '\n');
    }
    str_release(&text);
    return ok;
}

/* ---- the functions that it needs ---------------------------------------------------------------------- */

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Is the name called somewhere in the text? */
static bool mentions(const char *text, const char *name) {
    size_t n = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name))
        if ((at == text || !is_letter(at[-1])) && !is_letter(at[n]) && at[n + strspn(at + n, " \t")] == '(')
            return true;
    return false;
}

static bool is_users(const struct program *p, const char *name) {
    for (uint32_t i = 1; i < p->functions.len; i++)
        if (!strcmp(p->functions.data[i]->name, name) && ir_has_code(p->functions.data[i]) &&
            !p->functions.data[i]->runtime)
            return true;
    return false;
}

static bool calls(const struct program *p, const char *name) {
    for (uint32_t i = 1; i < p->functions.len; i++)
        if (!strcmp(p->functions.data[i]->name, name)) return true;
    return false;
}

static void add_functions(const struct reproducer *r, const char *text, struct str *out) {
    for (size_t i = 0; i < sizeof nondet / sizeof *nondet; i++) {
        if (!mentions(text, nondet[i].name) || is_users(r->p, nondet[i].name)) continue;
        const char *type = !strcmp(nondet[i].type, "size_t") ? "__SIZE_TYPE__" : nondet[i].type;
        str_addf(out, "%s %s(%s) { %s value; shrike_take(&value, sizeof value); return value; }\n", type,
                 nondet[i].name, !strcmp(nondet[i].name, "klee_int") ? "const char *name" : "void", type);
    }
    for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++)
        if (mentions(text, helpers[i].name) && !is_users(r->p, helpers[i].name)) str_addf(out, "%s\n", helpers[i].body);
}

/* ---- the inputs ---------------------------------------------------------------------------------------- */

static bool is_nondet(const char *name) {
    for (size_t i = 0; i < sizeof nondet / sizeof *nondet; i++)
        if (!strcmp(nondet[i].name, name)) return true;
    return false;
}

static bool is_taken(const struct test_input *in) {
    return in->kind == TEST_WORD || (in->kind == TEST_BYTES && !str_starts(in->name, "env "));
}

/* Does the program itself name it so? */
static bool is_written(const char *text, const char *name) {
    struct str literal = {0};
    quote_add(&literal, name, strlen(name), NULL);
    bool found = strstr(text, str_text(&literal)) != NULL;
    str_release(&literal);
    return found;
}

/* Can a program of its own set all that the error needs? */
static bool is_possible(const struct reproducer *r, const char *text, struct str *why) {
    if (r->bug->kind == BUG_UNINIT || r->bug->kind == BUG_NOT_FINITE || r->bug->kind == BUG_NO_VALUE ||
        r->bug->kind == BUG_CALL_TYPE)
        return refuse(why, "gcc's sanitizers do not report errors of this kind (%s)", bug_slug(r->bug->kind));
    if (r->bug->kind == BUG_ERROR_REACHED && is_users(r->p, "reach_error"))
        return refuse(why, "%s", "the program has a body of its own for the error function");
    for (uint32_t i = 0; i < r->test->inputs.len; i++) {
        const struct test_input *in = &r->test->inputs.data[i];
        const char *name = in->name ? in->name : "";
        bool odd = in->kind == TEST_BYTES && (strchr(name, ' ') || strchr(name, '@')) && !str_starts(name, "env ") &&
                   !is_written(text, name);
        bool given = in->kind != TEST_WORD || is_nondet(name) || calls(r->p, "klee_int") || is_written(text, name);
        if (test_is_external(in, NULL) || !given || odd)
            return refuse(why, "the error depends on '%s', which a standalone program cannot set", name);
        if (in->kind == TEST_FILE && !str_ends(name, "-data"))
            return refuse(why, "the error depends on the file '%s'", name);
    }
    return true;
}

static void add_bytes(const struct test_input *in, struct str *out) {
    str_addf(out, "    {%u, ", in->size);
    quote_add(out, in->bytes, in->size, NULL);
    str_addf(out, "}, /* %s%s%s */\n", in->name ? in->name : "", in->type ? ", " : "", in->type ? in->type : "");
}

static void add_inputs(const struct test *t, struct str *out) {
    str_add(out,
            "/* ---- the inputs, in the order in which they are taken ---- */\n"
            "#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n"
            "static const struct { unsigned long size; const char *bytes; } shrike_inputs[] = {\n");
    for (uint32_t i = 0; i < t->inputs.len; i++)
        if (is_taken(&t->inputs.data[i])) add_bytes(&t->inputs.data[i], out);
    str_add(out, "    {0, \"\"}};\n"
                 "static void shrike_fail(const char *what) { fprintf(stderr, \"%s\\n\", what); abort(); }\n"
                 "static void shrike_stop(void) { _exit(77); }\n"
                 "static void shrike_take(void *to, unsigned long size) {\n"
                 "    static unsigned next;\n"
                 "    unsigned long have = next + 1 < sizeof shrike_inputs / sizeof *shrike_inputs ? "
                 "shrike_inputs[next].size : 0;\n"
                 "    memset(to, 0, size);\n"
                 "    memcpy(to, shrike_inputs[next].bytes, have < size ? have : size);\n"
                 "    if (have) next++;\n"
                 "    (void)shrike_fail, (void)shrike_stop;\n"
                 "}\n");
}

/* Calls that are made before the program's own main. */
static void add_outside(const struct test *t, struct str *out) {
    for (uint32_t i = 0; i < t->inputs.len; i++) {
        const struct test_input *in = &t->inputs.data[i];
        if (in->kind == TEST_BYTES && str_starts(in->name, "env ")) {
            str_addf(out, "    setenv(\"%s\", ", in->name + strlen("env "));
            quote_add(out, in->bytes, strnlen((const char *)in->bytes, in->size), NULL);
            str_add(out, ", 1);\n");
        }
        if (in->kind != TEST_STDIN && in->kind != TEST_FILE) continue;
        str_add(out, "    {\n        static const char bytes[] = ");
        quote_add(out, in->bytes, in->size, NULL);
        if (in->kind == TEST_STDIN)
            str_addf(out,
                     ";\n        FILE *f = tmpfile();\n        fwrite(bytes, 1, %u, f);\n        rewind(f);\n        "
                     "dup2(fileno(f), 0);\n    }\n",
                     in->size);
        else
            str_addf(out,
                     ";\n        FILE *f = fopen(\"%.*s\", \"w\");\n        fwrite(bytes, 1, %u, f);\n        "
                     "fclose(f);\n    }\n",
                     (int)(strlen(in->name) - strlen("-data")), in->name, in->size);
    }
}

static void add_main(const struct reproducer *r, struct str *out) {
    const struct test *t = r->test;
    uint32_t argc = 1;
    str_add(out, "#undef main\nint main(void) {\n    char *words[] = {(char[]){");
    quote_add(out, r->name, strlen(r->name), NULL);
    str_add_char(out, '}');
    for (uint32_t i = 0; i < t->inputs.len; i++) {
        const struct test_input *in = &t->inputs.data[i];
        if (in->kind != TEST_ARG) continue;
        str_add(out, ", (char[]){");
        quote_add(out, in->bytes, strnlen((const char *)in->bytes, in->size), NULL);
        str_add_char(out, '}');
        argc++;
    }
    str_add(out, ", 0};\n");
    add_outside(t, out);
    str_addf(out, "    return ((int (*)(int, char **, char **))%s)(%u, words, 0);\n}\n",
             r->entry ? r->entry : "shrike_main", argc);
}

/* ---- the whole --------------------------------------------------------------------------------------- */

/* -D and -U as lines, files of -include in their place. */
static bool add_defines(struct code_piece *p) {
    bool ok = true;
    struct str value = {0};
    for (uint32_t i = 0; option(p, i); i++) {
        const char *word = option(p, i), *two = word + 2;
        bool define = str_starts(word, "-D"), undefine = str_starts(word, "-U");
        if (!define && !undefine) continue;
        if (!*two) two = option(p, ++i);
        if (!two) break;
        const char *equal = strchr(two, '=');
        if (undefine) str_addf(p->out, "#undef %s\n", two);
        else
            str_addf(p->out, "#define %.*s %s\n", (int)(equal ? equal - two : (ptrdiff_t)strlen(two)), two,
                     equal ? equal + 1 : "1");
    }
    for (uint32_t i = 0; ok && find_option(p, "-include", i, true, &value); i++) ok = add_file(p, str_text(&value), 1);
    str_release(&value);
    return ok;
}

/* Options that gcc is to get. Those of all parts have to be the same. */
static bool add_flags(const struct reproducer *r, struct str *command, struct str *why) {
    for (uint32_t k = 0; k < r->nparts; k++) {
        struct code_piece p = {r, &r->parts[k], NULL, why};
        struct str own = {0};
        for (uint32_t i = 0; option(&p, i); i++) {
            const char *word = option(&p, i);
            if (str_starts(word, "-std=") || !strcmp(word, "-funsigned-char") || !strcmp(word, "-fwrapv"))
                str_addf(&own, " %s", word);
        }
        bool same = !k || strcmp(str_text(&own), str_text(command)) == 0;
        if (!k) str_add(command, str_text(&own));
        str_release(&own);
        if (!same) return refuse(why, "%s", "its files use different standards of C");
    }
    return true;
}

/* Is something of it in the program? */
static bool is_part(const struct reproducer *r, const struct reproducer_part *part) {
    const struct program *p = r->p;
    if (!part->lazy) return true;
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        if (!ir_has_code(f) || f->runtime) continue;
        const char *file = p->files.data[p->positions.data[f->pos].file];
        if (p->positions.data[f->pos].file && strcmp(file, part->file) == 0) return true;
    }
    return false;
}

/* Each file, with what its own options define; of several each is compiled by itself. */
static bool add_parts(const struct reproducer *r, struct str *out, struct str *why, uint32_t *n) {
    bool ok = true;
    *n = 0;
    for (uint32_t k = 0; k < r->nparts && ok; k++) {
        struct code_piece p = {r, &r->parts[k], out, why};
        if (!is_part(r, &r->parts[k])) continue;
        if (r->nparts > 1) str_addf(out, "#if SHRIKE_PART == %u\n", ++*n);
        ok = add_defines(&p);
        str_add(out, "#define main shrike_main\n");
        ok = ok && add_file(&p, r->parts[k].file, 0);
        if (r->nparts > 1) str_add(out, "#endif\n");
    }
    return ok;
}

static void add_head(const struct reproducer *r, uint32_t parts, const char *flags, struct str *out) {
    str_addf(out, "/* %s: %s\n * shrike wrote this standalone program to show the error:\n *\n",
             program_where(r->p, r->bug->pos), str_text(&r->bug->message));
    str_add(out, " *   ");
    if (parts) str_addf(out, "for i in $(seq 0 %u); do gcc -c -DSHRIKE_PART=$i", parts);
    else str_add(out, "gcc");
    str_addf(out, " -g -w -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all%s%s THIS.c",
             r->is32 ? " -m32" : "", flags);
    if (parts) str_addf(out, " -o it$i.o; done; gcc -fsanitize=address,undefined%s it*.o", r->is32 ? " -m32" : "");
    str_add(out, " -lm -o it && ./it\n */\n");
    for (uint32_t i = 0; i < r->test->inputs.len; i++) {
        if (r->test->inputs.data[i].kind != TEST_UNINIT) continue;
        str_add(
            out,
            "/* The error may need certain contents of uninitialised memory, which this program does not set. */\n");
        break;
    }
}

bool reproducer_write(const struct reproducer *r, struct str *out, struct str *why) {
    struct str text = {0}, functions = {0}, flags = {0};
    uint32_t parts = 0;
    bool ok = add_flags(r, &flags, why) && add_parts(r, &text, why, &parts) && is_possible(r, str_text(&text), why);
    if (ok) {
        add_functions(r, str_text(&text), &functions);
        add_head(r, parts, str_text(&flags), out);
        str_add(out, str_text(&text));
        if (parts) str_add(out, "#if SHRIKE_PART == 0\n");
        str_add(out, "#line 1 \"inputs\"\n");
        add_inputs(r->test, out);
        str_add(out, str_text(&functions));
        if (parts) str_addf(out, "extern int %s();\n", r->entry ? r->entry : "shrike_main");
        add_main(r, out);
        if (parts) str_add(out, "#endif\n");
    }
    str_release(&text);
    str_release(&functions);
    str_release(&flags);
    return ok;
}
