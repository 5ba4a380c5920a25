#include "project/command.h"

#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "project/flags.h"

struct command {
    const char *folder, *output;
    bool compile, assemble, nothing, shared, relocatable, is32;
    VEC(const char *) flags;
    VEC(const char *) inputs;    /* files and, as -lNAME, libraries */
    VEC(const char *) libraries; /* folders of them */
};

static void release(struct command *c) {
    vec_release(&c->flags);
    vec_release(&c->inputs);
    vec_release(&c->libraries);
}

static void take_flag(struct command *c, const char *const *argv, const struct flag *flag) {
    switch (flag->use) {
    case FLAG_PASS:
        for (int i = 0; i < flag->words; i++) vec_push(&c->flags, argv[i]);
        break;
    case FLAG_COMPILE: c->compile = true; break;
    case FLAG_ASSEMBLE: c->assemble = true; break;
    case FLAG_PREPROCESS: c->nothing = true; break;
    case FLAG_OUTPUT: c->output = flag->value; break;
    case FLAG_SHARED: c->shared = true; break;
    case FLAG_RELOCATABLE: c->relocatable = true; break;
    case FLAG_M32: c->is32 = true; break;
    case FLAG_M64: c->is32 = false; break;
    case FLAG_LIBRARY: vec_push(&c->inputs, flag->words == 1 ? argv[0] : argv[1]); break;
    case FLAG_LIBRARY_DIR: vec_push(&c->libraries, flag->value); break;
    case FLAG_LANGUAGE:
    case FLAG_IGNORE: break;
    }
}

static void parse(struct command *c, const char *const *argv, int argc) {
    for (int i = 1; i < argc;) {
        struct flag flag = {FLAG_IGNORE, 1, NULL, NULL};
        if (argv[i][0] != '-') vec_push(&c->inputs, argv[i]);
        else if (!argv[i][1]) c->nothing = true; /* standard input */
        else if (flag_read(argv + i, argc - i, &flag)) take_flag(c, argv + i, &flag);
        i += flag.words > 0 ? flag.words : 1;
    }
}

static bool has_one(const char *path, const char *const *endings) {
    for (; *endings; endings++)
        if (str_ends(path, *endings)) return true;
    return false;
}

static bool is_source(const char *path) {
    static const char *const endings[] = {".c", ".i", ".cc", ".cpp", ".cxx", ".c++", ".C",
                                          ".s", ".S", ".sx", ".m",   ".f",   ".f90", NULL};
    return has_one(path, endings);
}

static uint32_t add_object(struct project *p, const struct command *c, const char *source, const char *path) {
    struct made *m = project_add(p, MADE_OBJECT, path);
    m->source = arena_strdup(&p->arena, source);
    m->folder = arena_strdup(&p->arena, c->folder);
    m->is32 = c->is32;
    for (uint32_t i = 0; i < c->flags.len; i++) vec_push(&m->flags, arena_strdup(&p->arena, c->flags.data[i]));
    return p->all.len - 1;
}

/* Where the object of a source goes without -o. */
static void object_name(const char *source, const char *ending, struct str *out) {
    const char *base = path_base(source), *dot = strrchr(base, '.');
    str_add_len(out, base, dot ? (size_t)(dot - base) : strlen(base));
    str_add(out, ending);
}

/* An object that is another one in other form. */
static uint32_t add_whole(struct project *p, uint32_t part, const char *path) {
    struct made *m = project_add(p, MADE_OBJECT, path);
    vec_push(&m->parts, part);
    return p->all.len - 1;
}

/* -c and -S: an object for each source; a source that was itself made (assembler text) stands for what it was made of.
 */
static void make_objects(struct project *p, const struct command *c) {
    for (uint32_t i = 0; i < c->inputs.len; i++) {
        const char *source = c->inputs.data[i];
        if (!is_source(source)) continue;
        struct str name = {0}, path = {0}, from = {0};
        if (c->output) str_add(&name, c->output);
        else object_name(source, c->assemble ? ".s" : ".o", &name);
        path_clean(c->folder, str_text(&name), &path);
        uint32_t number = project_number(p, path_clean(c->folder, source, &from));
        number =
            number == UINT32_MAX ? add_object(p, c, source, str_text(&path)) : add_whole(p, number, str_text(&path));
        project_name(p, str_text(&path), number);
        str_release(&name);
        str_release(&path);
        str_release(&from);
    }
}

/* libNAME.so or .a in a folder of -L; UINT32_MAX: not made here. */
static uint32_t find_library(const struct project *p, const struct command *c, const char *name) {
    static const char *const endings[] = {".so", ".a"};
    uint32_t found = UINT32_MAX;
    for (uint32_t i = 0; i < c->libraries.len; i++)
        for (int k = 0; k < 2 && found == UINT32_MAX; k++) {
            struct str file = {0}, path = {0};
            if (*name == ':') str_addf(&file, "%s/%s", c->libraries.data[i], name + 1);
            else str_addf(&file, "%s/lib%s%s", c->libraries.data[i], name, endings[k]);
            found = project_number(p, path_clean(c->folder, str_text(&file), &path));
            str_release(&file);
            str_release(&path);
        }
    return found;
}

static bool is_system(const char *path) { return str_starts(path, "/usr/") || str_starts(path, "/lib"); }

static void add_input(struct project *p, const struct command *c, struct made *m, const char *input) {
    struct str path = {0};
    uint32_t part;
    if (str_starts(input, "-l")) {
        part = find_library(p, c, input + 2);
        if (part != UINT32_MAX) vec_push(&m->parts, part);
        return;
    }
    path_clean(c->folder, input, &path);
    part = project_number(p, str_text(&path));
    if (part != UINT32_MAX) vec_push(&m->parts, part);
    else if (!is_system(str_text(&path))) vec_push(&m->missing, arena_strdup(&p->arena, str_text(&path)));
    str_release(&path);
}

static void make_program(struct project *p, const struct command *c) {
    struct str path = {0};
    VEC(uint32_t) own = {0};
    for (uint32_t i = 0; i < c->inputs.len; i++)
        vec_push(&own, is_source(c->inputs.data[i]) ? add_object(p, c, c->inputs.data[i], "") : UINT32_MAX);
    path_clean(c->folder, c->output ? c->output : "a.out", &path);
    enum made_kind kind = c->relocatable ? MADE_OBJECT : c->shared ? MADE_SHARED : MADE_PROGRAM;
    struct made *m = project_add(p, kind, str_text(&path));
    uint32_t number = p->all.len - 1;
    for (uint32_t i = 0; i < c->inputs.len; i++)
        if (own.data[i] != UINT32_MAX) vec_push(&m->parts, own.data[i]);
        else add_input(p, c, m, c->inputs.data[i]);
    if (m->parts.len) project_name(p, str_text(&path), number);
    vec_release(&own);
    str_release(&path);
}

void command_digest(struct project *p, const char *folder, const char *const *argv, int argc) {
    struct command c = {.folder = folder};
    parse(&c, argv, argc);
    if (!c.nothing && (c.compile || c.assemble)) make_objects(p, &c);
    else if (!c.nothing && c.inputs.len) make_program(p, &c);
    release(&c);
}

uint32_t command_object(struct project *p, const char *folder, const char *const *argv, int argc, const char *source) {
    struct command c = {.folder = folder};
    uint32_t number = UINT32_MAX;
    parse(&c, argv, argc);
    if (is_source(source)) number = add_object(p, &c, source, "");
    release(&c);
    return number;
}
