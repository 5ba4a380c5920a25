#include "replay/build.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/context.h"
#include "base/str.h"
#include "base/tempfolder.h"
#include "base/vec.h"
#include "front/front.h"
#include "front/native/instrument.h"
#include "replay/ordinary.h"
#include "replay/process.h"
#include "replay/replay.h"

#define CLANG "clang-19"
#define RUNTIMES "/usr/lib/llvm-19/lib/clang/19/lib/linux"

typedef VEC(const char *) arg_list;

/* UBSan's checks are those of ours that it has. A run is judged by everything
 * that was reported. Passes run later, on the instrumented bitcode. */
#define OURS \
    "shift-exponent,integer-divide-by-zero,signed-integer-overflow,null,array-bounds,float-cast-overflow,vla-bound"

static const struct {
    const char *name;
    const char *sanitize; /* compiling and linking */
    unsigned instrument;
} variants[] = {
    [BUILD_ADDRESS] = {"replay-address", "-fsanitize=address,unreachable," OURS,
                       INSTRUMENT_REPLAY | INSTRUMENT_ADDRESS},
    [BUILD_MEMORY] = {"replay-memory", "-fsanitize=memory", INSTRUMENT_REPLAY | INSTRUMENT_MEMORY},
    [BUILD_TRACE] = {"replay-trace", NULL, INSTRUMENT_REPLAY | INSTRUMENT_TRACE},
    [BUILD_GCC] = {"ordinary-gcc", NULL, 0},
    [BUILD_CLANG] = {"ordinary-clang", NULL, 0},
    [BUILD_GCC_PLAIN] = {"ordinary-gcc-plain", NULL, 0},
};

const char *build_name(enum build_variant v) {
    assert(v < BUILD_VARIANTS);
    return variants[v].name;
}

/* Is any of the files C, so that UBSan checks it? */
static bool has_source(const struct front_input *input) {
    for (int i = 0; i < input->nfiles; i++)
        if (input->units || front_kind_of(input->files[i]) == FRONT_C) return true;
    return false;
}

/* Errors that --check asks for end the run. Those of `null` and of indexes come before an access, which ends it. */
static void add_recovered(const struct front_checks *checks, struct str *out) {
    str_add(out, "null,array-bounds");
    if (!checks->shift) str_add(out, ",shift-exponent");
    if (!checks->div) str_add(out, ",integer-divide-by-zero");
    if (!checks->div || !checks->overflow) str_add(out, ",signed-integer-overflow"); /* INT_MIN / -1 is one, too */
    if (!checks->cast) str_add(out, ",float-cast-overflow");
    if (!checks->call) str_add(out, ",vla-bound");
}

/* UBSan's checks that the user has to ask for. */
static void add_wanted(const struct front_checks *checks, struct str *out) {
    if (checks->overflow) str_add(out, ",shift-base");
    if (checks->align) str_add(out, ",alignment");
    if (checks->boolean) str_add(out, ",bool");
}

/* The engine's bitcode with the sanitizer's calls of the front end. */
static bool make_bitcode(const struct build *b, enum build_variant v, const char *output, struct str *functions,
                         bool *is32, struct str *error) {
    arg_list args = {0};
    struct front_input input = *b->input;
    struct str sanitize = {0}, recover = {0};
    input.native = true;
    const struct front_checks *own = &b->input->checks; /* the rest is UBSan's, and so are parts of the last two */
    input.checks = (struct front_checks){
        .call = own->call, .not_finite = own->not_finite, .align = own->align, .boolean = own->boolean};
    for (int i = 0; i < input.nclang_args; i++) vec_push(&args, input.clang_args[i]);
    if (variants[v].sanitize) {
        str_add(&sanitize, variants[v].sanitize);
        str_add(&recover, "-fsanitize-recover=");
        add_recovered(&b->input->checks, &recover);
        if (v == BUILD_ADDRESS) add_wanted(&b->input->checks, &sanitize);
        vec_push(&args, sanitize.data);
        if (v == BUILD_ADDRESS) {
            vec_push(&args, "-fno-sanitize-recover=all");
            vec_push(&args, recover.data);
        }
    }
    if (v == BUILD_TRACE) vec_push(&args, "-fno-discard-value-names"); /* some blocks are known by them */
    vec_push(&args, "-Xclang");
    vec_push(&args, "-disable-llvm-passes");
    input.clang_args = args.data;
    input.nclang_args = (int)args.len;
    struct str trace = {0};
    bool ok = true;
    if (v == BUILD_TRACE) { /* the engine's copy: the same numbers of blocks, and its checks */
        struct front_input copy = input;
        copy.checks = b->input->checks;
        copy.native = false;
        ok = front_instrument(b->ctx, &copy, INSTRUMENT_TRACE, folder_file(b->folder, "trace.bc", &trace), NULL, is32);
    }
    unsigned what = variants[v].instrument;
    if (v == BUILD_ADDRESS && !has_source(&input)) what |= INSTRUMENT_ARITHMETIC;
    ok = ok && front_instrument(b->ctx, &input, what, output, functions, is32);
    if (!ok) str_add(error, "the program could not be compiled for replay");
    vec_release(&args);
    str_release(&trace);
    str_release(&sanitize);
    str_release(&recover);
    return ok;
}

static bool write_library(const struct build *b, bool is32, const char *path, struct str *error) {
    const struct replay_library *lib = b->library;
    const unsigned char *data = is32 ? lib->data32 : lib->data64;
    const unsigned char *end = is32 ? lib->end32 : lib->end64;
    if (str_write_file(path, (const char *)data, (size_t)(end - data))) return true;
    str_addf(error, "cannot write %s: %s", path, strerror(errno));
    return false;
}

/* ASan as a shared library: linking all of the static one takes longer than the rest of the
 * build. NULL if it is not where it is looked for. */
static const char *shared_runtime(enum build_variant v, bool is32) {
    if (v != BUILD_ADDRESS) return NULL;
    return access(is32 ? RUNTIMES "/libclang_rt.asan-i386.so" : RUNTIMES "/libclang_rt.asan-x86_64.so", R_OK) == 0
               ? "-Wl,-rpath," RUNTIMES
               : NULL;
}

static bool link_program(const struct context *ctx, const char *folder, enum build_variant v, bool is32,
                         const char *bitcode, const char *library, const char *program, struct str *error) {
    arg_list args = {0};
    vec_push(&args, CLANG);
    vec_push(&args, is32 ? "-m32" : "-m64");
    if (variants[v].sanitize) vec_push(&args, variants[v].sanitize);
    static const char *const fixed[] = {"-O0", "-g", "-w", "-fno-pic", "-no-pie", "-fno-omit-frame-pointer",
                                        "-fno-builtin",
                                        /* A function without a definition is an error only when it is called. */
                                        "-Wl,--unresolved-symbols=ignore-all", "-Wl,--no-warnings", "-pthread"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) vec_push(&args, fixed[i]);
    const char *runtime = shared_runtime(v, is32);
    if (runtime) {
        vec_push(&args, "-shared-libasan");
        vec_push(&args, runtime);
    }
    if (v == BUILD_MEMORY) { /* arguments and results are passed on, errors let the program go on */
        vec_push(&args, "-fsanitize-memory-track-origins=0");
        vec_push(&args, "-fno-sanitize-memory-param-retval");
        vec_push(&args, "-fsanitize-recover=memory");
    }
    const char *const inputs[] = {"-o", program, "-x", "ir", bitcode, "-x", "none", library, "-lm", NULL};
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) vec_push(&args, inputs[i]);
    bool ok = process_tool(ctx, &(struct process_tool){.argv = args.data, .folder = folder}, error);
    vec_release(&args);
    return ok;
}

static bool supported(enum build_variant v, bool is32, struct str *error) {
    if (v != BUILD_MEMORY || !is32) return true;
    str_add(error, "native runs do not show uninitialised reads of 32-bit programs");
    return false;
}

/* Out of bitcode that the front end has instrumented. */
static bool build_instrumented(const struct build *b, enum build_variant v, const char *library, const char *program,
                               struct str *functions, struct str *error) {
    bool is32 = false;
    struct str bitcode = {0};
    folder_file(b->folder, "program.bc", &bitcode);
    bool ok = supported(v, b->input->is32, error) && make_bitcode(b, v, bitcode.data, functions, &is32, error) &&
              supported(v, is32, error) && write_library(b, is32, library, error) &&
              link_program(b->ctx, b->folder, v, is32, bitcode.data, library, program, error);
    str_release(&bitcode);
    return ok;
}

bool build_program(const struct build *b, enum build_variant v, struct str *functions, struct str *error) {
    assert(v < BUILD_ORDINARY || !variants[v].instrument);
    struct str library = {0}, program = {0};
    folder_file(b->folder, "library.o", &library);
    folder_file(b->folder, variants[v].name, &program);
    bool ok = v < BUILD_ORDINARY ? build_instrumented(b, v, library.data, program.data, functions, error)
                                 : write_library(b, b->input->is32, library.data, error) &&
                                       ordinary_build(b, v, library.data, program.data, error);
    str_release(&library);
    str_release(&program);
    return ok;
}
