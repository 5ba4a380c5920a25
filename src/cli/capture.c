/* shrike capture: what does a build make of what? */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/str.h"
#include "base/tempfolder.h"
#include "cli/commands.h"
#include "project/units.h"

/* capture/record.c as a shared library. */
extern const unsigned char capture_record[], capture_record_end[];

/* ---- listing --------------------------------------------------------------------------------------- */

static uint32_t count_sources(const struct project *p, const struct made *m) {
    uint32_t n = m->source != NULL;
    for (uint32_t i = 0; i < m->parts.len; i++) n += count_sources(p, p->all.data[m->parts.data[i]]);
    return n;
}

static int by_path(const void *a, const void *b) {
    return strcmp(((const struct project_name *)a)->path, ((const struct project_name *)b)->path);
}

static void list_all(const struct units *u) {
    static const char *const words[] = {"object", "archive", "shared", "program"};
    VEC(struct project_name) names = {0};
    vec_append(&names, u->project.names.data, u->project.names.len);
    if (names.len) qsort(names.data, names.len, sizeof *names.data, by_path);
    for (int kind = MADE_PROGRAM; kind >= MADE_ARCHIVE; kind--)
        for (uint32_t i = 0; i < names.len; i++) {
            const struct made *m = u->project.all.data[names.data[i].made];
            if (m->kind != (enum made_kind)kind) continue;
            uint32_t n = count_sources(&u->project, m);
            printf("%-8s %s (%u source%s)\n", words[kind], names.data[i].path, n, n == 1 ? "" : "s");
        }
    vec_release(&names);
}

/* The sources of what is named, each with its folder and flags. */
static void list_files(const struct units *u) {
    for (uint32_t i = 0; i < u->files.len; i++) {
        const struct front_unit *unit = &u->units.data[i];
        printf("%s%s\n", u->files.data[i], unit->lazy ? " (of a library)" : "");
        if (unit->folder) printf("  in %s\n", unit->folder);
        for (int k = 0; k < unit->nargs; k++)
            printf("%s%s%s", k ? " " : "  with ", unit->args[k], k + 1 < unit->nargs ? "" : "\n");
    }
}

static int list(struct context *ctx, const struct command_line *line) {
    struct units u;
    units_init(&u);
    bool ok = line->files.len ? units_find(&u, ctx, NULL, line->files.data, line->files.len) : units_open(&u, ctx);
    if (ok && u.database.len) line->files.len ? list_files(&u) : list_all(&u);
    else if (!u.database.len) log_error(&ctx->log, "no recorded build here; shrike capture -- COMMAND records one");
    ok &= u.database.len > 0;
    units_release(&u);
    return ok ? EXIT_FINE : EXIT_WRONG;
}

/* ---- capturing -------------------------------------------------------------------------------------- */

struct capture {
    struct context *ctx;
    struct str folder;   /* .shrike */
    struct str commands; /* the list of commands */
    struct str library, temporary;
};

/* The dynamic linker takes blanks and colons for ends of names. */
static bool write_library(struct capture *c) {
    const char *folder = str_text(&c->folder);
    if (strpbrk(folder, " :\t$") && folder_make(&c->temporary)) folder = str_text(&c->temporary);
    str_addf(&c->library, "%s/record.so", folder);
    size_t size = (size_t)((uintptr_t)capture_record_end - (uintptr_t)capture_record);
    return str_write_file(str_text(&c->library), (const char *)capture_record, size);
}

static bool prepare(struct capture *c) {
    char here[PATH_MAX];
    str_addf(&c->folder, "%s/.shrike", getcwd(here, sizeof here) ? here : ".");
    str_addf(&c->commands, "%s/commands", str_text(&c->folder));
    bool ok = (mkdir(str_text(&c->folder), 0777) == 0 || errno == EEXIST) && write_library(c);
    int fd = ok ? open(str_text(&c->commands), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;
    if (fd >= 0) close(fd);
    if (fd < 0) log_error(&c->ctx->log, "cannot write %s: %s", str_text(&c->folder), strerror(errno));
    return fd >= 0;
}

static void add_variable(const char *name, const char *value, const char *separator) {
    struct str text = {0};
    const char *old = getenv(name);
    str_add(&text, value);
    if (old && *old) str_addf(&text, "%s%s", separator, old);
    setenv(name, str_text(&text), 1);
    str_release(&text);
}

static _Noreturn void become(const struct capture *c, const struct command_line *line) {
    VEC(const char *) argv = {0};
    bool shell = line->arguments.len == 1 && strpbrk(line->arguments.data[0], " \t\n&|;");
    if (shell) vec_push(&argv, "/bin/sh");
    if (shell) vec_push(&argv, "-c");
    vec_append(&argv, line->arguments.data, line->arguments.len);
    vec_push(&argv, NULL);
    setenv("SHRIKE_CAPTURE", str_text(&c->commands), 1);
    add_variable("LD_PRELOAD", str_text(&c->library), ":");
    add_variable("ASAN_OPTIONS", "verify_asan_link_order=0", ":"); /* programs that the build runs */
    execvp(argv.data[0], (char *const *)argv.data);
    log_error(&c->ctx->log, "cannot run %s: %s", argv.data[0], strerror(errno));
    _exit(127);
}

static int run(const struct capture *c, const struct command_line *line) {
    pid_t pid = child_fork(0, false);
    if (pid == 0) become(c, line);
    int status = pid > 0 ? child_reap(pid) : -1;
    if (pid < 0) log_error(&c->ctx->log, "cannot start a process: %s", strerror(errno));
    return WIFEXITED(status) ? WEXITSTATUS(status) : WIFSIGNALED(status) ? 128 + WTERMSIG(status) : EXIT_WRONG;
}

static void tell(const struct project *p, const struct capture *c) {
    uint32_t n[MADE_PROGRAM + 1] = {0};
    for (uint32_t i = 0; i < p->names.len; i++) n[p->all.data[p->names.data[i].made]->kind]++;
    fprintf(stderr, "shrike: %u program%s, %u librar%s and %u object%s recorded (shrike capture --list)\n",
            n[MADE_PROGRAM], n[MADE_PROGRAM] == 1 ? "" : "s", n[MADE_ARCHIVE] + n[MADE_SHARED],
            n[MADE_ARCHIVE] + n[MADE_SHARED] == 1 ? "y" : "ies", n[MADE_OBJECT], n[MADE_OBJECT] == 1 ? "" : "s");
    if (!p->names.len)
        log_warning(
            &c->ctx->log,
            "recorded no compiler: everything is up to date, or the compiler is statically linked (try a clean build)");
}

static bool write_database(const struct capture *c) {
    struct str commands = {0}, text = {0}, path = {0};
    struct project p;
    project_init(&p);
    bool ok = str_read_file(&commands, str_text(&c->commands));
    if (ok) {
        project_digest(&p, str_text(&commands));
        project_write(&p, &text);
        str_addf(&path, "%s/database", str_text(&c->folder));
        ok = str_write_file(str_text(&path), str_text(&text), text.len);
    }
    if (ok) tell(&p, c);
    else log_error(&c->ctx->log, "cannot write %s/database: %s", str_text(&c->folder), strerror(errno));
    project_release(&p);
    str_release(&commands);
    str_release(&text);
    str_release(&path);
    return ok;
}

int cli_capture(struct context *ctx, const struct command_line *line) {
    if (ctx->opt.list) return list(ctx, line);
    if (!line->arguments.len) {
        log_error(&ctx->log, "usage: shrike capture -- COMMAND [ARGUMENT...] (or --list)");
        return EXIT_WRONG;
    }
    struct capture c = {.ctx = ctx};
    int status = EXIT_WRONG;
    if (prepare(&c)) {
        status = run(&c, line);
        if (!write_database(&c) && status == 0) status = EXIT_WRONG;
    }
    if (c.temporary.len) folder_remove(str_text(&c.temporary));
    str_release(&c.folder);
    str_release(&c.commands);
    str_release(&c.library);
    str_release(&c.temporary);
    return status;
}
