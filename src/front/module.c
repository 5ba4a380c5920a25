#include "front/module.h"

#include <errno.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/context.h"
#include "base/str.h"
#include "front/clang.h"
#include "front/external.h"
#include "front/implicit.h"
#include "front/inline.h"
#include "front/mayfail.h"
#include "front/nondet.h"
#include "front/sanitize.h"

enum {
    GUARD_SECONDS = 60,         /* a hostile file may not keep the reader busy longer */
    GUARD_BYTES_MB = 4096,
    MAX_INPUT_BYTES = 1 << 30,
};

static void quiet_diagnostic(LLVMDiagnosticInfoRef info, void *data) {
    struct str *text = data;
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError) return;
    char *message = LLVMGetDiagInfoDescription(info);
    if (text->len == 0) str_add(text, message);
    LLVMDisposeMessage(message);
}

LLVMModuleRef module_parse(LLVMContextRef llvm, const char *name, const void *data, size_t size) {
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(data, size, name);
    LLVMModuleRef module = NULL;
    LLVMBool failed = LLVMParseBitcodeInContext2(llvm, buffer, &module);
    LLVMDisposeMemoryBuffer(buffer);
    return failed ? NULL : module;
}

/* ---- files we did not make: read in a child, handed over as clean bitcode ------- */

/* In the child: reads and verifies the file and writes clean bitcode to fd.
 * A message for the user goes to fd `say`. */
static _Noreturn void guard_child(const char *path, const struct str *bytes, int out, int say) {
    struct rlimit memory = {(rlim_t)GUARD_BYTES_MB << 20, (rlim_t)GUARD_BYTES_MB << 20};
    struct rlimit cpu = {GUARD_SECONDS, GUARD_SECONDS};
    struct rlimit no_core = {0, 0};
    if (getenv("ASAN_OPTIONS") == NULL) setrlimit(RLIMIT_AS, &memory);
    setrlimit(RLIMIT_CPU, &cpu);
    setrlimit(RLIMIT_CORE, &no_core);
    /* The reader may complain on its own before it dies: keep that from the user. */
    if (!freopen("/dev/null", "w", stderr)) _exit(2);
    LLVMContextRef llvm = LLVMContextCreate();
    struct str text = {0};
    LLVMContextSetDiagnosticHandler(llvm, quiet_diagnostic, &text);
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(str_text(bytes), bytes->len, path);
    LLVMModuleRef module = NULL;
    char *message = NULL;
    bool ok = !LLVMParseIRInContext(llvm, buffer, &module, &message);
    if (ok) ok = !LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
    if (ok) ok = LLVMWriteBitcodeToFD(module, out, 0, 0) == 0;
    const char *why = text.len ? str_text(&text) : message ? message : "unreadable";
    /* No more than a pipe holds: the parent reads this one last. */
    if (!ok && write(say, why, strnlen(why, 4000)) < 0) _exit(2);
    _exit(ok ? 0 : 1);
}

static void read_all(int fd, struct str *out) {
    char buffer[65536];
    ssize_t n;
    while ((n = read(fd, buffer, sizeof buffer)) > 0 || (n < 0 && errno == EINTR))
        if (n > 0) str_add_len(out, buffer, (size_t)n);
}

static void first_line(struct str *text) {
    size_t len = strcspn(str_text(text), "\n");
    if (len > 300) len = 300;
    if (text->data) text->data[text->len = len] = '\0';
}

/* The file as clean bitcode in *clean; false after a message. */
static bool guard_file(struct context *ctx, const char *path, const struct str *bytes,
                       struct str *clean) {
    int out[2], say[2];
    if (pipe(out) || pipe(say)) {
        log_error(&ctx->log, "%s: cannot make a pipe: %s", path, strerror(errno));
        return false;
    }
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        close(out[0]);
        close(say[0]);
        guard_child(path, bytes, out[1], say[1]);
    }
    close(out[1]);
    close(say[1]);
    struct str why = {0};
    int status = -1;
    if (pid > 0) {
        read_all(out[0], clean);
        read_all(say[0], &why);
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    }
    close(out[0]);
    close(say[0]);
    bool ok = pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!ok) {
        first_line(&why);
        log_error(&ctx->log, "%s: not a valid LLVM 19 module: %s", path,
                  why.len ? str_text(&why) : "the LLVM reader gave up on it");
    }
    str_release(&why);
    return ok;
}

/* ---- inputs ----------------------------------------------------------------------- */

static bool make_temp(struct context *ctx, const char *ending, struct str *path) {
    const char *dir = getenv("TMPDIR");
    str_addf(path, "%s/shrike-XXXXXX%s", dir && *dir ? dir : "/tmp", ending);
    int fd = mkstemps(path->data, (int)strlen(ending));
    if (fd >= 0) {
        close(fd);
        return true;
    }
    log_error(&ctx->log, "cannot make a temporary file: %s", strerror(errno));
    return false;
}

/* Appends what clang makes of the file. False after a message. */
static bool compile_c(struct context *ctx, const struct front_input *input, const char *file, const char *prelude,
                      struct str *bytes) {
    struct str temp = {0};
    bool ok = false;
    if (access(file, R_OK) != 0) {
        log_error(&ctx->log, "%s: %s", file, strerror(errno));
        return false;
    }
    if (make_temp(ctx, ".bc", &temp)) {
        if (clang_compile(ctx, input, file, prelude, temp.data)) {
            ok = str_read_file(bytes, temp.data);
            if (!ok) log_error(&ctx->log, "%s: cannot read what clang wrote", file);
        }
        unlink(temp.data);
    }
    str_release(&temp);
    return ok;
}

void front_kept_release(struct front_kept *kept) {
    for (uint32_t i = 0; i < kept->bitcode.len; i++) str_release(&kept->bitcode.data[i]);
    vec_release(&kept->bitcode);
}

/* Where the file's bitcode is kept, or `own`. */
static struct str *bytes_of(const struct front_input *input, int number, struct str *own) {
    if (!input->kept) return own;
    while (input->kept->bitcode.len <= (uint32_t)number) vec_push(&input->kept->bitcode, (struct str){0});
    return &input->kept->bitcode.data[number];
}

/* Compiles again with these declarations in front, if they do not contradict the program's own. */
static bool compile_declared(struct context *ctx, const struct front_input *input, const char *file,
                             const struct str *declarations, struct str *bytes) {
    struct str header = {0}, again = {0};
    bool ok = false;
    if (make_temp(ctx, ".h", &header)) {
        ok = str_write_file(header.data, str_text(declarations), declarations->len) &&
             compile_c(ctx, input, file, header.data, &again);
        unlink(header.data);
    }
    if (ok) {
        str_clear(bytes);
        str_add_len(bytes, str_text(&again), again.len);
    }
    str_release(&header);
    str_release(&again);
    return ok;
}

/* Gives library functions without a declaration their own type. */
static LLVMModuleRef declare_implicit(struct context *ctx, const struct front_input *input, const char *file,
                                      LLVMModuleRef module, LLVMContextRef llvm, struct str *bytes) {
    struct str declarations = {0};
    if (module && implicit_declarations(module, &declarations) &&
        compile_declared(ctx, input, file, &declarations, bytes)) {
        LLVMDisposeModule(module);
        module = module_parse(llvm, file, str_text(bytes), bytes->len);
    }
    str_release(&declarations);
    return module;
}

/* Files by number, stubs behind the others. */
static const char *file_at(const struct front_input *input, int number) {
    return number < input->nfiles ? input->files[number] : input->stubs[number - input->nfiles];
}

static LLVMModuleRef load_c(struct context *ctx, const struct front_input *input, LLVMContextRef llvm, int number) {
    const char *file = file_at(input, number);
    struct str own = {0}, *bytes = bytes_of(input, number, &own);
    LLVMModuleRef module = NULL;
    bool kept = bytes->len > 0;
    if (kept || compile_c(ctx, input, file, NULL, bytes)) {
        module = module_parse(llvm, file, str_text(bytes), bytes->len);
        if (!kept) module = declare_implicit(ctx, input, file, module, llvm, bytes);
        if (module) {
            inline_remove_claims(module);
            sanitize_module(module, &input->checks);
        } else
            log_error(&ctx->log, "%s: cannot read what clang wrote", file);
    }
    str_release(&own);
    return module;
}

static LLVMModuleRef read_module(struct context *ctx, LLVMContextRef llvm, const char *file) {
    struct str bytes = {0}, clean = {0};
    LLVMModuleRef module = NULL;
    if (!str_read_file(&bytes, file))
        log_error(&ctx->log, "%s: %s", file, strerror(errno));
    else if (bytes.len > MAX_INPUT_BYTES)
        log_error(&ctx->log, "%s: larger than a gigabyte", file);
    else if (guard_file(ctx, file, &bytes, &clean)) {
        module = module_parse(llvm, file, str_text(&clean), clean.len);
        if (!module) log_error(&ctx->log, "%s: cannot be read", file);
    }
    str_release(&bytes);
    str_release(&clean);
    return module;
}

static LLVMModuleRef load_one(struct context *ctx, const struct front_input *input,
                              LLVMContextRef llvm, int number) {
    const char *file = file_at(input, number);
    if (str_ends(file, ".bc") || str_ends(file, ".ll")) return read_module(ctx, llvm, file);
    if (str_ends(file, ".c") || str_ends(file, ".i")) return load_c(ctx, input, llvm, number);
    log_error(&ctx->log, "%s: not a .c, .i, .ll or .bc file", file);
    return NULL;
}

/* Definitions of a stub give way to the program's own. */
static void give_way(LLVMModuleRef module) {
    for (LLVMValueRef v = LLVMGetFirstFunction(module); v; v = LLVMGetNextFunction(v))
        if (!LLVMIsDeclaration(v) && LLVMGetLinkage(v) == LLVMExternalLinkage) LLVMSetLinkage(v, LLVMWeakAnyLinkage);
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
        if (!LLVMIsDeclaration(v) && LLVMGetLinkage(v) == LLVMExternalLinkage) LLVMSetLinkage(v, LLVMWeakAnyLinkage);
}

LLVMModuleRef module_load(struct context *ctx, const struct front_input *input,
                          LLVMContextRef llvm) {
    LLVMModuleRef all = NULL;
    for (int i = 0; i < input->nfiles + input->nstubs; i++) {
        LLVMModuleRef one = load_one(ctx, input, llvm, i);
        if (one && i >= input->nfiles) give_way(one);
        if (!one) {
            if (all) LLVMDisposeModule(all);
            return NULL;
        }
        inline_keep(one, input);
        if (!all) {
            all = one;
            continue;
        }
        struct str why = {0};
        LLVMContextSetDiagnosticHandler(llvm, quiet_diagnostic, &why);
        LLVMBool failed = LLVMLinkModules2(all, one); /* takes `one` over */
        if (failed)
            log_error(&ctx->log, "%s: cannot be linked with the files before it: %s",
                      file_at(input, i), why.len ? str_text(&why) : "conflicting definitions");
        str_release(&why);
        LLVMContextSetDiagnosticHandler(llvm, NULL, NULL);
        if (failed) {
            LLVMDisposeModule(all);
            return NULL;
        }
    }
    if (all) nondet_complete(all, input);
    if (all) external_define(input, all);
    if (all && input->may_fail) mayfail_define(all);
    return all;
}
