#include "front/compile/module.h"

#include <assert.h>
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

#include "base/child.h"
#include "base/context.h"
#include "base/str.h"
#include "front/checks/handlers.h"
#include "front/compile/compile.h"
#include "front/passes.h"

enum {
    GUARD_SECONDS = 60, /* a hostile file may not keep the reader busy longer */
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
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(data, size, name);
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
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(str_text(bytes), bytes->len, path);
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
static bool guard_file(struct context *ctx, const char *path, const struct str *bytes, struct str *clean) {
    int pipes[2][2]; /* the bitcode, and a message */
    if (!child_pipes(pipes, 2)) {
        log_error(&ctx->log, "%s: cannot make a pipe: %s", path, strerror(errno));
        return false;
    }
    pid_t pid = child_fork(SIGKILL, false);
    if (pid == 0) guard_child(path, bytes, pipes[0][1], pipes[1][1]);
    close(pipes[0][1]);
    close(pipes[1][1]);
    struct str why = {0};
    int status = -1;
    if (pid > 0) {
        read_all(pipes[0][0], clean);
        read_all(pipes[1][0], &why);
        status = child_reap(pid);
    }
    close(pipes[0][0]);
    close(pipes[1][0]);
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

/* A module of the program. */
struct part {
    LLVMModuleRef module;
    const char *file;
    bool lazy; /* linked only if it defines what is missing */
};

struct loader {
    struct context *ctx;
    const struct front_input *input;
    LLVMContextRef llvm;
    struct compiler compiler;
    VEC(struct part) parts;
};

void front_kept_release(struct front_kept *kept) {
    for (uint32_t i = 0; i < kept->bitcode.len; i++) str_release(&kept->bitcode.data[i]);
    vec_release(&kept->bitcode);
}

static bool add_part(struct loader *l, LLVMModuleRef module, const char *file, bool lazy) {
    if (!module) return false;
    inline_keep(module, l->input);
    vec_push(&l->parts, (struct part){module, file, lazy});
    return true;
}

/* Gives library functions without a declaration their own type, if that does not contradict the
 * program's own. */
static LLVMModuleRef declare_implicit(struct loader *l, int number, LLVMModuleRef module) {
    struct str declarations = {0};
    const struct str *bytes = &l->compiler.kept->bitcode.data[number];
    if (module && implicit_declarations(module, &declarations) && compiler_again(&l->compiler, number, &declarations)) {
        LLVMDisposeModule(module);
        module = module_parse(l->llvm, l->input->files[number], str_text(bytes), bytes->len);
    }
    str_release(&declarations);
    return module;
}

/* What came from elsewhere is made clean first, once. */
static bool clean_kept(struct loader *l, int number) {
    struct str clean = {0}, *bytes = &l->compiler.kept->bitcode.data[number];
    if (!l->compiler.kept->foreign || l->compiler.fresh.data[number]) return true;
    if (!guard_file(l->ctx, l->input->files[number], bytes, &clean)) {
        str_release(&clean);
        return false;
    }
    str_release(bytes);
    *bytes = clean;
    return true;
}

static LLVMModuleRef load_c(struct loader *l, int number) {
    const char *file = l->input->files[number];
    const struct str *bytes = &l->compiler.kept->bitcode.data[number];
    if (!clean_kept(l, number)) return NULL;
    LLVMModuleRef module = module_parse(l->llvm, file, str_text(bytes), bytes->len);
    if (l->compiler.fresh.data[number]) module = declare_implicit(l, number, module);
    if (module) {
        compiler_settle(&l->compiler, number);
        passes_run(PASSES_FILE, l->input, module);
    } else {
        log_error(&l->ctx->log, "%s: cannot read what clang wrote", file);
    }
    return module;
}

static LLVMModuleRef read_bytes(struct loader *l, const char *file, const struct str *bytes) {
    struct str clean = {0};
    LLVMModuleRef module = NULL;
    if (guard_file(l->ctx, file, bytes, &clean)) {
        module = module_parse(l->llvm, file, str_text(&clean), clean.len);
        if (!module) log_error(&l->ctx->log, "%s: cannot be read", file);
        else handlers_replace(module);
    }
    str_release(&clean);
    return module;
}

static bool read_file(struct loader *l, const char *path, struct str *bytes) {
    bool ok = str_read_file(bytes, path);
    if (!ok) log_error(&l->ctx->log, "%s: %s", path, strerror(errno));
    else if (bytes->len > MAX_INPUT_BYTES) log_error(&l->ctx->log, "%s: larger than a gigabyte", path);
    return ok && bytes->len <= MAX_INPUT_BYTES;
}

static bool say_native(struct loader *l, const char *file) {
    log_error(&l->ctx->log,
              "%s: machine code, which has lost the program's types and checks: give its source, bitcode "
              "(clang -emit-llvm or -flto), or build it once under `shrike capture -- COMMAND`",
              file);
    return false;
}

/* The data of a member; of a thin archive it is in a file beside. */
static bool member_bytes(struct loader *l, const char *archive, const struct archive_member *m, const char *name,
                         struct str *out) {
    str_clear(out);
    if (m->data) return str_add_len(out, m->data, m->size), true;
    struct str path = {0};
    const char *slash = strrchr(archive, '/');
    if (slash && *name != '/') str_add_len(&path, archive, (size_t)(slash + 1 - archive));
    str_add(&path, name);
    bool ok = read_file(l, str_text(&path), out);
    str_release(&path);
    return ok;
}

static bool load_archive(struct loader *l, const char *file) {
    struct str all = {0}, name = {0}, bytes = {0}, title = {0};
    struct archive_member m;
    size_t at = 0;
    bool ok = read_file(l, file, &all);
    while (ok && archive_next(str_text(&all), all.len, &at, &m, &name)) {
        ok = member_bytes(l, file, &m, str_text(&name), &bytes);
        str_clear(&title);
        str_addf(&title, "%s(%s)", file, str_text(&name));
        if (ok && !bytes_are_bitcode(str_text(&bytes), bytes.len)) ok = say_native(l, str_text(&title));
        if (ok) ok = add_part(l, read_bytes(l, str_text(&title), &bytes), file, true);
    }
    if (ok && at < all.len) {
        log_error(&l->ctx->log, "%s: a damaged archive", file);
        ok = false;
    }
    str_release(&all);
    str_release(&name);
    str_release(&bytes);
    str_release(&title);
    return ok;
}

/* A module of the user's: kept as it is, for processes that execute it elsewhere. */
static bool load_module(struct loader *l, int number, bool lazy) {
    const char *file = l->input->files[number];
    struct str *bytes = &l->compiler.kept->bitcode.data[number];
    return (bytes->len || read_file(l, file, bytes)) && add_part(l, read_bytes(l, file, bytes), file, lazy);
}

enum front_kind module_kind(const struct front_input *input, int number) {
    assert(number >= 0 && number < input->nfiles);
    const char *file = input->files[number];
    size_t n = strlen(file);
    if (!input->kept || !input->kept->foreign) return front_kind_of(file);
    return n > 2 && (strcmp(file + n - 2, ".c") == 0 || strcmp(file + n - 2, ".i") == 0) ? FRONT_C : FRONT_BITCODE;
}

static bool load_one(struct loader *l, int number) {
    const char *file = l->input->files[number];
    bool stub = number >= l->input->nfiles - l->input->nstubs, ok = false;
    bool lazy = stub || (l->input->units && l->input->units[number].lazy);
    switch (module_kind(l->input, number)) {
    case FRONT_C: ok = add_part(l, load_c(l, number), file, lazy); break;
    case FRONT_BITCODE:
    case FRONT_TEXT: ok = load_module(l, number, lazy); break;
    case FRONT_ARCHIVE: ok = load_archive(l, file); break;
    case FRONT_NATIVE: ok = say_native(l, file); break;
    case FRONT_CXX: log_error(&l->ctx->log, "%s: not supported: C++", file); break;
    case FRONT_OTHER:
        if (access(file, R_OK) != 0) log_error(&l->ctx->log, "%s: %s", file, strerror(errno));
        else log_error(&l->ctx->log, "%s: neither C (.c, .i) nor bitcode, LLVM's text or an archive of bitcode", file);
        break;
    }
    return ok;
}

/* ---- linking ----------------------------------------------------------------------- */

/* Takes the part over. */
static bool link_part(struct loader *l, LLVMModuleRef *all, struct part *part) {
    assert(part->module);
    LLVMModuleRef module = part->module;
    part->module = NULL;
    if (!*all) {
        *all = module;
        return true;
    }
    struct str why = {0};
    LLVMContextSetDiagnosticHandler(l->llvm, quiet_diagnostic, &why);
    bool ok = !LLVMLinkModules2(*all, module);
    if (!ok)
        log_error(&l->ctx->log, "%s: cannot be linked with the files before it: %s", part->file,
                  why.len ? str_text(&why) : "conflicting definitions");
    str_release(&why);
    LLVMContextSetDiagnosticHandler(l->llvm, NULL, NULL);
    return ok;
}

static bool is_visible(LLVMValueRef v) {
    LLVMLinkage linkage = LLVMGetLinkage(v);
    return linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage && linkage != LLVMAppendingLinkage;
}

/* What a name is in the program so far; NULL: unknown. */
static LLVMValueRef named(LLVMModuleRef all, const char *name) {
    LLVMValueRef v = LLVMGetNamedFunction(all, name);
    if (!v) v = LLVMGetNamedGlobal(all, name);
    return v ? v : LLVMGetNamedGlobalAlias(all, name, strlen(name));
}

/* Does the module define v, which the program wants? Common variables and inline bodies do not
 * make a linker take a member. */
static bool is_missing(LLVMModuleRef all, LLVMValueRef v) {
    size_t len;
    if (!is_visible(v) || LLVMIsDeclaration(v) || LLVMGetLinkage(v) == LLVMLinkOnceODRLinkage) return false;
    LLVMValueRef known = named(all, LLVMGetValueName2(v, &len));
    return known && LLVMIsDeclaration(known) && LLVMGetFirstUse(known) &&
           LLVMGetLinkage(known) != LLVMExternalWeakLinkage;
}

static bool is_wanted(LLVMModuleRef all, LLVMModuleRef module) {
    if (!all) return true;
    for (LLVMValueRef v = LLVMGetFirstFunction(module); v; v = LLVMGetNextFunction(v))
        if (is_missing(all, v)) return true;
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
        if (is_missing(all, v)) return true;
    for (LLVMValueRef v = LLVMGetFirstGlobalAlias(module); v; v = LLVMGetNextGlobalAlias(v))
        if (is_missing(all, v)) return true;
    return false;
}

/* Definitions of a library give way to those that are there: a shared one's do. */
static void yield_names(LLVMModuleRef all, LLVMModuleRef module) {
    size_t len;
    LLVMValueRef (*const first[])(LLVMModuleRef) = {LLVMGetFirstFunction, LLVMGetFirstGlobal};
    LLVMValueRef (*const next[])(LLVMValueRef) = {LLVMGetNextFunction, LLVMGetNextGlobal};
    for (int i = 0; i < 2 && all; i++)
        for (LLVMValueRef v = first[i](module); v; v = next[i](v)) {
            if (LLVMGetLinkage(v) != LLVMExternalLinkage || LLVMIsDeclaration(v)) continue;
            LLVMValueRef known = named(all, LLVMGetValueName2(v, &len));
            if (known && !LLVMIsDeclaration(known)) LLVMSetLinkage(v, LLVMWeakAnyLinkage);
        }
}

/* Links library parts until no name is missing that one of them has. */
static bool link_wanted(struct loader *l, LLVMModuleRef *all) {
    bool ok = true, more = true;
    while (ok && more) {
        more = false;
        for (uint32_t i = 0; i < l->parts.len && ok; i++) {
            struct part *part = &l->parts.data[i];
            if (!part->module || !is_wanted(*all, part->module)) continue;
            yield_names(*all, part->module);
            ok = link_part(l, all, part);
            more = true;
        }
    }
    return ok;
}

static LLVMModuleRef link_all(struct loader *l) {
    LLVMModuleRef all = NULL;
    bool ok = true, library = false;
    for (uint32_t i = 0; i < l->parts.len && ok; i++)
        if (!l->parts.data[i].lazy) ok = link_part(l, &all, &l->parts.data[i]);
    for (uint32_t i = 0; i < l->parts.len && ok && (library || !all); i++) { /* a library alone: all of it */
        library = true;
        ok = link_part(l, &all, &l->parts.data[i]);
    }
    if (ok) ok = link_wanted(l, &all);
    if (ok && all) return all;
    if (all) LLVMDisposeModule(all);
    return NULL;
}

/* The stubs behind the other files: they are linked as libraries are. */
struct joined {
    struct front_input input;
    VEC(const char *) files;
    VEC(struct front_unit) units;
};

static void join_stubs(struct joined *j, const struct front_input *input) {
    *j = (struct joined){.input = *input};
    for (int i = 0; i < input->nfiles; i++) vec_push(&j->files, input->files[i]);
    for (int i = 0; i < input->nstubs; i++) vec_push(&j->files, input->stubs[i]);
    for (int i = 0; i < input->nfiles + input->nstubs && input->units; i++)
        vec_push(&j->units, i < input->nfiles ? input->units[i] : (struct front_unit){0});
    j->input.files = j->files.data;
    j->input.nfiles = (int)j->files.len;
    j->input.units = input->units ? j->units.data : NULL;
}

LLVMModuleRef module_load(struct context *ctx, const struct front_input *input, LLVMContextRef llvm) {
    struct front_kept own = {0};
    struct joined j;
    join_stubs(&j, input);
    struct loader l = {.ctx = ctx, .input = &j.input, .llvm = llvm};
    bool ok = compiler_begin(&l.compiler, ctx, l.input, input->kept ? input->kept : &own);
    for (int i = 0; i < l.input->nfiles && ok; i++) ok = load_one(&l, i);
    LLVMModuleRef all = ok ? link_all(&l) : NULL;
    for (uint32_t i = 0; i < l.parts.len; i++)
        if (l.parts.data[i].module) LLVMDisposeModule(l.parts.data[i].module);
    vec_release(&l.parts);
    compiler_end(&l.compiler);
    vec_release(&j.files);
    vec_release(&j.units);
    front_kept_release(&own);
    if (all) passes_run(PASSES_PROGRAM, input, all);
    return all;
}
