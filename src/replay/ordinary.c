#include "replay/ordinary.h"

#include <assert.h>

#include "base/context.h"
#include "base/str.h"
#include "base/tempfolder.h"
#include "base/vec.h"
#include "front/front.h"
#include "replay/process.h"

typedef VEC(const char *) arg_list;

static const struct {
    const char *compiler, *level, *words;
} builds[] = {
    [BUILD_GCC - BUILD_ORDINARY] = {"gcc", "-O2", "gcc -O2"},
    [BUILD_CLANG - BUILD_ORDINARY] = {"clang-19", "-O2", "clang -O2"},
    [BUILD_GCC_PLAIN - BUILD_ORDINARY] = {"gcc", "-O0", "gcc -O0"},
};

const char *ordinary_words(enum build_variant v) {
    assert(v >= BUILD_ORDINARY && v < BUILD_VARIANTS);
    return builds[v - BUILD_ORDINARY].words;
}

/* As compile.c has them: options of the file, then those of all. */
static void add_options(const struct front_input *input, int file, arg_list *args) {
    const struct front_unit *unit = input->units ? &input->units[file] : NULL;
    for (int i = 0; unit && i < unit->nargs; i++) vec_push(args, unit->args[i]);
    for (int i = 0; i < input->nclang_args; i++) vec_push(args, input->clang_args[i]);
    if (input->is32) vec_push(args, "-m32");
    if (!input->include_dir) return;
    vec_push(args, "-isystem");
    vec_push(args, input->include_dir);
}

static bool compile(const struct build *b, enum build_variant v, int file, const char *object, struct str *error) {
    const struct front_unit *unit = b->input->units ? &b->input->units[file] : NULL;
    static const char *const fixed[] = {"-c", "-g", "-w", "-pipe", "-fno-pic", "-fno-lto"};
    arg_list args = {0};
    vec_push(&args, builds[v - BUILD_ORDINARY].compiler);
    vec_push(&args, builds[v - BUILD_ORDINARY].level);
    add_options(b->input, file, &args);
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) vec_push(&args, fixed[i]);
    vec_push(&args, "-o");
    vec_push(&args, object);
    vec_push(&args, unit && unit->name ? unit->name : b->input->files[file]);
    vec_push(&args, NULL);
    bool ok =
        process_tool(b->ctx, &(struct process_tool){args.data, b->folder, unit ? unit->folder : NULL, true}, error);
    vec_release(&args);
    return ok;
}

/* The replay library has the program's main. */
static bool rename_start(const struct build *b, const char *object, struct str *error) {
    struct str entry = {0};
    str_addf(&entry, "%s=__shrike_entry", b->input->entry ? b->input->entry : "main");
    const char *const args[] = {"objcopy",
                                "--redefine-sym",
                                str_text(&entry),
                                "--redefine-sym",
                                "LLVMFuzzerTestOneInput=__shrike_fuzz_entry",
                                object,
                                NULL};
    bool ok = process_tool(b->ctx, &(struct process_tool){args, b->folder, NULL, true}, error);
    str_release(&entry);
    return ok;
}

static bool link_all(const struct build *b, const arg_list *objects, const char *library, const char *program,
                     struct str *error) {
    static const char *const fixed[] = {"-no-pie", "-w", "-Wl,--unresolved-symbols=ignore-all", "-Wl,--no-warnings",
                                        "-pthread"};
    arg_list args = {0};
    vec_push(&args, "clang-19");
    vec_push(&args, b->input->is32 ? "-m32" : "-m64");
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) vec_push(&args, fixed[i]);
    vec_append(&args, objects->data, objects->len);
    const char *const last[] = {library, "-lm", "-o", program, NULL};
    for (size_t i = 0; i < sizeof last / sizeof *last; i++) vec_push(&args, last[i]);
    bool ok = process_tool(b->ctx, &(struct process_tool){args.data, b->folder, NULL, true}, error);
    vec_release(&args);
    return ok;
}

static bool is_plain(const struct front_input *input, struct str *error) {
    bool plain = !input->nstubs;
    for (int i = 0; i < input->nfiles && !input->units; i++) plain &= front_kind_of(input->files[i]) == FRONT_C;
    if (!plain) str_add(error, "part of the program is not C source");
    return plain;
}

bool ordinary_build(const struct build *b, enum build_variant v, const char *library, const char *program,
                    struct str *error) {
    assert(v >= BUILD_ORDINARY && v < BUILD_VARIANTS);
    bool ok = is_plain(b->input, error);
    arg_list objects = {0};
    for (int i = 0; i < b->input->nfiles && ok; i++) {
        struct str name = {0}, object = {0};
        str_addf(&name, "ordinary-%d.o", i);
        folder_file(b->folder, str_text(&name), &object);
        ok = compile(b, v, i, str_text(&object), error) && rename_start(b, str_text(&object), error);
        vec_push(&objects, str_take(&object));
        str_release(&name);
    }
    ok = ok && link_all(b, &objects, library, program, error);
    for (uint32_t i = 0; i < objects.len; i++) mem_free((char *)(uintptr_t)objects.data[i]);
    vec_release(&objects);
    return ok;
}
